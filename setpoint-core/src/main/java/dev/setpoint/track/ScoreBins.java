package dev.setpoint.track;

/**
 * Numbers in [0, 1] sorted into bins that are fine at both ends: each of the {@link #OCTAVES} halvings of the distance from 1/2
 * towards 0 has {@link #PER_OCTAVE} bins of equal width, and likewise towards 1. What lies outside goes to the outermost bin.
 */
final class ScoreBins {
    static final int OCTAVES = 18;
    static final int PER_OCTAVE = 8;
    private static final int HALF = OCTAVES * PER_OCTAVE;
    /** How many bins there are. */
    static final int COUNT = 2 * HALF;
    /** How many octaves there are, on both sides together. */
    static final int OCTAVE_COUNT = 2 * OCTAVES;

    private static final int EXPONENT_OF_QUARTER = -2;
    private static final int MANTISSA_BITS = 52;
    private static final int STEP_BITS = 3; // log2 of PER_OCTAVE
    private static final double[] EDGES = edges();

    private ScoreBins() {}

    /** The bin of a number. */
    static int bin(double number) {
        return number < 0.5 ? HALF - 1 - fromMiddle(number) : HALF + fromMiddle(1 - number);
    }

    /** The octave that a bin belongs to, from 0. */
    static int octave(int bin) {
        return bin / PER_OCTAVE;
    }

    /** The lower end of a bin; 0 for the first. */
    static double lowerEdge(int bin) {
        return EDGES[bin];
    }

    /** How many bins lie between 1/2 and a distance from 0, or from 1, of at most 1/2. */
    private static int fromMiddle(double distance) {
        if (distance >= 0.5) {
            return 0;
        }
        if (!(distance > 0)) {
            return HALF - 1;
        }
        long bits = Double.doubleToRawLongBits(distance);
        int step = (int) (bits >>> (MANTISSA_BITS - STEP_BITS)) & (PER_OCTAVE - 1);
        int bin = (EXPONENT_OF_QUARTER - Math.getExponent(distance)) * PER_OCTAVE + PER_OCTAVE - 1 - step;
        return Math.min(bin, HALF - 1);
    }

    private static double[] edges() {
        double[] edges = new double[COUNT + 1];
        for (int i = 0; i < HALF; i++) { // the i-th bin from the middle begins this far from 0
            double distance = Math.scalb(
                    1 + (double) (PER_OCTAVE - 1 - i % PER_OCTAVE) / PER_OCTAVE, EXPONENT_OF_QUARTER - i / PER_OCTAVE);
            edges[HALF - 1 - i] = distance;
            edges[HALF + 1 + i] = 1 - distance;
        }
        edges[0] = 0;
        edges[HALF] = 0.5;
        edges[COUNT] = 1;
        return edges;
    }
}
