package dev.setpoint.model;

import dev.setpoint.random.Draws;
import dev.setpoint.state.Persistent;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/**
 * The weights of one layer, a row of outputs per input, with the gradient of the step under way and the optimizer's memory.
 *
 * <p>Rows come into being when they are first touched, so a layer of 2^18 hashed inputs costs a few bytes per input and, beyond
 * that, only what the stream has seen.
 * One row per input, because a sparse query reads a few inputs and all outputs: each row is one run over adjacent memory.
 */
final class WeightRows implements Persistent {
    /*
     * Rows are numbered in the order they come into being. Short rows share a page, so that rows that follow each other, as
     * those of dense queries do, are updated in one loop that is long enough for vector instructions: with 10 outputs a root
     * and a division per weight cost more than all else in a step. Long rows have a page each, because a loop over arrays
     * with different offsets is not compiled to vector instructions, and reading a row would be such a loop.
     *
     * The gradient of one answer is, for every row, the same vector times the row's input. If the optimizer remembers by row, the
     * rows and their factors are therefore all that is collected of an answer. In a step of one answer each row then moves along
     * that vector: one root and one division per row, and no gradient is written or read. Otherwise gradients are added up in
     * pages of their own, which come into being when they are first needed.
     */
    private static final int LONG_ROW = 64;
    private static final int PAGE = 1024;
    private static final int NONE = -1;

    private final int inputs;
    private final int outputs;
    /** One of these two is null. */
    private final Optimizer.ByWeight byWeight;

    private final Optimizer.RowAdaGrad byRow;
    private final float initialRange;
    private final long seed;
    /** A page holds 2^pageShift rows. */
    private final int pageShift;

    private final int[] rowOf;
    private final float[][] weights;
    /** All 0 but for rows that have a gradient; pages are null until needed. */
    private final float[][] gradients;

    private final float[][] first;
    private final float[][] second;
    private int rows;
    /** What {@link #byRow} remembers, a number per row. */
    private float[] rowMemory = {};

    /** Per row, where it is among the touched ones, if it is. */
    private int[] place = new int[16];

    /** The rows that have a gradient, in the order they got it; if the optimizer remembers by row, those of the answer at hand. */
    private int[] touched = new int[16];

    /** By what the direction is multiplied to be the gradient of each touched row. */
    private float[] factors = new float[16];
    /** By what each touched row's gradient is multiplied to be taken from it. */
    private float[] scales = new float[16];

    private int touchedCount;
    private boolean oneAnswer;
    private float[] direction;

    /** If the optimizer remembers by row, the rows that have a gradient in a step of several answers. */
    private int[] pending = {};

    private int pendingCount;
    /** Per row the squared lengths of the gradients of such a step, 0 for rows that have none. */
    private double[] pendingSquares = {};

    /** With first weights uniform in [-initialRange, initialRange], a function of the seed, the input and the output. */
    WeightRows(int inputs, int outputs, Optimizer optimizer, double initialRange, long seed) {
        this.inputs = inputs;
        this.outputs = outputs;
        this.byWeight = optimizer instanceof Optimizer.ByWeight weight ? weight : null;
        this.byRow = optimizer instanceof Optimizer.RowAdaGrad row ? row : null;
        this.initialRange = (float) initialRange;
        this.seed = seed;
        int rowsPerPage = outputs < LONG_ROW ? Math.min(inputs, PAGE / outputs) : 1;
        this.pageShift = 31 - Integer.numberOfLeadingZeros(rowsPerPage);
        int pages = ((inputs - 1) >> pageShift) + 1;
        int memories = byWeight == null ? 0 : byWeight.memories();
        this.rowOf = new int[inputs];
        this.weights = new float[pages][];
        this.gradients = new float[pages][];
        this.first = memories > 0 ? new float[pages][] : null;
        this.second = memories > 1 ? new float[pages][] : null;
        Arrays.fill(rowOf, NONE);
    }

    /** target += factor * the input's row. */
    void addRow(int input, float factor, float[] target) {
        int row = rowOf[input];
        if (row == NONE) {
            if (initialRange == 0) {
                return;
            }
            row = create(input);
        }
        float[] page = weights[page(row)];
        int at = start(row);
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
        int row = existing(input);
        float[] page = weights[page(row)];
        int at = start(row);
        float sum = 0;
        for (int k = 0; k < outputs; k++) {
            sum += page[at + k] * vector[k];
        }
        return sum;
    }

    /** Begins a step of so many answers. */
    void begin(int answers) {
        begin(answers == 1 && byRow != null);
    }

    /** Begins a step; directly means that it has one answer, whose gradient need not be added to others. */
    void begin(boolean directly) {
        oneAnswer = directly;
    }

    /** Adds factor * vector to the gradient of the input's row. Until {@link #endAnswer}, the vector must stay the same. */
    void addGradient(int input, float factor, float[] vector) {
        int row = existing(input);
        int at = place[row];
        if (at >= touchedCount || touched[at] != row) {
            at = touch(row);
        }
        if (byRow != null) {
            factors[at] += factor;
            direction = vector;
        } else {
            addToBuffer(row, factor, vector);
        }
    }

    private int touch(int row) {
        if (touchedCount == touched.length) {
            touched = Arrays.copyOf(touched, touchedCount * 2);
            factors = Arrays.copyOf(factors, touchedCount * 2);
            scales = Arrays.copyOf(scales, touchedCount * 2);
        }
        touched[touchedCount] = row;
        factors[touchedCount] = 0;
        place[row] = touchedCount;
        return touchedCount++;
    }

    /**
     * How far the answer at hand would move each output per unit of its gradient there: the sum over rows of the squared factor
     * times the row's rate. Only for an optimizer that remembers by row.
     */
    double reach() {
        if (touchedCount == 0) {
            return 0;
        }
        double squared = squaredLength(direction, 0, outputs);
        double reach = 0;
        for (int i = 0; i < touchedCount; i++) {
            double square = (double) factors[i] * factors[i];
            scales[i] = byRow.rate(rowMemory[touched[i]], square * squared);
            reach += square * scales[i];
        }
        return reach;
    }

    /**
     * Ends an answer of the step.
     *
     * @param share of the gradient that is taken, in (0, 1]; the optimizer remembers all of it
     */
    void endAnswer(double share) {
        if (byRow == null || touchedCount == 0) {
            return;
        }
        if (oneAnswer) {
            moveAlongDirection(direction, (float) share);
        } else {
            for (int i = 0; i < touchedCount; i++) {
                keepForLater(touched[i], factors[i], (float) share);
            }
        }
        touchedCount = 0;
    }

    private void keepForLater(int row, float factor, float share) {
        if (row >= pendingSquares.length) {
            pendingSquares = Arrays.copyOf(pendingSquares, rowMemory.length);
        }
        if (pendingSquares[row] == 0) {
            if (pendingCount == pending.length) {
                pending = Arrays.copyOf(pending, Math.max(16, pendingCount * 2));
            }
            pending[pendingCount++] = row;
        }
        double squared = (double) factor * factor * squaredLength(direction, 0, outputs);
        pendingSquares[row] += Math.max(squared, Double.MIN_NORMAL); // 0 is for rows without a gradient
        addToBuffer(row, share * factor, direction);
    }

    private void addToBuffer(int row, float factor, float[] vector) {
        float[] page = gradients[page(row)];
        if (page == null) {
            page = gradients[page(row)] = new float[outputs << pageShift];
        }
        int at = start(row);
        if (at == 0) { // as in addRow
            for (int k = 0; k < outputs; k++) {
                page[k] += factor * vector[k];
            }
        } else {
            for (int k = 0; k < outputs; k++) {
                page[at + k] += factor * vector[k];
            }
        }
    }

    /** Lets the optimizer move every row that has a gradient, and forgets the gradients. */
    void apply(long step) {
        if (byRow != null) {
            moveByRow();
        } else {
            moveByWeight(step);
            touchedCount = 0;
        }
    }

    /** The gradient of a row is its factor times the same vector for all; outside the labels where that is not 0 nothing moves. */
    private void moveAlongDirection(float[] vector, float share) {
        int from = 0;
        while (from < outputs && vector[from] == 0) {
            from++;
        }
        int to = outputs;
        while (to > from && vector[to - 1] == 0) {
            to--;
        }
        double squared = squaredLength(vector, from, to);
        for (int i = 0; i < touchedCount; i++) {
            int row = touched[i];
            float factor = factors[i];
            float scale = byRow.remember(rowMemory, row, (double) factor * factor * squared);
            float taken = share * factor;
            float[] page = weights[page(row)];
            int at = start(row);
            if (at == 0) { // as in addRow
                for (int k = from; k < to; k++) {
                    page[k] -= scale * (taken * vector[k]);
                }
            } else {
                for (int k = from; k < to; k++) {
                    page[at + k] -= scale * (taken * vector[k]);
                }
            }
        }
    }

    private void moveByRow() {
        for (int i = 0; i < pendingCount; i++) {
            int row = pending[i];
            float[] gradient = gradients[page(row)];
            float[] page = weights[page(row)];
            int from = start(row);
            int to = from + outputs;
            float scale = byRow.remember(rowMemory, row, pendingSquares[row]);
            pendingSquares[row] = 0;
            for (int k = from; k < to; k++) {
                page[k] -= scale * gradient[k];
            }
            Arrays.fill(gradient, from, to, 0);
        }
        pendingCount = 0;
    }

    private static double squaredLength(float[] vector, int from, int to) {
        double sum = 0;
        for (int k = from; k < to; k++) {
            sum += (double) vector[k] * vector[k];
        }
        return sum;
    }

    private void moveByWeight(long step) {
        int done = 0;
        while (done < touchedCount) {
            int row = touched[done];
            int end = row;
            do {
                end++;
                done++;
            } while (done < touchedCount && touched[done] == end && start(end) != 0);
            int page = page(row);
            int from = start(row);
            int to = from + (end - row) * outputs;
            byWeight.update(
                    weights[page],
                    gradients[page],
                    first == null ? null : first[page],
                    second == null ? null : second[page],
                    from,
                    to,
                    step);
            Arrays.fill(gradients[page], from, to, 0);
        }
    }

    private int page(int row) {
        return row >> pageShift;
    }

    /** Where in its page a row starts. */
    private int start(int row) {
        return (row & ((1 << pageShift) - 1)) * outputs;
    }

    private int existing(int input) {
        int row = rowOf[input];
        return row == NONE ? create(input) : row;
    }

    private int create(int input) {
        int row = rows++;
        int page = page(row);
        int at = start(row);
        if (at == 0) {
            int length = outputs << pageShift;
            weights[page] = new float[length];
            if (first != null) {
                first[page] = new float[length];
            }
            if (second != null) {
                second[page] = new float[length];
            }
        }
        if (initialRange != 0) {
            long stream = Draws.stream(seed, Draws.WEIGHTS, input);
            for (int k = 0; k < outputs; k++) {
                weights[page][at + k] = (float) ((2 * Draws.uniform(stream, k) - 1) * initialRange);
            }
        }
        if (row == place.length) {
            place = Arrays.copyOf(place, Math.min(inputs, row * 2));
        }
        if (byRow != null) {
            if (row >= rowMemory.length) {
                rowMemory = Arrays.copyOf(rowMemory, place.length);
            }
            rowMemory[row] = 0;
        }
        rowOf[input] = row;
        return row;
    }

    /**
     * State: the number of rows that exist, then for each, ascending: its input, weights, first and second memory, which are as long
     * as the row, or a single number if the optimizer remembers by row.
     */
    @Override
    public void writeState(StateWriter out) {
        out.writeInt(rows);
        for (int input = 0; input < inputs; input++) {
            int row = rowOf[input];
            if (row != NONE) {
                out.writeInt(input);
                write(weights, row, out);
                write(first, row, out);
                write(second, row, out);
                if (byRow != null) {
                    out.writeFloats(new float[] {rowMemory[row]});
                }
            }
        }
    }

    @Override
    public void readState(StateReader in) {
        Arrays.fill(rowOf, NONE);
        rows = 0;
        int count = in.readCount("weight rows", inputs);
        int previous = -1;
        for (int i = 0; i < count; i++) {
            int input = in.readCount("input", inputs - 1);
            if (input <= previous) {
                throw new SnapshotException(
                        "snapshot: input " + input + " after " + previous + " (expected: ascending)");
            }
            previous = input;
            int row = create(input);
            read(weights, row, in);
            read(first, row, in);
            read(second, row, in);
            if (byRow != null) {
                float[] memory = new float[1];
                in.readFloatsInto(memory);
                rowMemory[row] = memory[0];
            }
        }
    }

    private void write(float[][] pages, int row, StateWriter out) {
        if (pages != null) {
            out.writeFloats(Arrays.copyOfRange(pages[page(row)], start(row), start(row) + outputs));
        }
    }

    private void read(float[][] pages, int row, StateReader in) {
        if (pages != null) {
            float[] values = new float[outputs];
            in.readFloatsInto(values);
            System.arraycopy(values, 0, pages[page(row)], start(row), outputs);
        }
    }
}
