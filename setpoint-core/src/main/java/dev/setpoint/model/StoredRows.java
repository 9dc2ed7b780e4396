package dev.setpoint.model;

import dev.setpoint.state.Paged;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;

/**
 * The stored form of a {@link RowTable}: rows in the order they came into being, in pages that hold whole pages of memory. So a restored
 * layer has every row where it was, and later increments fit to it.
 */
final class StoredRows implements Paged {
    private final RowTable table;

    StoredRows(RowTable table) {
        this.table = table;
    }

    @Override
    public int pages() {
        return table.rows() == 0 ? 0 : ((table.rows() - 1) >> table.storedShift) + 1;
    }

    @Override
    public boolean isTouched(int page) {
        return table.isChanged(page);
    }

    @Override
    public void settle() {
        table.settle();
    }

    /**
     * The number of its rows and the input of each; then by row the weights, and the memory if the optimizer remembers by row;
     * then by row what it remembers by weight, the first memory of all rows before the second.
     */
    @Override
    public void writePage(int page, StateWriter out) {
        int from = page << table.storedShift;
        int to = Math.min(table.rows(), from + (1 << table.storedShift));
        out.writeInt(to - from);
        for (int row = from; row < to; row++) {
            out.writeInt(table.input(row));
        }
        for (float[][] pages : table.arrays()) {
            for (int row = from; row < to; row++) {
                out.writeFloats(pages[table.page(row)], table.start(row), numbersPerRow());
            }
        }
    }

    private int numbersPerRow() {
        return table.remembersByRow ? table.outputs + 1 : table.outputs;
    }

    @Override
    public void beginRead() {
        table.clear();
    }

    @Override
    public void readPage(int page, StateReader in) {
        int rows = table.rows();
        int most = 1 << table.storedShift;
        int from = Math.min(page, pages()) << table.storedShift;
        int to = from + in.readCount("weight rows", most);
        if (page > pages() || from > rows || to < Math.min(rows, from + most) || to == from) {
            throw new SnapshotException("snapshot: " + (to - from) + " weight rows in page " + page + " after " + rows
                    + " rows (expected: none left out)");
        }
        for (int row = from; row < to; row++) {
            readInput(row, in.readCount("input", table.inputs - 1));
        }
        for (float[][] pages : table.arrays()) {
            for (int row = from; row < to; row++) {
                in.readFloatsInto(pages[table.page(row)], table.start(row), numbersPerRow());
            }
        }
    }

    private void readInput(int row, int input) {
        boolean isThere = row < table.rows();
        if (isThere ? table.input(row) != input : table.find(input) != RowNumbers.NONE) {
            throw new SnapshotException("snapshot: input " + input + " in row " + row + " (expected: "
                    + (isThere ? "as before" : "each input once") + ")");
        }
        if (!isThere) {
            table.add(input);
        }
    }

    /** Rows ascending by input, each with its weights, first and second memory as arrays. */
    @Override
    public void readVersion3(StateReader in) {
        beginRead();
        int count = in.readCount("weight rows", table.inputs);
        int previous = -1;
        for (int i = 0; i < count; i++) {
            int input = in.readCount("input", table.inputs - 1);
            if (input <= previous) {
                throw new SnapshotException(
                        "snapshot: input " + input + " after " + previous + " (expected: ascending)");
            }
            previous = input;
            int row = table.add(input);
            for (float[][] pages : table.arrays()) {
                readVersion3(pages[table.page(row)], table.outputs, table.start(row), in);
            }
            if (table.remembersByRow) {
                readVersion3(table.weights[table.page(row)], 1, table.start(row) + table.outputs, in);
            }
        }
    }

    private static void readVersion3(float[] page, int count, int at, StateReader in) {
        float[] values = new float[count];
        in.readFloatsInto(values);
        System.arraycopy(values, 0, page, at, count);
    }
}
