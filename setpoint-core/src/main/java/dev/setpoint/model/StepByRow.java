package dev.setpoint.model;

import java.util.Arrays;

/** A step of an optimizer that remembers one number per row. */
final class StepByRow extends RowStep {
    /*
     * The gradient of one answer is, for every row, the same vector times the row's input: the rows and their factors are all that is
     * collected of an answer. In a step of one answer each row then moves along that vector: one root and one division per row, and
     * no gradient is written or read. Otherwise gradients are added up in pages of their own.
     */
    private final Optimizer.RowAdaGrad optimizer;

    /**
     * The rows of the answer at hand, in the order they got a gradient. Where a row is among them stands behind its weights, if it was
     * added alone.
     */
    private int[] touched = new int[16];

    /** By what the direction is multiplied to be the gradient of each touched row. */
    private float[] factors = new float[16];
    /** By what each touched row's gradient is multiplied to be taken from it; floats, as doubles for the sake of vector instructions. */
    private double[] scales = new double[16];

    private boolean scaled;
    private int touchedCount;
    private boolean directly;
    private double answers;
    private float[] direction;

    /** The rows that have a gradient in a step of several answers. */
    private int[] pending = {};

    private int pendingCount;
    /** Per row the squared lengths of the gradients of such a step, 0 for rows that have none. */
    private double[] pendingSquares = {};

    StepByRow(Optimizer.RowAdaGrad optimizer, RowTable table) {
        super(table);
        this.optimizer = optimizer;
    }

    @Override
    void begin(double count, boolean oneAnswer) {
        answers = count;
        directly = oneAnswer;
    }

    @Override
    void add(int row, float factor, float[] vector) {
        float[] page = table.weights[table.page(row)];
        int placed = table.start(row) + table.outputs + 1;
        int at = Float.floatToRawIntBits(page[placed]);
        if (at >= touchedCount || touched[at] != row) {
            at = touch(row);
            page[placed] = Float.intBitsToFloat(at);
        }
        factors[at] = bounded(factors[at] + factor);
        direction = vector;
    }

    /** Without a look at what stands behind the rows, which are not near yet. */
    @Override
    void addEach(int[] rows, float[] values, int count, float[] vector) {
        if (count > touched.length) {
            grow(count);
        }
        System.arraycopy(rows, 0, touched, 0, count);
        for (int i = 0; i < count; i++) {
            factors[i] = bounded(0 + values[i]); // as add does, which leaves no -0
        }
        touchedCount = count;
        direction = vector;
    }

    private void grow(int capacity) {
        touched = Arrays.copyOf(touched, capacity);
        factors = Arrays.copyOf(factors, capacity);
        scales = Arrays.copyOf(scales, capacity);
    }

    private int touch(int row) {
        if (touchedCount == touched.length) {
            grow(touchedCount * 2);
        }
        touched[touchedCount] = row;
        factors[touchedCount] = 0;
        return touchedCount++;
    }

    @Override
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
        float[][] weights = table.weights;
        int outputs = table.outputs;
        double squared = answers * squaredLength(direction, 0, outputs);
        for (int i = 0; i < touchedCount; i++) {
            float memory = weights[table.page(touched[i])][table.start(touched[i]) + outputs];
            scales[i] = memory + (float) ((double) factors[i] * factors[i] * squared);
        }
        optimizer.scalesInto(scales, touchedCount);
        scaled = true;
    }

    @Override
    void endAnswer(double share) {
        if (touchedCount == 0) {
            return;
        }
        if (directly) {
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
        double squared = (double) factor * factor * squaredLength(direction, 0, table.outputs);
        addGradient(row, squared, share * factor, direction);
    }

    private void addGradient(int row, double squared, float factor, float[] vector) {
        if (row >= pendingSquares.length) {
            pendingSquares = Arrays.copyOf(pendingSquares, Math.min(table.inputs, 2 * table.rows()));
        }
        if (pendingSquares[row] == 0) {
            if (pendingCount == pending.length) {
                pending = Arrays.copyOf(pending, Math.max(16, pendingCount * 2));
            }
            pending[pendingCount++] = row;
            gradients.set(row, factor, vector);
        } else {
            gradients.add(row, factor, vector);
        }
        pendingSquares[row] += Math.max(squared, Double.MIN_NORMAL); // 0 is for rows without a gradient
    }

    /** The gradient of a row is its factor times the same vector for all; outside the labels where that is not 0 nothing moves. */
    private void moveAlongDirection(float[] vector, float share) {
        int outputs = table.outputs;
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
        table.touch(touched, touchedCount);
        float[][] weights = table.weights;
        double squared = squaredLength(vector, from, to);
        for (int i = 0; i < touchedCount; i++) {
            int row = touched[i];
            float factor = factors[i];
            float scale = (float) scales[i];
            float taken = share * factor;
            float[] page = weights[table.page(row)];
            int at = table.start(row);
            page[at + outputs] += (float) ((double) factor * factor * squared);
            if (at == 0) { // as in WeightRows.addFound
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

    @Override
    void apply(long step) {
        for (int i = 0; i < pendingCount; i++) {
            int row = pending[i];
            table.touch(row);
            float[] gradient = gradients.of(row);
            float[] page = table.weights[table.page(row)];
            int from = table.start(row);
            int to = from + table.outputs;
            float scale = optimizer.remember(page, to, pendingSquares[row]);
            pendingSquares[row] = 0;
            for (int k = from; k < to; k++) {
                page[k] -= scale * gradient[k];
            }
        }
        end();
    }

    private void end() {
        gradients.endStep();
        pendingCount = 0;
        touchedCount = 0;
    }

    @Override
    void abandon() {
        for (int i = 0; i < pendingCount; i++) {
            pendingSquares[pending[i]] = 0;
        }
        scaled = false;
        end();
    }

    @Override
    void takeInto(RowGradients into) {
        for (int i = 0; i < pendingCount; i++) {
            int row = pending[i];
            gradients.copyInto(into, row, pendingSquares[row]);
            pendingSquares[row] = 0;
        }
        end();
    }

    @Override
    void add(RowGradients sums, double factor) {
        for (int i = 0; i < sums.count(); i++) {
            int row = table.existing(sums.input(i));
            addGradient(row, factor * factor * sums.squares(i), (float) factor, sums.row(i));
        }
    }

    private static double squaredLength(float[] vector, int from, int to) {
        double sum = 0;
        for (int k = from; k < to; k++) {
            sum += (double) vector[k] * vector[k];
        }
        return sum;
    }
}
