package dev.setpoint.model;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.state.StateReader;
import java.util.Arrays;
import java.util.Objects;

/**
 * Multinomial logistic regression on dense or sparse queries: logits are linear in the features, plus a bias. Starts at zero,
 * so that its first answer is the uniform distribution.
 *
 * <p>Cost of a query: the stored features times the labels. Allocates nothing once it has seen the features.
 */
public final class SoftmaxRegression extends LogitModel {
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

    private final int bias;
    private final WeightRows rows;
    private final WeightRows[] layers;
    /** The query that the logits are of, if they were computed after as many steps as there are now. */
    private final FeatureVector seen = new FeatureVector();

    private long seenAfter = NEVER;

    SoftmaxRegression(Settings settings, int labels) {
        super(settings.dimension(), settings.clip(), labels);
        this.bias = settings.dimension(); // one input more, which is always 1
        this.rows = new WeightRows(settings.dimension() + 1, labels, settings.optimizer(), 0, 0);
        this.layers = new WeightRows[] {rows};
    }

    @Override
    void forward(FeatureVector query) {
        if (seenAfter == steps() && seen.equals(query)) {
            return; // feedback that comes at once finds the logits of its decision
        }
        Arrays.fill(logits, 0);
        for (int f = 0; f < query.count(); f++) {
            rows.addRow(query.index(f), query.value(f), logits);
        }
        rows.addRow(bias, 1, logits);
        seen.copyFrom(query);
        seenAfter = steps();
    }

    @Override
    void backward(FeatureVector query) {
        for (int f = 0; f < query.count(); f++) {
            rows.addGradient(query.index(f), query.value(f), gradient);
        }
        rows.addGradient(bias, 1, gradient);
    }

    @Override
    WeightRows[] layers() {
        return layers;
    }

    @Override
    public void readState(StateReader in) {
        seenAfter = NEVER;
        super.readState(in);
    }
}
