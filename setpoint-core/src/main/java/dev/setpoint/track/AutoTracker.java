package dev.setpoint.track;

import dev.setpoint.notation.Notation;
import dev.setpoint.state.BlockPages;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;

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
 * <p>Scores outside the range that the tracker was made for, or has grown to, count as its ends. Only pulls can raise the alarm: a tracker
 * that is told labels alone follows a change by fading. A correct pull costs constant time, an incorrect one a few operations per label.
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
            Rates.checkAtLeast("fading", fading, 0);
            Rates.checkAtLeast("memory", memory, 1);
            Rates.checkAtLeast("pool", pool, 0);
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

    private static final int BYTES_PER_LABEL = Double.BYTES * (2 * HitRates.COUNT + ScoreBins.COUNT);

    private final AnswerClock clock;
    private final SpreadEstimate estimate;
    private final SpreadThresholds thresholds;
    private final TouchedLabels touched;

    AutoTracker(Settings settings, TrackingTask task) {
        super(task.labels(), BYTES_PER_LABEL);
        this.clock = new AnswerClock(settings, task);
        this.estimate = new SpreadEstimate(settings, task);
        this.thresholds = new SpreadThresholds(estimate.spread(), settings.pool(), task);
        this.touched = new TouchedLabels(task.thresholds());
    }

    /** The excess of coverage goes on, each piece of evidence counted by the alpha in force when it came. */
    @Override
    public void retarget(double newAlpha) {
        thresholds.retarget(newAlpha);
    }

    /** Where the scores of more labels lie in a wider range, as those of RAPS do, wider bins take over what was in the earlier ones. */
    @Override
    public void grow(TrackingTask task) {
        task.checkGrowth(estimate.labels(), thresholds.count());
        clock.grow(task);
        boolean moved = estimate.grow(task);
        thresholds.grow(task.thresholds());
        touched.grow(task.thresholds());
        grown();
        if (moved) {
            touchAll();
        }
    }

    @Override
    public int recordSize() {
        return 0;
    }

    @Override
    public void issueInto(QueryWeights query, double[] into, double[] record) {
        thresholds.copyInto(into);
    }

    // ---------------------------------------------------------------- answers

    @Override
    public void addPull(double[] probabilities, double[] scores, double weight, int arm, boolean correct) {
        countAnswer();
        if (correct) {
            touch(arm);
            countCorrectPull(arm);
        } else {
            touchAll(); // the others have their shares of it
        }
        if (estimate.addPull(probabilities, scores, weight, arm, correct, clock)) {
            restart();
        }
    }

    @Override
    public void addLabel(double[] probabilities, double[] scores, double weight, int label) {
        countAnswer();
        countCorrectPull(label);
        touchAll();
        estimate.addLabel(probabilities, scores, weight, label, clock.scale());
    }

    private void restart() {
        touchAll();
        estimate.clear();
        thresholds.clear();
        clock.restart();
    }

    private void countAnswer() {
        touchCommon();
        clock.countAnswer();
        if (clock.isScaleFull()) {
            estimate.divide(clock.scale());
            thresholds.divide(clock.scale());
            touchAll();
            clock.restartScale();
        }
    }

    private void countCorrectPull(int label) {
        int at = estimate.thresholdOf(label);
        touch(at); // and with it what is added to the spread
        thresholds.countCorrectPull(at);
        clock.countCorrectPull();
    }

    // ---------------------------------------------------------------- thresholds

    @Override
    public void add(int label, double weight, double score, boolean held, double[] record) {
        if (weight == 0) {
            return;
        }
        thresholds.add(label, clock.scale() * weight, held);
        touched.add(label);
        touchCommon();
        touch(label);
    }

    @Override
    public void apply(double divisor) { // what is added is weighed against itself: no divisor matters
        boolean all = clock.isDue();
        if (all || touched.count() > 0) {
            touchCommon();
            estimate.refresh(clock.scale());
        }
        if (all) {
            // labels without new evidence are read off anew once in so many answers, at a constant cost per answer
            clock.restartPeriod();
            for (int k = 0; k < thresholds.count(); k++) {
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
        thresholds.refresh(label, clock.correctPulls(), clock.scale());
        touch(label);
    }

    // ---------------------------------------------------------------- keeping

    /** By label; where there is one threshold, the first has what belongs to that. */
    @Override
    protected int entries() {
        return estimate.labels();
    }

    @Override
    protected void writeCommon(StateWriter out) {
        clock.writeState(out);
        estimate.writeCommon(out);
        touched.writeState(out);
    }

    @Override
    protected void readCommon(StateReader in) {
        clock.readState(in);
        estimate.readCommon(in);
        touched.readState(in);
    }

    @Override
    protected void writeEntry(int label, StateWriter out) {
        estimate.writeLabel(label, out);
        if (label < thresholds.count()) {
            thresholds.writeLabel(label, out);
        }
    }

    @Override
    protected void readEntry(int label, StateReader in) {
        estimate.readLabel(label, in);
        if (label < thresholds.count()) {
            thresholds.readLabel(label, in);
        }
    }

    @Override
    public void readVersion3(StateReader in) {
        clock.readState(in);
        estimate.readVersion3(in);
        thresholds.readExcessVersion3(in);
        estimate.readAlarmVersion3(in);
        thresholds.readVersion3(in);
        touched.readState(in);
    }
}
