package dev.setpoint.estimate;

/**
 * Doubly robust: q_k + 1{A=k} (1{A=Y} - q_A) / pi(A|X), with the model's probabilities q as the first guess. Unbiased whatever
 * the model says; may be negative. Dudik, Langford, Li (2011).
 */
public record DrEstimator() implements IndicatorEstimator {
    @Override
    public void estimateInto(
            double[] probabilities, double[] distribution, int arm, boolean correct, double[] estimate) {
        System.arraycopy(probabilities, 0, estimate, 0, estimate.length);
        estimate[arm] += correction(probabilities, distribution, arm, correct);
    }

    /** (1{A=Y} - q_A) / pi(A|X): what the pull says against the guess. */
    static double correction(double[] probabilities, double[] distribution, int arm, boolean correct) {
        return ((correct ? 1 : 0) - probabilities[arm]) / distribution[arm];
    }

    /** A pull of label k, of weight pi(k) / mass in the mean, takes q_k / pi(k) from label k alone: q_k / mass. */
    @Override
    public void estimateIncorrectInto(
            double[] probabilities, double[] distribution, boolean[] pulls, double[] estimate) {
        double mass = Pulls.mass(distribution, pulls);
        for (int k = 0; k < estimate.length; k++) {
            estimate[k] = probabilities[k] - (pulls[k] ? probabilities[k] / mass : 0);
        }
    }

    @Override
    public boolean neverNegative() {
        return false;
    }

    @Override
    public String toString() {
        return "dr";
    }
}
