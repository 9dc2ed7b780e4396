package dev.setpoint.feature;

import dev.setpoint.notation.Notation;

/**
 * Queries that are given as vectors: of numbers, or of numbers followed by indicators. Queries of numbers alone must be dense unless
 * the model reads them as they are. Where there are indicators, queries may be sparse, and cost what they name and not what the
 * vector could hold: a column of 10,000 categories is one entry.
 *
 * @param queryDimension how many positions a query has, at least 1
 * @param standardize whether each number is brought to mean 0 and variance 1 by the queries that were answered so far, and cut to
 *     [-2, 2]
 * @param cross 2 to add the products of all pairs of numbers, squares included, so that a linear model learns parabolas; indicators
 *     have part in that if a query has at most 254 positions. Else 1
 * @param unitLength whether vectors are scaled to length 1, a constant entry of 1 included so that none is lost by that
 * @param numbers how many positions of a query, the first ones, are numbers; the others are indicators, for example of categories,
 *     which are not standardised. In [0, queryDimension]
 */
public record VectorSettings(int queryDimension, boolean standardize, int cross, boolean unitLength, int numbers)
        implements EncoderSettings {
    /** Beyond this many positions, pairs cost more than they usually bring, and {@link #dense} does without. */
    private static final int MOST_POSITIONS_BY_DEFAULT = 4096;

    /** Up to this many positions, indicators are crossed, too: queries name few of them, so that pairs cost memory more than time. */
    private static final int MOST_POSITIONS_OF_INDICATORS = 1 << 15;

    private static final int MOST_POSITIONS = 1 << 24;
    private static final int MOST_NUMBERS = 1 << 30;

    /** Checks the ranges. */
    public VectorSettings {
        if (queryDimension < 1 || queryDimension > MOST_NUMBERS) {
            throw new IllegalArgumentException(
                    "dimension: " + queryDimension + " (expected: in [1, " + MOST_NUMBERS + "])");
        }
        if (numbers < 0 || numbers > queryDimension) {
            throw new IllegalArgumentException(
                    "numbers: " + numbers + " (expected: in [0, " + queryDimension + "], the dimension)");
        }
        if (cross < 1 || cross > 2) {
            throw new IllegalArgumentException("cross: " + cross + " (expected: 1 or 2)");
        }
        if (cross == 2 && positions(numbers, numbers, unitLength) > MOST_POSITIONS) {
            throw new IllegalArgumentException(
                    "cross: 2 with " + numbers + " numbers (expected: 1; pairs would be too many)");
        }
    }

    /** Of numbers alone. */
    public VectorSettings(int queryDimension, boolean standardize, int cross, boolean unitLength) {
        this(queryDimension, standardize, cross, unitLength, queryDimension);
    }

    /** What is best for most data: standardised, with all pairs where they are not too many, of unit length. */
    public static VectorSettings dense(int queryDimension) {
        return dense(queryDimension, queryDimension);
    }

    /**
     * The same where only the first positions are numbers and the others are indicators. Indicators alone, if they are too many for
     * pairs, are left as they are given: there is nothing to standardise.
     */
    public static VectorSettings dense(int queryDimension, int numbers) {
        VectorSettings settings = new VectorSettings(queryDimension, true, takesPairs(numbers) ? 2 : 1, true, numbers);
        boolean hasNothingToDo = numbers == 0 && settings.crossed() == 0;
        return hasNothingToDo ? new VectorSettings(queryDimension, false, 1, false, numbers) : settings;
    }

    /** Whether {@link #dense} adds the pairs of so many numbers: at most 89. */
    public static boolean takesPairs(int numbers) {
        return positions(numbers, numbers, true) <= MOST_POSITIONS_BY_DEFAULT;
    }

    /** How many positions of a query, the first ones, are multiplied with each other. */
    int crossed() {
        boolean all = numbers < queryDimension
                && positions(queryDimension, queryDimension, true) <= MOST_POSITIONS_OF_INDICATORS;
        return cross == 1 ? 0 : all ? queryDimension : numbers;
    }

    /** Vectors that the model reads as they are given. */
    public static VectorSettings asGiven(int queryDimension) {
        return new VectorSettings(queryDimension, false, 1, false);
    }

    static VectorSettings parse(Notation notation, int queryDimension, int queryNumbers) {
        int dimension = notation.integer("dimension", queryDimension);
        int numbers = notation.integer("numbers", dimension == queryDimension ? queryNumbers : dimension);
        VectorSettings otherwise = notation.name().equals("dense") ? dense(dimension, numbers) : asGiven(dimension);
        return new VectorSettings(
                dimension,
                notation.flag("standardize", otherwise.standardize),
                notation.integer("cross", otherwise.cross),
                notation.flag("unitlength", otherwise.unitLength),
                numbers);
    }

    private static long positions(long dimension, long crossed, boolean unitLength) {
        return dimension + crossed * (crossed + 1) / 2 + (unitLength ? 1 : 0);
    }

    @Override
    public int dimension() {
        return (int) positions(queryDimension, crossed(), unitLength);
    }

    @Override
    public Encoder create() {
        return new VectorEncoder(this);
    }

    @Override
    public String toString() {
        return "vectors(dimension=" + queryDimension + ", standardize=" + standardize + ", cross=" + cross
                + ", unitlength=" + unitLength + (numbers == queryDimension ? "" : ", numbers=" + numbers) + ")";
    }
}
