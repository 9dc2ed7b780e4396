package dev.setpoint.sim.data;

import dev.setpoint.feature.FeatureVector;
import java.util.List;

/** Rows of index and value pairs. The reader that makes them has checked them. */
final class SparseRows extends LabelledRows {
    private final List<int[]> indices;
    private final List<float[]> values;
    private final int dimension;

    SparseRows(
            String name, List<String> labels, int[] label, List<int[]> indices, List<float[]> values, int dimension) {
        super(name, labels, label);
        this.indices = List.copyOf(indices);
        this.values = List.copyOf(values);
        this.dimension = dimension;
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
