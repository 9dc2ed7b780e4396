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

    @Override
    public boolean neverNegative() {
        return false;
    }

    @Override
    public String toString() {
        return "dr";
    }
}
