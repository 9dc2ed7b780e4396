package dev.setpoint.bench.deep;

import java.util.Arrays;

/** The median, the quartiles and the largest of some numbers. */
record Spread(double lower, double median, double upper, double largest) {
    static Spread of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("values: none (expected: at least one)");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Spread(
                quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75), sorted[sorted.length - 1]);
    }

    private static double quantile(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
