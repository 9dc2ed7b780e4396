package dev.setpoint.track;

import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/**
 * One stochastic gradient step on the check loss per step. Wang &amp; Qiao (2024), Algorithm 1, line 5.
 *
 * <p>Guarantee (Theorem 1's accounting, exact up to rounding, under any delay of feedback): after any number of steps
 * {@code (threshold - start) / eta = sum over steps of (sum of weight * (alpha - 1{score < issued threshold})) / divisor}.
 */
public final class SgdTracker implements Tracker {
    /**
     * Constants of the tracker.
     *
     * @param eta the learning rate eta_2, finite and above 0
     * @param start the first threshold tau^0, finite
     */
    public record Settings(double eta, double start) implements TrackerSettings {
        /** Checks the ranges. */
        public Settings {
            Rates.check("eta", eta);
            Rates.checkStart(start);
        }

        @Override
        public Tracker create(int labels, double alpha) {
            return new SgdTracker(this, labels, alpha);
        }

        @Override
        public String toString() {
            return "sgd(eta=" + eta + ", start=" + start + ")";
        }
    }

    private final double eta;
    private final double alpha;
    private final double[] thresholds;
    private final double[] sums;
    private final TouchedLabels touched;

    SgdTracker(Settings settings, int labels, double alpha) {
        this.eta = settings.eta();
        this.alpha = alpha;
        this.thresholds = new double[labels];
        this.sums = new double[labels];
        this.touched = new TouchedLabels(labels);
        Arrays.fill(thresholds, settings.start());
    }

    @Override
    public int recordSize() {
        return 0;
    }

    @Override
    public void issueInto(QueryWeights query, double[] into, double[] record) {
        System.arraycopy(thresholds, 0, into, 0, thresholds.length);
    }

    @Override
    public void add(int label, double weight, double score, double[] issued, double[] record) {
        touched.add(label);
        sums[label] += weight * CheckLoss.descent(alpha, score, issued[label]);
    }

    @Override
    public void apply(double divisor) {
        for (int i = 0; i < touched.count(); i++) {
            int k = touched.label(i);
            thresholds[k] += eta * sums[k] / divisor; // Wang & Qiao (2024), Algorithm 1, line 5
            sums[k] = 0;
        }
        touched.clear();
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeDoubles(thresholds);
        out.writeDoubles(sums);
    }

    @Override
    public void readState(StateReader in) {
        in.readDoublesInto(thresholds);
        in.readDoublesInto(sums);
        touched.clear();
        for (int k = 0; k < sums.length; k++) {
            if (sums[k] != 0) { // a step was under way
                touched.add(k);
            }
        }
    }
}
