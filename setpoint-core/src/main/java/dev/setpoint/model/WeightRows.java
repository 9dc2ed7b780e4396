package dev.setpoint.model;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.state.Paged;
import java.util.Arrays;

/**
 * The weights of one layer, a row of outputs per input, with the gradient of the step under way and the optimizer's memory: a {@link
 * RowTable}, which a {@link RowStep} moves and {@link StoredRows} keep.
 *
 * <p>Rows come into being when they are first touched, so a layer of 2^18 hashed inputs costs what the stream has seen of it.
 * One row per input, because a sparse query reads a few inputs and all outputs: each row is one run over adjacent memory.
 */
final class WeightRows {
    /*
     * With 2^18 hashed inputs, waiting for memory costs more than all arithmetic. So the rows of a query are looked up before any
     * is read, and short rows are read a few outputs at a time, which lets the processor wait for many rows at once.
     */

    /** How many outputs of short rows are added up at a time, where there are as many. */
    private static final int BLOCK = 8;

    private static final int SMALL_BLOCK = 4;
    /** How many long rows are added up at a time, so that sums are fetched and written as seldom. Eight are not compiled to vector instructions. */
    private static final int ROWS = 4;

    private static final int NEVER = -1;

    private final int outputs;
    private final Optimizer optimizer;
    private final double initialRange;
    private final long seed;
    private final RowTable table;
    private final RowStep step;
    private final StoredRows stored;

    /** The rows of the query that was added up last, or NONE, entry by entry; then that of its bias. */
    private int[] entryRows = {};
    /** Those of them that exist, and by what they were multiplied. */
    private int[] foundRows = {};

    private float[] foundValues = {};
    /** How many entries the query had, if it was dense and all of its rows exist, and {@link RowTable#removals} then. */
    private int denseCount = NEVER;

    private int denseRemovals;

    /** With first weights uniform in [-initialRange, initialRange], a function of the seed, the input and the output. */
    WeightRows(int inputs, int outputs, Optimizer optimizer, double initialRange, long seed) {
        int memories = optimizer instanceof Optimizer.ByWeight byWeight ? byWeight.memories() : -1;
        this.outputs = outputs;
        this.optimizer = optimizer;
        this.initialRange = initialRange;
        this.seed = seed;
        this.table = new RowTable(inputs, outputs, memories, (float) initialRange, seed);
        this.step = RowStep.of(optimizer, table);
        this.stored = new StoredRows(table);
    }

    // ---------------------------------------------------------------- reading

    /**
     * target = the sum of the rows of a query's entries, each times its value, and of the row of a further input, the bias, in this
     * order. Only for first weights of 0.
     */
    void addUpInto(FeatureVector query, int bias, float[] target) {
        int found = findRows(query, bias);
        if (outputs >= SMALL_BLOCK && outputs < RowTable.LONG_ROW) {
            int k = 0;
            for (; k + SMALL_BLOCK < outputs && outputs >= BLOCK; k += BLOCK) {
                addUpBlock(found, Math.min(k, outputs - BLOCK), target);
            }
            for (; k < outputs; k += SMALL_BLOCK) {
                addUpSmallBlock(found, Math.min(k, outputs - SMALL_BLOCK), target);
            }
        } else {
            Arrays.fill(target, 0, outputs, 0);
            int i = 0;
            for (; i + ROWS <= found && outputs >= RowTable.LONG_ROW; i += ROWS) {
                addFour(i, target);
            }
            for (; i < found; i++) {
                addFound(foundRows[i], foundValues[i], target);
            }
        }
    }

    /** Finds the rows of a query and of its bias; returns how many there are. All dense queries have the same ones. */
    private int findRows(FeatureVector query, int bias) {
        int count = query.count();
        if (query.isDense() && count == denseCount && table.removals() == denseRemovals) {
            query.valuesInto(foundValues, 0);
            return count + 1;
        }
        if (entryRows.length <= count) {
            entryRows = new int[2 * count + 1];
            foundRows = new int[2 * count + 1];
            foundValues = new float[2 * count + 1];
        }
        int found = 0;
        for (int f = 0; f < count; f++) {
            int row = table.find(query.index(f));
            entryRows[f] = row;
            foundRows[found] = row;
            foundValues[found] = query.value(f);
            found += row == RowNumbers.NONE ? 0 : 1;
        }
        int row = table.find(bias);
        entryRows[count] = row;
        foundRows[found] = row;
        foundValues[found] = 1;
        found += row == RowNumbers.NONE ? 0 : 1;
        denseCount = query.isDense() && found == count + 1 ? count : NEVER;
        denseRemovals = table.removals();
        return found;
    }

    /** Adds up eight outputs of the rows found. */
    private void addUpBlock(int found, int k, float[] target) {
        float[][] weights = table.weights;
        float sum0 = 0;
        float sum1 = 0;
        float sum2 = 0;
        float sum3 = 0;
        float sum4 = 0;
        float sum5 = 0;
        float sum6 = 0;
        float sum7 = 0;
        for (int i = 0; i < found; i++) {
            int row = foundRows[i];
            float value = foundValues[i];
            float[] page = weights[table.page(row)];
            int at = table.start(row) + k;
            sum0 += value * page[at];
            sum1 += value * page[at + 1];
            sum2 += value * page[at + 2];
            sum3 += value * page[at + 3];
            sum4 += value * page[at + 4];
            sum5 += value * page[at + 5];
            sum6 += value * page[at + 6];
            sum7 += value * page[at + 7];
        }
        target[k] = sum0;
        target[k + 1] = sum1;
        target[k + 2] = sum2;
        target[k + 3] = sum3;
        target[k + 4] = sum4;
        target[k + 5] = sum5;
        target[k + 6] = sum6;
        target[k + 7] = sum7;
    }

    /** The same for four outputs. */
    private void addUpSmallBlock(int found, int k, float[] target) {
        float[][] weights = table.weights;
        float sum0 = 0;
        float sum1 = 0;
        float sum2 = 0;
        float sum3 = 0;
        for (int i = 0; i < found; i++) {
            int row = foundRows[i];
            float value = foundValues[i];
            float[] page = weights[table.page(row)];
            int at = table.start(row) + k;
            sum0 += value * page[at];
            sum1 += value * page[at + 1];
            sum2 += value * page[at + 2];
            sum3 += value * page[at + 3];
        }
        target[k] = sum0;
        target[k + 1] = sum1;
        target[k + 2] = sum2;
        target[k + 3] = sum3;
    }

    /** target += four of the rows found, from this one on, each times its value, one after the other. */
    private void addFour(int i, float[] target) {
        float[] row0 = longRow(foundRows[i]);
        float[] row1 = longRow(foundRows[i + 1]);
        float[] row2 = longRow(foundRows[i + 2]);
        float[] row3 = longRow(foundRows[i + 3]);
        float value0 = foundValues[i];
        float value1 = foundValues[i + 1];
        float value2 = foundValues[i + 2];
        float value3 = foundValues[i + 3];
        for (int k = 0; k < outputs; k++) {
            target[k] = target[k] + value0 * row0[k] + value1 * row1[k] + value2 * row2[k] + value3 * row3[k];
        }
    }

    private float[] longRow(int row) {
        return table.weights[table.page(row)];
    }

    /** target += factor * the input's row. */
    void addRow(int input, float factor, float[] target) {
        int row = table.find(input);
        if (row == RowNumbers.NONE) {
            if (table.startsAtZero()) {
                return;
            }
            row = table.existing(input);
        }
        addFound(row, factor, target);
    }

    private void addFound(int row, float factor, float[] target) {
        float[] page = table.weights[table.page(row)];
        int at = table.start(row);
        if (at == 0) { // always so for long rows, and without an offset they are added by vector instructions
            for (int k = 0; k < outputs; k++) {
                target[k] += factor * page[k];
            }
        } else {
            for (int k = 0; k < outputs; k++) {
                target[k] += factor * page[at + k];
            }
        }
    }

    /** The dot product of the input's row with the vector. */
    float dotRow(int input, float[] vector) {
        int row = table.existing(input);
        float[] page = table.weights[table.page(row)];
        int at = table.start(row);
        float sum = 0;
        for (int k = 0; k < outputs; k++) {
            sum += page[at + k] * vector[k];
        }
        return sum;
    }

    // ---------------------------------------------------------------- moving

    /** Begins a step of so many answers. */
    void begin(int count) {
        step.begin(count, count == 1);
    }

    /** Begins a step of one answer; directly means that its gradient need not be added to others. */
    void begin(boolean directly) {
        step.begin(1, directly);
    }

    /**
     * Adds to the gradient of each row of the query and its bias that {@link #addUpInto} was told last, since when no row was taken out, as
     * {@link #addGradient} does. Once per answer, which adds nothing else to this layer.
     */
    void addGradients(FeatureVector query, int bias, float[] vector) {
        int count = query.count();
        if (denseCount == count) { // so it is dense and has all of its rows
            step.addEach(foundRows, foundValues, count + 1, vector);
            return;
        }
        for (int f = 0; f < count; f++) {
            int row = entryRows[f];
            step.add(row == RowNumbers.NONE ? table.existing(query.index(f)) : row, query.value(f), vector);
        }
        addGradient(bias, 1, vector);
    }

    /** Adds factor * vector to the gradient of the input's row. Until {@link #endAnswer}, the vector must stay the same. */
    void addGradient(int input, float factor, float[] vector) {
        step.add(table.existing(input), factor, vector);
    }

    /**
     * How far the step would move each output per unit of the gradient of the answer at hand, if all its answers were like this one:
     * the sum over rows of the squared factor times the row's rate, times the answers. Only for an optimizer that remembers by row.
     */
    double reach() {
        return step.reach();
    }

    /**
     * Ends an answer of the step.
     *
     * @param share of the gradient that is taken, in (0, 1]; the optimizer remembers all of it
     */
    void endAnswer(double share) {
        step.endAnswer(share);
    }

    /** Lets the optimizer move every row that has a gradient, and forgets the gradients. */
    void apply(long number) {
        step.apply(number);
    }

    /** Begins to collect the gradients of so many answers for {@link #takeGradients}. */
    void beginApart(double count) {
        step.begin(count, false);
        table.mark();
    }

    /** Takes the gradients out, row by row in the order they were touched, and with them the rows that have come into being for them. */
    void takeGradients(RowGradients into) {
        step.takeInto(into);
        endApart();
    }

    /** Forgets the gradients of the step under way. */
    void abandonGradients() {
        step.abandon();
    }

    /** Lets the rows go that have come into being since {@link #beginApart}, of which none has changed. */
    void endApart() {
        table.dropNew();
    }

    /** Adds factor times gradients that were taken out to those of the step under way. */
    void addGradients(RowGradients sums, double factor) {
        step.add(sums, factor);
    }

    /** Of no row, to take gradients out of this layer. */
    RowGradients newGradients() {
        return new RowGradients(table.inputs, outputs, table.remembersByRow);
    }

    // ---------------------------------------------------------------- growing, keeping

    /** Makes sure that the input has a row. */
    void touchRow(int input) {
        table.existing(input);
    }

    /**
     * The same rows with more outputs, of which an optimizer that remembers by weight remembers nothing. Between steps. This object must
     * not be used further.
     *
     * @param atMean whether the new outputs of a row that exists are the mean of its others; otherwise 0
     */
    WeightRows withOutputs(int more, boolean atMean) {
        WeightRows grown = new WeightRows(table.inputs, more, optimizer, initialRange, seed);
        table.moveInto(grown.table, atMean);
        return grown;
    }

    /** How many rows there are. */
    int rows() {
        return table.rows();
    }

    /** The rows as they are stored. */
    Paged stored() {
        return stored;
    }
}
