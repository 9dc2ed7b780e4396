package dev.setpoint.track;

import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/**
 * A gradient step whose length is relative to the gradients so far: per label G += g^2, tau -= eta g / sqrt(G), where
 * g = -(sum of Delta (alpha - 1{s &lt; tau})) / divisor. Scale-free online gradient descent, Orabona &amp; Pal (2018); for conformal
 * prediction Bhatnagar et al. (2023).
 *
 * <p>Guarantee: no step moves a threshold by more than eta; with {@code prior} 0, multiplying all weights, or all divisors, by a
 * constant changes no threshold (up to rounding). The price is the first step, which is a full eta whatever its weight; a prior
 * shortens it.
 */
public final class ScaleFreeTracker implements Tracker {
    /**
     * Constants of the tracker.
     *
     * @param eta the longest step, finite and above 0
     * @param start the first threshold, finite
     * @param prior what the sum of squares G starts with, finite and at least 0
     */
    public record Settings(double eta, double start, double prior) implements TrackerSettings {
        /** Checks the ranges. */
        public Settings {
            Rates.check("eta", eta);
            Rates.checkStart(start);
            if (!(prior >= 0) || Double.isInfinite(prior)) {
                throw new IllegalArgumentException("prior: " + prior + " (expected: finite and >= 0)");
            }
        }

        @Override
        public Tracker create(int labels, double alpha) {
            return new ScaleFreeTracker(this, labels, alpha);
        }

        @Override
        public String toString() {
            return "scale-free(eta=" + eta + ", start=" + start + ", prior=" + prior + ")";
        }
    }

    private final double eta;
    private final double alpha;
    private final double[] thresholds;
    /** sqrt(G), which does not overflow where G would. */
    private final double[] roots;

    private final double[] sums;
    private final TouchedLabels touched;

    ScaleFreeTracker(Settings settings, int labels, double alpha) {
        this.eta = settings.eta();
        this.alpha = alpha;
        this.thresholds = new double[labels];
        this.roots = new double[labels];
        this.sums = new double[labels];
        this.touched = new TouchedLabels(labels);
        Arrays.fill(thresholds, settings.start());
        Arrays.fill(roots, Math.sqrt(settings.prior()));
    }

    /** The move of a threshold, where {@code descent} is minus the gradient and {@code root} is sqrt(G), the gradient included. */
    static double move(double eta, double descent, double root) {
        return root > 0 ? eta * (descent / root) : 0; // Bhatnagar et al. (2023), Algorithm 1
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
            double descent = sums[k] / divisor;
            roots[k] = Math.hypot(roots[k], descent);
            thresholds[k] += move(eta, descent, roots[k]);
            sums[k] = 0;
        }
        touched.clear();
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeDoubles(thresholds);
        out.writeDoubles(roots);
        out.writeDoubles(sums);
    }

    @Override
    public void readState(StateReader in) {
        in.readDoublesInto(thresholds);
        in.readDoublesInto(roots);
        in.readDoublesInto(sums);
        touched.clear();
        for (int k = 0; k < sums.length; k++) {
            if (sums[k] != 0) { // a step was under way; a sum of 0 moves nothing
                touched.add(k);
            }
        }
    }
}
