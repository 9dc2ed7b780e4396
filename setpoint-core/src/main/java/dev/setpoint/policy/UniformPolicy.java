package dev.setpoint.policy;

import java.util.Arrays;

/** Every label with probability 1/K, whatever the model says. Wang &amp; Qiao (2024), section 3.1. */
public record UniformPolicy() implements Policy {
    @Override
    public void distributionInto(double[] probabilities, boolean[] inSet, double[] distribution) {
        Arrays.fill(distribution, 1.0 / distribution.length);
    }

    @Override
    public double probabilityLowerBound(int labels) {
        return 1.0 / labels;
    }

    @Override
    public String toString() {
        return "uniform";
    }
}
