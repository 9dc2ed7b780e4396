package dev.setpoint.track;

import dev.setpoint.state.Persistent;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;

/** Sounds when pulls are correct far less often than they were: what was learned is of another world. */
final class HitAlarm implements Persistent {
    /** A drop of the share of correct pulls by this much is not noticed. */
    private static final double TOLERATED_SHORTFALL = 0.2;
    /** How many correct pulls beyond that must be missing. By chance, and once hit rates are true, that is rarer than once in exp(60). */
    private static final double MOST_SHORTFALL = 40;

    private double shortfall;

    /** A one-sided cumulative sum (Page 1954). Returns whether the alarm sounds; then it restarts. */
    boolean watch(double expected, boolean correct) {
        double missing = expected - (correct ? 1 : 0);
        shortfall = Math.max(0, shortfall + missing - TOLERATED_SHORTFALL);
        boolean sounds = shortfall > MOST_SHORTFALL;
        if (sounds) {
            shortfall = 0;
        }
        return sounds;
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeDouble(shortfall);
    }

    @Override
    public void readState(StateReader in) {
        shortfall = in.readDouble();
    }
}
