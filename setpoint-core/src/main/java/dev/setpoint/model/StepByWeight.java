package dev.setpoint.model;

import java.util.Arrays;

/** A step of an optimizer that moves each weight by that weight's own gradient: gradients are added up, then rows are moved. */
final class StepByWeight extends RowStep {
    private final Optimizer.ByWeight optimizer;
    /** The rows that have a gradient, in the order they got it. */
    private int[] touched = new int[16];

    private int touchedCount;
    /** Per row, where it is among the touched ones, if it is. */
    private int[] place = {};

    StepByWeight(Optimizer.ByWeight optimizer, RowTable table) {
        super(table);
        this.optimizer = optimizer;
    }

    @Override
    void begin(double answers, boolean directly) {
        // an answer is like any other
    }

    @Override
    void add(int row, float value, float[] vector) {
        float factor = bounded(value);
        int at = row < place.length ? place[row] : touchedCount;
        if (at >= touchedCount || touched[at] != row) {
            touch(row);
            gradients.set(row, factor, vector);
        } else {
            gradients.add(row, factor, vector);
        }
    }

    private void touch(int row) {
        if (row >= place.length) {
            place = Arrays.copyOf(place, table.capacityAfter(row));
        }
        if (touchedCount == touched.length) {
            touched = Arrays.copyOf(touched, touchedCount * 2);
        }
        place[row] = touchedCount;
        touched[touchedCount++] = row;
    }

    @Override
    double reach() {
        throw new UnsupportedOperationException("optimizer: " + optimizer + " (expected: one that remembers by row)");
    }

    @Override
    void endAnswer(double share) {
        // gradients are added up already
    }

    /** Rows that follow each other in a page are moved in one loop. */
    @Override
    void apply(long step) {
        int done = 0;
        while (done < touchedCount) {
            int row = touched[done];
            int end = row;
            do {
                end++;
                done++;
            } while (done < touchedCount && touched[done] == end && table.start(end) != 0);
            table.touch(row);
            int page = table.page(row);
            int from = table.start(row);
            int to = from + (end - row) * table.outputs;
            optimizer.update(
                    table.weights[page],
                    gradients.of(row),
                    table.first == null ? null : table.first[page],
                    table.second == null ? null : table.second[page],
                    from,
                    to,
                    step);
        }
        end();
    }

    private void end() {
        gradients.endStep();
        touchedCount = 0;
    }

    @Override
    void abandon() {
        end();
    }

    @Override
    void takeInto(RowGradients into) {
        for (int i = 0; i < touchedCount; i++) {
            gradients.copyInto(into, touched[i], 0);
        }
        end();
    }

    @Override
    void add(RowGradients sums, double factor) {
        for (int i = 0; i < sums.count(); i++) {
            add(table.existing(sums.input(i)), (float) factor, sums.row(i));
        }
    }
}
