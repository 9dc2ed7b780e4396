package dev.setpoint.track;

import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import dev.setpoint.step.LabelSums;
import java.util.Arrays;

/** What trackers have in common that move one threshold per label down the gradient of the check loss, each by a step of its own. */
abstract class GradientTracker extends SummedTracker {
    private final double start;
    private double alpha;
    private double[] thresholds;

    /** Of which a label has so many numbers beside its threshold. */
    GradientTracker(double start, int labels, double alpha, int furtherNumbers) {
        super(labels, 1, (1 + furtherNumbers) * Double.BYTES);
        this.start = start;
        this.alpha = alpha;
        this.thresholds = new double[labels];
        Arrays.fill(thresholds, start);
    }

    /** By how much a label's threshold moves, where descent = (sum of Delta (alpha - 1{s &lt; tau})) / divisor. */
    abstract double move(int label, double descent);

    @Override
    public final void retarget(double newAlpha) {
        alpha = newAlpha;
    }

    @Override
    public final int recordSize() {
        return 0;
    }

    @Override
    public final void issueInto(QueryWeights query, double[] into, double[] record) {
        System.arraycopy(thresholds, 0, into, 0, thresholds.length);
    }

    @Override
    protected final void sum(
            int label, double weight, double score, boolean held, double[] record, double[] sums, int at) {
        // Wang & Qiao (2024), Algorithm 1, line 5: the sum over the batch
        sums[at] += weight * CheckLoss.descent(alpha, held);
    }

    @Override
    public final void apply(LabelSums sums, double divisor) {
        for (int i = 0; i < sums.count(); i++) {
            int k = sums.label(i);
            // Wang & Qiao (2024), Algorithm 1, line 5: the update of tau, where move is eta times descent
            thresholds[k] += move(k, sums.values()[sums.at(k)] / divisor);
            touch(k);
        }
    }

    /** Who has more numbers by label calls this as well. */
    @Override
    protected void growTo(int count) {
        int before = thresholds.length;
        thresholds = Arrays.copyOf(thresholds, count);
        Arrays.fill(thresholds, before, count, start);
    }

    @Override
    protected final int entries() {
        return thresholds.length;
    }

    @Override
    protected void writeEntry(int label, StateWriter out) {
        out.writeDouble(thresholds[label]);
    }

    @Override
    protected void readEntry(int label, StateReader in) {
        thresholds[label] = in.readDouble();
    }

    /** State: thresholds, sums of a step under way, the labels it has evidence about. */
    @Override
    public void readVersion3(StateReader in) {
        in.readDoublesInto(thresholds);
        double[] sums = new double[thresholds.length];
        in.readDoublesInto(sums);
        new TouchedLabels(thresholds.length).readState(in);
        readUnderWayVersion3(sums);
    }
}
