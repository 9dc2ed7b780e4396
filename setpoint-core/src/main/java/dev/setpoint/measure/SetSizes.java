package dev.setpoint.measure;

import dev.setpoint.argument.Argument;
import dev.setpoint.state.BlockPages;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/** How large the issued sets were, counted by size. Counts over different decisions add up. */
public final class SetSizes extends BlockPages {
    private long[] counts;

    /** No sets yet, of 0 to {@code labels} members. */
    public SetSizes(int labels) {
        super(labels + 1, Long.BYTES);
        counts = new long[labels + 1];
    }

    /** Counts one set. */
    public void add(int size) {
        Argument.index("size", size, counts.length);
        touch(size);
        counts[size]++;
    }

    /** How many sets had this size. */
    public long count(int size) {
        return counts[Argument.index("size", size, counts.length)];
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

    /** Sets may have more members from now on. */
    void grow(int labels) {
        if (labels + 1 > counts.length) {
            counts = Arrays.copyOf(counts, labels + 1);
            grown();
        }
    }

    void checkMerge(SetSizes other) {
        if (Argument.given("other", other).counts.length != counts.length) {
            throw new IllegalArgumentException("merge: sets of up to " + (other.counts.length - 1)
                    + " labels (expected: " + (counts.length - 1) + ")");
        }
    }

    /**
     * Adds the counts of another.
     *
     * @throws IllegalArgumentException if the other is of another number of labels
     */
    public void merge(SetSizes other) {
        checkMerge(other);
        touchAll();
        for (int size = 0; size < counts.length; size++) {
            counts[size] += other.counts[size];
        }
    }

    @Override
    protected boolean hasCommon() {
        return false;
    }

    @Override
    protected int entries() {
        return counts.length;
    }

    @Override
    protected void writeEntry(int size, StateWriter out) {
        out.writeLong(counts[size]);
    }

    @Override
    protected void readEntry(int size, StateReader in) {
        counts[size] = in.readLong();
    }

    @Override
    public void readVersion3(StateReader in) {
        in.readLongsInto(counts);
    }
}
