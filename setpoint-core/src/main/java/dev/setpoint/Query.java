package dev.setpoint;

import dev.setpoint.feature.FeatureVector;
import java.util.Objects;

/**
 * A query with all that can be said about it.
 *
 * @param features what is asked about
 * @param id by which its feedback will be given: 1 to 128 bytes, of no decision that is pending or remembered; null for a number
 * @param excluded the labels that must not be pulled; null for none. Exclusion restricts the action, not the set
 * @param weight how much more often such queries occur in the population whose coverage matters; 1 without a shift of covariates
 */
public record Query(FeatureVector features, String id, LabelSet excluded, double weight) {
    /** Refuses a query without features, and an id that cannot be one. */
    public Query {
        Objects.requireNonNull(features, "features");
        if (id != null) {
            DecisionKey.check(id);
        }
    }

    /** With nothing said but the features. */
    public static Query of(FeatureVector features) {
        return new Query(features, null, null, 1);
    }

    /** The same with an id. */
    public Query named(String newId) {
        return new Query(features, newId, excluded, weight);
    }

    /** The same with labels that must not be pulled. */
    public Query excluding(LabelSet labels) {
        return new Query(features, id, labels, weight);
    }

    /** The same with another weight. */
    public Query weighing(double newWeight) {
        return new Query(features, id, excluded, newWeight);
    }
}
