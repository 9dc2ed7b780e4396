package dev.setpoint.track;

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
        int places() {
            return (levels - 1) * placesPerLevel() + lifetime;
        }

        /** Places of a level below the top: its learners start 2^(v+1) apart and live for lifetime * 2^v. */
        int placesPerLevel() {
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

    private double alpha;
    private final double start;
    private final LearnerCrowd crowd;
    private double[] issued;
    /** The largest sum of |weights| / divisor of a step. */
    private double[] largest;

    private double[] evidence;
    private final TouchedLabels touched;

    StronglyAdaptiveTracker(Settings settings, int labels, double alpha) {
        super(labels, (4 + 7 * settings.places()) * Double.BYTES);
        this.alpha = alpha;
        this.start = settings.start();
        this.crowd = new LearnerCrowd(settings);
        this.issued = new double[0];
        this.largest = new double[0];
        this.evidence = new double[0];
        this.touched = new TouchedLabels(labels);
        growTo(labels);
    }

    private void growTo(int labels) {
        int before = issued.length;
        issued = Arrays.copyOf(issued, labels);
        largest = Arrays.copyOf(largest, labels);
        evidence = Arrays.copyOf(evidence, labels);
        Arrays.fill(issued, before, labels, start);
        crowd.grow(labels, start);
    }

    @Override
    public void grow(TrackingTask task) {
        task.checkGrowth(issued.length);
        if (task.thresholds() > issued.length) {
            growTo(task.thresholds());
            touched.grow(issued.length);
            grown();
        }
    }

    @Override
    public void retarget(double newAlpha) {
        alpha = newAlpha;
    }

    // ---------------------------------------------------------------- decisions

    @Override
    public int recordSize() {
        return crowd.recordSize();
    }

    @Override
    public void issueInto(QueryWeights query, double[] thresholds, double[] record) {
        System.arraycopy(issued, 0, thresholds, 0, issued.length);
        crowd.recordInto(record);
    }

    @Override
    public void completeRecordVersion3(double[] record, int length, double[] thresholds) {
        Tracker.super.completeRecordVersion3(record, length + issued.length, thresholds);
        crowd.completeRecordVersion3(record, thresholds);
    }

    // ---------------------------------------------------------------- evidence

    @Override
    public void add(int label, double weight, double score, boolean held, double[] record) {
        if (weight == 0) {
            return;
        }
        touched.add(label);
        touchCommon();
        touch(label);
        evidence[label] += Math.abs(weight);
        crowd.add(label, alpha, weight, score, record);
    }

    @Override
    public void apply(double divisor) {
        for (int i = 0; i < touched.count(); i++) {
            int k = touched.label(i);
            touch(k);
            largest[k] = Math.max(largest[k], evidence[k] / divisor);
            evidence[k] = 0;
            crowd.learn(k, divisor, largest[k]);
            issued[k] = crowd.mean(k);
            crowd.startLearner(k, issued[k]);
        }
        if (touched.count() > 0) {
            touchCommon();
        }
        touched.clear();
    }

    /** When the living learners of a label started, in no order. */
    long[] starts(int label) {
        return crowd.starts(label);
    }

    // ---------------------------------------------------------------- keeping

    @Override
    protected int entries() {
        return issued.length;
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
        crowd.writeClock(label, out);
        out.writeDouble(issued[label]);
        out.writeDouble(largest[label]);
        out.writeDouble(evidence[label]);
        crowd.writeLearners(label, out);
    }

    @Override
    protected void readEntry(int label, StateReader in) {
        crowd.readClock(label, in);
        issued[label] = in.readDouble();
        largest[label] = in.readDouble();
        evidence[label] = in.readDouble();
        crowd.readLearners(label, issued[label], in);
    }

    @Override
    public void readVersion3(StateReader in) {
        crowd.readClocksVersion3(in);
        in.readDoublesInto(issued);
        in.readDoublesInto(largest);
        crowd.readLearnersVersion3(issued, in);
        in.readDoublesInto(evidence);
        touched.readState(in);
    }
}
