package dev.setpoint.track;

import java.util.List;

/**
 * One stochastic gradient step on the check loss per step. Wang &amp; Qiao (2024), Algorithm 1, line 5.
 *
 * <p>Guarantee (Theorem 1's accounting, exact up to rounding, under any delay of feedback): after any number of steps
 * {@code (threshold - start) / eta = sum over steps of (sum of weight * (alpha - 1{score < issued threshold})) / divisor}.
 */
public final class SgdTracker extends GradientTracker {
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
        public Tracker create(TrackingTask task) {
            return new SgdTracker(this, task.thresholds(), task.alpha());
        }

        @Override
        public List<String> warnings(TrackingTask task) {
            return Rates.warnings(start, task);
        }

        @Override
        public String toString() {
            return "sgd(eta=" + eta + ", start=" + start + ")";
        }
    }

    private final double eta;

    SgdTracker(Settings settings, int labels, double alpha) {
        super(settings.start(), labels, alpha, 0);
        this.eta = settings.eta();
    }

    @Override
    double move(int label, double descent) {
        return eta * descent; // Wang & Qiao (2024), Algorithm 1, line 5; the sum and the update are GradientTracker's
    }
}
