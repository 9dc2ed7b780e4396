package dev.setpoint.sim.theorem;

import dev.setpoint.DecisionBatch;
import dev.setpoint.HeadSettings;
import dev.setpoint.score.Score;
import dev.setpoint.track.CheckLoss;
import dev.setpoint.track.SgdTracker;
import java.util.Arrays;
import java.util.List;

/**
 * Theorem 2 and Corollary 2 of Wang &amp; Qiao (2024): the regret of Algorithm 1's thresholds beside the best fixed one. It needs
 * every score of a label's queries; of more than 2^20 they are not kept, and all of it is NaN.
 */
public final class Theorem2 {
    private static final int MOST_SCORES = 1 << 20;

    private final RunSums sums;
    /** By head: which of the distinct scores is its own, and where its thresholds start. */
    private final int[] scoreOf;

    private final double[] start;
    /** By head and label: the weighted check loss of the issued thresholds. */
    private final double[][] loss;
    /** The scores of the true label, by distinct score and label. */
    private final double[][][] trueScores;

    Theorem2(RunSums sums) {
        this.sums = sums;
        List<HeadSettings> heads = sums.settings.heads();
        List<Score> scores = heads.stream().map(HeadSettings::score).distinct().toList();
        this.scoreOf =
                heads.stream().mapToInt(head -> scores.indexOf(head.score())).toArray();
        this.start = heads.stream()
                .mapToDouble(head -> head.tracker() instanceof SgdTracker.Settings settings ? settings.start() : 0)
                .toArray();
        this.loss = new double[heads.size()][sums.labels];
        this.trueScores = new double[scores.size()][sums.labels][16];
    }

    /** Whether it speaks of this head: Algorithm 1, an {@code sgd} tracker. */
    public boolean speaksOf(int head) {
        return sums.settings.heads().get(head).tracker() instanceof SgdTracker.Settings;
    }

    /** Keeps the scores of a query's true label, which the sums have counted. */
    void add(DecisionBatch batch, int row, int label) {
        if (sums.queries(label) > MOST_SCORES) {
            return;
        }
        int place = (int) sums.queries(label) - 1;
        for (int h = 0; h < scoreOf.length; h++) {
            double[] kept = trueScores[scoreOf[h]][label];
            if (place == kept.length) {
                kept = Arrays.copyOf(kept, place * 2);
                trueScores[scoreOf[h]][label] = kept;
            }
            kept[place] = batch.score(row, h, label);
        }
    }

    /** Adds that the true label was pulled. */
    void addPull(DecisionBatch batch, int row, int label, double weight) {
        for (int h = 0; h < loss.length; h++) {
            loss[h][label] +=
                    weight * CheckLoss.loss(sums.alpha, batch.score(row, h, label), batch.threshold(row, h, label));
        }
    }

    /**
     * tau*_k: the minimiser of the check loss over all queries with this label, the alpha-quantile of their scores. NaN if there
     * were none or more than 2^20.
     */
    public double bestThreshold(int head, int label) {
        if (sums.queries(label) == 0 || sums.queries(label) > MOST_SCORES) {
            return Double.NaN;
        }
        int count = (int) sums.queries(label);
        double[] sorted = Arrays.copyOf(trueScores[scoreOf[head]][label], count);
        Arrays.sort(sorted);
        return sorted[Math.min(count - 1, (int) Math.floor(count * sums.alpha))];
    }

    /** |tau* - tau^0|: the proof's distance, which is tau* for thresholds that start at 0. */
    private double distanceToBest(int head, int label) {
        return Math.abs(bestThreshold(head, label) - start[head]);
    }

    /** Reg_k: the mean weighted check loss of the issued thresholds minus the mean check loss of the best fixed one. */
    public double regret(int head, int label) {
        double best = bestThreshold(head, label);
        if (Double.isNaN(best)) {
            return Double.NaN;
        }
        double lossOfBest = 0;
        for (int i = 0; i < sums.queries(label); i++) {
            lossOfBest += CheckLoss.loss(sums.alpha, trueScores[scoreOf[head]][label][i], best);
        }
        return (loss[head][label] - lossOfBest) / sums.total();
    }

    /** The bound on the expected regret, which is proved for {@link #bestRate}. */
    public double bound(int head, int label) {
        return distanceToBest(head, label)
                * Math.sqrt(sums.share(label) * (sums.inverseSquares(label) / sums.total()) / sums.steps());
    }

    /** The learning rate eta_2 for which the bound is proved. */
    public double bestRate(int head, int label) {
        return distanceToBest(head, label)
                * Math.sqrt(sums.share(label) / (sums.inverseSquares(label) / sums.total() * sums.steps()));
    }

    /** The bound of Corollary 2 for the uniform policy, tau* K p_k / sqrt(T); NaN for other policies. */
    public double boundOfUniformPolicy(int head, int label) {
        return sums.isUniform()
                ? distanceToBest(head, label) * sums.labels * sums.share(label) / Math.sqrt((double) sums.steps())
                : Double.NaN;
    }
}
