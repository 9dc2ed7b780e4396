package dev.setpoint.model;

import dev.setpoint.state.Persistent;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/**
 * The gradients of one layer's rows, apart from the layer: sums by row, for the rows that were touched, in the order they first were.
 * Rows are named by their inputs, since a row's number is the layer's own. Clearing keeps the memory for the next sums.
 */
final class RowGradients implements Persistent {
    private final int inputs;
    private final int outputs;
    /** Whether the optimizer remembers by row, and so needs squared lengths. */
    private final boolean hasSquares;

    private int[] inputOf = {};
    private float[][] rows = {};
    private double[] squares = {};
    private int count;

    RowGradients(int inputs, int outputs, boolean hasSquares) {
        this.inputs = inputs;
        this.outputs = outputs;
        this.hasSquares = hasSquares;
    }

    /** How many rows there are. */
    int count() {
        return count;
    }

    int input(int i) {
        return inputOf[i];
    }

    float[] row(int i) {
        return rows[i];
    }

    /** The sum of the squared lengths of the answers' gradients; only where the optimizer remembers by row. */
    double squares(int i) {
        return squares[i];
    }

    /** Adds the row of an input that has none yet; its gradient begins at {@code page[from]}. */
    void add(int input, float[] page, int from, double squaredLengths) {
        System.arraycopy(page, from, next(input, squaredLengths), 0, outputs);
    }

    private float[] next(int input, double squaredLengths) {
        if (count == inputOf.length) {
            int capacity = Math.max(16, count * 2);
            inputOf = Arrays.copyOf(inputOf, capacity);
            rows = Arrays.copyOf(rows, capacity);
            squares = hasSquares ? Arrays.copyOf(squares, capacity) : squares;
        }
        if (rows[count] == null) {
            rows[count] = new float[outputs];
        }
        inputOf[count] = input;
        if (hasSquares) {
            squares[count] = squaredLengths;
        }
        return rows[count++];
    }

    void clear() {
        count = 0;
    }

    /** State: int, rows; each: int, the input; double, the squared lengths, where the optimizer remembers by row; floats, the sums. */
    @Override
    public void writeState(StateWriter out) {
        out.writeInt(count);
        for (int i = 0; i < count; i++) {
            out.writeInt(inputOf[i]);
            if (hasSquares) {
                out.writeDouble(squares[i]);
            }
            out.writeFloats(rows[i], 0, outputs);
        }
    }

    @Override
    public void readState(StateReader in) {
        clear();
        int bytesEach = Integer.BYTES + (hasSquares ? Double.BYTES : 0);
        int stored = in.readCount("rows of a gradient", Math.min(inputs, in.remaining() / bytesEach));
        for (int i = 0; i < stored; i++) {
            int input = in.readCount("input", inputs - 1);
            double squaredLengths = hasSquares ? in.readDouble() : 0;
            if (hasSquares && squaredLengths <= 0) {
                throw new SnapshotException(
                        "snapshot: squared length " + squaredLengths + " of a gradient (expected: above 0)");
            }
            in.readFloatsInto(next(input, squaredLengths), 0, outputs);
        }
        checkOnce();
    }

    private void checkOnce() {
        int[] sorted = Arrays.copyOf(inputOf, count);
        Arrays.sort(sorted);
        for (int i = 1; i < count; i++) {
            if (sorted[i] == sorted[i - 1]) {
                throw new SnapshotException(
                        "snapshot: input " + sorted[i] + " twice in a gradient (expected: each input once)");
            }
        }
    }
}
