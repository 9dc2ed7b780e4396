package dev.setpoint.track;

import dev.setpoint.state.Persistent;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/** The labels a step has evidence about, so that ending it costs what it has touched and not what there is. */
final class TouchedLabels implements Persistent {
    private int[] labels;
    private boolean[] isTouched;
    private int count;

    TouchedLabels(int labels) {
        this.labels = new int[labels];
        this.isTouched = new boolean[labels];
    }

    void add(int label) {
        if (!isTouched[label]) {
            isTouched[label] = true;
            labels[count++] = label;
        }
    }

    /** There are more labels from now on. */
    void grow(int newLabels) {
        labels = Arrays.copyOf(labels, newLabels);
        isTouched = Arrays.copyOf(isTouched, newLabels);
    }

    int count() {
        return count;
    }

    /** The i-th of them, in the order in which they were first touched. */
    int label(int i) {
        return labels[i];
    }

    void clear() {
        for (int i = 0; i < count; i++) {
            isTouched[labels[i]] = false;
        }
        count = 0;
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeInt(count);
        for (int i = 0; i < count; i++) {
            out.writeInt(labels[i]);
        }
    }

    @Override
    public void readState(StateReader in) {
        clear();
        for (int i = in.readCount("labels of a step", labels.length); i > 0; i--) {
            add(in.readCount("label", labels.length - 1));
        }
    }
}
