package dev.setpoint.sim.data;

import java.util.List;

/** What data sets in memory have in common: a name, the labels, and the label of each row. */
abstract class LabelledRows implements LabelledData {
    private final String name;
    private final List<String> labels;
    private final int[] label;

    /** Takes the array over: the caller gives a copy where others may still change it. */
    LabelledRows(String name, List<String> labels, int[] label) {
        this.name = name;
        this.labels = List.copyOf(labels);
        this.label = label;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final List<String> labels() {
        return labels;
    }

    @Override
    public final int size() {
        return label.length;
    }

    @Override
    public final int label(int row) {
        return label[row];
    }
}
