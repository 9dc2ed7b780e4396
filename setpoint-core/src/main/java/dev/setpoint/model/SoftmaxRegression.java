package dev.setpoint.model;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;
import java.util.Objects;

/**
 * Multinomial logistic regression on dense or sparse queries: logits are linear in the features, plus a bias. Starts at zero,
 * so that its first answer is the uniform distribution.
 *
 * <p>Cost of a query: the stored features times the labels. Allocates nothing once it has seen the features.
 */
public final class SoftmaxRegression implements ProbabilityModel {
    /**
     * Constants of the model.
     *
     * @param dimension positions of a query's vector, at least 1
     * @param optimizer how weights follow the gradient
     * @param clip logits are clipped to [-clip, clip]; infinity for never. The authors' code uses 15
     */
    public record Settings(int dimension, Optimizer optimizer, double clip) implements ModelSettings {
        /** Checks the ranges. */
        public Settings {
            BanditCrossEntropy.checkDimension(dimension);
            Objects.requireNonNull(optimizer, "optimizer");
            BanditCrossEntropy.checkClip(clip);
        }

        /** Without clipping. */
        public Settings(int dimension, Optimizer optimizer) {
            this(dimension, optimizer, Double.POSITIVE_INFINITY);
        }

        @Override
        public ProbabilityModel create(int labels, long seed) {
            return new SoftmaxRegression(this, labels);
        }

        @Override
        public String toString() {
            return "softmax-regression(dimension=" + dimension + ", optimizer=" + optimizer + ", clip=" + clip + ")";
        }
    }

    private static final long NEVER = -1;

    private final Settings settings;
    private final int labels;
    private final WeightRows rows;
    private final float[] logits;
    private final float[] gradient;
    private final double[] probabilities;
    /** The query that the logits are of, if they were computed after as many steps as there are now. */
    private final FeatureVector seen = new FeatureVector();

    private long seenAfter = NEVER;
    private long steps;

    SoftmaxRegression(Settings settings, int labels) {
        this.settings = settings;
        this.labels = labels;
        this.rows = new WeightRows(
                settings.dimension() + 1, labels, settings.optimizer(), 0, 0); // the last input is the bias
        this.logits = new float[labels];
        this.gradient = new float[labels];
        this.probabilities = new double[labels];
    }

    @Override
    public void probabilitiesInto(FeatureVector[] queries, int count, double[] into) {
        BanditCrossEntropy.checkDimensions(settings.dimension(), queries, count);
        for (int i = 0; i < count; i++) {
            forward(queries[i]);
            BanditCrossEntropy.softmaxInto(logits, settings.clip(), into, i * labels);
        }
    }

    @Override
    public void learn(FeatureVector[] queries, int count, double[] weights, double divisor) {
        BanditCrossEntropy.checkDimensions(settings.dimension(), queries, count);
        boolean any = false;
        for (int i = 0; i < count; i++) {
            if (!BanditCrossEntropy.anyWeight(weights, i * labels, labels)) {
                continue;
            }
            any = true;
            FeatureVector query = queries[i];
            forward(query);
            BanditCrossEntropy.softmaxInto(logits, settings.clip(), probabilities, 0);
            BanditCrossEntropy.gradientInto(
                    probabilities, logits, settings.clip(), weights, i * labels, divisor, gradient);
            for (int f = 0; f < query.count(); f++) {
                rows.addGradient(query.index(f), query.value(f), gradient);
            }
            rows.addGradient(settings.dimension(), 1, gradient);
        }
        if (any) {
            rows.apply(++steps); // Wang & Qiao (2024), Algorithm 1, line 5, first row
        }
    }

    private void forward(FeatureVector query) {
        if (seenAfter == steps && seen.equals(query)) {
            return; // feedback that comes at once finds the logits of its decision
        }
        Arrays.fill(logits, 0);
        for (int f = 0; f < query.count(); f++) {
            rows.addRow(query.index(f), query.value(f), logits);
        }
        rows.addRow(settings.dimension(), 1, logits);
        seen.copyFrom(query);
        seenAfter = steps;
    }

    /** State: steps, then the weight rows. */
    @Override
    public void writeState(StateWriter out) {
        out.writeLong(steps);
        rows.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        seenAfter = NEVER;
        steps = in.readLong();
        rows.readState(in);
    }
}
