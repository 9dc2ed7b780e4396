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
 * <p>Rows come into being when they are first touched, so a layer of 2^18 hashed inputs costs only what the stream has seen.
 * One row per input, because a sparse query reads a few inputs and all outputs: each row is one run over adjacent memory.
 */
final class WeightRows implements Persistent {
    private final int inputs;
    private final int outputs;
    private final Optimizer optimizer;
    private final float initialRange;
    private final long seed;

    private final float[][] weights;
    private final float[][] first;
    private final float[][] second;

    /** For each input, 1 + its place in {@link #touched} if this step has a gradient for it, else 0. */
    private final int[] place;

    private int[] touched = new int[16];
    private float[][] gradients = new float[16][];
    private int touchedCount;

    /** With first weights uniform in [-initialRange, initialRange], a function of the seed, the input and the output. */
    WeightRows(int inputs, int outputs, Optimizer optimizer, double initialRange, long seed) {
        this.inputs = inputs;
        this.outputs = outputs;
        this.optimizer = optimizer;
        this.initialRange = (float) initialRange;
        this.seed = seed;
        this.weights = new float[inputs][];
        this.first = optimizer.memories() > 0 ? new float[inputs][] : null;
        this.second = optimizer.memories() > 1 ? new float[inputs][] : null;
        this.place = new int[inputs];
    }

    /** target += factor * the input's row. */
    void addRow(int input, float factor, float[] target) {
        float[] row = weights[input];
        if (row == null) {
            if (initialRange == 0) {
                return;
            }
            row = create(input);
        }
        for (int k = 0; k < row.length; k++) {
            target[k] += factor * row[k];
        }
    }

    /** The dot product of the input's row with the vector. */
    float dotRow(int input, float[] vector) {
        float[] row = weights[input] == null ? create(input) : weights[input];
        float sum = 0;
        for (int k = 0; k < row.length; k++) {
            sum += row[k] * vector[k];
        }
        return sum;
    }

    /** Adds factor * direction to the gradient of the input's row. */
    void addGradient(int input, float factor, float[] direction) {
        int at = placeOf(input); // first, since it may replace the array
        float[] gradient = gradients[at];
        for (int k = 0; k < gradient.length; k++) {
            gradient[k] += factor * direction[k];
        }
    }

    /** Lets the optimizer move every row that has a gradient, and forgets the gradients. */
    void apply(long step) {
        for (int i = 0; i < touchedCount; i++) {
            int input = touched[i];
            float[] row = weights[input] == null ? create(input) : weights[input];
            optimizer.update(
                    row,
                    gradients[i],
                    first == null ? null : first[input],
                    second == null ? null : second[input],
                    step);
            place[input] = 0;
        }
        touchedCount = 0;
    }

    private int placeOf(int input) {
        if (place[input] == 0) {
            if (touchedCount == touched.length) {
                touched = Arrays.copyOf(touched, touchedCount * 2);
                gradients = Arrays.copyOf(gradients, touchedCount * 2);
            }
            if (gradients[touchedCount] == null) {
                gradients[touchedCount] = new float[outputs];
            } else {
                Arrays.fill(gradients[touchedCount], 0);
            }
            touched[touchedCount] = input;
            place[input] = ++touchedCount;
        }
        return place[input] - 1;
    }

    private float[] create(int input) {
        float[] row = new float[outputs];
        if (initialRange != 0) {
            long stream = Draws.stream(seed, Draws.WEIGHTS, input);
            for (int k = 0; k < outputs; k++) {
                row[k] = (float) ((2 * Draws.uniform(stream, k) - 1) * initialRange);
            }
        }
        weights[input] = row;
        if (first != null) {
            first[input] = new float[outputs];
        }
        if (second != null) {
            second[input] = new float[outputs];
        }
        return row;
    }

    /** State: the number of rows that exist, then for each, ascending: its input, weights, first and second memory. */
    @Override
    public void writeState(StateWriter out) {
        int rows = 0;
        for (float[] row : weights) {
            rows += row == null ? 0 : 1;
        }
        out.writeInt(rows);
        for (int input = 0; input < inputs; input++) {
            if (weights[input] != null) {
                out.writeInt(input);
                out.writeFloats(weights[input]);
                if (first != null) {
                    out.writeFloats(first[input]);
                }
                if (second != null) {
                    out.writeFloats(second[input]);
                }
            }
        }
    }

    @Override
    public void readState(StateReader in) {
        Arrays.fill(weights, null);
        int rows = in.readCount("weight rows", inputs);
        int previous = -1;
        for (int i = 0; i < rows; i++) {
            int input = in.readCount("input", inputs - 1);
            if (input <= previous) {
                throw new SnapshotException(
                        "snapshot: input " + input + " after " + previous + " (expected: ascending)");
            }
            previous = input;
            in.readFloatsInto(create(input));
            if (first != null) {
                in.readFloatsInto(first[input]);
            }
            if (second != null) {
                in.readFloatsInto(second[input]);
            }
        }
    }
}
