package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.policy.Policy;

/**
 * What of a learner's settings may change while it runs; everything else is what the learner is. What was promised before a change
 * is said here of each. W is the largest weight that one answer can give a label, {@link LearnerSettings#mostEvidence}; Delta is the
 * estimate of the hidden label, which under inverse-propensity weighting lies in [0, W].
 *
 * @param alpha the share of queries whose set may miss their label, in (0, 1); of each label's or of all, as the settings'
 *     {@code coverage} says. After a change, trackers go on from where they stand, with the alpha in force when an answer is learned.
 *     The accounting of Theorem 1 holds piece by piece: with {@code sgd}, between any two times, (threshold then - threshold before) /
 *     eta = sum of Delta (alpha in force - 1{missed}), and so since the start |sum of Delta (1{missed} - alpha in force)| &lt;=
 *     (range of scores + eta W) / eta, as if alpha had never changed. Intervals estimate coverage itself and do not depend on alpha;
 *     alarms compare them with the new one
 * @param policy which label is pulled. A decision is weighed by the propensity it was issued with, however late its answer comes, so
 *     every estimate stays unbiased across a change. W changes with the policy's lower bound, as with the floor
 * @param floor the share of pulls spread evenly over all eligible labels, in [0, 1]: pi' = (1 - floor) pi + floor / K. Estimates stay
 *     unbiased, as for the policy. W changes: no answer to a decision weighs more than the W that was in force when it was issued.
 *     Bounds that name W hold with the largest so far, and intervals of coverage stay valid as long as their sums are kept in units of
 *     the W of each decision
 * @param emptySets what is issued when no label reaches its threshold. Sets that are issued later change; thresholds and their
 *     guarantees, which speak of scores alone, do not. Coverage under {@code most-probable} is at least that under {@code allowed}
 * @param maxWeight the largest weight a query counts with, at least 1. 1 means that queries are not weighted: weights above 1 are
 *     refused. Above 1, larger weights are cut to it when they are decided. W changes in proportion. Coverage is that of a population in
 *     which each query counts by the weight it was decided with, so a change of the cap changes the population from then on
 * @param maxPending how many unanswered decisions are kept at most; the oldest expires first. If it is lowered, the oldest beyond it
 *     expire: their answers teach nothing any more, and what was learned stays. Memory is bounded by the new number
 * @param maxAge an unanswered decision expires when more than this many decisions came after it. If it is lowered, older ones expire,
 *     as for maxPending
 * @param issuingHead the name of the head that issues the sets; all others run in its shadow. After a change, sets come from a head
 *     whose thresholds have followed the same answers all along: what holds of its sets has held since it was added. Coverage is kept by
 *     head; the sets that were issued are covered, over any stretch, as those of the heads that issued them
 */
public record Operation(
        double alpha,
        Policy policy,
        double floor,
        EmptySets emptySets,
        double maxWeight,
        int maxPending,
        long maxAge,
        String issuingHead)
        implements Change {

    /** Checks the ranges. */
    public Operation {
        if (!(alpha > 0 && alpha < 1)) {
            throw new IllegalArgumentException("alpha: " + alpha + " (expected: in (0, 1))");
        }
        Argument.given("policy", policy);
        if (!(floor >= 0 && floor <= 1)) {
            throw new IllegalArgumentException("floor: " + floor + " (expected: in [0, 1])");
        }
        Argument.given("emptySets", emptySets);
        if (!(maxWeight >= 1) || Double.isInfinite(maxWeight)) {
            throw new IllegalArgumentException("maxWeight: " + maxWeight + " (expected: finite and >= 1)");
        }
        if (maxPending < 1) {
            throw new IllegalArgumentException("maxPending: " + maxPending + " (expected: >= 1)");
        }
        if (maxAge < 0) {
            throw new IllegalArgumentException("maxAge: " + maxAge + " (expected: >= 0)");
        }
        Argument.given("issuingHead", issuingHead);
    }

    /** The same with another alpha. */
    public Operation withAlpha(double value) {
        return new Operation(value, policy, floor, emptySets, maxWeight, maxPending, maxAge, issuingHead);
    }

    /** The same with another policy. */
    public Operation withPolicy(Policy value) {
        return new Operation(alpha, value, floor, emptySets, maxWeight, maxPending, maxAge, issuingHead);
    }

    /** The same with another floor. */
    public Operation withFloor(double value) {
        return new Operation(alpha, policy, value, emptySets, maxWeight, maxPending, maxAge, issuingHead);
    }

    /** The same with another choice for empty sets. */
    public Operation withEmptySets(EmptySets value) {
        return new Operation(alpha, policy, floor, value, maxWeight, maxPending, maxAge, issuingHead);
    }

    /** The same with another largest weight of queries. */
    public Operation withMaxWeight(double value) {
        return new Operation(alpha, policy, floor, emptySets, value, maxPending, maxAge, issuingHead);
    }

    /** The same with another bound of unanswered decisions. */
    public Operation withMaxPending(int value) {
        return new Operation(alpha, policy, floor, emptySets, maxWeight, value, maxAge, issuingHead);
    }

    /** The same with another age at which unanswered decisions expire. */
    public Operation withMaxAge(long value) {
        return new Operation(alpha, policy, floor, emptySets, maxWeight, maxPending, value, issuingHead);
    }

    /** The same with another issuing head. */
    public Operation withIssuingHead(String name) {
        return new Operation(alpha, policy, floor, emptySets, maxWeight, maxPending, maxAge, name);
    }

    /**
     * From its text.
     *
     * @throws IllegalArgumentException if a line is unknown, missing or there twice, or a value is out of its range
     */
    public static Operation parse(String text) {
        return SettingsText.parseOperation(text);
    }

    /** One line per setting; {@link #parse} reads it. */
    @Override
    public String toString() {
        return SettingsText.of(this);
    }
}
