package dev.setpoint.feature;

import dev.setpoint.argument.Argument;
import dev.setpoint.state.Paged;
import java.util.List;

/**
 * Turns queries into the vectors that a model reads, in two stages. What a query says becomes a vector by a fixed rule; that is
 * what a decision keeps. How this vector is presented to the model may depend on the queries that were answered so far, for
 * example on their mean and spread. Not thread-safe.
 *
 * <p>Contract: the second stage changes in {@link #observe} alone; the same calls give the same bits; values stay finite.
 */
public interface Encoder extends Paged, AutoCloseable {
    /** How many positions a query's vector has. */
    int queryDimension();

    /** How many positions the vectors have that the model reads. */
    int dimension();

    /**
     * The first stage: makes the query the vector of these features.
     *
     * @throws IllegalArgumentException if queries are to be given as vectors, or one of these is null
     */
    void encodeInto(Features features, FeatureVector query);

    /**
     * Refuses a vector that is no query of this encoder.
     *
     * @throws IllegalArgumentException if its dimension is another, or it is sparse where numbers are to be standardised
     */
    default void check(FeatureVector query) {
        if (Argument.given("query", query).dimension() != queryDimension()) {
            throw new IllegalArgumentException(
                    "dimension of the query: " + query.dimension() + " (expected: " + queryDimension() + ")");
        }
    }

    /**
     * The second stage: what the model reads of a query.
     *
     * @param scratch receives it, unless the model reads the query as it is
     * @return the query itself or {@code scratch}
     */
    FeatureVector inputOf(FeatureVector query, FeatureVector scratch);

    /** Takes in a query that was answered. */
    void observe(FeatureVector query);

    /** Whether {@link #observe} changes anything. */
    default boolean observes() {
        return true;
    }

    /**
     * The encodings of the labels' texts, to be compared with queries; null where queries are not texts.
     *
     * @param texts one per label; an empty one is like no query
     */
    LabelTexts labelTexts(List<String> texts);

    /** Frees what it holds; nothing, for most. */
    @Override
    void close();
}
