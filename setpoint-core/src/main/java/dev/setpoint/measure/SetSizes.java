package dev.setpoint.measure;

import dev.setpoint.state.Persistent;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;

/** How large the issued sets were, counted by size. Counts over different decisions add up. */
public final class SetSizes implements Persistent {
    private final long[] counts;

    /** No sets yet, of 0 to {@code labels} members. */
    public SetSizes(int labels) {
        counts = new long[labels + 1];
    }

    /** Counts one set. */
    public void add(int size) {
        counts[size]++;
    }

    /** How many sets had this size. */
    public long count(int size) {
        return counts[size];
    }

    /** How many sets there were. */
    public long sets() {
        long sets = 0;
        for (long count : counts) {
            sets += count;
        }
        return sets;
    }

    /** The mean size; NaN before any set. */
    public double mean() {
        double members = 0;
        for (int size = 0; size < counts.length; size++) {
            members += (double) size * counts[size];
        }
        return members / sets();
    }

    /** Adds the counts of another. */
    public void merge(SetSizes other) {
        for (int size = 0; size < counts.length; size++) {
            counts[size] += other.counts[size];
        }
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeLongs(counts);
    }

    @Override
    public void readState(StateReader in) {
        in.readLongsInto(counts);
    }
}
