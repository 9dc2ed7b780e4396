package dev.setpoint.sim.theorem;

import dev.setpoint.math.Elementary;
import dev.setpoint.track.SgdTracker;

/**
 * Theorem 1 and Corollary 1 of Wang &amp; Qiao (2024): how far the coverage of a class is from its target under Algorithm 1, for all
 * classes at once with probability at least 1 - {@link #DELTA}.
 */
public final class Theorem1 {
    /** The theorem fails for some class with at most this probability. */
    public static final double DELTA = 0.05;

    private final RunSums sums;

    Theorem1(RunSums sums) {
        this.sums = sums;
    }

    /** Whether it speaks of this head: Algorithm 1, an {@code sgd} tracker. */
    public boolean speaksOf(int head) {
        return sums.settings.heads().get(head).tracker() instanceof SgdTracker.Settings;
    }

    /**
     * CvgGap_k = |alpha - misses / T_k|.
     *
     * @param misses how many of the label's queries got a set without it
     */
    public double gap(long misses, int label) {
        return Math.abs(sums.alpha - (double) misses / sums.queries(label));
    }

    /**
     * The first term of the bound, |sum of Delta (alpha - 1{s &lt; tau})| / T_k. For steps of one query, or without
     * normalization, this is |tau_k - start| / (eta_2 T_k).
     */
    public double thresholdTerm(int head, int label) {
        return Math.abs(sums.descent(head, label)) / sums.queries(label);
    }

    /** The second term, zeta_k(T, DELTA/K) / T_k. */
    public double deviationTerm(int label) {
        return zeta(label, sums.inverse(label)) / sums.queries(label);
    }

    /** The bound on {@link #gap}. */
    public double bound(int head, int label) {
        return thresholdTerm(head, label) + deviationTerm(label);
    }

    /** The bound of Corollary 1 (2) for the uniform policy, where sum b_k is at most K p_k T; NaN for other policies. */
    public double boundOfUniformPolicy(int head, int label) {
        double queries = (double) sums.queries(label);
        return sums.isUniform()
                ? thresholdTerm(head, label) + zeta(label, sums.labels * queries) / queries
                : Double.NaN;
    }

    private double zeta(int label, double sumOfB) {
        // Wang & Qiao (2024), Theorem 1, with delta / K
        double log = Elementary.log(2 * sums.labels / DELTA);
        return 2 / (3 * sums.propensityLowerBound(label)) * log + Math.sqrt(2 * log * sumOfB);
    }
}
