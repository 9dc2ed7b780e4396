package dev.setpoint.sim.theorem;

import dev.setpoint.HeadSettings;
import dev.setpoint.Normalization;
import dev.setpoint.track.DecayingTracker;

/** What holds on every path for thresholds whose learning rate decays, whatever the world does; not a theorem of the paper. */
public final class DecayingBound {
    private final RunSums sums;
    /** By label: the sum of Delta, that of the step under way, the largest of a step, and how many steps had any. */
    private final double[] evidence;

    private final double[] stepEvidence;
    private final double[] mostEvidence;
    private final long[] stepsWithEvidence;

    DecayingBound(RunSums sums) {
        this.sums = sums;
        this.evidence = new double[sums.labels];
        this.stepEvidence = new double[sums.labels];
        this.mostEvidence = new double[sums.labels];
        this.stepsWithEvidence = new long[sums.labels];
    }

    /** Whether it speaks of this head: a {@code decaying} tracker whose sums are not divided. */
    public boolean speaksOf(int head) {
        return sums.settings.heads().get(head).tracker() instanceof DecayingTracker.Settings
                && sums.settings.normalization() == Normalization.NONE;
    }

    /** Adds that the true label was pulled. */
    void addPull(int label, double weight) {
        stepEvidence[label] += weight;
    }

    void endStep() {
        for (int k = 0; k < sums.labels; k++) {
            evidence[k] += stepEvidence[k];
            mostEvidence[k] = Math.max(mostEvidence[k], stepEvidence[k]);
            stepsWithEvidence[k] += stepEvidence[k] > 0 ? 1 : 0;
            stepEvidence[k] = 0;
        }
    }

    /** How far the label's estimated miscoverage is from alpha. */
    public double gap(int head, int label) {
        return Math.abs(sums.descent(head, label)) / evidence[label];
    }

    /** What {@link #gap} is at most, for a head of which it speaks; see {@link DecayingTracker.Settings#bound}. */
    public double bound(int head, int label) {
        HeadSettings settings = sums.settings.heads().get(head);
        double range = settings.score().range(sums.labels).width();
        return ((DecayingTracker.Settings) settings.tracker())
                        .bound(stepsWithEvidence[label], range, mostEvidence[label])
                / evidence[label];
    }
}
