package dev.setpoint.model;

import dev.setpoint.feature.FeatureVector;

/**
 * A model whose probabilities are a function of one logit per label and of nothing else. A decision that waits for feedback then
 * keeps the logits, which take half the memory, and has its probabilities worked out again, to the same bits.
 */
public interface LogitOutput extends ProbabilityModel {
    /**
     * As {@link #probabilitiesInto}, with the logits that they come from: query i's at {@code i * labels} in both arrays.
     *
     * @throws IllegalArgumentException if a query's dimension is not the model's
     */
    void logitsInto(FeatureVector[] queries, int count, float[] logits, double[] probabilities);

    /** The probabilities that belong to the logits of one query: the same bits that {@link #logitsInto} wrote beside them. */
    void probabilitiesOf(float[] logits, double[] probabilities);
}
