package dev.setpoint.sim;

import dev.setpoint.Coverage;
import dev.setpoint.DecisionBatch;
import dev.setpoint.HeadSettings;
import dev.setpoint.LearnerSettings;
import dev.setpoint.Normalization;
import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.math.Elementary;
import dev.setpoint.policy.UniformPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.track.CheckLoss;
import dev.setpoint.track.DecayingTracker;
import dev.setpoint.track.ExpertsTracker;
import dev.setpoint.track.SgdTracker;
import java.util.Arrays;
import java.util.List;

/**
 * The terms of the paper's theorems, summed along a run with immediate and true feedback, and their values beside what was
 * measured. Theorems 1 and 2 speak of Algorithm 1 (heads with an {@code sgd} tracker), Theorem 3 of Algorithm 2
 * ({@code experts}).
 *
 * <p>A step of several queries is one round of Theorems 2 and 3: T counts steps, and losses are divided as the thresholds' moves
 * are. Expectations given the past are replaced by what occurred: sum b_k by the sum of 1{Y=k}/pi(k|X).
 */
public final class TheoremLedger {
    /** Theorem 1 holds for all classes at once with probability at least 1 - DELTA. */
    public static final double DELTA = 0.05;

    /** Theorem 2 needs every score of a class; of more queries than this they are not kept, and it is not computed. */
    static final int MOST_SCORES = 1 << 20;

    /** The sums of one head; arrays are indexed by label, or by expert * labels + label. */
    private static final class HeadSums {
        final boolean sgd;
        final double start;
        final int experts;
        final int score;
        final double[] descent;
        final double[] loss;
        final double[] stepLoss;
        final double[] issuedLoss;
        final double[] expertStepLoss;
        final double[] expertLoss;
        final double[] largestLoss;
        /** The settings of a decaying tracker, or null. */
        final DecayingTracker.Settings decaying;
        /** The range of the head's score. */
        final double range;

        HeadSums(HeadSettings head, int labels, int score) {
            this.decaying = head.tracker() instanceof DecayingTracker.Settings settings ? settings : null;
            this.range = head.score().range(labels).width();
            this.sgd = head.tracker() instanceof SgdTracker.Settings;
            this.start = head.tracker() instanceof SgdTracker.Settings settings ? settings.start() : 0;
            this.experts = head.tracker() instanceof ExpertsTracker.Settings settings
                    ? settings.etas().size()
                    : 0;
            this.score = score;
            this.descent = new double[labels];
            this.loss = new double[labels];
            this.stepLoss = new double[labels];
            this.issuedLoss = new double[labels];
            this.expertStepLoss = new double[experts * labels];
            this.expertLoss = new double[experts * labels];
            this.largestLoss = new double[labels];
        }
    }

    private final LearnerSettings settings;
    private final int labels;
    private final double alpha;
    private final HeadSums[] heads;
    private final long[] queries;
    private final double[] inverse;
    private final double[] inverseSquares;
    private final double[] least;
    /** By label: the sum of Delta, that of the step under way, the largest of a step, and how many steps had any. */
    private final double[] evidence;

    private final double[] stepEvidence;
    private final double[] mostEvidence;
    private final long[] stepsWithEvidence;
    /** The scores of the true label, by distinct score and label. */
    private final double[][][] trueScores;

    private long total;
    private long steps;

    /** Nothing seen yet. */
    public TheoremLedger(LearnerSettings settings) {
        this.settings = settings;
        this.labels = settings.labels().size();
        this.alpha = settings.alpha();
        List<Score> scores =
                settings.heads().stream().map(HeadSettings::score).distinct().toList();
        this.heads = settings.heads().stream()
                .map(head -> new HeadSums(head, labels, scores.indexOf(head.score())))
                .toArray(HeadSums[]::new);
        this.queries = new long[labels];
        this.inverse = new double[labels];
        this.inverseSquares = new double[labels];
        this.evidence = new double[labels];
        this.stepEvidence = new double[labels];
        this.mostEvidence = new double[labels];
        this.stepsWithEvidence = new long[labels];
        this.least = new double[labels];
        Arrays.fill(least, 1);
        this.trueScores = new double[scores.size()][labels][16];
    }

    /** Whether the theorems are stated for such an experiment: every answer at once and true, with importance weights, and a threshold per class. */
    static boolean speaksOf(ExperimentSettings settings) {
        return settings.theorems()
                && settings.feedback().isImmediate()
                && settings.shift() instanceof Shift.None
                && settings.learner().coverage() == Coverage.CLASS
                && settings.learner().thresholdEstimator() instanceof IpwEstimator;
    }

    /** Adds a decision with its true label. */
    public void add(DecisionBatch batch, int row, int label) {
        total++;
        double propensity = batch.pullProbability(row, label);
        for (int h = 0; h < heads.length; h++) {
            keepScore(heads[h].score, label, batch.score(row, h, label));
        }
        queries[label]++;
        inverse[label] += IpwEstimator.weight(propensity);
        inverseSquares[label] += 1 / (propensity * propensity);
        for (int k = 0; k < labels; k++) {
            least[k] = Math.min(least[k], batch.pullProbability(row, k));
        }
        if (batch.arm(row) == label) {
            stepEvidence[label] += IpwEstimator.weight(propensity);
            for (int h = 0; h < heads.length; h++) {
                addEvidence(batch, row, h, label, IpwEstimator.weight(propensity));
            }
        }
    }

    private void keepScore(int score, int label, double value) {
        if (queries[label] >= MOST_SCORES) {
            return;
        }
        int count = (int) queries[label];
        double[] kept = trueScores[score][label];
        if (count == kept.length) {
            kept = Arrays.copyOf(kept, count * 2);
            trueScores[score][label] = kept;
        }
        kept[count] = value;
    }

    private void addEvidence(DecisionBatch batch, int row, int h, int label, double weight) {
        HeadSums head = heads[h];
        double score = batch.score(row, h, label);
        double threshold = batch.threshold(row, h, label);
        double loss = weight * CheckLoss.loss(alpha, score, threshold);
        head.descent[label] += weight * CheckLoss.descent(alpha, score, threshold);
        head.loss[label] += loss;
        head.stepLoss[label] += loss;
        for (int j = 0; j < head.experts; j++) {
            int at = j * labels + label;
            head.expertStepLoss[at] += weight * CheckLoss.loss(alpha, score, batch.trackerRecord(row, h, at));
        }
    }

    /** Ends a step of this many queries, of which {@code correct} were pulled correctly. */
    public void endStep(int count, int correct) {
        steps++;
        double divisor = settings.normalization().divisor(count, correct);
        for (int k = 0; k < labels; k++) {
            evidence[k] += stepEvidence[k];
            mostEvidence[k] = Math.max(mostEvidence[k], stepEvidence[k]);
            stepsWithEvidence[k] += stepEvidence[k] > 0 ? 1 : 0;
            stepEvidence[k] = 0;
        }
        for (HeadSums head : heads) {
            for (int k = 0; k < labels; k++) {
                head.issuedLoss[k] += divisor > 0 ? head.stepLoss[k] / divisor : 0;
                head.stepLoss[k] = 0;
            }
            for (int at = 0; at < head.expertLoss.length; at++) {
                double loss = divisor > 0 ? head.expertStepLoss[at] / divisor : 0;
                head.expertLoss[at] += loss;
                head.largestLoss[at % labels] = Math.max(head.largestLoss[at % labels], loss);
                head.expertStepLoss[at] = 0;
            }
        }
    }

    /** c_k: the promised propensity lower bound, or without a promise the smallest that occurred. */
    public double propensityLowerBound(int label) {
        return settings.propensityLowerBound() > 0 ? settings.propensityLowerBound() : least[label];
    }

    // ------------------------------------------------------------------ decaying rates

    /** Whether the pathwise bound of a decaying rate speaks of this head: its sums are not divided. */
    public boolean isDecaying(int head) {
        return heads[head].decaying != null && settings.normalization() == Normalization.NONE;
    }

    /** How far the label's estimated miscoverage is from alpha. */
    public double decayingGap(int head, int label) {
        return Math.abs(heads[head].descent[label]) / evidence[label];
    }

    /** What {@link #decayingGap} is at most, whatever the world does; see {@link DecayingTracker.Settings#bound}. */
    public double decayingBound(int head, int label) {
        HeadSums sums = heads[head];
        return sums.decaying.bound(stepsWithEvidence[label], sums.range, mostEvidence[label]) / evidence[label];
    }

    // ------------------------------------------------------------------ Theorem 1

    /** Whether Theorems 1 and 2 speak of this head. */
    public boolean isAlgorithmOne(int head) {
        return heads[head].sgd;
    }

    /** CvgGap_k = |alpha - misses / T_k|. */
    public double coverageGap(TrueMeasures measures, int head, int label) {
        return Math.abs(alpha - (double) measures.misses(head, label) / queries[label]);
    }

    /**
     * The first term of Theorem 1's bound, |sum of Delta (alpha - 1{s &lt; tau})| / T_k. For steps of one query, or without
     * normalization, this is |tau_k - start| / (eta_2 T_k).
     */
    public double thresholdTerm(int head, int label) {
        return Math.abs(heads[head].descent[label]) / queries[label];
    }

    /** The second term, zeta_k(T, DELTA/K) / T_k. */
    public double deviationTerm(int label) {
        return zeta(label, inverse[label]) / queries[label];
    }

    /** The bound of Theorem 1 on {@link #coverageGap}. */
    public double coverageBound(int head, int label) {
        return thresholdTerm(head, label) + deviationTerm(label);
    }

    /** The bound of Corollary 1 (2) for the uniform policy, where sum b_k is at most K p_k T; NaN for other policies. */
    public double coverageBoundOfUniformPolicy(int head, int label) {
        return isUniform()
                ? thresholdTerm(head, label) + zeta(label, labels * (double) queries[label]) / queries[label]
                : Double.NaN;
    }

    private double zeta(int label, double sumOfB) {
        // Wang & Qiao (2024), Theorem 1, with delta / K
        double log = Elementary.log(2 * labels / DELTA);
        return 2 / (3 * propensityLowerBound(label)) * log + Math.sqrt(2 * log * sumOfB);
    }

    // ------------------------------------------------------------------ Theorem 2

    /**
     * tau*_k: the minimiser of the check loss over all queries with this label, the alpha-quantile of their scores. NaN, and so
     * is all of Theorem 2, if there were none or more than 2^20.
     */
    public double bestThreshold(int head, int label) {
        if (queries[label] == 0 || queries[label] > MOST_SCORES) {
            return Double.NaN;
        }
        int count = (int) queries[label];
        double[] sorted = Arrays.copyOf(trueScores[heads[head].score][label], count);
        Arrays.sort(sorted);
        return sorted[Math.min(count - 1, (int) Math.floor(count * alpha))];
    }

    /** |tau* - tau^0|: the proof's distance, which is tau* for thresholds that start at 0. */
    private double distanceToBest(int head, int label) {
        return Math.abs(bestThreshold(head, label) - heads[head].start);
    }

    /** Reg_k: the mean weighted check loss of the issued thresholds minus the mean check loss of the best fixed one. */
    public double regret(int head, int label) {
        double best = bestThreshold(head, label);
        if (Double.isNaN(best)) {
            return Double.NaN;
        }
        double loss = 0;
        for (int i = 0; i < queries[label]; i++) {
            loss += CheckLoss.loss(alpha, trueScores[heads[head].score][label][i], best);
        }
        return (heads[head].loss[label] - loss) / total;
    }

    /** The bound of Theorem 2 on the expected regret, which it proves for {@link #bestRate}. */
    public double regretBound(int head, int label) {
        double share = (double) queries[label] / total;
        return distanceToBest(head, label) * Math.sqrt(share * (inverseSquares[label] / total) / steps);
    }

    /** The learning rate eta_2 for which Theorem 2 is proved. */
    public double bestRate(int head, int label) {
        double share = (double) queries[label] / total;
        return distanceToBest(head, label) * Math.sqrt(share / (inverseSquares[label] / total * steps));
    }

    /** The bound of Corollary 2 for the uniform policy, tau* K p_k / sqrt(T); NaN for other policies. */
    public double regretBoundOfUniformPolicy(int head, int label) {
        double share = (double) queries[label] / total;
        return isUniform() ? distanceToBest(head, label) * labels * share / Math.sqrt((double) steps) : Double.NaN;
    }

    // ------------------------------------------------------------------ Theorem 3

    /** Whether Theorem 3 speaks of this head: experts, at least two of them. */
    public boolean isAlgorithmTwo(int head) {
        return heads[head].experts >= 2;
    }

    /** The mean loss of the issued thresholds minus that of the best expert. */
    public double expertRegret(int head, int label) {
        double best = Double.POSITIVE_INFINITY;
        for (int at = label; at < heads[head].expertLoss.length; at += labels) {
            best = Math.min(best, heads[head].expertLoss[at]);
        }
        return (heads[head].issuedLoss[label] - best) / steps;
    }

    /** The bound of Theorem 3, 1/(4 c_k^2 sqrt(T)) + 2 ln(J)/sqrt(T). */
    public double expertRegretBound(int head, int label) {
        double c = propensityLowerBound(label);
        return (1 / (4 * c * c) + 2 * Elementary.log(heads[head].experts)) / Math.sqrt((double) steps);
    }

    /** Whether what Theorem 3 assumes occurred: every weighted loss of a step was at most 1/c_k. */
    public boolean lossesWereBounded(int head, int label) {
        return heads[head].largestLoss[label] <= 1 / propensityLowerBound(label);
    }

    private boolean isUniform() {
        return settings.policy() instanceof UniformPolicy;
    }
}
