package dev.setpoint.estimate;

import java.util.Arrays;

/** Inverse-propensity weighting: 1{A=k} 1{A=Y} / pi(k|X). Wang &amp; Qiao (2024), section 3.1, Proposition 1. Never negative. */
public record IpwEstimator() implements IndicatorEstimator {
    @Override
    public void estimateInto(
            double[] probabilities, double[] distribution, int arm, boolean correct, double[] estimate) {
        Arrays.fill(estimate, 0);
        if (correct) {
            estimate[arm] = weight(distribution[arm]);
        }
    }

    @Override
    public void estimateIncorrectInto(
            double[] probabilities, double[] distribution, boolean[] pulls, double[] estimate) {
        Arrays.fill(estimate, 0);
    }

    /** What a correct pull of this propensity weighs. */
    public static double weight(double propensity) {
        return 1 / propensity;
    }

    @Override
    public boolean neverNegative() {
        return true;
    }

    @Override
    public boolean ignoresIncorrectPulls() {
        return true;
    }

    @Override
    public boolean readsDistribution() {
        return false;
    }

    @Override
    public String toString() {
        return "ipw";
    }
}
