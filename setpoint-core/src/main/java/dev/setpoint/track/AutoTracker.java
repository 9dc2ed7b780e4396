package dev.setpoint.track;

import dev.setpoint.math.Elementary;
import dev.setpoint.notation.Notation;
import dev.setpoint.state.BlockPages;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/**
 * Needs no learning rate. It reads each label's threshold off an estimate of how the scores of that label's queries are spread,
 * which it makes from every answer, correct or not, and not from correct pulls alone:
 *
 * <ol>
 *   <li><b>Hit rates.</b> Probabilities are put into octaves. The share of pulls that were correct, among pulls of labels whose
 *       probability was in the same octave, says what the model's probabilities are worth; it is pooled over labels, made
 *       monotone, and starts at 1. A label that is correct more often than the pool in some octave counts more there.
 *   <li><b>Spread.</b> Every answered query adds its weight to the histograms of scores: to the pulled label's, if it was correct,
 *       and otherwise to those of all the others, in proportion to their hit rates. So all mass together is that of the answers,
 *       and if hit rates are the labels' probabilities given the query, each label's mass is unbiased for its queries, whatever
 *       the policy. A query of no known label is shared out as well; where there is no other label, it is left out. Old answers
 *       fade, so that the histogram follows the model.
 *   <li><b>Pool.</b> To each label's histogram a number of observations is added that are spread as those of all labels together:
 *       1/alpha, or a tenth of all correct pulls while that is less. A label of which nothing is known is treated as the others
 *       are, one that has been seen often by its own scores.
 *   <li><b>Level.</b> The threshold is the quantile of that histogram at level alpha n / (n + (1 - alpha) / alpha), n being the
 *       label's correct pulls and the observations from the pool. For large n that is alpha - (1 - alpha) / n, what split conformal
 *       prediction (Vovk et al. 2005) asks of n scores, here an analogy; unlike that, it is above 0 for all n. (Where it asks for less
 *       than one observation and none lies below, the label is in every set.) Where the label's
 *       weighted coverage so far lies g below 1 - alpha, on evidence worth m observations, the level is multiplied by
 *       exp(-m g^2), the root of Hoeffding's bound on the chance of that, which is a heuristic for weights that go with misses;
 *       where sqrt(m) g exceeds 3, the label is in every set.
 *   <li><b>Alarm.</b> When pulls are correct far less often than the hit rates say, everything above restarts.
 * </ol>
 *
 * <p>With one threshold for all labels, the histogram is that of all labels, and there is nothing to borrow.
 *
 * <p>Guarantee (pathwise, for every threshold, for weights that are not negative and one answer per step, given before the next
 * decision is issued): with I the sum over evidence of {@code f w (alpha - 1{missed})}, f its fading, and V the sum of {@code (f w)^2},
 * at all times {@code I >= -sqrt(10 V)}: sqrt(m) g never exceeds sqrt(10), counted from the last start. With one threshold for all
 * labels, the sums are over the evidence about all of them. Proof: a label beyond 3 is in every set, whatever its histogram and the
 * pool say, so it can be missed only from below 3; one miss of weight u moves I from at least -3 sqrt(V) by at most -u and V by u^2,
 * and Cauchy and Schwarz give the rest. In a step of several answers, or with late ones, all of those that were issued together may
 * be missed before the label is put into every set. There is no such bound on how large sets are.
 *
 * <p>Scores outside the range that the tracker was made for count as its ends. Only pulls can raise the alarm: a tracker that is told
 * labels alone follows a change by fading. A correct pull costs constant time, an incorrect one a few operations per label.
 */
public final class AutoTracker extends BlockPages implements Tracker {
    /**
     * Constants of the tracker, which are there to be studied; the defaults are meant for all data.
     *
     * @param prior how many correct pulls every octave starts with, finite and above 0
     * @param own how many correct pulls a label's own hit rate starts with, finite and above 0
     * @param fading the n-th answer from the start counts as n to this power, finite and at least 0
     * @param memory an answer counts for not much more than this many further answers per label, at least 1
     * @param pool a label borrows this many times 1/alpha observations from the pool, finite and at least 0
     */
    public record Settings(double prior, double own, double fading, double memory, double pool)
            implements TrackerSettings {
        /** What {@code auto} stands for. */
        public static final Settings DEFAULT = new Settings(0.015, 0.3, 1, 5000, 1);

        /** Checks the ranges. */
        public Settings {
            Rates.check("prior", prior);
            Rates.check("own", own);
            checkAtLeast("fading", fading, 0);
            checkAtLeast("memory", memory, 1);
            checkAtLeast("pool", pool, 0);
        }

        private static void checkAtLeast(String name, double value, int least) {
            if (!(value >= least) || Double.isInfinite(value)) {
                throw new IllegalArgumentException(name + ": " + value + " (expected: finite and >= " + least + ")");
            }
        }

        static Settings parse(Notation notation) {
            return new Settings(
                    notation.number("prior", DEFAULT.prior),
                    notation.number("own", DEFAULT.own),
                    notation.number("fading", DEFAULT.fading),
                    notation.number("memory", DEFAULT.memory),
                    notation.number("pool", DEFAULT.pool));
        }

        @Override
        public Tracker create(TrackingTask task) {
            return new AutoTracker(this, task);
        }

        @Override
        public String toString() {
            return "auto(prior=" + prior + ", own=" + own + ", fading=" + fading + ", memory=" + memory + ", pool="
                    + pool + ")";
        }
    }

    /** The sqrt(m) g at which a label is in every set. */
    private static final double LARGEST_SHORTFALL = 3;
    /** So many correct pulls of any label are worth one observation borrowed. */
    private static final double PULLS_PER_BORROWED = 10;
    /** A bin that holds more than this part of alpha may hold nothing but equal scores. */
    private static final double TIED_PART = 0.25;

    private static final int BYTES_PER_LABEL = Double.BYTES * (2 * HitRates.COUNT + ScoreBins.COUNT);
    private static final double LARGEST_SCALE = 1e40;
    private static final int LEAST_REFRESH = 16;

    private final Settings settings;
    private double alpha;
    private int labels;
    private int refreshPeriod;
    private double mostBorrowed;
    /** How much a new answer counts; it grows, which is how old ones fade. */
    private double scale = 1;

    private long answers;
    private int untilRefresh;
    private long allCorrectPulls;

    private final HitRates hitRates;
    private final ScoreSpread spread;
    private final CoverageExcess excess;
    private final HitAlarm alarm = new HitAlarm();
    /** By threshold, as are those below; these do not fade. */
    private double[] correctPulls;

    private double[] thresholds;
    private boolean[] missed;
    private final TouchedLabels touched;
    /** By label: of the query at hand. */
    private double[] shares;

    AutoTracker(Settings settings, TrackingTask task) {
        super(task.labels(), BYTES_PER_LABEL);
        this.settings = settings;
        this.alpha = task.alpha();
        this.labels = task.labels();
        int count = task.thresholds();
        this.refreshPeriod = refreshPeriod(count);
        this.untilRefresh = refreshPeriod;
        this.hitRates = new HitRates(labels, settings.prior(), settings.own());
        this.spread = new ScoreSpread(count, task.scores());
        this.excess = new CoverageExcess(count, alpha);
        this.correctPulls = new double[count];
        this.thresholds = new double[count];
        this.missed = new boolean[count];
        this.touched = new TouchedLabels(count);
        this.shares = new double[labels];
        Arrays.fill(thresholds, ALWAYS);
        retarget(alpha);
    }

    private static int refreshPeriod(int thresholds) {
        return Math.max(LEAST_REFRESH, thresholds);
    }

    /** Where the scores of more labels lie in a wider range, as those of RAPS do, wider bins take over what was in the earlier ones. */
    @Override
    public void grow(TrackingTask task) {
        int before = thresholds.length;
        task.checkGrowth(labels, before);
        labels = task.labels();
        int count = task.thresholds();
        refreshPeriod = refreshPeriod(count);
        hitRates.grow(labels);
        excess.grow(count);
        correctPulls = Arrays.copyOf(correctPulls, count);
        thresholds = Arrays.copyOf(thresholds, count);
        Arrays.fill(thresholds, before, count, ALWAYS);
        missed = Arrays.copyOf(missed, count);
        touched.grow(count);
        shares = new double[labels];
        retarget(alpha);
        grown();
        if (spread.grow(count, task.scores())) {
            touchAll();
        }
    }

    /** The excess of coverage goes on, each piece of evidence counted by the alpha in force when it came. */
    @Override
    public void retarget(double newAlpha) {
        alpha = newAlpha;
        mostBorrowed = thresholds.length == 1 ? 0 : settings.pool() / newAlpha;
        excess.retarget(newAlpha);
    }

    @Override
    public int recordSize() {
        return 0;
    }

    @Override
    public void issueInto(QueryWeights query, double[] into, double[] record) {
        System.arraycopy(thresholds, 0, into, 0, thresholds.length);
    }

    private int thresholdOf(int label) {
        return thresholds.length == 1 ? 0 : label;
    }

    // ---------------------------------------------------------------- answers

    @Override
    public void addPull(double[] probabilities, double[] scores, double weight, int arm, boolean correct) {
        countAnswer();
        touch(arm);
        if (correct) {
            countCorrectPull(arm);
            spread.add(thresholdOf(arm), scores[arm], scale * weight);
        } else {
            shareOut(probabilities, scores, weight, arm);
        }
        hitRates.add(arm, probabilities[arm], correct, scale);
        if (answers % LEAST_REFRESH == 0) {
            hitRates.refresh(scale); // also in the midst of a large step, so that the alarm compares with what is known
        }
        if (alarm.watch(hitRates.rate(probabilities[arm]), correct)) {
            restart();
        }
    }

    /** P(Y=k | Y is not the arm) = share_k / (sum of the shares of all but the arm), if shares are the probabilities of the labels. */
    private void shareOut(double[] probabilities, double[] scores, double weight, int arm) {
        double sum = 0;
        for (int k = 0; k < probabilities.length; k++) {
            shares[k] = k == arm ? 0 : hitRates.share(k, probabilities[k], scale);
            sum += shares[k];
        }
        if (!(sum > 0)) {
            return; // there is no other label
        }
        touchAll();
        double perShare = scale * weight / sum;
        for (int k = 0; k < probabilities.length; k++) {
            if (k != arm) {
                spread.add(thresholdOf(k), scores[k], perShare * shares[k]);
            }
        }
    }

    private void restart() {
        touchAll();
        hitRates.clear();
        spread.clear();
        excess.clear();
        Arrays.fill(correctPulls, 0);
        allCorrectPulls = 0;
        scale = 1;
        answers = 0;
        untilRefresh = 0;
    }

    @Override
    public void addLabel(double[] probabilities, double[] scores, double weight, int label) {
        countAnswer();
        countCorrectPull(label);
        spread.add(thresholdOf(label), scores[label], scale * weight);
        touchAll();
        for (int k = 0; k < probabilities.length; k++) { // as if every label had been pulled
            hitRates.add(k, probabilities[k], k == label, scale);
        }
    }

    private void countAnswer() {
        touchCommon();
        answers++;
        untilRefresh--;
        scale *= 1 + Math.max(settings.fading() / answers, 1 / (settings.memory() * labels));
        if (scale > LARGEST_SCALE) {
            hitRates.divide(scale);
            spread.divide(scale);
            excess.divide(scale);
            touchAll();
            scale = 1;
        }
    }

    private void countCorrectPull(int label) {
        touch(thresholdOf(label)); // and with it what is added to the spread
        correctPulls[thresholdOf(label)]++;
        allCorrectPulls++;
    }

    // ---------------------------------------------------------------- thresholds

    @Override
    public void add(int label, double weight, double score, boolean held, double[] record) {
        if (weight == 0) {
            return;
        }
        excess.add(label, scale * weight, held);
        missed[label] |= weight > 0 && !held;
        touched.add(label);
        touchCommon();
        touch(label);
    }

    @Override
    public void apply(double divisor) { // what is added is weighed against itself: no divisor matters
        boolean all = untilRefresh <= 0;
        if (all || touched.count() > 0) {
            touchCommon();
            hitRates.refresh(scale);
        }
        if (all) {
            // labels without new evidence are read off anew once in so many answers, at a constant cost per answer
            untilRefresh = refreshPeriod;
            for (int k = 0; k < thresholds.length; k++) {
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
        double borrowed = Math.min(mostBorrowed, allCorrectPulls / PULLS_PER_BORROWED);
        double level = level(label, correctPulls[label] + borrowed);
        double threshold = spread.quantile(label, level, scale * borrowed, scale, TIED_PART * alpha);
        // a miss is evidence, too, and evidence raises the level; it shall not raise the threshold by that
        thresholds[label] = missed[label] ? Math.min(threshold, thresholds[label]) : threshold;
        missed[label] = false;
        touch(label);
    }

    private double level(int label, double observations) {
        double above = excess.of(label); // -sqrt(m) g
        if (above < -LARGEST_SHORTFALL) {
            return 0;
        }
        double level = alpha * observations / (observations + (1 - alpha) / alpha);
        return above < 0 ? level * Elementary.exp(-above * above) : level;
    }

    // ---------------------------------------------------------------- keeping

    /** By label; where there is one threshold, the first has what belongs to that. */
    @Override
    protected int entries() {
        return labels;
    }

    @Override
    protected void writeCommon(StateWriter out) {
        out.writeLong(answers);
        out.writeLong(allCorrectPulls);
        out.writeInt(untilRefresh);
        out.writeDouble(scale);
        hitRates.writeCommon(out);
        spread.writeCommon(out);
        alarm.writeState(out);
        touched.writeState(out);
    }

    @Override
    protected void readCommon(StateReader in) {
        answers = in.readLong();
        allCorrectPulls = in.readLong();
        untilRefresh = in.readInt();
        scale = in.readDouble();
        hitRates.readCommon(in);
        spread.readCommon(in);
        alarm.readState(in);
        touched.readState(in);
    }

    @Override
    protected void writeEntry(int label, StateWriter out) {
        hitRates.writeLabel(label, out);
        if (label < thresholds.length) {
            spread.writeLabel(label, out);
            excess.writeLabel(label, out);
            out.writeDouble(correctPulls[label]);
            out.writeDouble(thresholds[label]);
            out.writeBoolean(missed[label]);
        }
    }

    @Override
    protected void readEntry(int label, StateReader in) {
        hitRates.readLabel(label, in);
        if (label < thresholds.length) {
            spread.readLabel(label, in);
            excess.readLabel(label, in);
            correctPulls[label] = in.readDouble();
            thresholds[label] = in.readDouble();
            missed[label] = in.readBoolean();
        }
    }

    @Override
    public void readVersion3(StateReader in) {
        answers = in.readLong();
        allCorrectPulls = in.readLong();
        untilRefresh = in.readInt();
        scale = in.readDouble();
        hitRates.readVersion3(in);
        spread.readVersion3(in);
        excess.readVersion3(in);
        alarm.readState(in);
        in.readDoublesInto(correctPulls);
        in.readDoublesInto(thresholds);
        for (int k = 0; k < missed.length; k++) {
            missed[k] = in.readBoolean();
        }
        touched.readState(in);
    }
}
