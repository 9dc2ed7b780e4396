package dev.setpoint.track;

import dev.setpoint.math.Elementary;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/** The learners of a {@link StronglyAdaptiveTracker}, by label: when they start and end, how they move, and what is bet on them. */
final class LearnerCrowd {
    /** A learner's wealth is cut here; it could double with every step. */
    private static final double LARGEST_WEALTH = 1e100;

    private final double eta;
    private final int lifetime;
    private final int top;
    private final int placesPerLevel;
    /** Places for learners, per label. */
    private final int places;

    private long[] clocks = {};

    /**
     * What a decision keeps, by label: the threshold in each place, whether a learner is there or not; the clock; the threshold issued.
     * That of label k in place i at k * places + i + 2 k.
     */
    private double[] kept = {};

    // of the learner of label k in place i, at k * places + i
    private double[] roots = {};
    private double[] gains = {};
    private double[] wealths = {};
    /** When it started; 0 for nobody. */
    private long[] starts = {};

    private double[] sums = {};
    private double[] saved = {};

    /** Of no label yet. */
    LearnerCrowd(StronglyAdaptiveTracker.Settings settings) {
        this.eta = settings.eta();
        this.lifetime = settings.lifetime();
        this.top = settings.levels() - 1;
        this.placesPerLevel = settings.placesPerLevel();
        this.places = settings.places();
    }

    /** There are more labels from now on, each with a learner that starts at this threshold. */
    void grow(int labels, double threshold) {
        int before = clocks.length;
        int all = Math.multiplyExact(labels, places);
        clocks = Arrays.copyOf(clocks, labels);
        kept = Arrays.copyOf(kept, Math.addExact(all, 2 * labels));
        roots = Arrays.copyOf(roots, all);
        gains = Arrays.copyOf(gains, all);
        wealths = Arrays.copyOf(wealths, all);
        starts = Arrays.copyOf(starts, all);
        sums = Arrays.copyOf(sums, all);
        saved = Arrays.copyOf(saved, all);
        for (int k = before; k < labels; k++) {
            clocks[k] = 1;
            startLearner(k, threshold);
        }
    }

    /** How many numbers a decision keeps of all labels. */
    int recordSize() {
        return kept.length;
    }

    void recordInto(double[] record) {
        System.arraycopy(kept, 0, record, 0, kept.length);
    }

    /** Where a record begins to speak of a label. */
    private int from(int k) {
        return k * (places + 2);
    }

    /** Version 3 had the learners' thresholds of all labels, then the clocks, and not the thresholds issued. */
    void completeRecordVersion3(double[] record, double[] thresholds) {
        double[] stored = record.clone();
        for (int k = 0; k < clocks.length; k++) {
            int clock = from(k) + places;
            System.arraycopy(stored, k * places, record, from(k), places);
            record[clock] = stored[clocks.length * places + k];
            record[clock + 1] = thresholds[k];
        }
    }

    /** Adds evidence about a decision that kept this record. */
    void add(int k, double alpha, double weight, double score, double[] record) {
        int from = from(k);
        double clock = record[from + places];
        double loss = CheckLoss.loss(alpha, score, record[from + places + 1]);
        for (int i = 0; i < places; i++) {
            int at = k * places + i;
            // a learner that started later was not there; a place changes hands only to a later one
            if (starts[at] > 0 && starts[at] <= clock) {
                double threshold = record[from + i];
                sums[at] += weight * CheckLoss.descent(alpha, score, threshold);
                saved[at] += weight * (loss - CheckLoss.loss(alpha, score, threshold));
            }
        }
    }

    /**
     * Moves a label's learners by what was added, and ends those that have lived long enough; {@code scale} is what gains are relative
     * to.
     */
    void learn(int k, double divisor, double scale) {
        for (int at = k * places, end = at + places; at < end; at++) {
            if (starts[at] > 0) {
                update(k, at, divisor, scale);
            }
        }
        clocks[k]++;
        for (int at = k * places, end = at + places; at < end; at++) {
            if (starts[at] > 0 && clocks[k] - starts[at] >= (long) lifetime << level(starts[at])) {
                starts[at] = 0;
            }
        }
    }

    private void update(int k, int at, double divisor, double scale) {
        // Bhatnagar et al. (2023), Algorithm 2: what was saved, relative to the scale; who has no say yet loses nothing
        double gain = scale > 0 ? Math.max(-1, Math.min(1, saved[at] / divisor / scale)) : 0;
        double weight = weight(k, at);
        if (weight <= 0) {
            gain = Math.max(gain, 0);
        }
        wealths[at] = Math.min(wealths[at] + weight * gain, LARGEST_WEALTH);
        gains[at] += gain;
        double descent = sums[at] / divisor;
        roots[at] = Elementary.hypot(roots[at], descent);
        kept[at + 2 * k] += ScaleFreeTracker.move(eta, descent, roots[at]);
        sums[at] = 0;
        saved[at] = 0;
    }

    /** The bet on a learner, Jun et al. (2017): its mean gain so far, times what betting on it has made of 1. */
    private double weight(int k, int at) {
        return gains[at] / (clocks[k] - starts[at] + 1) * wealths[at];
    }

    /** The mean of the living learners, relative to one of them so that equal learners give exactly their threshold. */
    double mean(int k) {
        double base = Double.NaN;
        double weighted = 0;
        double total = 0;
        double weightedByPrior = 0;
        double totalPrior = 0;
        for (int at = k * places, end = at + places; at < end; at++) {
            if (starts[at] > 0) {
                double own = kept[at + 2 * k];
                base = totalPrior == 0 ? own : base;
                double prior = prior(starts[at]);
                double weight = prior * Math.max(0, weight(k, at));
                weighted += weight * (own - base);
                total += weight;
                weightedByPrior += prior * (own - base);
                totalPrior += prior;
            }
        }
        return base + (total > 0 ? weighted / total : weightedByPrior / totalPrior);
    }

    /** Bhatnagar et al. (2023), Algorithm 2, line 4. */
    private static double prior(long start) {
        return 1 / ((double) start * start * (Long.SIZE - Long.numberOfLeadingZeros(start)));
    }

    private int level(long start) {
        return Math.min(Long.numberOfTrailingZeros(start), top);
    }

    /** Starts a learner now, at the threshold that is issued from now on. */
    void startLearner(int k, double threshold) {
        long clock = clocks[k];
        int level = level(clock);
        long place = level < top ? (clock >> (level + 1)) % placesPerLevel : (clock >> top) % lifetime;
        int at = k * places + level * placesPerLevel + (int) place;
        kept[at + 2 * k] = threshold;
        keepIssued(k, threshold);
        roots[at] = 0;
        gains[at] = 0;
        wealths[at] = 1;
        starts[at] = clock;
    }

    private void keepIssued(int k, double threshold) {
        kept[from(k) + places] = clocks[k];
        kept[from(k) + places + 1] = threshold;
    }

    /** When the living learners of a label started, in no order. */
    long[] starts(int k) {
        return Arrays.stream(starts, k * places, (k + 1) * places)
                .filter(start -> start > 0)
                .toArray();
    }

    void writeClock(int k, StateWriter out) {
        out.writeLong(clocks[k]);
    }

    void readClock(int k, StateReader in) {
        clocks[k] = in.readLong();
    }

    void writeLearners(int k, StateWriter out) {
        for (int at = k * places, end = at + places; at < end; at++) {
            out.writeDouble(kept[at + 2 * k]);
            out.writeDouble(roots[at]);
            out.writeDouble(gains[at]);
            out.writeDouble(wealths[at]);
            out.writeLong(starts[at]);
            out.writeDouble(sums[at]);
            out.writeDouble(saved[at]);
        }
    }

    /** After {@link #readClock}. */
    void readLearners(int k, double issued, StateReader in) {
        keepIssued(k, issued);
        for (int at = k * places, end = at + places; at < end; at++) {
            kept[at + 2 * k] = in.readDouble();
            roots[at] = in.readDouble();
            gains[at] = in.readDouble();
            wealths[at] = in.readDouble();
            starts[at] = in.readLong();
            sums[at] = in.readDouble();
            saved[at] = in.readDouble();
        }
    }

    void readClocksVersion3(StateReader in) {
        in.readLongsInto(clocks);
    }

    /** After {@link #readClocksVersion3}. */
    void readLearnersVersion3(double[] issued, StateReader in) {
        double[] own = new double[roots.length];
        in.readDoublesInto(own);
        for (int k = 0; k < clocks.length; k++) {
            System.arraycopy(own, k * places, kept, from(k), places);
            keepIssued(k, issued[k]);
        }
        in.readDoublesInto(roots);
        in.readDoublesInto(gains);
        in.readDoublesInto(wealths);
        in.readLongsInto(starts);
        in.readDoublesInto(sums);
        in.readDoublesInto(saved);
    }
}
