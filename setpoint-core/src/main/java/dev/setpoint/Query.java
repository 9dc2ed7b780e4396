package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.model.GivenProbabilities;

/**
 * A query with all that can be said about it.
 *
 * @param vector what is asked about, as a vector; null if it is said by named features and texts
 * @param features what is asked about, as named features and texts, which the learner encodes when it decides; null if it is a vector
 * @param id by which its feedback will be given: 1 to 128 bytes, and not the id of a pending or remembered decision; null for a number
 * @param excluded the labels that must not be pulled; null for none. Exclusion restricts the action, not the set
 * @param weight how much more often such queries occur in the population whose coverage matters; 1 without a shift of covariates. At
 *     least 0; {@link Operation#maxWeight} says what becomes of large ones
 */
public record Query(FeatureVector vector, Features features, String id, LabelSet excluded, double weight) {
    /** Refuses a query of neither a vector nor features, or of both, and an id that cannot be one. */
    public Query {
        if (features == null) {
            Argument.given("vector", vector);
        } else if (vector != null) {
            throw new IllegalArgumentException("query: a vector and features (expected: one of them)");
        }
        if (id != null) {
            DecisionKey.check(id);
        }
    }

    /** Of a vector. */
    public Query(FeatureVector vector, String id, LabelSet excluded, double weight) {
        this(vector, null, id, excluded, weight);
    }

    /** With nothing said but the vector. */
    public static Query of(FeatureVector vector) {
        return new Query(vector, null, null, null, 1);
    }

    /** With nothing said but named features and texts. */
    public static Query of(Features features) {
        return new Query(null, Argument.given("features", features), null, null, 1);
    }

    /**
     * Of probabilities that come from a model of the caller's own, one per label: each in [0, 1], with sum 1, by which they are
     * divided. They are kept in single precision. For learners whose settings
     * say {@link LearnerSettingsBuilder#givenProbabilities}; any other takes them for a vector of numbers to learn from.
     *
     * @throws IllegalArgumentException if they are no distribution
     */
    public static Query ofProbabilities(double... probabilities) {
        return ofProbabilities(probabilities, GivenProbabilities.check("probabilities", probabilities));
    }

    /** The same of probabilities that were checked, with their sum. */
    static Query ofProbabilities(double[] probabilities, double sum) {
        float[] values = new float[probabilities.length];
        for (int k = 0; k < values.length; k++) {
            values[k] = (float) (probabilities[k] / sum);
        }
        return of(FeatureVector.dense(values));
    }

    /** The same with an id. */
    public Query named(String newId) {
        return new Query(vector, features, newId, excluded, weight);
    }

    /** The same with labels that must not be pulled. */
    public Query excluding(LabelSet labels) {
        return new Query(vector, features, id, labels, weight);
    }

    /** The same with another weight. */
    public Query weighing(double newWeight) {
        return new Query(vector, features, id, excluded, newWeight);
    }
}
