package dev.setpoint.sim;

import dev.setpoint.Feedback;

/** What only the simulation knows of the decisions of one step, by their place in the batch. */
public final class StepTruth {
    final int[] rows;
    final int[] labels;
    final Feedback[] answers;

    StepTruth(int batch) {
        rows = new int[batch];
        labels = new int[batch];
        answers = new Feedback[batch];
    }

    /** The row of the data. */
    public int row(int i) {
        return rows[i];
    }

    /** The true label, which drift may have made another than the data's. */
    public int label(int i) {
        return labels[i];
    }

    /** What the world says of the pull, now or later; null if never. */
    public Feedback answer(int i) {
        return answers[i];
    }
}
