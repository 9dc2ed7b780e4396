package dev.setpoint.score;

/** s(X,k) = p(k|X). Wang &amp; Qiao (2024), appendix A. Range [0, 1]. */
public record SoftmaxScore() implements Score {
    @Override
    public void scoresInto(RankedProbabilities query, double[] u, double[] scores) {
        for (int k = 0; k < query.labels(); k++) {
            scores[k] = query.probability(k);
        }
    }

    @Override
    public boolean randomised() {
        return false;
    }

    @Override
    public ScoreRange range(int labels) {
        return ScoreRange.UNIT;
    }

    @Override
    public String toString() {
        return "softmax";
    }
}
