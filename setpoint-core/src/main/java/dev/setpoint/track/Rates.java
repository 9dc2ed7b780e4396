package dev.setpoint.track;

import dev.setpoint.state.SnapshotException;

/** The checks every tracker's constants share. */
final class Rates {
    private Rates() {}

    static void check(String name, double rate) {
        if (!(rate > 0) || Double.isInfinite(rate)) {
            throw new IllegalArgumentException(name + ": " + rate + " (expected: finite and > 0)");
        }
    }

    static void checkStart(double start) {
        if (!Double.isFinite(start)) {
            throw new IllegalArgumentException("start: " + start + " (expected: finite)");
        }
    }

    /** How many labels a stored state is of. */
    static void checkLabels(int found, int expected) {
        if (found != expected) {
            throw new SnapshotException("snapshot: " + found + " labels (expected: " + expected + ")");
        }
    }
}
