package dev.setpoint.model;

import dev.setpoint.argument.Argument;
import dev.setpoint.feature.FeatureVector;
import java.util.Arrays;

/**
 * A small network with one hidden layer of rectified linear units, on dense or sparse queries. First weights are uniform in
 * +-sqrt(6 / inputs) (He et al. 2015), where at most 256 inputs count, since a hashed query fills few of its positions; output
 * weights are uniform in +-1/sqrt(hidden); biases start at 0. They depend on the seed alone.
 *
 * <p>A label that is {@linkplain #grow added} begins with the mean of the other labels' output weights, and so of their logits. Under Adam
 * and AdaGrad all logits may drift together, which no probability shows: with 50 labels they were seen at -12 on average after 20,000
 * steps, where a label with zero weights would have had probability 0.96.
 */
public final class Mlp extends LogitModel {
    /**
     * Constants of the model.
     *
     * @param dimension positions of a query's vector, at least 1
     * @param hidden hidden units, at least 1
     * @param optimizer how weights follow the gradient
     * @param clip logits are clipped to [-clip, clip]; infinity for never
     */
    public record Settings(int dimension, int hidden, Optimizer optimizer, double clip) implements ModelSettings {
        /** Checks the ranges. */
        public Settings {
            LogitModel.checkDimension(dimension);
            if (hidden < 1) {
                throw new IllegalArgumentException("hidden: " + hidden + " (expected: >= 1)");
            }
            Argument.given("optimizer", optimizer);
            if (optimizer instanceof Optimizer.RowAdaGrad row && row.implicit()) {
                throw new IllegalArgumentException(
                        "optimizer: " + optimizer + " (expected: implicit=false, as hidden layers are not linear)");
            }
            ClippedLogits.checkClip(clip);
        }

        /** Without clipping. */
        public Settings(int dimension, int hidden, Optimizer optimizer) {
            this(dimension, hidden, optimizer, Double.POSITIVE_INFINITY);
        }

        @Override
        public ProbabilityModel create(ModelContext context) {
            return new Mlp(this, context);
        }

        @Override
        public String toString() {
            return "mlp(dimension=" + dimension + ", hidden=" + hidden + ", optimizer=" + optimizer + ", clip=" + clip
                    + ")";
        }
    }

    private static final int MOST_COUNTED_INPUTS = 256;

    private final WeightRows inner;
    private final WeightRows innerBias;
    private WeightRows outer;
    private WeightRows outerBias;
    private WeightRows[] layers;
    private final float[] hidden;
    private final float[] hiddenGradient;

    Mlp(Settings settings, ModelContext context) {
        super(settings.dimension(), settings.clip(), false, context);
        int labels = context.labels();
        long seed = context.seed();
        int units = settings.hidden();
        double innerRange = Math.sqrt(6.0 / Math.min(settings.dimension(), MOST_COUNTED_INPUTS));
        this.inner = new WeightRows(settings.dimension(), units, settings.optimizer(), innerRange, seed);
        this.innerBias = new WeightRows(1, units, settings.optimizer(), 0, 0);
        this.outer = new WeightRows(units, labels, settings.optimizer(), 1 / Math.sqrt(units), ~seed);
        this.outerBias = new WeightRows(1, labels, settings.optimizer(), 0, 0);
        this.layers = new WeightRows[] {inner, innerBias, outer, outerBias};
        this.hidden = new float[units];
        this.hiddenGradient = new float[units];
    }

    @Override
    void forward(FeatureVector query) {
        Arrays.fill(hidden, 0);
        for (int f = 0; f < query.count(); f++) {
            inner.addRow(query.index(f), query.value(f), hidden);
        }
        innerBias.addRow(0, 1, hidden);
        Arrays.fill(logits, 0);
        for (int h = 0; h < hidden.length; h++) {
            hidden[h] = Math.max(0, hidden[h]);
            outer.addRow(h, hidden[h], logits);
        }
        outerBias.addRow(0, 1, logits);
    }

    @Override
    void backward(FeatureVector query) {
        for (int h = 0; h < hidden.length; h++) {
            hiddenGradient[h] = hidden[h] > 0 ? outer.dotRow(h, gradient) : 0;
            outer.addGradient(h, hidden[h], gradient);
        }
        outerBias.addGradient(0, 1, gradient);
        for (int f = 0; f < query.count(); f++) {
            inner.addGradient(query.index(f), query.value(f), hiddenGradient);
        }
        innerBias.addGradient(0, 1, hiddenGradient);
    }

    @Override
    WeightRows[] layers() {
        return layers;
    }

    @Override
    void growLayers(int count) {
        for (int h = 0; h < hidden.length; h++) {
            outer.touchRow(h); // or what a label begins with would depend on whether a query was asked before
        }
        outer = outer.withOutputs(count, true);
        outerBias = outerBias.withOutputs(count, true);
        layers = new WeightRows[] {inner, innerBias, outer, outerBias};
    }
}
