package dev.setpoint.track;

import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/** What trackers have in common that move one threshold per label down the gradient of the check loss, each by a step of its own. */
abstract class GradientTracker implements Tracker {
    private final double alpha;
    private final double[] thresholds;
    private final double[] sums;
    private final TouchedLabels touched;

    GradientTracker(double start, int labels, double alpha) {
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
            sums[label] += weight * CheckLoss.descent(alpha, score, issued[label]);
        }
    }

    @Override
    public final void apply(double divisor) {
        for (int i = 0; i < touched.count(); i++) {
            int k = touched.label(i);
            thresholds[k] += move(k, sums[k] / divisor);
            sums[k] = 0;
        }
        touched.clear();
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeDoubles(thresholds);
        out.writeDoubles(sums);
        touched.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        in.readDoublesInto(thresholds);
        in.readDoublesInto(sums);
        touched.readState(in);
    }
}
