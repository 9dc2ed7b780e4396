package dev.setpoint.score;

/**
 * Adaptive prediction sets (Romano et al. 2020): s(X,k) = 1 - (sum of the p ranked above k) - U p(k|X). Wang &amp; Qiao (2024),
 * appendix A, sorted descending. Range [0, 1] up to rounding.
 *
 * @param randomised whether U is the drawn number; otherwise U = 1, so that the score is 1 minus the probability of all labels
 *     ranked up to and including k
 */
public record ApsScore(boolean randomised) implements Score {
    @Override
    public void scoresInto(RankedProbabilities query, double[] u, double[] scores) {
        RapsScore.scoresInto(query, randomised ? u : null, 0, 0, scores);
    }

    @Override
    public ScoreRange range(int labels) {
        return ScoreRange.UNIT;
    }

    @Override
    public String toString() {
        return "aps(randomised=" + randomised + ")";
    }
}
