package dev.setpoint.track;

import dev.setpoint.state.BlockPages;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import dev.setpoint.step.LabelSums;

/**
 * A tracker that a step moves by sums over its evidence, label by label. So the evidence of one step may be summed up in several
 * places, and the sums stored, sent and merged before they are applied; a tracker that is not of this type must be given the evidence
 * itself, in order.
 *
 * <p>Contract, beside that of every tracker: what a piece of evidence adds to the sums depends on that piece and on constants alone, not
 * on where the thresholds stand.
 */
public abstract class SummedTracker extends BlockPages implements Tracker {
    private final int width;
    private final LabelSums underWay;

    /**
     * With an empty step under way.
     *
     * @param thresholds how many it keeps
     * @param width how many numbers per threshold a step adds up
     * @param bytesEach how many bytes of state a threshold takes, as {@link BlockPages} asks
     */
    protected SummedTracker(int thresholds, int width, int bytesEach) {
        super(thresholds, bytesEach);
        this.width = width;
        this.underWay = new LabelSums(thresholds, width);
    }

    /** Sums of nothing, to add evidence to. */
    public final LabelSums newSums(int thresholds) {
        return new LabelSums(thresholds, width);
    }

    /** Adds a piece of evidence, as {@link #add} takes it, to sums of this tracker's kind. */
    public final void addTo(LabelSums sums, int label, double weight, double score, boolean held, double[] record) {
        if (weight != 0) {
            int at = sums.touch(label);
            sum(label, weight, score, held, record, sums.values(), at);
        }
    }

    /**
     * Adds a piece of evidence to the numbers of its label, which begin at {@code sums[at]}.
     *
     * @param label as in {@link #add}, like those that follow
     */
    protected abstract void sum(
            int label, double weight, double score, boolean held, double[] record, double[] sums, int at);

    /** Moves the thresholds by the sums of a step, divided by {@code divisor}, which is above 0. The sums are left as they are. */
    public abstract void apply(LabelSums sums, double divisor);

    /** There are this many thresholds from now on, more than before; the new ones begin as those of a new tracker do. */
    protected abstract void growTo(int thresholds);

    @Override
    public final void grow(TrackingTask task) {
        task.checkGrowth(entries());
        if (task.thresholds() > entries()) {
            underWay.extend(task.thresholds());
            growTo(task.thresholds());
            grown();
        }
    }

    /** How many thresholds there are at present. */
    @Override
    protected abstract int entries();

    @Override
    public final void add(int label, double weight, double score, boolean held, double[] record) {
        addTo(underWay, label, weight, score, held, record);
        touchCommon();
    }

    @Override
    public final void apply(double divisor) {
        apply(underWay, divisor);
        underWay.clear();
        touchCommon();
    }

    /** The sums of the step under way; who has more to write calls this first. */
    @Override
    protected void writeCommon(StateWriter out) {
        underWay.writeState(out);
    }

    @Override
    protected void readCommon(StateReader in) {
        underWay.readState(in);
    }

    /** Takes the sums of a step under way as format version 3 has them: number j of label k at {@code j * labels + k}. */
    final void readUnderWayVersion3(double[] sums) {
        underWay.clear();
        int labels = sums.length / width;
        for (int i = 0; i < sums.length; i++) {
            if (sums[i] != 0) {
                int at = underWay.touch(i % labels);
                underWay.values()[at + i / labels] = sums[i];
            }
        }
    }
}
