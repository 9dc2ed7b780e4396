package dev.setpoint.model;

import dev.setpoint.estimate.SdrEstimator;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.loss.Loss;
import dev.setpoint.notation.Notation;
import dev.setpoint.notation.Plugin;
import dev.setpoint.notation.Plugins;
import java.util.List;

/** Which model, and its constants. Implementations are records whose text is their notation. */
public interface ModelSettings {
    /**
     * A new model in its first state, which depends on these settings and the context alone.
     *
     * @throws IllegalArgumentException if it cannot descend the context's loss
     */
    ProbabilityModel create(ModelContext context);

    /**
     * Refuses a loss that such a model cannot descend.
     *
     * @throws IllegalArgumentException if it cannot
     */
    default void check(Loss loss) {}

    /**
     * The loss that such a model learns best by, where none is asked for: for most, the cross-entropy on an unbiased estimate that
     * learns from incorrect pulls too ({@code sdr}).
     */
    default Loss defaultLoss() {
        return new CrossEntropyLoss(new SdrEstimator());
    }

    /** How many positions the vector of a query must have. */
    int dimension();

    /** What the probabilities of a query have to do with the queries that are decided together with it. Default: nothing. */
    default BatchEffect batchEffect() {
        return BatchEffect.NONE;
    }

    /**
     * From text: {@code softmax-regression(dimension=262144, optimizer=adagrad(rate=0.5), clip=15)} or
     * {@code mlp(dimension=64, hidden=64, optimizer=adam(rate=0.001))}; the optimizers are {@code sgd}, {@code adagrad},
     * {@code row-adagrad} and {@code adam}. {@code given(dimension=3)} are probabilities of the caller's own. Other names are those of the {@link Plugin}s that are there.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    static ModelSettings parse(String text) {
        return parse(text, FeatureSettings.DEFAULT.dimension());
    }

    /** From text, with the dimension to use where the text names none. */
    static ModelSettings parse(String text, int defaultDimension) {
        return parse(text, defaultDimension, Double.POSITIVE_INFINITY);
    }

    /** From text, with the dimension and the clipping of logits to use where the text names none. */
    static ModelSettings parse(String text, int defaultDimension, double defaultClip) {
        Notation notation =
                Notation.parse(text).presuming("dimension", defaultDimension).presuming("clip", defaultClip);
        ModelSettings settings = switch (notation.name()) {
            case "softmax-regression" ->
                new SoftmaxRegression.Settings(
                        notation.integer("dimension", defaultDimension),
                        Optimizer.parse(notation.text("optimizer", "adagrad")),
                        notation.number("clip", defaultClip));
            case "mlp" ->
                new Mlp.Settings(
                        notation.integer("dimension", defaultDimension),
                        notation.integer("hidden", 64),
                        Optimizer.parse(notation.text("optimizer", "adam")),
                        notation.number("clip", defaultClip));
            case "given" -> new GivenProbabilities.Settings(notation.integer("dimension", defaultDimension));
            default ->
                Plugins.parse(
                        ModelSettings.class,
                        "model",
                        notation,
                        List.of("softmax-regression", "mlp", "given"),
                        elsewhere());
        };
        notation.finish();
        return settings;
    }

    private static List<String> elsewhere() {
        return Plugins.names(ModelSettings.class).isEmpty()
                ? List.of("or a network of the module setpoint-deep")
                : List.of();
    }
}
