package dev.setpoint.track;

import dev.setpoint.argument.Argument;
import dev.setpoint.score.ScoreRange;

/**
 * What a tracker is told when it is made.
 *
 * @param labels how many labels there are, at least 1: the length of the arrays of probabilities and scores it is told of
 * @param thresholds how many thresholds it keeps: one per label, or 1 for all labels together. With one, evidence about every label
 *     is given as evidence about label 0
 * @param alpha the share of scores that may fall below a threshold, in (0, 1)
 * @param scores between which values the scores lie
 */
public record TrackingTask(int labels, int thresholds, double alpha, ScoreRange scores) {
    /** Checks the ranges. */
    public TrackingTask {
        if (labels < 1) {
            throw new IllegalArgumentException("labels: " + labels + " (expected: >= 1)");
        }
        if (thresholds != 1 && thresholds != labels) {
            throw new IllegalArgumentException("thresholds: " + thresholds + " (expected: 1 or " + labels + ")");
        }
        if (!(alpha > 0 && alpha < 1)) {
            throw new IllegalArgumentException("alpha: " + alpha + " (expected: in (0, 1))");
        }
        Argument.given("scores", scores);
    }

    /**
     * For {@link Tracker#grow}: whether a tracker that has so many thresholds can grow to these.
     *
     * @throws IllegalArgumentException if there are fewer here
     */
    public void checkGrowth(int presentThresholds) {
        checkNotFewer("thresholds", thresholds, presentThresholds);
    }

    /**
     * The same for a tracker that also has numbers by label.
     *
     * @throws IllegalArgumentException if there are fewer labels or thresholds here
     */
    public void checkGrowth(int presentLabels, int presentThresholds) {
        checkNotFewer("labels", labels, presentLabels);
        checkGrowth(presentThresholds);
    }

    private static void checkNotFewer(String name, int wanted, int present) {
        if (wanted < present) {
            throw new IllegalArgumentException(
                    name + ": " + wanted + " (expected: >= " + present + "; none is ever taken away)");
        }
    }

    /** A threshold per label, for scores in [0, 1]. */
    public static TrackingTask byLabel(int labels, double alpha) {
        return new TrackingTask(labels, labels, alpha, ScoreRange.UNIT);
    }
}
