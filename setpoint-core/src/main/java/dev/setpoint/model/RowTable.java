package dev.setpoint.model;

import dev.setpoint.random.Draws;
import java.util.Arrays;

/**
 * The rows of one layer, numbered in the order they come into being, with their weights and what the optimizer remembers of these, in
 * pages of memory.
 */
final class RowTable {
    /*
     * Short rows share a page, so that rows that follow each other, as those of dense queries do, are updated in one loop that is long
     * enough for vector instructions: with 10 outputs a root and a division per weight cost more than all else in a step. Long rows have
     * a page each, because a loop over arrays with different offsets is not compiled to vector instructions, and reading a row would be
     * such a loop.
     *
     * With 2^18 hashed inputs, waiting for memory costs more than all arithmetic. So what an optimizer remembers by row lies behind the
     * row's weights, where reading the row has brought it near.
     */
    static final int LONG_ROW = 64;
    private static final int PAGE = 1024;

    final int inputs;
    final int outputs;
    /** How far apart rows of a page begin: the outputs, then, if the optimizer remembers by row, the memory and the place. */
    final int stride;
    /** A page holds 2^pageShift rows. */
    private final int pageShift;
    /** A stored page holds 2^storedShift rows. */
    final int storedShift;

    final boolean remembersByRow;
    private final float initialRange;
    private final long seed;
    private final RowNumbers numbers;
    /** The input of each row. */
    private int[] inputOf = {};
    /** Whether each stored page has changed. */
    private boolean[] changed = {};

    // by page; they grow as rows come into being
    float[][] weights = {};
    /** Null if the optimizer remembers nothing by weight, or one number only. */
    float[][] first;

    float[][] second;
    private int rows;
    /** How often rows were taken out. */
    private int removals;

    /** How many rows there were, and whether the last stored page of them had changed, when rows began to be made for a while. */
    private int rowsBefore;

    private boolean changedBefore;

    /**
     * Of no rows yet.
     *
     * @param memories how many numbers the optimizer remembers of each weight; -1 if it remembers one of each row
     * @param initialRange first weights are uniform in [-initialRange, initialRange], a function of the seed, the input and the output
     */
    RowTable(int inputs, int outputs, int memories, float initialRange, long seed) {
        this.inputs = inputs;
        this.outputs = outputs;
        this.remembersByRow = memories < 0;
        this.initialRange = initialRange;
        this.seed = seed;
        this.stride = remembersByRow ? outputs + 2 : outputs;
        int rowsPerPage = outputs < LONG_ROW ? Math.min(inputs, PAGE / stride) : 1;
        this.pageShift = 31 - Integer.numberOfLeadingZeros(rowsPerPage);
        this.storedShift = 31 - Integer.numberOfLeadingZeros(Math.max(1 << pageShift, PAGE / stride));
        this.numbers = new RowNumbers(inputs);
        this.first = memories > 0 ? new float[0][] : null;
        this.second = memories > 1 ? new float[0][] : null;
    }

    /** How many rows there are. */
    int rows() {
        return rows;
    }

    /** How often rows were taken out: as long as this stays the same, a row keeps its input. */
    int removals() {
        return removals;
    }

    int input(int row) {
        return inputOf[row];
    }

    boolean startsAtZero() {
        return initialRange == 0;
    }

    /** The input's row, or {@link RowNumbers#NONE}. */
    int find(int input) {
        return numbers.of(input);
    }

    /** The input's row, which comes into being if there is none. */
    int existing(int input) {
        int row = numbers.of(input);
        return row == RowNumbers.NONE ? create(input) : row;
    }

    /** In which page a row is. */
    int page(int row) {
        return row >> pageShift;
    }

    /** Where in its page a row starts. */
    int start(int row) {
        return (row & ((1 << pageShift) - 1)) * stride;
    }

    /** How many numbers a page holds. */
    int pageLength() {
        return stride << pageShift;
    }

    /** A row's weights or memories have changed. */
    void touch(int row) {
        changed[row >> storedShift] = true;
    }

    /** The same of the first rows of an array. */
    void touch(int[] touched, int count) {
        for (int i = 0; i < count; i++) {
            changed[touched[i] >> storedShift] = true;
        }
    }

    boolean isChanged(int storedPage) {
        return changed[storedPage];
    }

    void settle() {
        Arrays.fill(changed, false);
    }

    /** What there is of each row, in pages: the weights, then the memories by weight. */
    float[][][] arrays() {
        if (first == null) {
            return new float[][][] {weights};
        }
        return second == null ? new float[][][] {weights, first} : new float[][][] {weights, first, second};
    }

    private int create(int input) {
        int row = add(input);
        if (initialRange != 0) {
            long stream = Draws.stream(seed, Draws.WEIGHTS, input);
            int at = start(row);
            for (int k = 0; k < outputs; k++) {
                weights[page(row)][at + k] = (float) ((2 * Draws.uniform(stream, k) - 1) * initialRange);
            }
        }
        return row;
    }

    /** A row of zeros. */
    int add(int input) {
        int row = rows++;
        int page = page(row);
        if (start(row) == 0) {
            addPage(page);
        }
        if (row == inputOf.length) {
            inputOf = Arrays.copyOf(inputOf, capacityAfter(row));
        }
        if (row >> storedShift == changed.length) {
            changed = Arrays.copyOf(changed, capacityAfter(changed.length));
        }
        changed[row >> storedShift] = true;
        inputOf[row] = input;
        numbers.set(input, row);
        return row;
    }

    private void addPage(int page) {
        if (page == weights.length) {
            int capacity = capacityAfter(page);
            weights = Arrays.copyOf(weights, capacity);
            first = first == null ? null : Arrays.copyOf(first, capacity);
            second = second == null ? null : Arrays.copyOf(second, capacity);
        }
        for (float[][] pages : arrays()) {
            pages[page] = new float[pageLength()];
        }
    }

    /** A larger capacity; no table is ever as long as the inputs are many unless it is needed. */
    int capacityAfter(int capacity) {
        return (int) Math.min(inputs, Math.max(4, capacity + (capacity >> 1) + 1L));
    }

    void clear() {
        numbers.clear();
        rows = 0;
        removals++;
    }

    // ---------------------------------------------------------------- rows for a while

    /** Rows that come into being from now on may be {@linkplain #dropNew dropped}. */
    void mark() {
        rowsBefore = rows;
        changedBefore = rows > 0 && changed[(rows - 1) >> storedShift];
    }

    /** All is as it was at {@link #mark}, since when no row has changed. */
    void dropNew() {
        for (int row = rowsBefore; row < rows; row++) {
            numbers.set(inputOf[row], RowNumbers.NONE);
            changed[row >> storedShift] = false;
            int page = page(row);
            if (start(row) == 0) { // so was the page
                for (float[][] pages : arrays()) {
                    pages[page] = null;
                }
            } else if (weights[page] != null) {
                Arrays.fill(weights[page], start(row), start(row) + stride, 0);
            }
        }
        if (rowsBefore > 0) {
            changed[(rowsBefore - 1) >> storedShift] = changedBefore;
        }
        rows = rowsBefore;
        removals++;
    }

    // ---------------------------------------------------------------- more outputs

    /**
     * Moves all rows into a table of the same kind with more outputs, which is empty: every row keeps its number. The memory of this one
     * is let go page by page, so that there is never twice as much.
     *
     * @param atMean whether the new weights of a row are the mean of its others; otherwise 0
     */
    void moveInto(RowTable larger, boolean atMean) {
        float[][][] from = arrays();
        float[][][] to = {};
        for (int row = 0; row < rows; row++) {
            larger.add(inputOf[row]);
            int at = larger.start(row);
            if (at == 0) {
                to = larger.arrays(); // in the place of which there may be longer ones
            }
            for (int i = 0; i < from.length; i++) {
                System.arraycopy(from[i][page(row)], start(row), to[i][larger.page(row)], at, outputs);
            }
            float[] target = larger.weights[larger.page(row)];
            if (atMean) {
                Arrays.fill(target, at + outputs, at + larger.outputs, mean(row));
            }
            if (remembersByRow) {
                target[at + larger.outputs] = weights[page(row)][start(row) + outputs];
            }
            if (start(row + 1) == 0) {
                for (float[][] pages : from) {
                    pages[page(row)] = null;
                }
            }
        }
    }

    private float mean(int row) {
        double sum = 0;
        for (int k = 0; k < outputs; k++) {
            sum += weights[page(row)][start(row) + k];
        }
        return (float) (sum / outputs);
    }
}
