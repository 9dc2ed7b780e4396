package dev.setpoint.model;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.Loss;
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
            LogitModel.checkDimension(dimension);
            Objects.requireNonNull(optimizer, "optimizer");
            ClippedLogits.checkClip(clip);
        }

        /** Without clipping. */
        public Settings(int dimension, Optimizer optimizer) {
            this(dimension, optimizer, Double.POSITIVE_INFINITY);
        }

        @Override
        public ProbabilityModel create(int labels, Loss loss, long seed) {
            return new SoftmaxRegression(this, labels, loss);
        }

        @Override
        public String toString() {
            return "softmax-regression(dimension=" + dimension + ", optimizer=" + optimizer + ", clip=" + clip + ")";
        }
    }

    private final int bias;
    private final WeightRows rows;
    private final WeightRows[] layers;

    SoftmaxRegression(Settings settings, int labels, Loss loss) {
        super(settings.dimension(), settings.clip(), labels, loss);
        this.bias = settings.dimension(); // one input more, which is always 1
        this.rows = new WeightRows(settings.dimension() + 1, labels, settings.optimizer(), 0, 0);
        this.layers = new WeightRows[] {rows};
    }

    @Override
    void forward(FeatureVector query) {
        Arrays.fill(logits, 0);
        for (int f = 0; f < query.count(); f++) {
            rows.addRow(query.index(f), query.value(f), logits);
        }
        rows.addRow(bias, 1, logits);
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
}
