package dev.setpoint.score;

/**
 * Between which values a score can lie, up to rounding.
 *
 * @param least the smallest value, finite
 * @param most the largest value, finite and above {@code least}
 */
public record ScoreRange(double least, double most) {
    /** The range of probabilities. */
    public static final ScoreRange UNIT = new ScoreRange(0, 1);

    /** Checks the ends. */
    public ScoreRange {
        if (!Double.isFinite(least)) {
            throw new IllegalArgumentException("least: " + least + " (expected: finite)");
        }
        if (!(most > least) || Double.isInfinite(most)) {
            throw new IllegalArgumentException("most: " + most + " (expected: finite and > " + least + ")");
        }
    }

    /** The largest value minus the smallest. */
    public double width() {
        return most - least;
    }
}
