package dev.setpoint.model;

/** A step of one layer: collects the gradients of rows, answer by answer, and lets the optimizer move them. Rows are named by number. */
abstract sealed class RowStep permits StepByRow, StepByWeight {
    /**
     * Larger factors count as this one: a query's values are finite, but not their sums, nor their products with weights of answers. What
     * is lost lies beyond all that a row can learn from, and a row of NaN would spread to every query.
     */
    private static final float MOST = 1e30f;

    final RowTable table;
    final GradientPages gradients;

    RowStep(RowTable table) {
        this.table = table;
        this.gradients = new GradientPages(table);
    }

    /** The step of this optimizer. */
    static RowStep of(Optimizer optimizer, RowTable table) {
        return optimizer instanceof Optimizer.RowAdaGrad byRow
                ? new StepByRow(byRow, table)
                : new StepByWeight((Optimizer.ByWeight) optimizer, table);
    }

    /**
     * Begins a step.
     *
     * @param answers how many it has; not a whole number where only a part of it is here
     * @param directly whether the gradient of its one answer need not be added to others, and may be taken at once
     */
    abstract void begin(double answers, boolean directly);

    static float bounded(float factor) {
        return Math.max(-MOST, Math.min(MOST, factor));
    }

    /** Adds factor * vector to the gradient of a row. Until {@link #endAnswer}, the vector must stay the same. */
    abstract void add(int row, float factor, float[] vector);

    /**
     * The same for the first so many rows of an array, each with a factor of its own; no two are the same. These are all the rows of the
     * answer: nothing is added before or after.
     */
    void addEach(int[] rows, float[] factors, int count, float[] vector) {
        for (int i = 0; i < count; i++) {
            add(rows[i], factors[i], vector);
        }
    }

    /** How far the step would move each output per unit of the gradient of the answer at hand, as {@link WeightRows#reach} says. */
    abstract double reach();

    /**
     * Ends an answer of the step.
     *
     * @param share of the gradient that is taken, in (0, 1]; the optimizer remembers all of it
     */
    abstract void endAnswer(double share);

    /** Forgets all gradients. */
    abstract void abandon();

    /** Lets the optimizer move every row that has a gradient, and forgets the gradients. */
    abstract void apply(long step);

    /** Takes the gradients out, row by row in the order they were touched. */
    abstract void takeInto(RowGradients into);

    /** Adds factor times gradients that were taken out. */
    abstract void add(RowGradients sums, double factor);
}
