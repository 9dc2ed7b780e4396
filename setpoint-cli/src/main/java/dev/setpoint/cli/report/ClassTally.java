package dev.setpoint.cli.report;

/**
 * What a run has recorded of one class and one head, all seeds together; or of all queries, where the target is for them.
 *
 * @param name the class, or {@link #ALL_QUERIES}
 * @param queries how many queries it had in the last quarter of the stream
 * @param coverage the share of them whose set held the true label
 * @param streamQueries how many it had in the whole stream
 * @param streamCoverage the same share over the whole stream
 * @param correctPulls the share of its queries that were pulled correctly, over the whole stream
 * @param estimate its coverage over the whole stream as estimated from feedback; NaN if there is none
 * @param ess what that estimate rests on; NaN if it was not recorded
 */
record ClassTally(
        String name,
        double queries,
        double coverage,
        double streamQueries,
        double streamCoverage,
        double correctPulls,
        double estimate,
        double ess) {
    /** The name of all queries together, as in {@code metrics.csv}: no class has an empty one. */
    static final String ALL_QUERIES = "";

    /** So many leave nothing to chance: a share 0.01 below the target is 20 standard errors below it. More would only take time. */
    private static final double ENOUGH = 1_000_000;

    /** With what probability a class that is covered with this probability has no better coverage than this one in the last quarter. */
    double chance(double target) {
        double count = Math.min(queries, ENOUGH);
        long n = Math.round(count);
        long covered = Math.round(count * coverage);
        // the tail of the binomial distribution from its largest term downwards
        double log = 0;
        for (long i = 1; i <= n - covered; i++) {
            log += StrictMath.log((double) (covered + i) / i) + StrictMath.log(1 - target);
        }
        double term = StrictMath.exp(log + covered * StrictMath.log(target));
        double sum = 0;
        for (long i = covered; i >= 0 && sum < 1 && term > 1e-12 * sum; i--) {
            sum += term;
            term *= i * (1 - target) / ((n - i + 1) * target);
        }
        return Math.min(1, sum);
    }

    /** The least standard error that the estimate can have where coverage is at its target. */
    double standardError(double target) {
        return Math.sqrt(target * (1 - target) / ess);
    }
}
