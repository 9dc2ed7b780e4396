package dev.setpoint.example;

import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import dev.setpoint.step.LabelSums;
import dev.setpoint.track.CheckLoss;
import dev.setpoint.track.QueryWeights;
import dev.setpoint.track.SummedTracker;
import dev.setpoint.track.Tracker;
import dev.setpoint.track.TrackerSettings;
import dev.setpoint.track.TrackingTask;
import java.util.Arrays;

/** Moves a threshold by the weighted mean of a step's evidence: never by more than eta, however much an answer weighs. */
public final class BoundedTracker extends SummedTracker {
    /**
     * Such a tracker, by name.
     *
     * @param eta the longest step
     * @param start the first threshold
     */
    public record Settings(double eta, double start) implements TrackerSettings {
        @Override
        public Tracker create(TrackingTask task) {
            return new BoundedTracker(this, task);
        }

        @Override
        public String toString() {
            return "bounded(eta=" + eta + ", start=" + start + ")";
        }
    }

    private final Settings settings;
    private double alpha;
    private double[] thresholds;

    private BoundedTracker(Settings settings, TrackingTask task) {
        super(task.thresholds(), 2, Double.BYTES); // a step has two sums per threshold, the state one number
        this.settings = settings;
        alpha = task.alpha();
        thresholds = new double[0];
        growTo(task.thresholds());
    }

    @Override
    public int recordSize() {
        return 0; // numbers to be kept with each decision
    }

    @Override
    public void issueInto(QueryWeights query, double[] into, double[] record) {
        System.arraycopy(thresholds, 0, into, 0, thresholds.length);
    }

    @Override
    protected void sum(int label, double weight, double score, boolean held, double[] record, double[] sums, int at) {
        sums[at] += weight * CheckLoss.descent(alpha, held); // alpha - 1{missed}: up if held, down if missed
        sums[at + 1] += Math.abs(weight);
    }

    @Override
    public void apply(LabelSums sums, double divisor) {
        for (int i = 0; i < sums.count(); i++) {
            int k = sums.label(i);
            int at = sums.at(k);
            thresholds[k] += settings.eta() * sums.values()[at] / sums.values()[at + 1];
            touch(k); // its page belongs to the next increment
        }
    }

    @Override
    public void retarget(double newAlpha) {
        alpha = newAlpha;
    }

    @Override
    protected int entries() {
        return thresholds.length;
    }

    @Override
    protected void growTo(int count) {
        int before = thresholds.length;
        thresholds = Arrays.copyOf(thresholds, count);
        Arrays.fill(thresholds, before, count, settings.start());
    }

    @Override
    protected void writeEntry(int label, StateWriter out) {
        out.writeDouble(thresholds[label]);
    }

    @Override
    protected void readEntry(int label, StateReader in) {
        thresholds[label] = in.readDouble();
    }
}
