package dev.setpoint.feature;

import dev.setpoint.state.Persistent;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/**
 * Brings numbers to mean 0 and variance 1 by what was observed of each so far (Welford 1962), cut to [-2, 2]; a number that has
 * not varied yet becomes 0.
 */
final class RunningScale implements Persistent {
    /*
     * Cutting at 2: with products of pairs, a number at five deviations weighs 25 times as much as one at a single deviation,
     * and heavy tails are common. On letter, optdigits and covertype 2 learned faster than 3, and 3 faster than no limit.
     */
    static final double LIMIT = 2;

    private int size;
    private long[] count;
    private double[] mean;
    private double[] squares;

    RunningScale(int size) {
        this.size = size;
        this.count = new long[size];
        this.mean = new double[size];
        this.squares = new double[size];
    }

    int size() {
        return size;
    }

    /** One number more, at the end. */
    void extend() {
        if (size == count.length) {
            int capacity = Math.max(8, size * 2);
            count = Arrays.copyOf(count, capacity);
            mean = Arrays.copyOf(mean, capacity);
            squares = Arrays.copyOf(squares, capacity);
        }
        count[size] = 0; // there may have been more numbers before a state was read
        mean[size] = 0;
        squares[size] = 0;
        size++;
    }

    void observe(int which, double value) {
        count[which]++;
        double before = value - mean[which];
        mean[which] += before / count[which];
        squares[which] += before * (value - mean[which]);
    }

    double scaled(int which, double value) {
        double deviation = count[which] > 0 ? Math.sqrt(squares[which] / count[which]) : 0;
        return deviation > 0 ? Math.max(-LIMIT, Math.min(LIMIT, (value - mean[which]) / deviation)) : 0;
    }

    /** State: how many numbers, then for each how often it was observed, its mean and its sum of squared deviations. */
    @Override
    public void writeState(StateWriter out) {
        out.writeInt(size);
        for (int i = 0; i < size; i++) {
            out.writeLong(count[i]);
            out.writeDouble(mean[i]);
            out.writeDouble(squares[i]);
        }
    }

    @Override
    public void readState(StateReader in) {
        int stored = in.readCount("scaled numbers", in.remaining() / (3 * Long.BYTES));
        size = 0;
        for (int i = 0; i < stored; i++) {
            extend();
            count[i] = in.readLong();
            mean[i] = in.readDouble();
            squares[i] = in.readDouble();
            if (count[i] < 0 || !Double.isFinite(mean[i]) || !(squares[i] >= 0) || Double.isInfinite(squares[i])) {
                throw new SnapshotException("snapshot: " + count[i] + " observations with mean " + mean[i]
                        + " and squares " + squares[i] + " (expected: finite, not negative)");
            }
        }
    }
}
