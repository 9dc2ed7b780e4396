package dev.setpoint;

import dev.setpoint.policy.Policy;

/** The one place where labels are excluded, the exploration floor is applied and an arm is sampled. */
final class Exploration {
    private final Policy policy;
    private final double floor;

    Exploration(Policy policy, double floor) {
        this.policy = policy;
        this.floor = floor;
    }

    /** Whether the set must be issued before {@link #distributionInto}. */
    boolean readsSet() {
        return policy.readsSet();
    }

    /**
     * Writes the distribution pi' the arm is sampled from. Excluded labels have probability 0; the rest are renormalised and then
     * floored: pi' = (1 - floor) pi + floor / eligible. Where the policy would pull excluded labels alone, the rest are pulled
     * by their probabilities. At least one label must be eligible.
     *
     * @param inSet the issued set, for policies that read it; excluded labels are taken out
     */
    void distributionInto(double[] probabilities, boolean[] inSet, LabelSet excluded, double[] distribution) {
        int labels = distribution.length;
        boolean someExcluded = excluded != null && !excluded.isEmpty();
        for (int k = 0; someExcluded && k < labels; k++) {
            inSet[k] &= !excluded.contains(k); // the members that can be pulled
        }
        policy.distributionInto(probabilities, inSet, distribution);
        int eligible = labels;
        double mass = 1;
        double probability = 1;
        if (someExcluded) {
            mass = 0;
            probability = 0;
            eligible = 0;
            for (int k = 0; k < labels; k++) {
                if (excluded.contains(k)) {
                    distribution[k] = 0;
                } else {
                    mass += distribution[k];
                    probability += probabilities[k];
                    eligible++;
                }
            }
        }
        double base = floor / eligible;
        for (int k = 0; k < labels; k++) {
            if (eligible == labels || !excluded.contains(k)) {
                double otherwise = probability > 0 ? probabilities[k] / probability : 1.0 / eligible;
                double share = mass > 0 ? distribution[k] / mass : otherwise;
                distribution[k] = (1 - floor) * share + base;
            }
        }
    }

    /**
     * The arm.
     *
     * @param u uniform in [0, 1)
     */
    static int sample(double[] distribution, double u) {
        double total = 0;
        for (double probability : distribution) {
            total += probability;
        }
        double position = u * total;
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
