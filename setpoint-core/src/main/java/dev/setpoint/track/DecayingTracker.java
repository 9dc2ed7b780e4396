package dev.setpoint.track;

import dev.setpoint.math.Elementary;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;
import java.util.List;

/**
 * A gradient step on the check loss whose rate falls on the label's own clock: the label's n-th step with evidence has the rate
 * eta n^(-power). Angelopoulos, Barber &amp; Bates (2024), here with weights.
 *
 * <p>Guarantee, on every path and not only on average: see {@link Settings#bound}.
 */
public final class DecayingTracker extends GradientTracker {
    /**
     * Constants of the tracker.
     *
     * @param eta the first rate, finite and above 0
     * @param power how fast it falls, in [0, 1]
     * @param start the first threshold, finite
     */
    public record Settings(double eta, double power, double start) implements TrackerSettings {
        /** Checks the ranges. */
        public Settings {
            Rates.check("eta", eta);
            if (!(power >= 0 && power <= 1)) {
                throw new IllegalArgumentException("power: " + power + " (expected: in [0, 1])");
            }
            Rates.checkStart(start);
        }

        /** The rate of a label's n-th step, n counting from 1. */
        double rate(long n) {
            return eta * Elementary.pow((double) n, -power);
        }

        /**
         * What a label's sum over all its steps of (sum of Delta (1{s &lt; tau} - alpha)) / divisor lies between minus and plus of:
         * (range + eta mostEvidence) / rate(steps). Divided by the sum of Delta / divisor it bounds how far the label's estimated
         * miscoverage is from alpha.
         *
         * <p>Holds if evidence is never late, all Delta are at least 0, no step's sum of Delta / divisor exceeds
         * {@code mostEvidence}, and start and scores lie in one interval of length {@code range}.
         *
         * @param steps how many steps had evidence about the label
         * @param range the length of that interval, as {@code Score.range} gives it
         * @param mostEvidence the largest sum of Delta / divisor of a step; with one answer per step the largest importance weight
         */
        public double bound(long steps, double range, double mostEvidence) {
            // tau stays within eta W of the interval; summation by parts does the rest
            return steps == 0 ? 0 : (range + eta * mostEvidence) / rate(steps);
        }

        @Override
        public Tracker create(TrackingTask task) {
            return new DecayingTracker(this, task.thresholds(), task.alpha());
        }

        @Override
        public List<String> warnings(TrackingTask task) {
            return Rates.warnings(start, task);
        }

        @Override
        public String toString() {
            return "decaying(eta=" + eta + ", power=" + power + ", start=" + start + ")";
        }
    }

    private final Settings settings;
    private long[] steps;

    DecayingTracker(Settings settings, int labels, double alpha) {
        super(settings.start(), labels, alpha, 1);
        this.settings = settings;
        this.steps = new long[labels];
    }

    /** {@link Settings#bound} for a label at the steps it has had. */
    public double bound(int label, double range, double mostEvidence) {
        return settings.bound(steps[label], range, mostEvidence);
    }

    @Override
    double move(int label, double descent) {
        steps[label]++;
        return settings.rate(steps[label]) * descent;
    }

    @Override
    protected void growTo(int count) {
        super.growTo(count);
        steps = Arrays.copyOf(steps, count);
    }

    @Override
    protected void writeEntry(int label, StateWriter out) {
        super.writeEntry(label, out);
        out.writeLong(steps[label]);
    }

    @Override
    protected void readEntry(int label, StateReader in) {
        super.readEntry(label, in);
        steps[label] = in.readLong();
    }

    @Override
    public void readVersion3(StateReader in) {
        super.readVersion3(in);
        in.readLongsInto(steps);
    }
}
