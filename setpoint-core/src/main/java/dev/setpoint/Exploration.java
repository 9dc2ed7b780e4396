package dev.setpoint;

import dev.setpoint.policy.Policy;
import java.util.Arrays;

/** The one place where labels are excluded, the exploration floor is applied and an arm is sampled. */
final class Exploration {
    /** By how much a policy's probabilities may miss 1 together: ten times what a model's may. */
    private static final double TOLERANCE = 1e-3;

    private final Policy policy;
    private final double floor;
    /** The eligible labels' probabilities, while some are excluded. */
    private final double[] restricted;
    /** The issued set, while a policy reads it. */
    private final boolean[] inSet;

    Exploration(Policy policy, double floor, int labels) {
        this.policy = policy;
        this.floor = floor;
        this.restricted = new double[labels];
        this.inSet = new boolean[labels];
    }

    /** Whether the set must be issued before {@link #distributionInto}. */
    boolean readsSet() {
        return policy.readsSet();
    }

    /**
     * Writes the distribution that the row's arm is sampled from. Its set must be issued, if that is read. Labels that were added since
     * the row was issued have probability 0, and no part in what the policy compares.
     */
    void distributionInto(DecisionRow row) {
        int labels = inSet.length;
        if (policy.readsSet()) {
            for (int k = 0; k < labels; k++) {
                inSet[k] = row.issued().contains(k);
            }
        }
        if (labels == row.distribution.length) {
            distributionInto(row.probabilities, inSet, row.excluded, row.distribution);
        } else {
            double[] distribution = new double[labels];
            distributionInto(Arrays.copyOf(row.probabilities, labels), inSet, row.excluded, distribution);
            System.arraycopy(distribution, 0, row.distribution, 0, labels);
            Arrays.fill(row.distribution, labels, row.distribution.length, 0);
        }
    }

    /**
     * Writes the distribution pi' the arm is sampled from. Excluded labels have probability 0; the rest are renormalised and then
     * floored: pi' = (1 - floor) pi + floor / eligible. Where the policy would pull excluded labels alone, the rest are pulled
     * by their probabilities. At least one label must be eligible.
     *
     * @param members the issued set, for policies that read it; excluded labels are taken out
     * @param excluded the labels that must not be pulled, as bits
     */
    void distributionInto(double[] probabilities, boolean[] members, long[] excluded, double[] distribution) {
        int labels = distribution.length;
        if (LabelBits.isEmpty(excluded)) {
            policy.distributionInto(probabilities, members, distribution);
            double base = floor / labels;
            for (int k = 0; k < labels; k++) {
                distribution[k] = (1 - floor) * distribution[k] + base;
            }
            return;
        }
        int eligible = restrict(probabilities, members, excluded);
        policy.distributionInto(policy.comparesLabels() ? restricted : probabilities, members, distribution);
        double mass = 0;
        double total = 0;
        boolean negative = false;
        for (int k = 0; k < labels; k++) {
            mass += LabelBits.contains(excluded, k) ? 0 : distribution[k];
            total += distribution[k];
            negative |= distribution[k] < 0;
        }
        check(distribution, total, negative, -1); // what follows would hide it
        double base = floor / eligible;
        for (int k = 0; k < labels; k++) {
            double share = mass > 0 ? distribution[k] / mass : restricted[k];
            distribution[k] = LabelBits.contains(excluded, k) ? 0 : (1 - floor) * share + base;
        }
    }

    /** Makes the probabilities those given that the label is eligible, all alike if none of these is possible; how many there are. */
    private int restrict(double[] probabilities, boolean[] members, long[] excluded) {
        double sum = 0;
        int eligible = 0;
        for (int k = 0; k < restricted.length; k++) {
            boolean out = LabelBits.contains(excluded, k);
            members[k] &= !out; // the members that can be pulled
            restricted[k] = out ? 0 : probabilities[k];
            sum += restricted[k];
            eligible += out ? 0 : 1;
        }
        for (int k = 0; k < restricted.length; k++) {
            if (!LabelBits.contains(excluded, k)) {
                restricted[k] = sum > 0 ? restricted[k] / sum : 1.0 / eligible;
            }
        }
        return eligible;
    }

    /**
     * Samples the row's arm from its distribution.
     *
     * @param u uniform in [0, 1)
     * @throws IllegalArgumentException if the policy has written no distribution
     */
    void pull(DecisionRow row, double u) {
        double[] distribution = row.distribution;
        double total = 0;
        boolean negative = false;
        for (double probability : distribution) {
            total += probability;
            negative |= probability < 0;
        }
        int arm = sample(distribution, u * total);
        check(distribution, total, negative, arm);
        distribution[arm] = Math.min(1, distribution[arm]); // above 1 by no more than the tolerance
        row.arm = arm;
        row.propensity = distribution[arm];
    }

    private void check(double[] distribution, double total, boolean negative, int arm) {
        if (negative || !(Math.abs(total - 1) <= TOLERANCE) || (arm >= 0 && distribution[arm] > 1 + TOLERANCE)) {
            throw new IllegalArgumentException(
                    "policy: " + policy + ", whose pull probabilities, with the floor, sum to "
                            + total
                            + (negative ? " and are in part below 0" : "")
                            + (arm < 0 ? "" : " and are " + distribution[arm] + " for label " + arm)
                            + " (expected: in [0, 1], with sum 1)");
        }
    }

    /** The label at this position, if labels lie side by side, each as wide as its probability; -1 if none has one. */
    private static int sample(double[] distribution, double position) {
        int last = -1;
        double sum = 0;
        for (int k = 0; k < distribution.length; k++) {
            if (distribution[k] > 0) {
                last = k;
                sum += distribution[k];
                if (position < sum) {
                    return k;
                }
            }
        }
        return last; // rounding left the position at the very end
    }
}
