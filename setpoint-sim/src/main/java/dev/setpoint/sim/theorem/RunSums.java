package dev.setpoint.sim.theorem;

import dev.setpoint.DecisionBatch;
import dev.setpoint.LearnerSettings;
import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.policy.UniformPolicy;
import dev.setpoint.track.CheckLoss;
import java.util.Arrays;

/** The sums that several theorems need. Expectations given the past are replaced by what occurred. */
final class RunSums {
    final LearnerSettings settings;
    final int labels;
    final double alpha;

    private final long[] queries;
    private final double[] inverse;
    private final double[] inverseSquares;
    private final double[] least;
    private final double[][] descent;
    private long total;
    private long steps;

    RunSums(LearnerSettings settings) {
        this.settings = settings;
        this.labels = settings.labels().size();
        this.alpha = settings.alpha();
        this.queries = new long[labels];
        this.inverse = new double[labels];
        this.inverseSquares = new double[labels];
        this.least = new double[labels];
        Arrays.fill(least, 1);
        this.descent = new double[settings.heads().size()][labels];
    }

    void add(DecisionBatch batch, int row, int label) {
        total++;
        double propensity = batch.pullProbability(row, label);
        queries[label]++;
        inverse[label] += IpwEstimator.weight(propensity);
        inverseSquares[label] += 1 / (propensity * propensity);
        for (int k = 0; k < labels; k++) {
            least[k] = Math.min(least[k], batch.pullProbability(row, k));
        }
    }

    /** Adds that the true label was pulled. */
    void addPull(DecisionBatch batch, int row, int label, double weight) {
        for (int h = 0; h < descent.length; h++) {
            descent[h][label] +=
                    weight * CheckLoss.descent(alpha, batch.score(row, h, label), batch.threshold(row, h, label));
        }
    }

    void endStep() {
        steps++;
    }

    /** All queries. */
    long total() {
        return total;
    }

    /** T of Theorems 2 and 3: a step of several queries is one round. */
    long steps() {
        return steps;
    }

    /** T_k: the queries with this label. */
    long queries(int label) {
        return queries[label];
    }

    /** p_k. */
    double share(int label) {
        return (double) queries[label] / total;
    }

    /** The sum of b_k, by 1{Y=k}/pi(k|X). */
    double inverse(int label) {
        return inverse[label];
    }

    /** The sum of 1{Y=k}/pi(k|X)^2. */
    double inverseSquares(int label) {
        return inverseSquares[label];
    }

    /** The sum of Delta (alpha - 1{s &lt; tau}) over the pulls of this label. */
    double descent(int head, int label) {
        return descent[head][label];
    }

    /** c_k: the promised propensity lower bound, or without a promise the smallest that occurred. */
    double propensityLowerBound(int label) {
        return settings.propensityLowerBound() > 0 ? settings.propensityLowerBound() : least[label];
    }

    /** Whether the corollaries speak of the run: its policy is uniform. */
    boolean isUniform() {
        return settings.policy() instanceof UniformPolicy;
    }
}
