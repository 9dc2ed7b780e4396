package dev.setpoint.model;

import dev.setpoint.argument.Argument;
import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.LikelihoodLoss;
import dev.setpoint.loss.Loss;

/**
 * Multinomial logistic regression on dense or sparse queries: logits are linear in the features, plus a bias. Starts at zero,
 * so that its first answer is the uniform distribution, or what the labels' texts say.
 *
 * <p>A label that is {@linkplain #grow added} has zero weights: its logit is 0, or what its text says. The labels that the model thinks of
 * are above that where it is sure, so the new one is tried where it is not.
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
            Argument.given("optimizer", optimizer);
            ClippedLogits.checkClip(clip);
        }

        /** With the optimizer that suits features and loss: implicit row AdaGrad where the loss has shares, otherwise AdaGrad. */
        public static Settings of(EncoderSettings features, Loss loss) {
            Optimizer shared = features.readsTexts() ? Optimizer.RowAdaGrad.OF_TEXTS : Optimizer.RowAdaGrad.DEFAULT;
            return new Settings(features.dimension(), loss.hasShares() ? shared : Optimizer.AdaGrad.DEFAULT);
        }

        /** Without clipping. */
        public Settings(int dimension, Optimizer optimizer) {
            this(dimension, optimizer, Double.POSITIVE_INFINITY);
        }

        /** The likelihood if steps are implicit: they take what it is good at, and not its habit of losing labels. */
        @Override
        public Loss defaultLoss() {
            return optimizer instanceof Optimizer.RowAdaGrad row && row.implicit()
                    ? new LikelihoodLoss()
                    : ModelSettings.super.defaultLoss();
        }

        @Override
        public void check(Loss loss) {
            if (isImplicit(optimizer) && !loss.hasShares()) {
                throw new IllegalArgumentException("optimizer: " + optimizer + " with loss " + loss
                        + " (expected: implicit=false, or a loss that is a likelihood)");
            }
        }

        @Override
        public ProbabilityModel create(ModelContext context) {
            check(context.loss());
            return new SoftmaxRegression(this, context);
        }

        @Override
        public String toString() {
            return "softmax-regression(dimension=" + dimension + ", optimizer=" + optimizer + ", clip=" + clip + ")";
        }
    }

    private final int bias;
    private WeightRows rows;
    private WeightRows[] layers;

    SoftmaxRegression(Settings settings, ModelContext context) {
        super(settings.dimension(), settings.clip(), isImplicit(settings.optimizer()), context);
        this.bias = settings.dimension(); // one input more, which is always 1
        this.rows = new WeightRows(settings.dimension() + 1, context.labels(), settings.optimizer(), 0, 0);
        this.layers = new WeightRows[] {rows};
    }

    private static boolean isImplicit(Optimizer optimizer) {
        return optimizer instanceof Optimizer.RowAdaGrad row && row.implicit();
    }

    @Override
    void forward(FeatureVector query) {
        rows.addUpInto(query, bias, logits);
    }

    @Override
    void backward(FeatureVector query) {
        rows.addGradients(query, bias, gradient);
    }

    @Override
    WeightRows[] layers() {
        return layers;
    }

    @Override
    void growLayers(int count) {
        rows = rows.withOutputs(count, false);
        layers = new WeightRows[] {rows};
    }
}
