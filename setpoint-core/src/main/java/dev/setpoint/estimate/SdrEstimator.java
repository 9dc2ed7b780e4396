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
        double variances = variancesInto(probabilities, distribution, estimate);
        int possible = estimate.length;
        if (Double.isNaN(variances)) { // as by labels that are not there
            variances = 0;
            possible = 0;
            for (int k = 0; k < estimate.length; k++) {
                boolean isThere = probabilities[k] != 0 || distribution[k] != 0;
                estimate[k] = isThere ? estimate[k] : 0;
                variances += estimate[k];
                possible += isThere ? 1 : 0;
            }
        }
        if (variances == 0) { // q is sure of one label: any shares will do
            for (int k = 0; k < estimate.length; k++) {
                boolean isThere = probabilities[k] != 0 || distribution[k] != 0;
                estimate[k] = probabilities[k] - (isThere ? correction * (1.0 / possible) : 0);
            }
        } else if (variances < Double.POSITIVE_INFINITY) {
            for (int k = 0; k < estimate.length; k++) {
                estimate[k] = probabilities[k] - correction * (estimate[k] / variances);
            }
        } else { // some label could not be pulled
            System.arraycopy(probabilities, 0, estimate, 0, estimate.length);
        }
    }

    /** q_k (1 - q_k) / pi(k|X), which is not a number for a label that is not there; returns the sum. */
    private static double variancesInto(double[] probabilities, double[] distribution, double[] variances) {
        for (int k = 0; k < variances.length; k++) {
            variances[k] = probabilities[k] * (1 - probabilities[k]) / distribution[k];
        }
        double sum = 0;
        for (double variance : variances) {
            sum += variance;
        }
        return sum;
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
