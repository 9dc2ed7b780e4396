package dev.setpoint.track;

import dev.setpoint.state.SnapshotException;
import java.util.List;

/** The checks every tracker's constants share. */
final class Rates {
    private Rates() {}

    /** Beyond this, sums and products overflow; scores are of the order of 1. */
    static final double MOST = 1e9;

    static void check(String name, double rate) {
        if (!(rate > 0 && rate <= MOST)) {
            throw new IllegalArgumentException(name + ": " + rate + " (expected: > 0 and <= " + MOST + ")");
        }
    }

    static void checkAtLeast(String name, double value, int least) {
        if (!(value >= least && value <= MOST)) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: in [" + least + ", " + MOST + "])");
        }
    }

    static void checkStart(double start) {
        if (!(Math.abs(start) <= MOST)) {
            throw new IllegalArgumentException("start: " + start + " (expected: in [-" + MOST + ", " + MOST + "])");
        }
    }

    /** What is to be said of a first threshold that some scores do not reach. */
    static List<String> warnings(double start, TrackingTask task) {
        double least = task.scores().least();
        return start <= least
                ? List.of()
                : List.of("start: " + start + " above the least score, " + least
                        + ": the first sets do not hold every label, before anything is known (use start=" + least
                        + ")");
    }

    /** How many labels a stored state is of. */
    static void checkLabels(int found, int expected) {
        if (found != expected) {
            throw new SnapshotException("snapshot: " + found + " labels (expected: " + expected + ")");
        }
    }
}
