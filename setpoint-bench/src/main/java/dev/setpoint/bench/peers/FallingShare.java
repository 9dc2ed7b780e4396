package dev.setpoint.bench.peers;

import dev.setpoint.policy.Policy;

/**
 * An experiment: a policy of whose pulls an ever smaller share is spread evenly over all labels. Together with a learner whose
 * floor is {@code last}, the share spread evenly falls linearly from {@code first} at query 0 to {@code last} at the stream's end
 * and stays there. Unlike what {@link Policy} asks for it has a state, the number of the query, which is not part of its text: it
 * belongs to one learner, and one that is restored from a snapshot has to be told the number again.
 */
final class FallingShare implements Policy {
    static final String NAME = "falling-share";

    private final Policy policy;
    private final double first;
    private final double last;
    private final long queries;
    private long query;

    /**
     * Before query 0.
     *
     * @param policy pulls what is not spread
     * @param first at least {@code last}, at most 1
     * @param last the learner's floor, in [0, 1)
     * @param queries after how many the share has fallen to {@code last}
     */
    FallingShare(Policy policy, double first, double last, long queries) {
        if (!(last >= 0 && last < 1 && first >= last && first <= 1)) {
            throw new IllegalArgumentException(
                    "share: " + first + " to " + last + " (expected: falling, from at most 1 to at least 0)");
        }
        this.policy = policy;
        this.first = first;
        this.last = last;
        this.queries = queries;
    }

    /** Says which query comes next, from 0. */
    void next(long number) {
        query = number;
    }

    /** The share of pulls spread evenly at the present query, the floor included. */
    double share() {
        return last + (first - last) * Math.max(0, 1 - (double) query / queries);
    }

    @Override
    public void distributionInto(double[] probabilities, boolean[] inSet, double[] distribution) {
        policy.distributionInto(probabilities, inSet, distribution);
        double spread = (share() - last) / (1 - last); // the learner takes 1 - last of this and adds last
        for (int k = 0; k < distribution.length; k++) {
            distribution[k] = (1 - spread) * distribution[k] + spread / distribution.length;
        }
    }

    @Override
    public boolean readsSet() {
        return policy.readsSet();
    }

    /** The policy's: what is spread on top is gone at the end, so with the learner's floor W is K / last from the first query on. */
    @Override
    public double probabilityLowerBound(int labels) {
        return policy.probabilityLowerBound(labels);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FallingShare && other.toString().equals(toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    @Override
    public String toString() {
        return NAME + "(policy=" + policy + ", first=" + first + ", last=" + last + ", queries=" + queries + ")";
    }
}
