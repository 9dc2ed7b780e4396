package dev.setpoint.policy;

import dev.setpoint.score.RankedProbabilities;
import java.util.Arrays;

/**
 * The most probable label (the lowest of several) with probability 1 - epsilon, and epsilon spread evenly over all labels.
 *
 * @param epsilon in [0, 1]
 */
public record EpsilonGreedyPolicy(double epsilon) implements Policy {
    /** Checks the range. */
    public EpsilonGreedyPolicy {
        if (!(epsilon >= 0 && epsilon <= 1)) {
            throw new IllegalArgumentException("epsilon: " + epsilon + " (expected: in [0, 1])");
        }
    }

    @Override
    public void distributionInto(double[] probabilities, boolean[] inSet, double[] distribution) {
        Arrays.fill(distribution, epsilon / distribution.length);
        distribution[RankedProbabilities.mostProbable(probabilities)] += 1 - epsilon;
    }

    @Override
    public double probabilityLowerBound(int labels) {
        return epsilon / labels;
    }

    @Override
    public boolean comparesLabels() {
        return true;
    }

    @Override
    public String toString() {
        return "epsilon-greedy(epsilon=" + epsilon + ")";
    }
}
