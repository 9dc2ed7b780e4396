package dev.setpoint.score;

/**
 * Regularised adaptive prediction sets (Angelopoulos et al. 2021): the APS score minus {@code lambda * max(0, r - kreg)} for
 * the label ranked r-th (r = 1 is the most probable). Wang &amp; Qiao (2024), appendix A. Range
 * [-lambda * max(0, K - kreg), 1]: with thresholds that start at 0, sets start smaller than the full label set.
 *
 * @param lambda penalty per rank, finite and at least 0
 * @param kreg the rank up to which there is no penalty, at least 0
 * @param randomised whether U is the drawn number; otherwise U = 1
 */
public record RapsScore(double lambda, int kreg, boolean randomised) implements Score {
    /** As in the paper's experiments. */
    public static final double DEFAULT_LAMBDA = 0.01;
    /** As in the paper's experiments on ten classes. */
    public static final int DEFAULT_KREG = 1;

    private static final double MOST_LAMBDA = 1e6; // beyond, a penalty leaves nothing of the probability beside it

    /** Checks the ranges. */
    public RapsScore {
        if (!(lambda >= 0 && lambda <= MOST_LAMBDA)) {
            throw new IllegalArgumentException("lambda: " + lambda + " (expected: in [0, " + MOST_LAMBDA + "])");
        }
        if (kreg < 0) {
            throw new IllegalArgumentException("kreg: " + kreg + " (expected: >= 0)");
        }
    }

    @Override
    public void scoresInto(RankedProbabilities query, double[] u, double[] scores) {
        scoresInto(query, randomised ? u : null, lambda, kreg, scores);
    }

    static void scoresInto(RankedProbabilities query, double[] u, double lambda, int kreg, double[] scores) {
        int[] order = query.order();
        int labels = query.labels();
        double above = 0;
        for (int i = 0; i < labels; i++) {
            int k = order[i];
            double p = query.probability(k);
            double penalty = lambda * Math.max(0, i + 1 - kreg);
            // Wang & Qiao (2024), appendix A, with the order descending
            scores[k] = 1 - above - (u == null ? 1 : u[k]) * p - penalty;
            above += p;
        }
    }

    @Override
    public ScoreRange range(int labels) {
        // the first rank pays, too, if kreg is 0
        return new ScoreRange(-lambda * Math.max(0, labels - kreg), 1 - lambda * Math.max(0, 1 - kreg));
    }

    @Override
    public String toString() {
        return "raps(lambda=" + lambda + ", kreg=" + kreg + ", randomised=" + randomised + ")";
    }
}
