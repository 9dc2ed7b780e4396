package dev.setpoint.policy;

import dev.setpoint.math.Elementary;

/**
 * Pulls a label with probability proportional to p(k|X)^(1/temperature). At temperature 1 this is the paper's softmax policy
 * (Wang &amp; Qiao 2024, section 3.1); below 1 it favours the most probable labels, above 1 it evens them out.
 *
 * @param temperature finite and above 0
 */
public record SoftmaxPolicy(double temperature) implements Policy {
    /** Below it, labels of usual probabilities vanish beside the most probable one: 1e-31 to the power of 10 is no more than 1e-308. */
    private static final double COLD = 0.1;

    /** Checks the range. */
    public SoftmaxPolicy {
        checkTemperature(temperature);
    }

    @Override
    public void distributionInto(double[] probabilities, boolean[] inSet, double[] distribution) {
        if (temperature == 1) {
            System.arraycopy(probabilities, 0, distribution, 0, distribution.length);
        } else {
            powersInto(probabilities, temperature, null, distribution);
        }
    }

    /** Powers 1/temperature of the members' probabilities, with sum 1; of all labels if members is null or has none. */
    static void powersInto(double[] probabilities, double temperature, boolean[] members, double[] distribution) {
        int labels = distribution.length;
        double largest = -1;
        for (int k = 0; k < labels; k++) {
            largest = members == null || members[k] ? Math.max(largest, probabilities[k]) : largest;
        }
        if (largest < 0) {
            powersInto(probabilities, temperature, null, distribution);
            return;
        }
        double power = Math.min(1 / temperature, Double.MAX_VALUE); // 1 to the power of infinity is NaN
        double sum = 0;
        for (int k = 0; k < labels; k++) {
            // relative to the largest, so that one term is 1 and the sum cannot vanish
            distribution[k] = members == null || members[k] ? relativePower(probabilities[k], largest, power) : 0;
            sum += distribution[k];
        }
        for (int k = 0; k < labels; k++) {
            distribution[k] /= sum;
        }
    }

    private static double relativePower(double probability, double largest, double power) {
        double ratio = largest > 0 ? probability / largest : 1; // members that are all impossible are alike
        return power == 2 ? ratio * ratio : Elementary.pow(ratio, power);
    }

    /** Whether no label may be left beside the most probable one. */
    static boolean isCold(double temperature) {
        return temperature < COLD;
    }

    static void checkTemperature(double temperature) {
        if (!(temperature > 0) || Double.isInfinite(temperature)) {
            throw new IllegalArgumentException("temperature: " + temperature + " (expected: finite and > 0)");
        }
    }

    @Override
    public boolean comparesLabels() {
        return isCold(temperature);
    }

    @Override
    public String toString() {
        return "softmax(temperature=" + temperature + ")";
    }
}
