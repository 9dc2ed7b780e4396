package dev.setpoint.sim.data;

import dev.setpoint.feature.FeatureVector;
import java.util.List;

/** Rows of index and value pairs. The reader that makes them has checked them. */
final class SparseRows implements LabelledData {
    private final String name;
    private final List<String> labels;
    private final int[] label;
    private final List<int[]> indices;
    private final List<float[]> values;
    private final int dimension;

    SparseRows(
            String name, List<String> labels, int[] label, List<int[]> indices, List<float[]> values, int dimension) {
        this.name = name;
        this.labels = List.copyOf(labels);
        this.label = label;
        this.indices = List.copyOf(indices);
        this.values = List.copyOf(values);
        this.dimension = dimension;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<String> labels() {
        return labels;
    }

    @Override
    public int size() {
        return label.length;
    }

    @Override
    public int label(int row) {
        return label[row];
    }

    @Override
    public void readInto(int row, FeatureVector into) {
        int[] index = indices.get(row);
        float[] value = values.get(row);
        into.clear(dimension);
        for (int i = 0; i < index.length; i++) {
            into.add(index[i], value[i]);
        }
    }

    @Override
    public int dimension() {
        return dimension;
    }
}
