package dev.setpoint.track;

import dev.setpoint.math.Elementary;
import dev.setpoint.state.BlockPages;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;
import java.util.List;

/**
 * A crowd of scale-free learners that start and end all the time, so that among them there is always one that has seen the latest
 * stretch of the stream and nothing else, whatever its length. The threshold issued is their mean, weighted by how much each would
 * have saved. Strongly adaptive online conformal prediction (SAOCP), Bhatnagar, Wang, Xiong &amp; Bai (2023), Algorithm 2, per label
 * and with the check losses weighted by the evidence.
 *
 * <p>A label's clock n counts from 1 and moves on with every step that has evidence about it. At every n a learner starts at the
 * threshold then issued, and lives for lifetime * 2^v steps, where 2^v is the largest power of two in n, v at most levels - 1. So no
 * more than {@code (levels - 1) * ceil(lifetime / 2) + lifetime} are alive, and no stretch longer than lifetime * 2^(levels-1) is
 * looked at as a whole. A decision keeps one number per label and place for a learner.
 *
 * <p>Late evidence moves and pays the learners by the thresholds they had when the decision was issued, and those not at all that
 * started later. So where evidence is later than a learner lives, that learner learns nothing.
 *
 * <p>What a learner saves is measured relative to the largest evidence of a step so far, as a share of a range of scores of 1, and cut
 * to [-1, 1]; the paper's guarantee is for losses whose range is known before.
 *
 * <p>Quick learners are heard by what few scores have shown, and with a small alpha few scores mostly speak for a higher threshold:
 * at alpha 0.1 it covers about 0.86 of a stream that does not change with lifetime 8, and 0.89 with lifetime 32; less where weights
 * differ much. Where nothing changes
 * abruptly, {@link ScaleFreeTracker} or {@link WeightedQuantileTracker} keep the level better.
 */
public final class StronglyAdaptiveTracker extends BlockPages implements Tracker {
    /** A learner's wealth is cut here; it could double with every step. */
    private static final double LARGEST_WEALTH = 1e100;

    /**
     * Constants of the tracker.
     *
     * @param eta the longest step of a learner, finite and above 0
     * @param lifetime how many steps with evidence the shortest-lived learners live, at least 2
     * @param levels how many lifetimes there are, each twice the one before, in [1, 32]
     * @param start the first threshold, finite
     */
    public record Settings(double eta, int lifetime, int levels, double start) implements TrackerSettings {
        private static final int MOST_LIFETIME = 1 << 16;
        private static final int MOST_LEVELS = 32;

        /** Places for learners, per label: those of each level below the top, and of the top. */
        private int places() {
            return (levels - 1) * placesPerLevel() + lifetime;
        }

        private int placesPerLevel() {
            return (lifetime + 1) / 2;
        }

        /** Checks the ranges. */
        public Settings {
            Rates.check("eta", eta);
            if (lifetime < 2 || lifetime > MOST_LIFETIME) {
                throw new IllegalArgumentException(
                        "lifetime: " + lifetime + " (expected: in [2, " + MOST_LIFETIME + "])");
            }
            if (levels < 1 || levels > MOST_LEVELS) {
                throw new IllegalArgumentException("levels: " + levels + " (expected: in [1, " + MOST_LEVELS + "])");
            }
            Rates.checkStart(start);
        }

        @Override
        public Tracker create(TrackingTask task) {
            return new StronglyAdaptiveTracker(this, task.thresholds(), task.alpha());
        }

        @Override
        public List<String> warnings(TrackingTask task) {
            return Rates.warnings(start, task);
        }

        @Override
        public String toString() {
            return "strongly-adaptive(eta=" + eta + ", lifetime=" + lifetime + ", levels=" + levels + ", start=" + start
                    + ")";
        }
    }

    private final double eta;
    private double alpha;
    private final double start;
    private final int lifetime;
    private final int top;
    /** Places of a level below the top: its learners start 2^(v+1) apart and live for lifetime * 2^v. */
    private final int placesPerLevel;
    /** Places for learners, per label. */
    private final int places;

    private long[] clocks;
    private double[] issued;
    /** The largest sum of |weights| / divisor of a step. */
    private double[] largest;

    // of the learner of label k in place i, at k * places + i
    private double[] own;
    private double[] roots;
    private double[] gains;
    private double[] wealths;
    /** When it started; 0 for nobody. */
    private long[] starts;

    private double[] sums;
    private double[] saved;
    private double[] evidence;
    private final TouchedLabels touched;

    StronglyAdaptiveTracker(Settings settings, int labels, double alpha) {
        super(labels, (4 + 7 * settings.places()) * Double.BYTES);
        this.eta = settings.eta();
        this.alpha = alpha;
        this.start = settings.start();
        this.lifetime = settings.lifetime();
        this.top = settings.levels() - 1;
        this.placesPerLevel = settings.placesPerLevel();
        this.places = settings.places();
        this.clocks = new long[0];
        this.issued = new double[0];
        this.largest = new double[0];
        this.own = new double[0];
        this.roots = new double[0];
        this.gains = new double[0];
        this.wealths = new double[0];
        this.starts = new long[0];
        this.sums = new double[0];
        this.saved = new double[0];
        this.evidence = new double[0];
        this.touched = new TouchedLabels(labels);
        growTo(labels);
    }

    private void growTo(int labels) {
        int before = clocks.length;
        clocks = Arrays.copyOf(clocks, labels);
        issued = Arrays.copyOf(issued, labels);
        largest = Arrays.copyOf(largest, labels);
        int all = Math.multiplyExact(labels, places);
        own = Arrays.copyOf(own, all);
        roots = Arrays.copyOf(roots, all);
        gains = Arrays.copyOf(gains, all);
        wealths = Arrays.copyOf(wealths, all);
        starts = Arrays.copyOf(starts, all);
        sums = Arrays.copyOf(sums, all);
        saved = Arrays.copyOf(saved, all);
        evidence = Arrays.copyOf(evidence, labels);
        for (int k = before; k < labels; k++) {
            issued[k] = start;
            clocks[k] = 1;
            startLearner(k);
        }
    }

    @Override
    public void grow(TrackingTask task) {
        task.checkGrowth(clocks.length);
        if (task.thresholds() > clocks.length) {
            growTo(task.thresholds());
            touched.grow(clocks.length);
            grown();
        }
    }

    @Override
    public void retarget(double newAlpha) {
        alpha = newAlpha;
    }

    @Override
    public int recordSize() {
        return own.length + 2 * clocks.length;
    }

    /** Version 3 had the learners' thresholds of all labels, then the clocks, and not the thresholds issued. */
    @Override
    public void completeRecordVersion3(double[] record, int length, double[] thresholds) {
        int labels = clocks.length;
        Tracker.super.completeRecordVersion3(record, length + labels, thresholds);
        double[] stored = Arrays.copyOf(record, length);
        for (int k = 0; k < labels; k++) {
            int at = k * (places + 2);
            System.arraycopy(stored, k * places, record, at, places);
            record[at + places] = stored[own.length + k];
            record[at + places + 1] = thresholds[k];
        }
    }

    @Override
    public void issueInto(QueryWeights query, double[] thresholds, double[] record) {
        System.arraycopy(issued, 0, thresholds, 0, issued.length);
        for (int k = 0; k < issued.length; k++) { // the thresholds of its learners, its clock, its own threshold
            int at = k * (places + 2);
            System.arraycopy(own, k * places, record, at, places);
            record[at + places] = clocks[k];
            record[at + places + 1] = issued[k];
        }
    }

    @Override
    public void add(int label, double weight, double score, boolean held, double[] record) {
        if (weight == 0) {
            return;
        }
        touched.add(label);
        touchCommon();
        touch(label);
        evidence[label] += Math.abs(weight);
        int from = label * (places + 2);
        double clock = record[from + places];
        double loss = CheckLoss.loss(alpha, score, record[from + places + 1]);
        for (int i = 0; i < places; i++) {
            int at = label * places + i;
            // a learner that started later was not there; a place changes hands only to a later one
            if (starts[at] > 0 && starts[at] <= clock) {
                double then = record[from + i];
                sums[at] += weight * CheckLoss.descent(alpha, score, then);
                saved[at] += weight * (loss - CheckLoss.loss(alpha, score, then));
            }
        }
    }

    @Override
    public void apply(double divisor) {
        for (int i = 0; i < touched.count(); i++) {
            int k = touched.label(i);
            touch(k);
            largest[k] = Math.max(largest[k], evidence[k] / divisor);
            for (int at = k * places, end = at + places; at < end; at++) {
                if (starts[at] > 0) {
                    updateLearner(k, at, divisor);
                }
            }
            evidence[k] = 0;
            clocks[k]++;
            endLearners(k);
            issued[k] = mean(k);
            startLearner(k);
        }
        if (touched.count() > 0) {
            touchCommon();
        }
        touched.clear();
    }

    private void updateLearner(int k, int at, double divisor) {
        // Bhatnagar et al. (2023), Algorithm 2: what was saved, relative to the scale; who has no say yet loses nothing
        double gain = largest[k] > 0 ? Math.max(-1, Math.min(1, saved[at] / divisor / largest[k])) : 0;
        double weight = weight(k, at);
        if (weight <= 0) {
            gain = Math.max(gain, 0);
        }
        wealths[at] = Math.min(wealths[at] + weight * gain, LARGEST_WEALTH);
        gains[at] += gain;
        double descent = sums[at] / divisor;
        roots[at] = Elementary.hypot(roots[at], descent);
        own[at] += ScaleFreeTracker.move(eta, descent, roots[at]);
        sums[at] = 0;
        saved[at] = 0;
    }

    /** The bet on a learner, Jun et al. (2017): its mean gain so far, times what betting on it has made of 1. */
    private double weight(int k, int at) {
        return gains[at] / (clocks[k] - starts[at] + 1) * wealths[at];
    }

    private void endLearners(int k) {
        for (int at = k * places, end = at + places; at < end; at++) {
            if (starts[at] > 0 && clocks[k] - starts[at] >= (long) lifetime << level(starts[at])) {
                starts[at] = 0;
            }
        }
    }

    /** The mean of the living learners, relative to one of them so that equal learners give exactly their threshold. */
    private double mean(int k) {
        double base = Double.NaN;
        double weighted = 0;
        double total = 0;
        double weightedByPrior = 0;
        double totalPrior = 0;
        for (int at = k * places, end = at + places; at < end; at++) {
            if (starts[at] > 0) {
                base = totalPrior == 0 ? own[at] : base;
                double prior = prior(starts[at]);
                double weight = prior * Math.max(0, weight(k, at));
                weighted += weight * (own[at] - base);
                total += weight;
                weightedByPrior += prior * (own[at] - base);
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

    private void startLearner(int k) {
        long clock = clocks[k];
        int level = level(clock);
        long place = level < top ? (clock >> (level + 1)) % placesPerLevel : (clock >> top) % lifetime;
        int at = k * places + level * placesPerLevel + (int) place;
        own[at] = issued[k];
        roots[at] = 0;
        gains[at] = 0;
        wealths[at] = 1;
        starts[at] = clock;
    }

    /** When the living learners of a label started, in no order. */
    long[] starts(int label) {
        return Arrays.stream(starts, label * places, (label + 1) * places)
                .filter(start -> start > 0)
                .toArray();
    }

    @Override
    protected int entries() {
        return clocks.length;
    }

    @Override
    protected void writeCommon(StateWriter out) {
        touched.writeState(out);
    }

    @Override
    protected void readCommon(StateReader in) {
        touched.readState(in);
    }

    @Override
    protected void writeEntry(int label, StateWriter out) {
        out.writeLong(clocks[label]);
        out.writeDouble(issued[label]);
        out.writeDouble(largest[label]);
        out.writeDouble(evidence[label]);
        for (int at = label * places, end = at + places; at < end; at++) {
            out.writeDouble(own[at]);
            out.writeDouble(roots[at]);
            out.writeDouble(gains[at]);
            out.writeDouble(wealths[at]);
            out.writeLong(starts[at]);
            out.writeDouble(sums[at]);
            out.writeDouble(saved[at]);
        }
    }

    @Override
    protected void readEntry(int label, StateReader in) {
        clocks[label] = in.readLong();
        issued[label] = in.readDouble();
        largest[label] = in.readDouble();
        evidence[label] = in.readDouble();
        for (int at = label * places, end = at + places; at < end; at++) {
            own[at] = in.readDouble();
            roots[at] = in.readDouble();
            gains[at] = in.readDouble();
            wealths[at] = in.readDouble();
            starts[at] = in.readLong();
            sums[at] = in.readDouble();
            saved[at] = in.readDouble();
        }
    }

    @Override
    public void readVersion3(StateReader in) {
        in.readLongsInto(clocks);
        in.readDoublesInto(issued);
        in.readDoublesInto(largest);
        in.readDoublesInto(own);
        in.readDoublesInto(roots);
        in.readDoublesInto(gains);
        in.readDoublesInto(wealths);
        in.readLongsInto(starts);
        in.readDoublesInto(sums);
        in.readDoublesInto(saved);
        in.readDoublesInto(evidence);
        touched.readState(in);
    }
}
