package dev.setpoint.sim.theorem;

import dev.setpoint.DecisionBatch;
import dev.setpoint.LearnerSettings;
import dev.setpoint.estimate.IpwEstimator;

/**
 * The terms of the paper's theorems, summed along a run with immediate and true feedback, and their values beside what was
 * measured. Theorems 1 and 2 speak of Algorithm 1 (heads with an {@code sgd} tracker), Theorem 3 of Algorithm 2
 * ({@code experts}).
 *
 * <p>A step of several queries is one round of Theorems 2 and 3: T counts steps, and losses are divided as the thresholds' moves
 * are. Expectations given the past are replaced by what occurred: sum b_k by the sum of 1{Y=k}/pi(k|X).
 */
public final class TheoremLedger {
    private final RunSums sums;
    private final Theorem1 theorem1;
    private final Theorem2 theorem2;
    private final Theorem3 theorem3;
    private final DecayingBound decayingBound;

    /** Nothing seen yet. */
    public TheoremLedger(LearnerSettings settings) {
        this.sums = new RunSums(settings);
        this.theorem1 = new Theorem1(sums);
        this.theorem2 = new Theorem2(sums);
        this.theorem3 = new Theorem3(sums);
        this.decayingBound = new DecayingBound(sums);
    }

    /** Adds a decision with its true label. */
    public void add(DecisionBatch batch, int row, int label) {
        sums.add(batch, row, label);
        theorem2.add(batch, row, label);
        if (batch.arm(row) == label) {
            double weight = IpwEstimator.weight(batch.pullProbability(row, label));
            sums.addPull(batch, row, label, weight);
            theorem2.addPull(batch, row, label, weight);
            theorem3.addPull(batch, row, label, weight);
            decayingBound.addPull(label, weight);
        }
    }

    /** Ends a step of this many queries, of which {@code correct} were pulled correctly. */
    public void endStep(int count, int correct) {
        sums.endStep();
        theorem3.endStep(sums.settings.normalization().divisor(count, correct));
        decayingBound.endStep();
    }

    /** c_k: the promised propensity lower bound, or without a promise the smallest that occurred. */
    public double propensityLowerBound(int label) {
        return sums.propensityLowerBound(label);
    }

    /** Coverage under Algorithm 1. */
    public Theorem1 theorem1() {
        return theorem1;
    }

    /** Regret of Algorithm 1. */
    public Theorem2 theorem2() {
        return theorem2;
    }

    /** Regret of Algorithm 2. */
    public Theorem3 theorem3() {
        return theorem3;
    }

    /** Coverage under rates that decay. */
    public DecayingBound decayingBound() {
        return decayingBound;
    }
}
