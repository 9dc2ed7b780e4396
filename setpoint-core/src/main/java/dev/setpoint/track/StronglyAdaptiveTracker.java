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
    private final int labels;
    private final int lifetime;
    private final int top;
    /** Places of a level below the top: its learners start 2^(v+1) apart and live for lifetime * 2^v. */
    private final int placesPerLevel;
    /** Places for learners, per label. */
    private final int places;

    private final long[] clocks;
    private final double[] issued;
    /** The largest sum of |weights| / divisor of a step. */
    private final double[] largest;

    // of the learner of label k in place i, at k * places + i
    private final double[] own;
    private final double[] roots;
    private final double[] gains;
    private final double[] wealths;
    /** When it started; 0 for nobody. */
    private final long[] starts;

    private final double[] sums;
    private final double[] saved;
    private final double[] evidence;
    private final TouchedLabels touched;

    StronglyAdaptiveTracker(Settings settings, int labels, double alpha) {
        super(labels, (4 + 7 * settings.places()) * Double.BYTES);
        this.eta = settings.eta();
        this.alpha = alpha;
        this.labels = labels;
        this.lifetime = settings.lifetime();
        this.top = settings.levels() - 1;
        this.placesPerLevel = settings.placesPerLevel();
        this.places = settings.places();
        this.clocks = new long[labels];
        this.issued = new double[labels];
        this.largest = new double[labels];
        int all = Math.multiplyExact(labels, places);
        this.own = new double[all];
        this.roots = new double[all];
        this.gains = new double[all];
        this.wealths = new double[all];
        this.starts = new long[all];
        this.sums = new double[all];
        this.saved = new double[all];
        this.evidence = new double[labels];
        this.touched = new TouchedLabels(labels);
        Arrays.fill(issued, settings.start());
        for (int k = 0; k < labels; k++) {
            clocks[k] = 1;
            startLearner(k);
        }
    }

    @Override
    public void retarget(double newAlpha) {
        alpha = newAlpha;
    }

    @Override
    public int recordSize() {
        return own.length + 2 * labels;
    }

    @Override
    public void completeRecordVersion3(double[] record, int length, double[] thresholds) {
        Tracker.super.completeRecordVersion3(record, length + labels, thresholds);
        System.arraycopy(thresholds, 0, record, own.length + labels, labels);
    }

    @Override
    public void issueInto(QueryWeights query, double[] thresholds, double[] record) {
        System.arraycopy(issued, 0, thresholds, 0, labels);
        System.arraycopy(own, 0, record, 0, own.length);
        for (int k = 0; k < labels; k++) {
            record[own.length + k] = clocks[k];
            record[own.length + labels + k] = issued[k];
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
        double clock = record[own.length + label];
        double loss = CheckLoss.loss(alpha, score, record[own.length + labels + label]);
        for (int at = label * places, end = at + places; at < end; at++) {
            // a learner that started later was not there; a place changes hands only to a later one
            if (starts[at] > 0 && starts[at] <= clock) {
                sums[at] += weight * CheckLoss.descent(alpha, score, record[at]);
                saved[at] += weight * (loss - CheckLoss.loss(alpha, score, record[at]));
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
        return labels;
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
