package dev.setpoint.track;

import dev.setpoint.score.ScoreRange;

/**
 * Scores sorted into bins that cover their range: of equal width, 1/256 of the range, but for the outermost 1/32 at either end, where
 * each of {@link #OCTAVES} halvings of the distance to the end has {@link #PER_OCTAVE} bins. What lies outside goes to the outermost
 * bin.
 */
final class ScoreBins {
    private static final int OCTAVES = 15;
    private static final int PER_OCTAVE = 8;
    private static final int AT_AN_END = OCTAVES * PER_OCTAVE;
    private static final int PER_RANGE = 256;
    private static final double END = 1.0 / 32;
    private static final int BEFORE_THE_MIDDLE = (int) (END * PER_RANGE);
    private static final int MIDDLE = PER_RANGE - 2 * BEFORE_THE_MIDDLE;
    /** How many bins there are. */
    static final int COUNT = 2 * AT_AN_END + MIDDLE;

    private static final int EXPONENT_OF_FIRST_OCTAVE = -6; // it begins at 1/64
    private static final int MANTISSA_BITS = 52;
    private static final int STEP_BITS = 3; // log2 of PER_OCTAVE
    private static final double[] EDGES = edges();

    private final ScoreRange range;
    private final double least;
    private final double width;

    ScoreBins(ScoreRange range) {
        this.range = range;
        this.least = range.least();
        this.width = range.width();
    }

    /** The range that is covered. */
    ScoreRange range() {
        return range;
    }

    /**
     * These bins, or others that cover the range as well: an end that must move moves by at least the present width, so that a range
     * which grows little by little seldom asks for others.
     */
    ScoreBins covering(ScoreRange wanted) {
        if (wanted.least() >= range.least() && wanted.most() <= range.most()) {
            return this;
        }
        return new ScoreBins(new ScoreRange(
                wanted.least() < range.least() ? Math.min(wanted.least(), range.least() - width) : range.least(),
                wanted.most() > range.most() ? Math.max(wanted.most(), range.most() + width) : range.most()));
    }

    /** The bin of a score. */
    int bin(double score) {
        double share = (score - least) / width;
        if (share < END) {
            return AT_AN_END - 1 - fromMiddle(share);
        }
        return share < 1 - END
                ? AT_AN_END + (int) (share * PER_RANGE) - BEFORE_THE_MIDDLE
                : AT_AN_END + MIDDLE + fromMiddle(1 - share);
    }

    /** The lower end of a bin; the end of the last for {@link #COUNT}. */
    double lowerEdge(int bin) {
        return least + width * EDGES[bin];
    }

    /** How many bins lie between the middle and a share that is this far from its end. */
    private static int fromMiddle(double distance) {
        if (!(distance > 0)) {
            return AT_AN_END - 1;
        }
        long bits = Double.doubleToRawLongBits(distance);
        int step = (int) (bits >>> (MANTISSA_BITS - STEP_BITS)) & (PER_OCTAVE - 1);
        int bin = (EXPONENT_OF_FIRST_OCTAVE - Math.getExponent(distance)) * PER_OCTAVE + PER_OCTAVE - 1 - step;
        return Math.max(0, Math.min(bin, AT_AN_END - 1));
    }

    private static double[] edges() {
        double[] edges = new double[COUNT + 1];
        for (int i = 0; i < AT_AN_END; i++) { // the i-th bin from the middle begins this far from its end
            double distance = Math.scalb(
                    1 + (double) (PER_OCTAVE - 1 - i % PER_OCTAVE) / PER_OCTAVE,
                    EXPONENT_OF_FIRST_OCTAVE - i / PER_OCTAVE);
            edges[AT_AN_END - 1 - i] = distance;
            edges[AT_AN_END + MIDDLE + 1 + i] = 1 - distance;
        }
        for (int i = 0; i <= MIDDLE; i++) {
            edges[AT_AN_END + i] = (double) (BEFORE_THE_MIDDLE + i) / PER_RANGE;
        }
        edges[0] = 0;
        edges[COUNT] = 1;
        return edges;
    }
}
