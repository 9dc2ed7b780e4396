package dev.setpoint.estimate;

import dev.setpoint.notation.Notation;
import dev.setpoint.notation.Plugin;
import dev.setpoint.notation.Plugins;

/**
 * Estimates the hidden indicator 1{Y=k} of every label from one pull and its feedback.
 *
 * <p>Contract: unbiased. For every true label y and every distribution that is positive everywhere,
 * {@code sum over arms a of distribution[a] * estimate(a, a == y)[k]} equals 1 for k = y and 0 otherwise. A label whose probability and
 * propensity are both 0, as it was retired or did not exist yet, is estimated by 0, and the others to the bit as if it were not there.
 */
public interface IndicatorEstimator {
    /**
     * Writes the estimate of 1{Y=k} for every label k.
     *
     * @param probabilities the model's probabilities when the decision was made
     * @param distribution what the arm was sampled from (floored)
     * @param arm the pulled label
     * @param correct whether it was the true one
     * @param estimate receives one number per label
     */
    void estimateInto(double[] probabilities, double[] distribution, int arm, boolean correct, double[] estimate);

    /**
     * Writes what is known when incorrect pulls of several labels would have told the same: the mean of their estimates, weighted by
     * how probable each pull was. Here one estimate per such label, and two arrays are made for it; Setpoint's own estimators take one
     * round over the labels.
     *
     * @param probabilities the model's probabilities when the decision was made
     * @param distribution what the arm was sampled from (floored)
     * @param pulls per label whether its pull would have told the same; at least one, all of them possible
     * @param estimate receives one number per label
     */
    default void estimateIncorrectInto(
            double[] probabilities, double[] distribution, boolean[] pulls, double[] estimate) {
        double mass = Pulls.mass(distribution, pulls);
        double[] sum = new double[estimate.length];
        double[] one = new double[estimate.length];
        for (int arm = 0; arm < pulls.length; arm++) {
            if (pulls[arm]) {
                estimateInto(probabilities, distribution, arm, false, one);
                for (int k = 0; k < sum.length; k++) {
                    sum[k] += distribution[arm] / mass * one[k];
                }
            }
        }
        System.arraycopy(sum, 0, estimate, 0, sum.length);
    }

    /** Whether no estimate is ever below 0, which the pathwise bounds of thresholds need. */
    boolean neverNegative();

    /** Whether the estimate after an incorrect pull is 0 for every label, so that there is nothing to learn from one. */
    default boolean ignoresIncorrectPulls() {
        return false;
    }

    /**
     * Whether it reads more of the distribution than the propensity of the pulled label. Where nobody does, the distribution of a
     * decision need not be worked out again when its answer comes.
     */
    default boolean readsDistribution() {
        return true;
    }

    /**
     * From text: {@code ipw}, {@code dr}, {@code sdr}; other names are those of the {@link Plugin}s that are there.
     *
     * @throws IllegalArgumentException if it is not an estimator's name
     */
    static IndicatorEstimator parse(String text) {
        Notation notation = Notation.parse(text);
        IndicatorEstimator estimator = switch (notation.name()) {
            case "ipw" -> new IpwEstimator();
            case "dr" -> new DrEstimator();
            case "sdr" -> new SdrEstimator();
            default -> Plugins.parse(IndicatorEstimator.class, "estimator", notation, "ipw", "dr", "sdr");
        };
        notation.finish();
        return estimator;
    }
}
