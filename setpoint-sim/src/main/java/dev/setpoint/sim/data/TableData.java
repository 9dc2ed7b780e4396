package dev.setpoint.sim.data;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.VectorSettings;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table of numeric columns and columns of categories, read as numbers by the rule in the {@linkplain dev.setpoint.sim.data
 * package description}.
 *
 * <ul>
 *   <li>A table of numbers only is read as dense vectors, one position per column.
 *   <li>So is one with categories that has few features ({@link VectorSettings#takesPairs}: at most 89), one position per number or
 *       category: as if the file had a column of 0 and 1 for each category.
 *   <li>One with categories that has more is read as sparse vectors, in which the {@link #numbers} stand first and categories that a
 *       row has not are left out.
 *   <li>A file of sparse rows is read as sparse vectors that leave out zeros.
 * </ul>
 */
public final class TableData extends LabelledRows {
    // Design: cells stay as they were in the file and become features when a row is read. A column of 10,000 categories
    // thus costs one float per row, not 10,000.

    /** A column of the file; without categories it is numeric. */
    record Column(String name, List<String> categories) {
        static Column numeric(String name) {
            return new Column(name, List.of());
        }

        boolean isNumeric() {
            return categories.isEmpty();
        }
    }

    /**
     * The cells of a row: numbers or positions of categories, NaN where missing. A sparse row names the columns it has, in
     * ascending order; its other cells are 0, which for a category is the first (as in ARFF).
     */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    record Row(boolean sparse, int[] columns, float[] cells) {
        static Row dense(float[] cells) {
            return new Row(false, new int[0], cells);
        }
    }

    private final WhatWasRead understood;
    private final List<Row> rows;
    private final List<Column> columns;
    private final boolean dense;
    private final int dimension;
    private final int numbers;
    /** Per column: its first feature, its missing indicator (-1 if it misses nothing), what stands for a missing number. */
    private final int[] feature;

    private final int[] indicator;
    private final float[] fill;
    /** The columns of categories, which a sparse row has even where it does not name them. */
    private final int[] nominal;

    TableData(
            String name,
            List<String> labels,
            int[] label,
            List<Column> columns,
            List<Row> rows,
            WhatWasRead understood) {
        super(name, labels, label);
        this.understood = understood;
        this.rows = List.copyOf(rows);
        this.columns = List.copyOf(columns);
        int count = columns.size();
        int[] missing = new int[count];
        this.fill = fill(columns, rows, missing);
        this.feature = new int[count];
        this.indicator = new int[count];
        this.dimension = layOut(missing, 0, false);
        this.nominal = IntStream.range(0, count)
                .filter(c -> !columns.get(c).isNumeric())
                .toArray();
        boolean hasSparseRows = rows.stream().anyMatch(Row::sparse);
        this.dense = !hasSparseRows && (nominal.length == 0 || VectorSettings.takesPairs(dimension));
        if (dense || hasSparseRows) {
            this.numbers = dimension;
        } else {
            this.numbers = count - nominal.length;
            layOut(missing, numbers, true);
        }
    }

    /** Gives each column its features, from {@code next} on, and returns what comes after them; with the numbers in front, if so. */
    private int layOut(int[] missing, int next, boolean numbersFirst) {
        int nextNumber = 0;
        for (int c = 0; c < columns.size(); c++) {
            if (columns.get(c).isNumeric()) {
                feature[c] = numbersFirst ? nextNumber++ : next++;
            } else {
                feature[c] = next;
                next += columns.get(c).categories().size();
            }
            indicator[c] = missing[c] == 0 ? -1 : next++;
        }
        return next;
    }

    /** The mean of the present numbers of each numeric column, 0 if there are none; counts what is missing on the way. */
    private static float[] fill(List<Column> columns, List<Row> rows, int[] missing) {
        double[] sum = new double[missing.length];
        for (Row row : rows) {
            for (int i = 0; i < row.cells.length; i++) {
                int c = row.sparse ? row.columns[i] : i;
                if (Float.isNaN(row.cells[i])) {
                    missing[c]++;
                } else {
                    sum[c] += row.cells[i];
                }
            }
        }
        float[] fill = new float[missing.length];
        for (int c = 0; c < fill.length; c++) {
            int present = rows.size() - missing[c];
            fill[c] = present == 0 || !columns.get(c).isNumeric() ? 0 : (float) (sum[c] / present);
        }
        return fill;
    }

    @Override
    public int dimension() {
        return dimension;
    }

    /**
     * How many of the features, the first ones, an encoder is to treat as numbers: all of them, except in a table that is sparse for
     * its many categories.
     */
    public int numbers() {
        return numbers;
    }

    /** What was understood of the file, and what of it may not be meant so. */
    public WhatWasRead understood() {
        return understood;
    }

    /** The names of the features, in order: {@code column}, {@code column=category} or {@code column missing}. */
    public List<String> featureNames() {
        String[] names = new String[dimension];
        for (int c = 0; c < feature.length; c++) {
            Column column = columns.get(c);
            if (column.isNumeric()) {
                names[feature[c]] = column.name();
            }
            for (int i = 0; i < column.categories().size(); i++) {
                names[feature[c] + i] =
                        column.name() + "=" + column.categories().get(i);
            }
            if (indicator[c] >= 0) {
                names[indicator[c]] = column.name() + " missing";
            }
        }
        return List.of(names);
    }

    @Override
    public void readInto(int row, FeatureVector into) {
        Row cells = rows.get(row);
        if (dense) {
            readDense(cells.cells, into);
        } else if (cells.sparse) {
            readSparse(cells, into);
        } else {
            into.clear(dimension);
            for (int c = 0; c < cells.cells.length; c++) {
                add(c, cells.cells[c], into);
            }
        }
    }

    private void readDense(float[] cells, FeatureVector into) {
        if (cells.length == dimension && nominal.length == 0) {
            into.setDense(cells, 0, dimension);
            return;
        }
        float[] values = new float[dimension];
        for (int c = 0; c < cells.length; c++) {
            boolean missing = Float.isNaN(cells[c]);
            if (columns.get(c).isNumeric()) {
                values[feature[c]] = missing ? fill[c] : cells[c];
            } else if (!missing) {
                values[feature[c] + (int) cells[c]] = 1;
            }
            if (missing) {
                values[indicator[c]] = 1;
            }
        }
        into.setDense(values, 0, dimension);
    }

    private void readSparse(Row cells, FeatureVector into) {
        into.clear(dimension);
        int n = 0;
        for (int i = 0; i < cells.columns.length; i++) {
            int c = cells.columns[i];
            while (n < nominal.length && nominal[n] < c) {
                add(nominal[n++], 0, into);
            }
            n += n < nominal.length && nominal[n] == c ? 1 : 0;
            add(c, cells.cells[i], into);
        }
        while (n < nominal.length) {
            add(nominal[n++], 0, into);
        }
    }

    private void add(int column, float cell, FeatureVector into) {
        boolean missing = Float.isNaN(cell);
        if (columns.get(column).isNumeric()) {
            float value = missing ? fill[column] : cell;
            if (value != 0) {
                into.add(feature[column], value);
            }
        } else if (!missing) {
            into.add(feature[column] + (int) cell, 1);
        }
        if (missing) {
            into.add(indicator[column], 1);
        }
    }
}
