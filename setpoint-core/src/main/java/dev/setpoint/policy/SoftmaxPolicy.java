package dev.setpoint.policy;

/**
 * Pulls a label with probability proportional to p(k|X)^(1/temperature). At temperature 1 this is the paper's softmax policy
 * (Wang &amp; Qiao 2024, section 3.1); below 1 it favours the most probable labels, above 1 it evens them out.
 *
 * @param temperature finite and above 0
 */
public record SoftmaxPolicy(double temperature) implements Policy {
    /** Checks the range. */
    public SoftmaxPolicy {
        if (!(temperature > 0) || Double.isInfinite(temperature)) {
            throw new IllegalArgumentException("temperature: " + temperature + " (expected: finite and > 0)");
        }
    }

    @Override
    public void distributionInto(double[] probabilities, double[] distribution) {
        int labels = distribution.length;
        if (temperature == 1) {
            System.arraycopy(probabilities, 0, distribution, 0, labels);
            return;
        }
        double largest = 0;
        for (int k = 0; k < labels; k++) {
            largest = Math.max(largest, probabilities[k]);
        }
        double power = Math.min(1 / temperature, Double.MAX_VALUE); // 1 to the power of infinity is NaN
        double sum = 0;
        for (int k = 0; k < labels; k++) {
            // relative to the largest, so that one term is 1 and the sum cannot vanish
            distribution[k] = Math.pow(probabilities[k] / largest, power);
            sum += distribution[k];
        }
        for (int k = 0; k < labels; k++) {
            distribution[k] /= sum;
        }
    }

    @Override
    public String toString() {
        return "softmax(temperature=" + temperature + ")";
    }
}
