package dev.setpoint.model;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.random.Draws;
import dev.setpoint.state.Paged;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/**
 * The weights of one layer, a row of outputs per input, with the gradient of the step under way and the optimizer's memory.
 *
 * <p>Rows come into being when they are first touched, so a layer of 2^18 hashed inputs costs what the stream has seen of it.
 * One row per input, because a sparse query reads a few inputs and all outputs: each row is one run over adjacent memory.
 */
final class WeightRows implements Paged {
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
     *
     * With 2^18 hashed inputs, waiting for memory costs more than all arithmetic. So the rows of a query are looked up before any
     * is read, short rows are read a few outputs at a time, which lets the processor wait for many rows at once, and what an
     * optimizer remembers by row lies behind the row's weights, where reading the row has brought it near.
     *
     * Rows are stored in the order they came into being, in pages that hold whole pages of memory: so a restored layer has
     * every row where it was, and later increments fit to it.
     */
    private static final int LONG_ROW = 64;
    private static final int PAGE = 1024;
    /** How many outputs of short rows are added up at a time. */
    private static final int BLOCK = 4;

    private final int inputs;
    private final int outputs;
    /** How far apart rows of a page begin: the outputs, then, if the optimizer remembers by row, the memory and the place. */
    private final int stride;
    /** One of these two is null. */
    private final Optimizer.ByWeight byWeight;

    private final Optimizer.RowAdaGrad byRow;
    private final float initialRange;
    private final long seed;
    /** A page holds 2^pageShift rows. */
    private final int pageShift;

    /** A stored page holds 2^storedShift rows. */
    private final int storedShift;

    private final RowNumbers numbers;
    /** The input of each row. */
    private int[] inputOf = {};
    /** Whether each stored page has changed. */
    private boolean[] changed = {};

    // by page; they grow as rows come into being
    private float[][] weights = {};
    /** Null but for pages with rows that have a gradient, and all 0 but in these rows. */
    private float[][] gradients = {};
    /** Null if the optimizer remembers nothing by weight, or one number only. */
    private float[][] first;

    private float[][] second;
    private final PagePool pool;
    private int rows;
    /** The rows of the query that was added up last, or NONE, entry by entry; then that of its bias. */
    private int[] entryRows = {};
    /** Those of them that exist, and by what they were multiplied. */
    private int[] foundRows = {};

    private float[] foundValues = {};

    /** Per row, where it is among the touched ones, if it is. Kept in the pages if {@link #byRow} remembers there as well. */
    private int[] place = {};

    /** The rows that have a gradient, in the order they got it; if the optimizer remembers by row, those of the answer at hand. */
    private int[] touched = new int[16];

    /** By what the direction is multiplied to be the gradient of each touched row. */
    private float[] factors = new float[16];
    /** By what each touched row's gradient is multiplied to be taken from it; floats, as doubles for the sake of vector instructions. */
    private double[] scales = new double[16];

    private boolean scaled;
    private int touchedCount;
    private boolean oneAnswer;
    /** How many answers the step has; not a whole number where only a part of it is here. */
    private double answers;

    private float[] direction;

    /** If the optimizer remembers by row, the rows that have a gradient in a step of several answers. */
    private int[] pending = {};

    private int pendingCount;
    /** Per row the squared lengths of the gradients of such a step, 0 for rows that have none. */
    private double[] pendingSquares = {};

    /** How many rows there were, and whether the last stored page of them had changed, when gradients began to be collected apart. */
    private int rowsBefore;

    private boolean changedBefore;

    private final Optimizer optimizer;

    /** With first weights uniform in [-initialRange, initialRange], a function of the seed, the input and the output. */
    WeightRows(int inputs, int outputs, Optimizer optimizer, double initialRange, long seed) {
        this.optimizer = optimizer;
        this.inputs = inputs;
        this.outputs = outputs;
        this.byWeight = optimizer instanceof Optimizer.ByWeight weight ? weight : null;
        this.byRow = optimizer instanceof Optimizer.RowAdaGrad row ? row : null;
        this.initialRange = (float) initialRange;
        this.seed = seed;
        this.stride = byRow == null ? outputs : outputs + 2;
        int rowsPerPage = outputs < LONG_ROW ? Math.min(inputs, PAGE / stride) : 1;
        this.pageShift = 31 - Integer.numberOfLeadingZeros(rowsPerPage);
        this.storedShift = 31 - Integer.numberOfLeadingZeros(Math.max(1 << pageShift, PAGE / stride));
        int memories = byWeight == null ? 0 : byWeight.memories();
        this.numbers = new RowNumbers(inputs);
        this.first = memories > 0 ? new float[0][] : null;
        this.second = memories > 1 ? new float[0][] : null;
        this.pool = new PagePool(stride << pageShift);
    }

    /**
     * target = the sum of the rows of a query's entries, each times its value, and of the row of a further input, the bias, in this
     * order. Only for first weights of 0.
     */
    void addUpInto(FeatureVector query, int bias, float[] target) {
        int count = query.count();
        if (entryRows.length <= count) {
            entryRows = new int[2 * count + 1];
            foundRows = new int[2 * count + 1];
            foundValues = new float[2 * count + 1];
        }
        int found = 0;
        for (int f = 0; f < count; f++) {
            int row = numbers.of(query.index(f));
            entryRows[f] = row;
            foundRows[found] = row;
            foundValues[found] = query.value(f);
            found += row == RowNumbers.NONE ? 0 : 1;
        }
        int row = numbers.of(bias);
        entryRows[count] = row;
        foundRows[found] = row;
        foundValues[found] = 1;
        found += row == RowNumbers.NONE ? 0 : 1;
        if (outputs >= BLOCK && outputs < LONG_ROW) {
            for (int k = 0; k < outputs; k += BLOCK) {
                addUpBlock(found, Math.min(k, outputs - BLOCK), target);
            }
        } else {
            Arrays.fill(target, 0, outputs, 0);
            for (int i = 0; i < found; i++) {
                addFound(foundRows[i], foundValues[i], target);
            }
        }
    }

    /** Adds up four outputs of the rows found. */
    private void addUpBlock(int found, int k, float[] target) {
        float sum0 = 0;
        float sum1 = 0;
        float sum2 = 0;
        float sum3 = 0;
        for (int i = 0; i < found; i++) {
            int row = foundRows[i];
            float value = foundValues[i];
            float[] page = weights[page(row)];
            int at = start(row) + k;
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

    /** target += factor * the input's row. */
    void addRow(int input, float factor, float[] target) {
        int row = numbers.of(input);
        if (row == RowNumbers.NONE) {
            if (initialRange == 0) {
                return;
            }
            row = create(input);
        }
        addFound(row, factor, target);
    }

    private void addFound(int row, float factor, float[] target) {
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

    /** Makes sure that the input has a row. */
    void touchRow(int input) {
        existing(input);
    }

    /**
     * The same rows with more outputs, of which an optimizer that remembers by weight remembers nothing. Between steps. This object must
     * not be used further: its memory is let go page by page, so that there is never twice as much.
     *
     * @param atMean whether the new outputs of a row that exists are the mean of its others; otherwise 0
     */
    WeightRows withOutputs(int more, boolean atMean) {
        WeightRows grown = new WeightRows(inputs, more, optimizer, initialRange, seed);
        float[][][] from = stored();
        float[][][] to = {};
        for (int row = 0; row < rows; row++) {
            grown.addRow(inputOf[row]);
            if (grown.start(row) == 0) {
                to = grown.stored(); // in the place of which there may be longer ones
            }
            for (int i = 0; i < from.length; i++) {
                System.arraycopy(from[i][page(row)], start(row), to[i][grown.page(row)], grown.start(row), outputs);
            }
            if (atMean) {
                int at = grown.start(row);
                Arrays.fill(grown.weights[grown.page(row)], at + outputs, at + more, mean(row));
            }
            if (byRow != null) {
                grown.weights[grown.page(row)][grown.start(row) + more] = weights[page(row)][start(row) + outputs];
            }
            if (start(row + 1) == 0) {
                for (float[][] pages : from) {
                    pages[page(row)] = null;
                }
            }
        }
        return grown;
    }

    private float mean(int row) {
        double sum = 0;
        for (int k = 0; k < outputs; k++) {
            sum += weights[page(row)][start(row) + k];
        }
        return (float) (sum / outputs);
    }

    /** Begins a step of so many answers. */
    void begin(int count) {
        begin(count == 1 && byRow != null);
        answers = count;
    }

    /** Begins a step; directly means that it has one answer, whose gradient need not be added to others. */
    void begin(boolean directly) {
        oneAnswer = directly;
        answers = 1;
    }

    /** Adds to the gradient of each row of the query and its bias that {@link #addUpInto} was told last, as {@link #addGradient} does. */
    void addGradients(FeatureVector query, int bias, float[] vector) {
        int count = query.count();
        for (int f = 0; f < count; f++) {
            int row = entryRows[f];
            addGradientOf(row == RowNumbers.NONE ? existing(query.index(f)) : row, query.value(f), vector);
        }
        addGradient(bias, 1, vector);
    }

    /** Adds factor * vector to the gradient of the input's row. Until {@link #endAnswer}, the vector must stay the same. */
    void addGradient(int input, float factor, float[] vector) {
        addGradientOf(existing(input), factor, vector);
    }

    private void addGradientOf(int row, float factor, float[] vector) {
        int at = byRow == null ? place[row] : Float.floatToRawIntBits(weights[page(row)][start(row) + outputs + 1]);
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
        if (byRow == null) {
            place[row] = touchedCount;
        } else {
            weights[page(row)][start(row) + outputs + 1] = Float.intBitsToFloat(touchedCount);
        }
        return touchedCount++;
    }

    /**
     * How far the step would move each output per unit of the gradient of the answer at hand, if all its answers were like this one:
     * the sum over rows of the squared factor times the row's rate, times the answers. Only for an optimizer that remembers by row.
     */
    double reach() {
        if (touchedCount == 0) {
            return 0;
        }
        setScales();
        double reach = 0;
        for (int i = 0; i < touchedCount; i++) {
            reach += (double) factors[i] * factors[i] * (float) scales[i];
        }
        return answers * reach;
    }

    private void setScales() {
        double squared = answers * squaredLength(direction, 0, outputs);
        for (int i = 0; i < touchedCount; i++) {
            float memory = weights[page(touched[i])][start(touched[i]) + outputs];
            scales[i] = memory + (float) ((double) factors[i] * factors[i] * squared);
        }
        byRow.scalesInto(scales, touchedCount);
        scaled = true;
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
        scaled = false;
    }

    private void keepForLater(int row, float factor, float share) {
        addSquares(row, (double) factor * factor * squaredLength(direction, 0, outputs));
        addToBuffer(row, share * factor, direction);
    }

    private void addSquares(int row, double squared) {
        if (row >= pendingSquares.length) {
            pendingSquares = Arrays.copyOf(pendingSquares, Math.min(inputs, 2 * rows));
        }
        if (pendingSquares[row] == 0) {
            if (pendingCount == pending.length) {
                pending = Arrays.copyOf(pending, Math.max(16, pendingCount * 2));
            }
            pending[pendingCount++] = row;
        }
        pendingSquares[row] += Math.max(squared, Double.MIN_NORMAL); // 0 is for rows without a gradient
    }

    private void addToBuffer(int row, float factor, float[] vector) {
        float[] page = gradients[page(row)];
        if (page == null) {
            page = gradients[page(row)] = pool.take();
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
        }
        endGradients();
    }

    /** Gives the pages of gradients back, which are all 0 again. */
    private void endGradients() {
        giveBack(rowsWithGradient(), gradientCount());
        pendingCount = 0;
        touchedCount = 0;
        pool.endStep();
    }

    /** Between answers, the rows that have a gradient, of which the first {@link #gradientCount} count. */
    private int[] rowsWithGradient() {
        return byRow == null ? touched : pending;
    }

    private int gradientCount() {
        return byRow == null ? touchedCount : pendingCount;
    }

    private void giveBack(int[] done, int count) {
        for (int i = 0; i < count; i++) {
            int page = page(done[i]);
            if (gradients[page] != null) {
                pool.give(gradients[page]);
                gradients[page] = null;
            }
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
        if (!scaled) {
            setScales();
        }
        double squared = squaredLength(vector, from, to);
        float[] marked = null;
        for (int i = 0; i < touchedCount; i++) {
            int row = touched[i];
            float factor = factors[i];
            float scale = (float) scales[i];
            float taken = share * factor;
            float[] page = weights[page(row)];
            if (page != marked) { // of rows that follow each other, once
                changed[row >> storedShift] = true;
                marked = page;
            }
            int at = start(row);
            page[at + outputs] += (float) ((double) factor * factor * squared);
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
            changed[row >> storedShift] = true;
            float[] gradient = gradients[page(row)];
            float[] page = weights[page(row)];
            int from = start(row);
            int to = from + outputs;
            float scale = byRow.remember(page, to, pendingSquares[row]);
            pendingSquares[row] = 0;
            for (int k = from; k < to; k++) {
                page[k] -= scale * gradient[k];
            }
            Arrays.fill(gradient, from, to, 0);
        }
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
            changed[row >> storedShift] = true;
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
        return (row & ((1 << pageShift) - 1)) * stride;
    }

    private int existing(int input) {
        int row = numbers.of(input);
        return row == RowNumbers.NONE ? create(input) : row;
    }

    private int create(int input) {
        int row = addRow(input);
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
    private int addRow(int input) {
        int row = rows++;
        int page = page(row);
        if (start(row) == 0) {
            addPage(page);
        }
        if (row == inputOf.length) {
            inputOf = Arrays.copyOf(inputOf, grown(row));
            if (byRow == null) {
                place = Arrays.copyOf(place, inputOf.length);
            }
        }
        if (row >> storedShift == changed.length) {
            changed = Arrays.copyOf(changed, grown(changed.length));
        }
        changed[row >> storedShift] = true;
        inputOf[row] = input;
        numbers.set(input, row);
        return row;
    }

    private void addPage(int page) {
        if (page == weights.length) {
            int capacity = grown(page);
            weights = Arrays.copyOf(weights, capacity);
            gradients = Arrays.copyOf(gradients, capacity);
            first = first == null ? null : Arrays.copyOf(first, capacity);
            second = second == null ? null : Arrays.copyOf(second, capacity);
        }
        int length = stride << pageShift;
        weights[page] = new float[length];
        if (first != null) {
            first[page] = new float[length];
        }
        if (second != null) {
            second[page] = new float[length];
        }
    }

    /** A larger capacity; no table is ever as long as the inputs are many unless it is needed. */
    private int grown(int capacity) {
        return (int) Math.min(inputs, Math.max(4, capacity + (capacity >> 1) + 1L));
    }

    // ---------------------------------------------------------------- gradients apart from their step

    /** Begins to collect the gradients of so many answers for {@link #takeGradients}. */
    void beginApart(double count) {
        oneAnswer = false;
        answers = count;
        rowsBefore = rows;
        changedBefore = rows > 0 && changed[(rows - 1) >> storedShift];
    }

    /** Takes the gradients out, row by row in the order they were touched, and with them the rows that have come into being for them. */
    void takeGradients(RowGradients into) {
        int[] done = rowsWithGradient();
        for (int i = 0; i < gradientCount(); i++) {
            int row = done[i];
            float[] gradient = gradients[page(row)];
            int from = start(row);
            into.add(inputOf[row], gradient, from, byRow == null ? 0 : pendingSquares[row]);
            Arrays.fill(gradient, from, from + outputs, 0);
            if (byRow != null) {
                pendingSquares[row] = 0;
            }
        }
        endGradients();
        dropNewRows();
    }

    private void dropNewRows() {
        for (int row = rowsBefore; row < rows; row++) {
            numbers.set(inputOf[row], RowNumbers.NONE);
            changed[row >> storedShift] = false;
            int page = page(row);
            if (start(row) == 0) { // so was the page
                weights[page] = null;
                if (first != null) {
                    first[page] = null;
                }
                if (second != null) {
                    second[page] = null;
                }
            } else if (weights[page] != null) {
                Arrays.fill(weights[page], start(row), start(row) + stride, 0);
            }
        }
        if (rowsBefore > 0) {
            changed[(rowsBefore - 1) >> storedShift] = changedBefore;
        }
        rows = rowsBefore;
    }

    /** Adds factor times gradients that were taken out to those of the step under way. */
    void addGradients(RowGradients sums, double factor) {
        for (int i = 0; i < sums.count(); i++) {
            int row = existing(sums.input(i));
            if (byRow != null) {
                addSquares(row, factor * factor * sums.squares(i));
            } else if (place[row] >= touchedCount || touched[place[row]] != row) {
                touch(row);
            }
            addToBuffer(row, (float) factor, sums.row(i));
        }
    }

    /** Of no row, to take gradients out of this layer. */
    RowGradients newGradients() {
        return new RowGradients(inputs, outputs, byRow != null);
    }

    // ---------------------------------------------------------------- keeping

    /** How many rows there are. */
    int rows() {
        return rows;
    }

    @Override
    public int pages() {
        return rows == 0 ? 0 : ((rows - 1) >> storedShift) + 1;
    }

    @Override
    public boolean isTouched(int page) {
        return changed[page];
    }

    @Override
    public void settle() {
        Arrays.fill(changed, false);
    }

    /**
     * The number of its rows and the input of each; then by row the weights, and the memory if the optimizer remembers by row;
     * then by row what it remembers by weight, the first memory of all rows before the second.
     */
    @Override
    public void writePage(int page, StateWriter out) {
        int from = page << storedShift;
        int to = Math.min(rows, from + (1 << storedShift));
        out.writeInt(to - from);
        for (int row = from; row < to; row++) {
            out.writeInt(inputOf[row]);
        }
        for (float[][] pages : stored()) {
            for (int row = from; row < to; row++) {
                out.writeFloats(pages[page(row)], start(row), storedPerRow());
            }
        }
    }

    private float[][][] stored() {
        if (first == null) {
            return new float[][][] {weights};
        }
        return second == null ? new float[][][] {weights, first} : new float[][][] {weights, first, second};
    }

    private int storedPerRow() {
        return byRow == null ? outputs : outputs + 1;
    }

    @Override
    public void beginRead() {
        numbers.clear();
        rows = 0;
    }

    @Override
    public void readPage(int page, StateReader in) {
        int from = Math.min(page, pages()) << storedShift;
        int to = from + in.readCount("weight rows", 1 << storedShift);
        if (page > pages() || from > rows || to < Math.min(rows, from + (1 << storedShift)) || to == from) {
            throw new SnapshotException("snapshot: " + (to - from) + " weight rows in page " + page + " after " + rows
                    + " rows (expected: none left out)");
        }
        for (int row = from; row < to; row++) {
            readInput(row, in.readCount("input", inputs - 1));
        }
        for (float[][] pages : stored()) {
            for (int row = from; row < to; row++) {
                in.readFloatsInto(pages[page(row)], start(row), storedPerRow());
            }
        }
    }

    private void readInput(int row, int input) {
        if (row < rows ? inputOf[row] != input : numbers.of(input) != RowNumbers.NONE) {
            throw new SnapshotException("snapshot: input " + input + " in row " + row + " (expected: "
                    + (row < rows ? "as before" : "each input once") + ")");
        }
        if (row == rows) {
            addRow(input);
        }
    }

    /** Rows ascending by input, each with its weights, first and second memory as arrays. */
    @Override
    public void readVersion3(StateReader in) {
        beginRead();
        int count = in.readCount("weight rows", inputs);
        int previous = -1;
        for (int i = 0; i < count; i++) {
            int input = in.readCount("input", inputs - 1);
            if (input <= previous) {
                throw new SnapshotException(
                        "snapshot: input " + input + " after " + previous + " (expected: ascending)");
            }
            previous = input;
            int row = addRow(input);
            for (float[][] pages : stored()) {
                readVersion3(pages, row, outputs, start(row), in);
            }
            if (byRow != null) {
                readVersion3(weights, row, 1, start(row) + outputs, in);
            }
        }
    }

    private void readVersion3(float[][] pages, int row, int count, int at, StateReader in) {
        float[] values = new float[count];
        in.readFloatsInto(values);
        System.arraycopy(values, 0, pages[page(row)], at, count);
    }
}
