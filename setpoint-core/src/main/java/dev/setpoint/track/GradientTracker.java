package dev.setpoint.track;

import dev.setpoint.state.BlockPages;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/** What trackers have in common that move one threshold per label down the gradient of the check loss, each by a step of its own. */
abstract class GradientTracker extends BlockPages implements Tracker {
    private final double alpha;
    private final double[] thresholds;
    private final double[] sums;
    private final TouchedLabels touched;

    /** Of which a label has so many numbers beside its threshold and its sum. */
    GradientTracker(double start, int labels, double alpha, int furtherNumbers) {
        super(labels, (2 + furtherNumbers) * Double.BYTES);
        this.alpha = alpha;
        this.thresholds = new double[labels];
        this.sums = new double[labels];
        this.touched = new TouchedLabels(labels);
        Arrays.fill(thresholds, start);
    }

    /** By how much a label's threshold moves, where descent = (sum of Delta (alpha - 1{s &lt; tau})) / divisor. */
    abstract double move(int label, double descent);

    @Override
    public final int recordSize() {
        return 0;
    }

    @Override
    public final void issueInto(QueryWeights query, double[] into, double[] record) {
        System.arraycopy(thresholds, 0, into, 0, thresholds.length);
    }

    @Override
    public final void add(int label, double weight, double score, double[] issued, double[] record) {
        if (weight != 0) {
            touched.add(label);
            touchCommon();
            touch(label);
            sums[label] += weight * CheckLoss.descent(alpha, score, issued[label]);
        }
    }

    @Override
    public final void apply(double divisor) {
        for (int i = 0; i < touched.count(); i++) {
            int k = touched.label(i);
            thresholds[k] += move(k, sums[k] / divisor);
            sums[k] = 0;
            touch(k);
        }
        if (touched.count() > 0) {
            touchCommon();
        }
        touched.clear();
    }

    @Override
    protected final int entries() {
        return thresholds.length;
    }

    @Override
    protected final void writeCommon(StateWriter out) {
        touched.writeState(out);
    }

    @Override
    protected final void readCommon(StateReader in) {
        touched.readState(in);
    }

    @Override
    protected void writeEntry(int label, StateWriter out) {
        out.writeDouble(thresholds[label]);
        out.writeDouble(sums[label]);
    }

    @Override
    protected void readEntry(int label, StateReader in) {
        thresholds[label] = in.readDouble();
        sums[label] = in.readDouble();
    }

    @Override
    public void readVersion3(StateReader in) {
        in.readDoublesInto(thresholds);
        in.readDoublesInto(sums);
        touched.readState(in);
    }
}
