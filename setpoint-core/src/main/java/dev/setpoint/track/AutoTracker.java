package dev.setpoint.track;

import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/**
 * Needs no learning rate. It reads each label's threshold off an estimate of how the scores of that label's queries are spread,
 * which it makes from every answer, right or wrong, and not from right pulls alone:
 *
 * <ol>
 *   <li><b>Hit rates.</b> Probabilities are put into octaves. The share of pulls that were right, among pulls of labels whose
 *       probability was in the same octave, says what the model's probabilities are worth; it is pooled over labels, made
 *       monotone, and starts at 1. A label that is right more often than the pool in some octave counts more there.
 *   <li><b>Spread.</b> With every answered query, each label's histogram of scores gains the hit rate of its probability: a query
 *       belongs to a label as far as such pulls have been right. Old answers fade, so that the histogram follows the model.
 *   <li><b>Level.</b> The threshold is the quantile of the histogram at level alpha - (1 - alpha) / n, n being the label's right
 *       pulls: what split conformal prediction (Vovk et al. 2005) asks of n scores, here an analogy. Where the label's weighted
 *       coverage so far lies g below 1 - alpha, on evidence worth m observations, the level is multiplied by Hoeffding's bound on
 *       the chance of that, exp(-2 m g^2), which is a heuristic for weights that go with misses; where sqrt(m) g exceeds 3, the label is in every set.
 *   <li><b>Alarm.</b> When pulls are right far less often than the hit rates say, everything above starts anew.
 * </ol>
 *
 * <p>Guarantee (pathwise, for weights that are not negative and one answer per step, given before the next
 * decision is issued): with I the sum over
 * evidence of {@code f w (alpha - 1{missed})}, f its fading, and V the sum of {@code (f w)^2}, at all times
 * {@code I >= -sqrt(10 V)}: sqrt(m) g never exceeds sqrt(10), counted from the last start. Proof: a label beyond 3 is in every
 * set, so it can be missed only from below 3; one miss of weight u moves I from at least -3 sqrt(V) by at most -u and V by u^2,
 * and Cauchy and Schwarz give the rest. In a step of several answers, or with late ones, all of those that were issued together may
 * be missed before the label is put into every set. There is no such bound on how large sets are.
 *
 * <p>Meant for scores in [0, 1]. Scores below 0 count as 0 and are reached by every threshold below the first bin's end. Only pulls can
 * raise the alarm: a tracker that is told labels alone follows a change by fading.
 */
public final class AutoTracker implements Tracker {
    /**
     * Constants of the tracker, which are there to be studied; the defaults are meant for all data.
     *
     * @param prior how many right pulls every octave starts with, finite and above 0
     * @param own how many right pulls a label's own hit rate starts with, finite and above 0
     * @param fading the n-th answer from the start counts as n to this power, finite and at least 0
     * @param memory an answer counts for not much more than this many further answers per label, at least 1
     */
    public record Settings(double prior, double own, double fading, double memory) implements TrackerSettings {
        /** What {@code auto} stands for. */
        public static final Settings DEFAULT = new Settings(0.01, 0.3, 2, 5000);

        /** Checks the ranges. */
        public Settings {
            Rates.check("prior", prior);
            Rates.check("own", own);
            if (!(fading >= 0) || Double.isInfinite(fading)) {
                throw new IllegalArgumentException("fading: " + fading + " (expected: finite and >= 0)");
            }
            if (!(memory >= 1) || Double.isInfinite(memory)) {
                throw new IllegalArgumentException("memory: " + memory + " (expected: finite and >= 1)");
            }
        }

        @Override
        public Tracker create(int labels, double alpha) {
            return new AutoTracker(this, labels, alpha);
        }

        @Override
        public String toString() {
            return "auto(prior=" + prior + ", own=" + own + ", fading=" + fading + ", memory=" + memory + ")";
        }
    }

    /** The sqrt(m) g at which a label is in every set. */
    private static final double LARGEST_SHORTFALL = 3;

    /** A drop of the share of right pulls by this much is not noticed. */
    private static final double TOLERATED_SHORTFALL = 0.2;
    /** How many right pulls beyond that must be missing. By chance, and once hit rates are true, that is rarer than once in exp(60). */
    private static final double MOST_SHORTFALL = 40;

    private static final double LARGEST_SCALE = 1e40;
    private static final int LEAST_REFRESH = 16;

    private final Settings settings;
    private final double alpha;
    private final int labels;
    /** How much a new answer counts; it grows, which is how old ones fade. */
    private double scale = 1;

    private long answers;
    private int untilRefresh;
    private double shortfall;

    /** By octave: pulls of any label, and those that were right. */
    private final double[] pulls = new double[ScoreBins.OCTAVE_COUNT];

    private final double[] hits = new double[ScoreBins.OCTAVE_COUNT];
    /** The monotone hit rate by octave. */
    private final double[] hitRate = new double[ScoreBins.OCTAVE_COUNT];
    /** The same by label and octave, at label * OCTAVE_COUNT + octave. */
    private final double[] ownPulls;

    private final double[] ownHits;
    /** The spread of scores, at label * COUNT + bin, and its sum by label. */
    private final double[] spread;

    private final double[] mass;
    /** By label: right pulls, which do not fade, and errors of coverage and the squares of weights, which do. */
    private final double[] rightPulls;

    private final double[] errors;
    private final double[] squares;
    private final double[][] faded;
    private final double[] thresholds;
    private final boolean[] missed;
    private final TouchedLabels touched;
    private final int[] blockEnd = new int[ScoreBins.OCTAVE_COUNT];
    private final double[] blockPulls = new double[ScoreBins.OCTAVE_COUNT];

    AutoTracker(Settings settings, int labels, double alpha) {
        this.settings = settings;
        this.alpha = alpha;
        this.labels = labels;
        this.untilRefresh = refreshPeriod();
        this.ownPulls = new double[labels * ScoreBins.OCTAVE_COUNT];
        this.ownHits = new double[labels * ScoreBins.OCTAVE_COUNT];
        this.spread = new double[labels * ScoreBins.COUNT];
        this.mass = new double[labels];
        this.rightPulls = new double[labels];
        this.errors = new double[labels];
        this.squares = new double[labels];
        this.faded = new double[][] {pulls, hits, ownPulls, ownHits, spread, mass, errors};
        this.thresholds = new double[labels];
        this.missed = new boolean[labels];
        this.touched = new TouchedLabels(labels);
        Arrays.fill(hitRate, 1);
        Arrays.fill(thresholds, ALWAYS);
    }

    /** Thresholds of labels without new evidence are read off anew once in this many answers, at a constant cost per answer. */
    private int refreshPeriod() {
        return Math.max(LEAST_REFRESH, labels);
    }

    @Override
    public int recordSize() {
        return 0;
    }

    @Override
    public void issueInto(QueryWeights query, double[] into, double[] record) {
        System.arraycopy(thresholds, 0, into, 0, labels);
    }

    // ---------------------------------------------------------------- answers

    @Override
    public void addPull(double[] probabilities, double[] scores, double weight, int arm, boolean right) {
        countAnswer();
        for (int k = 0; k < labels; k++) {
            int octave = ScoreBins.octave(ScoreBins.bin(probabilities[k]));
            addMass(k, scores[k], weight * share(k, octave));
        }
        int octave = ScoreBins.octave(ScoreBins.bin(probabilities[arm]));
        addPull(arm, octave, right);
        if (answers % LEAST_REFRESH == 0) {
            refreshHitRates(); // also in the midst of a large step, so that the alarm compares with what is known
        }
        watch(hitRate[octave] - (right ? 1 : 0));
    }

    /** A one-sided cumulative sum (Page 1954): when pulls hit far less than they did, what was learned is of another world. */
    private void watch(double missing) {
        shortfall = Math.max(0, shortfall + missing - TOLERATED_SHORTFALL);
        if (shortfall > MOST_SHORTFALL) {
            forget();
        }
    }

    private void forget() {
        for (double[] sums : faded) {
            Arrays.fill(sums, 0);
        }
        Arrays.fill(squares, 0);
        Arrays.fill(rightPulls, 0);
        Arrays.fill(hitRate, 1);
        scale = 1;
        answers = 0;
        shortfall = 0;
        untilRefresh = 0;
    }

    @Override
    public void addLabel(double[] probabilities, double[] scores, double weight, int label) {
        countAnswer();
        addMass(label, scores[label], weight);
        for (int k = 0; k < labels; k++) { // as if every label had been pulled
            addPull(k, ScoreBins.octave(ScoreBins.bin(probabilities[k])), k == label);
        }
    }

    private void countAnswer() {
        answers++;
        untilRefresh--;
        scale *= 1 + Math.max(settings.fading() / answers, 1 / (settings.memory() * labels));
        if (scale > LARGEST_SCALE) {
            rescale();
        }
    }

    private void rescale() {
        for (double[] sums : faded) {
            for (int i = 0; i < sums.length; i++) {
                sums[i] /= scale;
            }
        }
        for (int k = 0; k < labels; k++) {
            squares[k] /= scale * scale;
        }
        scale = 1;
    }

    private void addMass(int label, double score, double weight) {
        spread[label * ScoreBins.COUNT + ScoreBins.bin(score)] += scale * weight;
        mass[label] += scale * weight;
    }

    private void addPull(int label, int octave, boolean right) {
        pulls[octave] += scale;
        ownPulls[label * ScoreBins.OCTAVE_COUNT + octave] += scale;
        if (right) {
            rightPulls[label]++;
            hits[octave] += scale;
            ownHits[label * ScoreBins.OCTAVE_COUNT + octave] += scale;
        }
    }

    /** How far a query with a probability in this octave belongs to a label: the pool's hit rate, or the label's if that is more. */
    private double share(int label, int octave) {
        double rate = hitRate[octave];
        double expected = ownPulls[label * ScoreBins.OCTAVE_COUNT + octave] * rate;
        double found = ownHits[label * ScoreBins.OCTAVE_COUNT + octave];
        double start = settings.own() * scale;
        return found <= expected ? rate : Math.min(1, rate * (found + start) / (expected + start));
    }

    /** Pools adjacent octaves until hit rates do not fall with the probability. Ayer et al. (1955). */
    private void refreshHitRates() {
        double start = settings.prior() * scale;
        int blocks = 0;
        for (int octave = 0; octave < hitRate.length; octave++) {
            double rate = (hits[octave] + start) / (pulls[octave] + start);
            double weight = pulls[octave] + start;
            while (blocks > 0 && hitRate[blocks - 1] > rate) {
                blocks--;
                double both = blockPulls[blocks] + weight;
                rate = (hitRate[blocks] * blockPulls[blocks] + rate * weight) / both;
                weight = both;
            }
            hitRate[blocks] = rate; // blocks are at most as many as octaves read so far
            blockPulls[blocks] = weight;
            blockEnd[blocks++] = octave + 1;
        }
        for (int block = blocks - 1; block >= 0; block--) {
            Arrays.fill(hitRate, block == 0 ? 0 : blockEnd[block - 1], blockEnd[block], hitRate[block]);
        }
    }

    // ---------------------------------------------------------------- thresholds

    @Override
    public void add(int label, double weight, double score, double[] issued, double[] record) {
        if (weight == 0) {
            return;
        }
        double weighed = scale * weight;
        errors[label] += weighed * CheckLoss.descent(alpha, score, issued[label]);
        squares[label] += weighed * weighed;
        missed[label] |= weight > 0 && score < issued[label];
        touched.add(label);
    }

    @Override
    public void apply(double divisor) { // what is added is weighed against itself: no divisor matters
        boolean all = untilRefresh <= 0;
        if (all || touched.count() > 0) {
            refreshHitRates();
        }
        if (all) {
            untilRefresh = refreshPeriod();
            for (int k = 0; k < labels; k++) {
                refreshThreshold(k);
            }
        } else {
            for (int i = 0; i < touched.count(); i++) {
                refreshThreshold(touched.label(i));
            }
        }
        touched.clear();
    }

    private void refreshThreshold(int label) {
        double threshold = quantile(label, level(label));
        // a miss is evidence, too, and evidence raises the level; it shall not raise the threshold by that
        thresholds[label] = missed[label] ? Math.min(threshold, thresholds[label]) : threshold;
        missed[label] = false;
    }

    private double level(int label) {
        double excess = squares[label] > 0 ? errors[label] / Math.sqrt(squares[label]) : 0; // -sqrt(m) g
        if (rightPulls[label] == 0 || excess < -LARGEST_SHORTFALL) {
            return 0;
        }
        double level = alpha - (1 - alpha) / rightPulls[label];
        return excess < 0 ? level * Math.exp(-2 * excess * excess) : level;
    }

    private double quantile(int label, double level) {
        double target = level * mass[label];
        if (!(target > 0)) {
            return ALWAYS;
        }
        double below = 0;
        for (int bin = 0; bin < ScoreBins.COUNT; bin++) {
            double here = spread[label * ScoreBins.COUNT + bin];
            if (below + here > target) {
                double lower = ScoreBins.lowerEdge(bin);
                // where one bin holds much of the tail, its scores may all be equal and lie at its lower edge
                double within = here > alpha * mass[label] / 4 ? 0 : (target - below) / here;
                return bin == 0 ? ALWAYS : lower + within * (ScoreBins.lowerEdge(bin + 1) - lower);
            }
            below += here;
        }
        return ALWAYS; // rounding left the target above the mass
    }

    // ---------------------------------------------------------------- keeping

    @Override
    public void writeState(StateWriter out) {
        out.writeLong(answers);
        out.writeInt(untilRefresh);
        out.writeDouble(scale);
        out.writeDouble(shortfall);
        for (double[] numbers : stored()) {
            out.writeDoubles(numbers);
        }
        for (boolean label : missed) {
            out.writeBoolean(label);
        }
        touched.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        answers = in.readLong();
        untilRefresh = in.readInt();
        scale = in.readDouble();
        shortfall = in.readDouble();
        for (double[] numbers : stored()) {
            in.readDoublesInto(numbers);
        }
        for (int k = 0; k < labels; k++) {
            missed[k] = in.readBoolean();
        }
        touched.readState(in);
    }

    private double[][] stored() {
        return new double[][] {
            pulls, hits, hitRate, ownPulls, ownHits, spread, mass, rightPulls, errors, squares, thresholds
        };
    }
}
