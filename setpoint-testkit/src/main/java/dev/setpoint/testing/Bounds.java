package dev.setpoint.testing;

/** Limits that a statistic of a correct program exceeds with a stated probability at most. */
public final class Bounds {
    private Bounds() {}

    /** Exceeded by a chi-square variable with probability at most {@code rate} (Laurent, Massart 2000, lemma 1). */
    public static double chiSquare(int degrees, double rate) {
        double x = Math.log(1 / rate);
        return degrees + 2 * Math.sqrt(degrees * x) + 2 * x;
    }

    /** Exceeded by the Kolmogorov-Smirnov distance of n draws with probability at most {@code rate} (Massart 1990). */
    public static double kolmogorovSmirnov(int n, double rate) {
        return Math.sqrt(Math.log(2 / rate) / (2.0 * n));
    }

    /**
     * Exceeded with probability at most {@code rate} by the absolute sum of martingale differences that are at most
     * {@code largest} and whose conditional variances sum to at most {@code variance}: zeta of Wang &amp; Qiao (2024), Theorem 1.
     */
    public static double freedman(double largest, double variance, double rate) {
        double x = Math.log(2 / rate);
        return 2 * largest / 3 * x + Math.sqrt(2 * x * variance);
    }

    /** The chi-square statistic of observed counts against expected ones. */
    public static double chiSquareOf(long[] observed, double[] expected) {
        double sum = 0;
        for (int i = 0; i < observed.length; i++) {
            double difference = observed[i] - expected[i];
            sum += difference * difference / expected[i];
        }
        return sum;
    }
}
