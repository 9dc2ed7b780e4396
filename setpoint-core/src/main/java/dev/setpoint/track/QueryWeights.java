package dev.setpoint.track;

/** The weight that evidence about a query would carry, label by label, had that label been pulled and been correct. */
public final class QueryWeights {
    private static final double[] NOTHING = {};

    private double[] distribution = NOTHING;
    private double weight = 1;

    /** Of a query of which nothing is known. */
    public QueryWeights() {}

    /**
     * Speaks of another query from now on.
     *
     * @param pulled with which probability each label is pulled, or less; 0 where that is unknown or it cannot be pulled. Kept, not
     *     copied
     * @param queryWeight the query's own weight, for shifts of the covariates; 1 without
     */
    public void set(double[] pulled, double queryWeight) {
        distribution = pulled;
        weight = queryWeight;
    }

    /** The weight of evidence for this label, or 0 if it is unknown. */
    public double of(int label) {
        double propensity = distribution.length == 0 ? 0 : distribution[label];
        return propensity > 0 ? weight / propensity : 0;
    }
}
