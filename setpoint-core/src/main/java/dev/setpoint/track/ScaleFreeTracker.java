package dev.setpoint.track;

import dev.setpoint.math.Elementary;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;
import java.util.List;

/**
 * A gradient step whose length is relative to the gradients so far: per label G += g^2, tau -= eta g / sqrt(G), where
 * g = -(sum of Delta (alpha - 1{s &lt; tau})) / divisor. Scale-free online gradient descent, Orabona &amp; Pal (2018); for conformal
 * prediction Bhatnagar et al. (2023).
 *
 * <p>Guarantee: no step moves a threshold by more than eta; with {@code prior} 0, multiplying all weights, or all divisors, by a
 * constant changes no threshold (up to rounding). The price is the first step, which is a full eta whatever its weight; a prior
 * shortens it.
 */
public final class ScaleFreeTracker extends GradientTracker {
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
            Rates.checkAtLeast("prior", prior, 0);
        }

        @Override
        public Tracker create(TrackingTask task) {
            return new ScaleFreeTracker(this, task.thresholds(), task.alpha());
        }

        @Override
        public List<String> warnings(TrackingTask task) {
            return Rates.warnings(start, task);
        }

        @Override
        public String toString() {
            return "scale-free(eta=" + eta + ", start=" + start + ", prior=" + prior + ")";
        }
    }

    private final double eta;
    /** What each root begins with. */
    private final double firstRoot;
    /** sqrt(G), which does not overflow where G would. */
    private double[] roots;

    ScaleFreeTracker(Settings settings, int labels, double alpha) {
        super(settings.start(), labels, alpha, 1);
        this.eta = settings.eta();
        this.roots = new double[labels];
        this.firstRoot = Math.sqrt(settings.prior());
        Arrays.fill(roots, firstRoot);
    }

    @Override
    double move(int label, double descent) {
        roots[label] = Elementary.hypot(roots[label], descent);
        return move(eta, descent, roots[label]);
    }

    /** The move of a threshold, where {@code descent} is minus the gradient and {@code root} is sqrt(G), the gradient included. */
    static double move(double eta, double descent, double root) {
        return root > 0 ? eta * (descent / root) : 0; // Bhatnagar et al. (2023), Algorithm 1
    }

    @Override
    protected void growTo(int count) {
        super.growTo(count);
        int before = roots.length;
        roots = Arrays.copyOf(roots, count);
        Arrays.fill(roots, before, count, firstRoot);
    }

    @Override
    protected void writeEntry(int label, StateWriter out) {
        super.writeEntry(label, out);
        out.writeDouble(roots[label]);
    }

    @Override
    protected void readEntry(int label, StateReader in) {
        super.readEntry(label, in);
        roots[label] = in.readDouble();
    }

    @Override
    public void readVersion3(StateReader in) {
        super.readVersion3(in);
        in.readDoublesInto(roots);
    }
}
