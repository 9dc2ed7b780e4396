package dev.setpoint.sim.data;

import dev.setpoint.feature.FeatureVector;
import java.util.List;

/** Rows of floats, one after the other in a single array: 50,000 rows of 512 take 102 MB and no object each. */
final class FlatRows extends LabelledRows {
    private final float[] values;
    private final int dimension;

    /** Takes the arrays over; the reader has checked labels and values. */
    FlatRows(String name, List<String> labels, int[] label, float[] values, int dimension) {
        super(name, labels, label);
        this.values = values;
        this.dimension = dimension;
    }

    @Override
    public void readInto(int row, FeatureVector into) {
        if (row < 0 || row >= size()) {
            throw new IndexOutOfBoundsException("row: " + row + " (expected: in [0, " + size() + "))");
        }
        into.setDense(values, row * dimension, dimension);
    }

    @Override
    public int dimension() {
        return dimension;
    }
}
