package dev.setpoint.bench.peers;

/**
 * What coverage costs: the mean importance weight 1/pi(y|x), pi being the distribution that the pull was drawn from and y the
 * true label. It is the second moment of the weight that one query gives its label, E[(1{A=y}/pi(A|x))^2], by which the variance of
 * every estimate of coverage grows; 1 if labels were told.
 */
final class ImportanceWeights {
    private static final int QUARTERS = 4;

    private final long queries;
    private final double[] sum = new double[QUARTERS];
    private final long[] count = new long[QUARTERS];

    /** For a stream of so many queries. */
    ImportanceWeights(long queries) {
        this.queries = queries;
    }

    /**
     * Adds the query with this number, from 0.
     *
     * @param propensity the probability with which its true label would have been pulled
     */
    void add(long query, double propensity) {
        int quarter = (int) (QUARTERS * query / queries);
        sum[quarter] += 1 / propensity;
        count[quarter]++;
    }

    /** The mean in one quarter, 0 to 3; NaN if it had no query. */
    double quarter(int quarter) {
        return sum[quarter] / count[quarter];
    }

    /** The mean over all queries but those of the first quarter, in which little is learned yet. */
    double lastThreeQuarters() {
        return (sum[1] + sum[2] + sum[3]) / (count[1] + count[2] + count[3]);
    }
}
