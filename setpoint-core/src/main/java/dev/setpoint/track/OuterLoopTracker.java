package dev.setpoint.track;

import dev.setpoint.argument.Argument;
import dev.setpoint.state.Paged;
import dev.setpoint.state.PagedGroup;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.List;

/**
 * Shifts all thresholds of another tracker by one number beta, such that over all queries together the sets miss a share alpha:
 * beta += gamma (alpha - 1{the set missed}) for every {@link #addMembership answer} that tells. Gibbs &amp; Candes (2021), around a
 * tracker of classes.
 *
 * <p>Guarantee (exact up to rounding, under any delay and for any division into steps): {@code beta / gamma} is the sum over these
 * answers of alpha - 1{the set missed}. The divisor of a step concerns the inner tracker alone.
 *
 * <p>Meant for streams where every answer tells whether the set held the true label: the label itself, or "none of these". Where an
 * incorrect pull is answered by a bare "incorrect", mostly the correct pulls tell, whose labels are the ones that sets hold: the loop is
 * biased,
 * raises all thresholds and covers far too little.
 */
public final class OuterLoopTracker implements PagedGroup, Tracker {
    /**
     * Constants of the tracker.
     *
     * @param gamma the rate of the shift, finite and above 0
     * @param tracker the tracker whose thresholds are shifted
     */
    public record Settings(double gamma, TrackerSettings tracker) implements TrackerSettings {
        /** Checks the range, and refuses null. */
        public Settings {
            Rates.check("gamma", gamma);
            Argument.given("tracker", tracker);
        }

        @Override
        public Tracker create(TrackingTask task) {
            return new OuterLoopTracker(this, task);
        }

        @Override
        public List<String> warnings(TrackingTask task) {
            return tracker.warnings(task);
        }

        @Override
        public String toString() {
            return "outer(gamma=" + gamma + ", tracker=" + tracker + ")";
        }
    }

    private final double gamma;
    private double alpha;
    private final Tracker inner;
    /** How many numbers per threshold the inner tracker wants back. */
    private final int innerWidth;

    private double[] innerThresholds;
    private double[] innerRecord;
    private double shift;
    private long held;
    private long missed;
    private boolean touched = true;
    private final List<Paged> parts;

    OuterLoopTracker(Settings settings, TrackingTask task) {
        this.gamma = settings.gamma();
        this.alpha = task.alpha();
        this.inner = settings.tracker().create(task);
        this.innerThresholds = new double[task.thresholds()];
        this.innerRecord = new double[inner.recordSize()];
        this.innerWidth = innerRecord.length / innerThresholds.length;
        this.parts = List.of(new Loop(), inner);
    }

    @Override
    public void retarget(double newAlpha) {
        alpha = newAlpha;
        inner.retarget(newAlpha);
    }

    @Override
    public void grow(TrackingTask task) {
        inner.grow(task);
        innerThresholds = new double[task.thresholds()];
        innerRecord = new double[inner.recordSize()];
    }

    @Override
    public int recordSize() {
        return innerRecord.length + innerThresholds.length;
    }

    /** Version 3 had the inner record, then the inner thresholds. */
    @Override
    public void completeRecordVersion3(double[] record, int length, double[] thresholds) {
        int inside = length - innerThresholds.length;
        if (inside < 0) {
            throw new SnapshotException(
                    "snapshot: record of " + length + " numbers (expected: >= " + innerThresholds.length + ")");
        }
        System.arraycopy(record, inside, innerThresholds, 0, innerThresholds.length);
        System.arraycopy(record, 0, innerRecord, 0, Math.min(inside, innerRecord.length));
        inner.completeRecordVersion3(innerRecord, inside, innerThresholds);
        interleaveInto(record);
    }

    @Override
    public void issueInto(QueryWeights query, double[] thresholds, double[] record) {
        inner.issueInto(query, innerThresholds, innerRecord);
        interleaveInto(record);
        for (int k = 0; k < innerThresholds.length; k++) {
            thresholds[k] = innerThresholds[k] + shift;
        }
    }

    /** By threshold: what the inner tracker wants back, then the inner threshold. */
    private void interleaveInto(double[] record) {
        int thresholds = innerThresholds.length;
        for (int k = 0; k < thresholds; k++) {
            record[k * (innerWidth + 1) + innerWidth] = innerThresholds[k];
        }
        for (int i = 0;
                i < innerWidth;
                i++) { // one long loop per number costs half of what a short one per threshold does
            for (int k = 0, from = i, at = i; k < thresholds; k++, from += innerWidth, at += innerWidth + 1) {
                record[at] = innerRecord[from];
            }
        }
    }

    @Override
    public void add(int label, double weight, double score, boolean held, double[] record) {
        int at = label * (innerWidth + 1);
        System.arraycopy(record, at, innerRecord, label * innerWidth, innerWidth); // of others it reads nothing
        inner.add(label, weight, score, score >= record[at + innerWidth], innerRecord);
    }

    @Override
    public void addPull(double[] probabilities, double[] scores, double weight, int arm, boolean correct) {
        inner.addPull(probabilities, scores, weight, arm, correct);
    }

    @Override
    public void addLabel(double[] probabilities, double[] scores, double weight, int label) {
        inner.addLabel(probabilities, scores, weight, label);
    }

    @Override
    public void addMembership(boolean wasHeld) {
        held += wasHeld ? 1 : 0;
        missed += wasHeld ? 0 : 1;
        touched = true;
        inner.addMembership(wasHeld);
    }

    @Override
    public void apply(double divisor) {
        inner.apply(divisor);
        touched |= held + missed > 0;
        shift += gamma * (alpha * held + (alpha - 1) * missed); // Gibbs & Candes (2021), equation (2), for thresholds
        held = 0;
        missed = 0;
    }

    /** The shift beta. */
    double shift() {
        return shift;
    }

    /** The loop's own page, then the inner tracker's. */
    @Override
    public List<Paged> parts() {
        return parts;
    }

    private final class Loop implements Paged {
        @Override
        public boolean isTouched(int page) {
            return touched;
        }

        @Override
        public void settle() {
            touched = false;
        }

        @Override
        public void writePage(int page, StateWriter out) {
            out.writeDouble(shift);
            out.writeLong(held);
            out.writeLong(missed);
        }

        @Override
        public void readPage(int page, StateReader in) {
            shift = in.readDouble();
            held = in.readLong();
            missed = in.readLong();
        }

        @Override
        public void readVersion3(StateReader in) {
            readPage(0, in);
        }
    }
}
