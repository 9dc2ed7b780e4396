package dev.setpoint.model;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.Observation;
import dev.setpoint.state.Paged;

/**
 * Gives every label a probability and learns from what was observed about its queries. Not thread-safe.
 *
 * <p>Contract: probabilities are in [0, 1] and sum to 1 up to rounding; they change only in {@code learn}; a step in which no
 * observation {@linkplain dev.setpoint.loss.Loss#teaches teaches} changes nothing; the same calls give the same bits; {@code learn}
 * does not throw for queries that were answered (if it does, the answers of that step are lost). Whether probabilities depend on
 * the queries that are asked for together is said by {@link ModelSettings#batchEffect}.
 *
 * <p>Its state is stored in pages; a model of little state writes and reads it as one, see {@link Paged}. A learner owns its model
 * and closes it.
 */
public interface ProbabilityModel extends Paged, AutoCloseable {
    /**
     * Writes the probabilities of the first {@code count} queries, row by row: query i at {@code i * labels}.
     *
     * @throws IllegalArgumentException if a query's dimension is not the model's
     */
    void probabilitiesInto(FeatureVector[] queries, int count, double[] probabilities);

    /**
     * One step down the sum of the losses of a batch, divided by {@code divisor}, at the model's present weights. Wang &amp; Qiao
     * (2024), Algorithm 1, line 5, first row.
     *
     * @param queries the queries, of which the first {@code count} count
     * @param observations for each query, what was observed about it
     * @param count how many
     * @param divisor above 0
     */
    void learn(FeatureVector[] queries, Observation[] observations, int count, double divisor);

    /** Whether it can be given more labels than it was made with: {@link #grow}. */
    default boolean canGrow() {
        return false;
    }

    /**
     * From now on there are more labels: those of the context, of which the first are the present ones. Their number, and their texts if
     * the model was made with some, are all that is read of the context; loss and seed stay. Never in the midst of a step.
     *
     * <p>What was learned stays: for every query the logits of the earlier labels are the same to the bit, or up to rounding where
     * {@link ModelSettings#batchEffect} is not {@link BatchEffect#NONE}, and so is the order of their probabilities.
     * All new labels begin alike, within the range of the other labels' logits and 0, and optimizers remember nothing of them: linear
     * models
     * give them zero weights, models with hidden layers the mean of the others' in the last one. What a label's text says is added, by
     * the weight that texts have earned so far.
     *
     * <p>What the model stores afterwards is read by one that is made with the larger number of labels. Sums of gradients that were made
     * before are of no use any more.
     *
     * @throws UnsupportedOperationException if this model cannot be given more labels; then nothing has changed
     * @throws IllegalArgumentException if there are not more labels than before, or if there are texts and there were none, or the other
     *     way round; then nothing has changed
     */
    default void grow(ModelContext context) {
        throw new UnsupportedOperationException(
                "model: one with a fixed number of labels (expected: one that can be given more labels)");
    }

    /** Frees what it holds outside the Java heap: nothing, for most. It is not used after, but may be closed again, which does nothing. */
    @Override
    default void close() {}

    /**
     * Refuses queries before any of them is used.
     *
     * @throws IllegalArgumentException if one of the first {@code count} has another dimension than expected
     */
    static void checkDimensions(int expected, FeatureVector[] queries, int count) {
        for (int i = 0; i < count; i++) {
            if (queries[i].dimension() != expected) {
                throw new IllegalArgumentException(
                        "dimension of the query: " + queries[i].dimension() + " (expected: " + expected + ")");
            }
        }
    }
}
