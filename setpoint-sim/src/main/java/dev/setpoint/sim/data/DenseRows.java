package dev.setpoint.sim.data;

import dev.setpoint.feature.FeatureVector;
import java.util.List;

/** Rows of floats. */
final class DenseRows extends LabelledRows {
    private final float[][] rows;

    DenseRows(String name, List<String> labels, int[] label, float[][] rows) {
        super(name, labels, label.clone());
        this.rows = new float[rows.length][];
        LabelledTexts.checkLabels(labels, label, rows.length);
        if (rows.length == 0 || rows[0].length == 0) {
            throw new IllegalArgumentException("rows: none (expected: >= 1 row of >= 1 feature)");
        }
        for (int i = 0; i < rows.length; i++) {
            this.rows[i] = rows[i].clone();
            check(this.rows[i], i, this.rows[0].length);
        }
    }

    private static void check(float[] values, int row, int length) {
        if (values.length != length) {
            throw new IllegalArgumentException(
                    "rows[" + row + "]: " + values.length + " values (expected: " + length + ", as the first row)");
        }
        for (int i = 0; i < length; i++) {
            if (!Float.isFinite(values[i])) {
                throw new IllegalArgumentException(
                        "rows[" + row + "][" + i + "]: " + values[i] + " (expected: finite)");
            }
        }
    }

    @Override
    public void readInto(int row, FeatureVector into) {
        into.setDense(rows[row], 0, rows[row].length);
    }

    @Override
    public int dimension() {
        return rows[0].length;
    }
}
