package dev.setpoint.feature;

import dev.setpoint.notation.Notation;

/**
 * Queries that are given as vectors of numbers.
 *
 * @param queryDimension how many numbers a query has, at least 1
 * @param standardize whether each number is brought to mean 0 and variance 1 by the queries that were answered so far, and cut to
 *     [-2, 2]
 * @param cross 2 to add the products of all pairs of numbers, squares included, so that a linear model learns parabolas; else 1
 * @param unitLength whether vectors are scaled to length 1, a constant entry of 1 included so that none is lost by that
 */
public record VectorSettings(int queryDimension, boolean standardize, int cross, boolean unitLength)
        implements EncoderSettings {
    /** Beyond this many positions, pairs cost more than they usually bring, and {@link #dense} does without. */
    private static final int MOST_POSITIONS_BY_DEFAULT = 4096;

    private static final int MOST_POSITIONS = 1 << 24;
    private static final int MOST_NUMBERS = 1 << 30;

    /** Checks the ranges. */
    public VectorSettings {
        if (queryDimension < 1 || queryDimension > MOST_NUMBERS) {
            throw new IllegalArgumentException(
                    "dimension: " + queryDimension + " (expected: in [1, " + MOST_NUMBERS + "])");
        }
        if (cross < 1 || cross > 2) {
            throw new IllegalArgumentException("cross: " + cross + " (expected: 1 or 2)");
        }
        if (cross == 2 && positions(queryDimension, cross, unitLength) > MOST_POSITIONS) {
            throw new IllegalArgumentException(
                    "cross: 2 with dimension " + queryDimension + " (expected: 1; pairs would be too many)");
        }
    }

    /** What is best for most data: standardised, with all pairs where they are not too many, of unit length. */
    public static VectorSettings dense(int queryDimension) {
        int cross = positions(queryDimension, 2, true) <= MOST_POSITIONS_BY_DEFAULT ? 2 : 1;
        return new VectorSettings(queryDimension, true, cross, true);
    }

    /** Vectors that the model reads as they are given. */
    public static VectorSettings asGiven(int queryDimension) {
        return new VectorSettings(queryDimension, false, 1, false);
    }

    static VectorSettings parse(Notation notation, int queryDimension) {
        int dimension = notation.integer("dimension", queryDimension);
        VectorSettings otherwise = notation.name().equals("dense") ? dense(dimension) : asGiven(dimension);
        return new VectorSettings(
                dimension,
                notation.flag("standardize", otherwise.standardize),
                notation.integer("cross", otherwise.cross),
                notation.flag("unitlength", otherwise.unitLength));
    }

    private static long positions(long numbers, int cross, boolean unitLength) {
        return numbers + (cross == 2 ? numbers * (numbers + 1) / 2 : 0) + (unitLength ? 1 : 0);
    }

    @Override
    public int dimension() {
        return (int) positions(queryDimension, cross, unitLength);
    }

    @Override
    public Encoder create() {
        return new VectorEncoder(this);
    }

    @Override
    public String toString() {
        return "vectors(dimension=" + queryDimension + ", standardize=" + standardize + ", cross=" + cross
                + ", unitlength=" + unitLength + ")";
    }
}
