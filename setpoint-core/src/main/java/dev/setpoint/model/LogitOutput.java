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
    default void probabilitiesOf(float[] logits, double[] probabilities) {
        probabilitiesOf(logits, logits.length, probabilities);
    }

    /**
     * The probabilities that belong to the logits of one query, when there were so many labels: the same bits as then. Later labels have
     * probability 0, and whatever stands in the place of their logits is not read.
     *
     * <p>A logit of negative infinity masks its label: the probability is exactly 0, and the others are to the bit what they would be if
     * that label were not there. One label at least must not be masked; where it is the only one, its probability is exactly 1.
     *
     * @param labels how many there were, at most as many as there are now
     * @param probabilities receives one number for every label that there is now
     */
    void probabilitiesOf(float[] logits, int labels, double[] probabilities);
}
