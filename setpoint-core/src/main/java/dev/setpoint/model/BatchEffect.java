package dev.setpoint.model;

/** What a query's probabilities have to do with the other queries of its batch. */
public enum BatchEffect {
    /** Nothing: a query has the same probabilities, to the last bit, alone and in any batch. */
    NONE,
    /**
     * The last bits alone: sums are taken in an order that depends on the size of the batch. Whoever must repeat a decision to the
     * bit repeats its batch.
     */
    ROUNDING,
    /**
     * All of it: the batch is looked at as a whole, for example normalised by its own mean and variance. The same query is answered
     * otherwise among other queries.
     */
    CONTENT
}
