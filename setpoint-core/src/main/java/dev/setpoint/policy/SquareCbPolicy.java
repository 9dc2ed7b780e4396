package dev.setpoint.policy;

import dev.setpoint.score.RankedProbabilities;

/**
 * Inverse gap weighting: p_a = 1 / (K + gamma (p_max - p(a|X))) for every label but the most probable (the lowest of several),
 * which takes the rest. Gaps are to the most probable of all labels, also while that one is excluded. Abe &amp; Long (1999); Foster
 * &amp; Rakhlin (2020), SquareCB.
 *
 * @param gamma how fast a gap in probability quenches a label, finite and at least 0; 0 is the uniform policy
 */
public record SquareCbPolicy(double gamma) implements Policy {
    /** A label that the model thinks impossible beside a sure one is pulled once in about a hundred times. */
    public static final double DEFAULT_GAMMA = 100;

    /** Checks the range. */
    public SquareCbPolicy {
        if (!(gamma >= 0) || Double.isInfinite(gamma)) {
            throw new IllegalArgumentException("gamma: " + gamma + " (expected: finite and >= 0)");
        }
    }

    @Override
    public void distributionInto(double[] probabilities, boolean[] inSet, double[] distribution) {
        int labels = distribution.length;
        int best = RankedProbabilities.mostProbable(probabilities);
        double others = 0;
        for (int k = 0; k < labels; k++) {
            if (k != best) {
                double gap = Math.min(1, probabilities[best] - probabilities[k]); // above 1 only by rounding
                distribution[k] = 1 / (labels + gamma * gap);
                others += distribution[k];
            }
        }
        distribution[best] =
                Math.max(1 - others, 1.0 / labels); // each of the others has at most that; below by rounding
    }

    @Override
    public double probabilityLowerBound(int labels) {
        return 1 / (labels + gamma);
    }

    @Override
    public String toString() {
        return "squarecb(gamma=" + gamma + ")";
    }
}
