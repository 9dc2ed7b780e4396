package dev.setpoint;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import java.util.Objects;

/**
 * A query with all that can be said about it.
 *
 * @param features what is asked about, as a vector; null if it is said by facts
 * @param facts what is asked about, as named features and texts, which the learner encodes when it decides; null if it is a vector
 * @param id by which its feedback will be given: 1 to 128 bytes, of no decision that is pending or remembered; null for a number
 * @param excluded the labels that must not be pulled; null for none. Exclusion restricts the action, not the set
 * @param weight how much more often such queries occur in the population whose coverage matters; 1 without a shift of covariates. At
 *     least 0; {@link Operation#maxWeight} says what becomes of large ones
 */
public record Query(FeatureVector features, Features facts, String id, LabelSet excluded, double weight) {
    /** Refuses a query without features or with both kinds of them, and an id that cannot be one. */
    public Query {
        if (facts == null) {
            Objects.requireNonNull(features, "features");
        } else if (features != null) {
            throw new IllegalArgumentException("query: a vector and facts (expected: one of them)");
        }
        if (id != null) {
            DecisionKey.check(id);
        }
    }

    /** Of a vector. */
    public Query(FeatureVector features, String id, LabelSet excluded, double weight) {
        this(features, null, id, excluded, weight);
    }

    /** With nothing said but the features. */
    public static Query of(FeatureVector features) {
        return new Query(features, null, null, null, 1);
    }

    /** With nothing said but named features and texts. */
    public static Query of(Features features) {
        return new Query(null, Objects.requireNonNull(features, "features"), null, null, 1);
    }

    /** The same with an id. */
    public Query named(String newId) {
        return new Query(features, facts, newId, excluded, weight);
    }

    /** The same with labels that must not be pulled. */
    public Query excluding(LabelSet labels) {
        return new Query(features, facts, id, labels, weight);
    }

    /** The same with another weight. */
    public Query weighing(double newWeight) {
        return new Query(features, facts, id, excluded, newWeight);
    }
}
