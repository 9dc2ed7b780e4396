package dev.setpoint.cli.report;

import java.util.Arrays;

/**
 * One metric of one head and label over the checkpoints: mean, least and greatest over the seeds.
 *
 * <p>Values that are not finite mean "no value" and are left out; a checkpoint no seed has a value for is NaN in all
 * three.
 */
public final class Series {
    /** No value anywhere; nothing is ever added to it. */
    public static final Series NONE = new Series();

    private double[] sum = {};
    private double[] least = {};
    private double[] greatest = {};
    private int[] count = {};

    /** Adds the value of one more seed, if it is finite. */
    public void add(int checkpoint, double value) {
        if (!Double.isFinite(value)) {
            return;
        }
        if (checkpoint >= count.length) {
            grow(Math.max(checkpoint + 1, count.length + count.length / 2));
        }
        boolean first = count[checkpoint] == 0;
        sum[checkpoint] += value;
        least[checkpoint] = first ? value : Math.min(least[checkpoint], value);
        greatest[checkpoint] = first ? value : Math.max(greatest[checkpoint], value);
        count[checkpoint]++;
    }

    /** The mean over the seeds with a value, NaN without one; never outside of what they have, though the sum be rounded or infinite. */
    public double mean(int checkpoint) {
        return has(checkpoint)
                ? Math.max(least[checkpoint], Math.min(greatest[checkpoint], sum[checkpoint] / count[checkpoint]))
                : Double.NaN;
    }

    /** The least value, NaN without one. */
    public double least(int checkpoint) {
        return has(checkpoint) ? least[checkpoint] : Double.NaN;
    }

    /** The greatest value, NaN without one. */
    public double greatest(int checkpoint) {
        return has(checkpoint) ? greatest[checkpoint] : Double.NaN;
    }

    /** How many seeds have a value there. */
    public int seeds(int checkpoint) {
        return has(checkpoint) ? count[checkpoint] : 0;
    }

    /** Whether there is no value at any checkpoint. */
    public boolean isEmpty() {
        for (int seeds : count) {
            if (seeds > 0) {
                return false;
            }
        }
        return true;
    }

    /** Puts the checkpoint that was {@code order[i]} at place {@code i}. */
    void reorder(int[] order) {
        grow(order.length);
        double[] oldSum = sum.clone();
        double[] oldLeast = least.clone();
        double[] oldGreatest = greatest.clone();
        int[] oldCount = count.clone();
        for (int i = 0; i < order.length; i++) {
            sum[i] = oldSum[order[i]];
            least[i] = oldLeast[order[i]];
            greatest[i] = oldGreatest[order[i]];
            count[i] = oldCount[order[i]];
        }
    }

    private boolean has(int checkpoint) {
        return checkpoint < count.length && count[checkpoint] > 0;
    }

    private void grow(int length) {
        if (length > count.length) {
            sum = Arrays.copyOf(sum, length);
            least = Arrays.copyOf(least, length);
            greatest = Arrays.copyOf(greatest, length);
            count = Arrays.copyOf(count, length);
        }
    }
}
