package dev.setpoint.estimate;

/**
 * Doubly robust on the simplex: q_k + ((1{A=Y} - q_A) / pi(A|X)) (1{A=k} - S_k), where S_k is label k's share of the variances
 * q_j (1 - q_j) / pi(j|X). What the pull takes from one label it gives to the others, so the estimates sum to 1 and an incorrect
 * pull teaches too. Unbiased whatever the model says, for q that sums to 1; may be negative.
 *
 * <p>Where a label that q thinks possible could not be pulled (pi(k|X) = 0), the shares are left out and it is {@link DrEstimator}: the
 * sum over the remaining labels is then not known, and sharing would be biased. Where q is 0 as well, as for labels that were retired or
 * did not exist yet, the label has no share, its estimate is 0, and those of the others are to the bit as if it were not there.
 */
public record SdrEstimator() implements IndicatorEstimator {
    @Override
    public void estimateInto(
            double[] probabilities, double[] distribution, int arm, boolean correct, double[] estimate) {
        double correction = DrEstimator.correction(probabilities, distribution, arm, correct);
        shareInto(probabilities, distribution, correction, estimate);
        estimate[arm] += correction;
    }

    /** As {@link DrEstimator} has it; what the pulls take in the mean, the sum of q_k over them / mass, goes to all by their shares. */
    @Override
    public void estimateIncorrectInto(
            double[] probabilities, double[] distribution, boolean[] pulls, double[] estimate) {
        double mass = Pulls.mass(distribution, pulls);
        double taken = 0;
        for (int k = 0; k < pulls.length; k++) {
            taken += pulls[k] ? probabilities[k] : 0;
        }
        shareInto(probabilities, distribution, -taken / mass, estimate);
        for (int k = 0; k < estimate.length; k++) {
            estimate[k] -= pulls[k] ? probabilities[k] / mass : 0;
        }
    }

    /** q_k less the label's share of a correction. */
    private static void shareInto(double[] probabilities, double[] distribution, double correction, double[] estimate) {
        double variances = 0;
        int possible = 0;
        for (int k = 0; k < estimate.length; k++) {
            variances += variance(probabilities[k], distribution[k]);
            possible += isThere(probabilities[k], distribution[k]) ? 1 : 0;
        }
        boolean sure = variances == 0; // of one label: any shares will do
        boolean pullable = variances < Double.POSITIVE_INFINITY; // false for NaN, too
        for (int k = 0; k < estimate.length; k++) {
            double share = sure ? 1.0 / possible : variance(probabilities[k], distribution[k]) / variances;
            boolean shares = pullable && isThere(probabilities[k], distribution[k]);
            estimate[k] = probabilities[k] - (shares ? correction * share : 0);
        }
    }

    private static double variance(double probability, double propensity) {
        return isThere(probability, propensity) ? probability * (1 - probability) / propensity : 0;
    }

    private static boolean isThere(double probability, double propensity) {
        return probability != 0 || propensity != 0;
    }

    @Override
    public boolean neverNegative() {
        return false;
    }

    @Override
    public String toString() {
        return "sdr";
    }
}
