package dev.setpoint.model;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.state.Persistent;

/**
 * Gives every label a probability and learns from a weight per label. Not thread-safe.
 *
 * <p>Contract: probabilities are in [0, 1] and sum to 1 up to rounding; they change only in {@code learn}; a step whose weights
 * are all 0 changes nothing; the same calls give the same bits; {@code learn} does not throw for queries that were answered (if
 * it does, the answers of that step are lost).
 */
public interface ProbabilityModel extends Persistent {
    /**
     * Writes the probabilities of the first {@code count} queries, row by row: query i at {@code i * labels}.
     *
     * @throws IllegalArgumentException if a query's dimension is not the model's
     */
    void probabilitiesInto(FeatureVector[] queries, int count, double[] probabilities);

    /**
     * One step down the bandit cross-entropy of a batch: the sum over its queries i of
     * {@code -sum_k weights[i * labels + k] * log p(k|X_i)}, divided by {@code divisor}. Wang &amp; Qiao (2024), equation for
     * L(X; W).
     *
     * @param queries the queries, of which the first {@code count} count
     * @param weights the estimate of 1{Y=k} per query and label; finite, may be negative
     * @param divisor above 0
     */
    void learn(FeatureVector[] queries, int count, double[] weights, double divisor);
}
