package dev.setpoint.step;

import dev.setpoint.state.Persistent;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/**
 * Sums by label, so many numbers for each, of the labels that a step has something to say about: clearing, merging and storing them
 * costs what was touched and not what there is. Reusable; adding allocates nothing.
 */
public final class LabelSums implements Persistent {
    private final int width;
    private double[] values;
    private int[] labels;
    private boolean[] isTouched;
    private int count;

    /**
     * Nothing yet.
     *
     * @param labels how many there are, at least 1
     * @param width how many numbers each of them has, at least 1
     */
    public LabelSums(int labels, int width) {
        this.width = width;
        this.values = new double[labels * width];
        this.labels = new int[labels];
        this.isTouched = new boolean[labels];
    }

    /** The label counts as touched from now on. Returns where its numbers begin in {@link #values}. */
    public int touch(int label) {
        if (!isTouched[label]) {
            isTouched[label] = true;
            labels[count++] = label;
        }
        return label * width;
    }

    /** All numbers: those of a label that is not touched are 0. The same array until the labels are {@linkplain #extend more}. */
    public double[] values() {
        return values;
    }

    /** Where the numbers of a label begin in {@link #values}. */
    public int at(int label) {
        return label * width;
    }

    /** How many labels are touched. */
    public int count() {
        return count;
    }

    /** The i-th touched label, in the order in which they were first touched. */
    public int label(int i) {
        return labels[i];
    }

    /** Adds the sums of another part of the same step, which comes after this one. */
    public void merge(LabelSums later) {
        for (int i = 0; i < later.count; i++) {
            int label = later.labels[i];
            int at = touch(label);
            for (int j = 0; j < width; j++) {
                values[at + j] += later.values[at + j];
            }
        }
    }

    /** Back to nothing. */
    public void clear() {
        for (int i = 0; i < count; i++) {
            int at = labels[i] * width;
            Arrays.fill(values, at, at + width, 0);
            isTouched[labels[i]] = false;
        }
        count = 0;
    }

    /** There are more labels from now on. */
    public void extend(int newLabels) {
        values = Arrays.copyOf(values, newLabels * width);
        labels = Arrays.copyOf(labels, newLabels);
        isTouched = Arrays.copyOf(isTouched, newLabels);
    }

    /** State: int, how many labels are touched; each: int, the label; its numbers. */
    @Override
    public void writeState(StateWriter out) {
        out.writeInt(count);
        for (int i = 0; i < count; i++) {
            out.writeInt(labels[i]);
            for (int j = 0; j < width; j++) {
                out.writeDouble(values[labels[i] * width + j]);
            }
        }
    }

    @Override
    public void readState(StateReader in) {
        clear();
        int stored = in.readCount("labels of a step", labels.length);
        for (int i = 0; i < stored; i++) {
            int label = in.readCount("label", labels.length - 1);
            if (isTouched[label]) {
                throw new SnapshotException("snapshot: label " + label + " twice in a step (expected: once)");
            }
            int at = touch(label);
            for (int j = 0; j < width; j++) {
                values[at + j] = in.readDouble();
            }
        }
    }
}
