package dev.setpoint.sim.theorem;

import dev.setpoint.DecisionBatch;
import dev.setpoint.math.Elementary;
import dev.setpoint.track.CheckLoss;
import dev.setpoint.track.ExpertsTracker;

/**
 * Theorem 3 of Wang &amp; Qiao (2024): the regret of Algorithm 2's thresholds beside the best expert's. Losses of a step are divided
 * as the thresholds' moves are.
 */
public final class Theorem3 {
    private final RunSums sums;
    /** By head; null for a head without experts, of which there is nothing to sum. */
    private final Losses[] heads;

    Theorem3(RunSums sums) {
        this.sums = sums;
        this.heads = sums.settings.heads().stream()
                .map(head -> head.tracker() instanceof ExpertsTracker.Settings settings
                        ? new Losses(settings.etas().size(), sums.labels)
                        : null)
                .toArray(Losses[]::new);
    }

    /** Whether it speaks of this head: Algorithm 2, experts, at least two of them. */
    public boolean speaksOf(int head) {
        return heads[head] != null && heads[head].experts >= 2;
    }

    /** Adds that the true label was pulled. */
    void addPull(DecisionBatch batch, int row, int label, double weight) {
        for (int h = 0; h < heads.length; h++) {
            if (heads[h] != null) {
                heads[h].add(batch, row, h, label, sums.alpha, weight);
            }
        }
    }

    /** Ends a step whose losses are divided by this; where it is 0 they count as 0. */
    void endStep(double divisor) {
        for (Losses losses : heads) {
            if (losses != null) {
                losses.endStep(divisor);
            }
        }
    }

    /** The mean loss of the issued thresholds minus that of the best expert. */
    public double regret(int head, int label) {
        return (heads[head].issued[label] - heads[head].leastOfExperts(label)) / sums.steps();
    }

    /** The bound, 1/(4 c_k^2 sqrt(T)) + 2 ln(J)/sqrt(T). */
    public double bound(int head, int label) {
        double c = sums.propensityLowerBound(label);
        return (1 / (4 * c * c) + 2 * Elementary.log(heads[head].experts)) / Math.sqrt((double) sums.steps());
    }

    /** Whether what the theorem assumes occurred: every weighted loss of a step was at most 1/c_k. */
    public boolean lossesWereBounded(int head, int label) {
        return heads[head].largest[label] <= 1 / sums.propensityLowerBound(label);
    }

    /** The losses of one head; arrays are indexed by label, or by label * experts + expert. */
    private static final class Losses {
        final int experts;
        final double[] issued;
        final double[] largest;
        private final int labels;
        private final double[] step;
        private final double[] expertStep;
        private final double[] expert;

        Losses(int experts, int labels) {
            this.experts = experts;
            this.labels = labels;
            this.issued = new double[labels];
            this.largest = new double[labels];
            this.step = new double[labels];
            this.expertStep = new double[experts * labels];
            this.expert = new double[experts * labels];
        }

        void add(DecisionBatch batch, int row, int head, int label, double alpha, double weight) {
            double score = batch.score(row, head, label);
            step[label] += weight * CheckLoss.loss(alpha, score, batch.threshold(row, head, label));
            for (int j = 0; j < experts; j++) {
                int at = label * experts + j;
                expertStep[at] += weight * CheckLoss.loss(alpha, score, batch.trackerRecord(row, head, at));
            }
        }

        void endStep(double divisor) {
            for (int k = 0; k < labels; k++) {
                issued[k] += divisor > 0 ? step[k] / divisor : 0;
                step[k] = 0;
            }
            for (int at = 0; at < expert.length; at++) {
                double loss = divisor > 0 ? expertStep[at] / divisor : 0;
                expert[at] += loss;
                largest[at / experts] = Math.max(largest[at / experts], loss);
                expertStep[at] = 0;
            }
        }

        double leastOfExperts(int label) {
            double least = Double.POSITIVE_INFINITY;
            for (int at = label * experts, end = at + experts; at < end; at++) {
                least = Math.min(least, expert[at]);
            }
            return least;
        }
    }
}
