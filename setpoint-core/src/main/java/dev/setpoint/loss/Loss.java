package dev.setpoint.loss;

import dev.setpoint.estimate.DrEstimator;
import dev.setpoint.estimate.IndicatorEstimator;
import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.estimate.SdrEstimator;
import dev.setpoint.notation.Notation;
import dev.setpoint.notation.Plugin;
import dev.setpoint.notation.Plugins;
import java.util.List;

/**
 * What one observation costs a model, as a function of the logits the model gives the labels, and the link by which logits
 * become probabilities.
 *
 * <p>Contract: stateless; the link's probabilities are in [0, 1] and sum to 1 up to rounding; the gradient is that of the value,
 * and finite wherever the logits are, however large. Logits come already clipped, if the model clips. A logit of negative infinity is
 * that of a label that is not there, nor was when the decision was issued: its probability and its gradient are exactly 0, and all that is
 * said of the other labels is to the bit what would be said of them alone; the observation must leave one of these possible. Methods that
 * fill a caller's array allocate nothing.
 */
public interface Loss {
    /**
     * The link: writes the probability of every label.
     *
     * @param logits one per label
     * @param probabilities receives one number per label
     * @param offset where in {@code probabilities} the first one goes
     */
    void probabilitiesInto(double[] logits, double[] probabilities, int offset);

    /** Whether there is anything to learn from this observation. A step in which there is none changes nothing. */
    boolean teaches(Observation observation);

    /**
     * Writes the gradient of the loss in the logits.
     *
     * @param observation what was observed; it {@linkplain #teaches teaches}
     * @param logits the model's present ones for that query
     * @param present the probabilities that the link gives these logits (not those that the decision was issued with)
     * @param gradient receives one number per label; another array than the others
     */
    void gradientInto(Observation observation, double[] logits, double[] present, double[] gradient);

    /** Whether it reads more of an observation's distribution than the propensity of the pulled label. */
    default boolean readsDistribution() {
        return true;
    }

    /** Whether {@link #share} is defined. */
    default boolean hasShares() {
        return false;
    }

    /**
     * Turns the gradient of an observation into the direction of an implicit step. Where the loss is consistent, the expected
     * direction vanishes as the expected gradient does, given the query and the pulled label. By default it is the gradient.
     *
     * @param observation what was observed; it teaches
     * @param gradient what {@link #gradientInto} wrote; receives the direction
     */
    default void turn(Observation observation, double[] gradient) {}

    /**
     * How much of a step to take so that it does not overshoot. With g the {@linkplain #turn direction}, a step of the whole would
     * go to z - s g(z), z being the logits and s the reach; the implicit one goes to the z' with z' = z - s g(z'). This is the a in
     * (0, 1] for which a g(z) is, along g and to first order in the margin between the labels that the answer is for and those it
     * is against, that g(z').
     *
     * @param observation what was observed; it teaches
     * @param logits the model's present ones
     * @param present their probabilities
     * @param reach how far a logit moves per unit of its direction, at least 0
     * @throws UnsupportedOperationException if the loss {@linkplain #hasShares has no shares}
     */
    default double share(Observation observation, double[] logits, double[] present, double reach) {
        throw new UnsupportedOperationException("loss: " + this + " has no shares");
    }

    /** The loss at these logits; 0 for an observation that does not teach. For tests and metrics: it may allocate. */
    double value(Observation observation, double[] logits);

    /**
     * From text: {@code likelihood}, {@code pulled-arm}, or the cross-entropy on an estimate of the hidden label: {@code ipw},
     * {@code dr}, {@code sdr}; other names are those of the {@link Plugin}s that are there, of losses or of estimators.
     *
     * @throws IllegalArgumentException if it is not a loss's name
     */
    static Loss parse(String text) {
        Notation notation = Notation.parse(text);
        Loss loss = switch (notation.name()) {
            case "likelihood" -> new LikelihoodLoss();
            case "pulled-arm" -> new PulledArmLoss();
            case "ipw" -> new CrossEntropyLoss(new IpwEstimator());
            case "dr" -> new CrossEntropyLoss(new DrEstimator());
            case "sdr" -> new CrossEntropyLoss(new SdrEstimator());
            default -> {
                List<String> own = List.of("likelihood", "pulled-arm", "ipw", "dr", "sdr");
                List<String> estimators = Plugins.names(IndicatorEstimator.class);
                yield estimators.contains(notation.name())
                        ? new CrossEntropyLoss(
                                Plugins.parse(IndicatorEstimator.class, "estimator", notation, own, List.of()))
                        : Plugins.parse(Loss.class, "loss", notation, own, estimators);
            }
        };
        notation.finish();
        return loss;
    }
}
