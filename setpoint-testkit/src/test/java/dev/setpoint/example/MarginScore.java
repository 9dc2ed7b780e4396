package dev.setpoint.example;

import dev.setpoint.score.RankedProbabilities;
import dev.setpoint.score.Score;
import dev.setpoint.score.ScoreRange;

/** How far a label's probability is ahead of the best other one. */
public record MarginScore() implements Score {
    @Override
    public void scoresInto(RankedProbabilities query, double[] u, double[] scores) {
        int best = 0;
        for (int k = 1; k < query.labels(); k++) {
            best = query.probability(k) > query.probability(best) ? k : best;
        }
        double second = 0;
        for (int k = 0; k < query.labels(); k++) {
            second = k == best ? second : Math.max(second, query.probability(k));
        }
        for (int k = 0; k < query.labels(); k++) {
            scores[k] = query.probability(k) - (k == best ? second : query.probability(best));
        }
    }

    @Override
    public boolean randomised() {
        return false;
    }

    @Override
    public ScoreRange range(int labels) {
        return new ScoreRange(-1, 1);
    }

    @Override
    public String toString() {
        return "margin";
    }
}
