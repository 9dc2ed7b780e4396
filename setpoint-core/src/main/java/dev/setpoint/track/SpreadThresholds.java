package dev.setpoint.track;

import dev.setpoint.math.Elementary;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/** The thresholds of an {@link AutoTracker}, read off the spread of scores at the level that the evidence allows. */
final class SpreadThresholds {
    /** The sqrt(m) g at which a label is in every set. */
    private static final double LARGEST_SHORTFALL = 3;
    /** So many correct pulls of any label are worth one observation borrowed. */
    private static final double PULLS_PER_BORROWED = 10;
    /** A bin that holds more than this part of alpha may hold nothing but equal scores. */
    private static final double TIED_PART = 0.25;

    private final ScoreSpread spread;
    private final CoverageExcess excess;
    /** A label borrows this many times 1/alpha observations from the pool. */
    private final double pool;

    private double alpha;
    private double mostBorrowed;
    /** By threshold, as are those below; these do not fade. */
    private double[] correctPulls;

    private double[] thresholds;
    private boolean[] missed;

    SpreadThresholds(ScoreSpread spread, double pool, TrackingTask task) {
        this.spread = spread;
        this.pool = pool;
        this.excess = new CoverageExcess(task.thresholds(), task.alpha());
        this.correctPulls = new double[task.thresholds()];
        this.thresholds = new double[task.thresholds()];
        this.missed = new boolean[task.thresholds()];
        Arrays.fill(thresholds, Tracker.ALWAYS);
        retarget(task.alpha());
    }

    void retarget(double newAlpha) {
        alpha = newAlpha;
        mostBorrowed = thresholds.length == 1 ? 0 : pool / newAlpha;
        excess.retarget(newAlpha);
    }

    /** There are more thresholds from now on. */
    void grow(int count) {
        int before = thresholds.length;
        excess.grow(count);
        correctPulls = Arrays.copyOf(correctPulls, count);
        thresholds = Arrays.copyOf(thresholds, count);
        Arrays.fill(thresholds, before, count, Tracker.ALWAYS);
        missed = Arrays.copyOf(missed, count);
        retarget(alpha); // a label that is no longer the only one borrows
    }

    int count() {
        return thresholds.length;
    }

    void copyInto(double[] into) {
        System.arraycopy(thresholds, 0, into, 0, thresholds.length);
    }

    void countCorrectPull(int label) {
        correctPulls[label]++;
    }

    /** Adds evidence of this weight, faded as the caller wants it to be. */
    void add(int label, double weight, boolean held) {
        excess.add(label, weight, held);
        missed[label] |= weight > 0 && !held;
    }

    /** Reads a label's threshold off anew, where so many pulls of any label were correct and an observation has a mass of {@code one}. */
    void refresh(int label, long allCorrectPulls, double one) {
        double borrowed = Math.min(mostBorrowed, allCorrectPulls / PULLS_PER_BORROWED);
        double level = level(label, correctPulls[label] + borrowed);
        double threshold = spread.quantile(label, level, one * borrowed, one, TIED_PART * alpha);
        // a miss is evidence, too, and evidence raises the level; it shall not raise the threshold by that
        thresholds[label] = missed[label] ? Math.min(threshold, thresholds[label]) : threshold;
        missed[label] = false;
    }

    private double level(int label, double observations) {
        double above = excess.of(label); // -sqrt(m) g
        if (above < -LARGEST_SHORTFALL) {
            return 0;
        }
        double level = alpha * observations / (observations + (1 - alpha) / alpha);
        return above < 0 ? level * Elementary.exp(-above * above) : level;
    }

    /** Divides all weights so far. */
    void divide(double by) {
        excess.divide(by);
    }

    /** Forgets all evidence; thresholds stay until they are read off anew. */
    void clear() {
        excess.clear();
        Arrays.fill(correctPulls, 0);
    }

    void writeLabel(int label, StateWriter out) {
        excess.writeLabel(label, out);
        out.writeDouble(correctPulls[label]);
        out.writeDouble(thresholds[label]);
        out.writeBoolean(missed[label]);
    }

    void readLabel(int label, StateReader in) {
        excess.readLabel(label, in);
        correctPulls[label] = in.readDouble();
        thresholds[label] = in.readDouble();
        missed[label] = in.readBoolean();
    }

    /** What comes before the state of the alarm. */
    void readExcessVersion3(StateReader in) {
        excess.readVersion3(in);
    }

    /** What comes after it. */
    void readVersion3(StateReader in) {
        in.readDoublesInto(correctPulls);
        in.readDoublesInto(thresholds);
        for (int k = 0; k < missed.length; k++) {
            missed[k] = in.readBoolean();
        }
    }
}
