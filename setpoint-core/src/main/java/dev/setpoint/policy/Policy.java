package dev.setpoint.policy;

import dev.setpoint.notation.Notation;
import dev.setpoint.notation.Plugin;
import dev.setpoint.notation.Plugins;

/**
 * With which probability each label is pulled, before labels are excluded and before the exploration floor: the learner does
 * both, in one place, and samples.
 *
 * <p>Contract: stateless; for probabilities that sum to 1 it writes numbers in [0, 1] that sum to 1 up to rounding; renaming
 * the labels renames the result (where no two probabilities are equal).
 */
public interface Policy {
    /**
     * Writes the probability of pulling each label. The arrays must not be the same.
     *
     * @param probabilities the model's probabilities; where labels are excluded and it {@linkplain #comparesLabels compares
     *     labels}, those given that the label is none of the excluded, which have 0
     * @param inSet whether the issued set holds each label; not read unless {@link #readsSet}
     * @param distribution receives one number per label
     */
    void distributionInto(double[] probabilities, boolean[] inSet, double[] distribution);

    /** Whether it looks at the issued set; the set is then issued before the policy is known. */
    default boolean readsSet() {
        return false;
    }

    /**
     * Whether labels must be compared anew where some are excluded: true of every policy that favours the most probable label, as greedy
     * ones do. Such a policy is not told of the excluded labels; of any other, what it would pull of them is shared out in proportion. So
     * a policy for which this is false promises that it tells the remaining labels apart also beside one that is more probable: it
     * pulls some of them, and a label that it would pull more often than another if the excluded one were impossible it does pull more
     * often.
     */
    default boolean comparesLabels() {
        return false;
    }

    /** A promise: it gives every label at least this probability, whatever the model says. */
    default double probabilityLowerBound(int labels) {
        return 0;
    }

    /**
     * From text: {@code trade-off(price=0.01)}, {@code softmax(temperature=1)}, {@code uniform},
     * {@code epsilon-greedy(epsilon=0.1)}, {@code squarecb(gamma=100)}, {@code set-aware(temperature=1)};
     * other names are those of the {@link Plugin}s that are there.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    static Policy parse(String text) {
        Notation notation = Notation.parse(text);
        Policy policy = switch (notation.name()) {
            case "trade-off" -> new TradeOffPolicy(notation.number("price", TradeOffPolicy.DEFAULT_PRICE));
            case "softmax" -> new SoftmaxPolicy(notation.number("temperature", 1));
            case "uniform" -> new UniformPolicy();
            case "epsilon-greedy" -> new EpsilonGreedyPolicy(notation.number("epsilon", 0.1));
            case "squarecb" -> new SquareCbPolicy(notation.number("gamma", SquareCbPolicy.DEFAULT_GAMMA));
            case "set-aware" -> new SetAwarePolicy(notation.number("temperature", 1));
            default ->
                Plugins.parse(
                        Policy.class,
                        "policy",
                        notation,
                        "trade-off",
                        "softmax",
                        "uniform",
                        "epsilon-greedy",
                        "squarecb",
                        "set-aware");
        };
        notation.finish();
        return policy;
    }
}
