package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.model.GivenProbabilities;
import dev.setpoint.policy.Policy;
import dev.setpoint.random.Draws;
import java.util.Arrays;

/**
 * The one place where labels are excluded, the exploration floor is applied and an arm is sampled. Learners explore by it; it can be used
 * by itself, where probabilities come from elsewhere and sets are not asked for:
 *
 * <pre>{@code
 * Exploration exploration = new Exploration(Policy.parse("trade-off"), 0.04, 3);
 * double[] propensities = exploration.propensities(probabilities);
 * int arm = exploration.pull(propensities, seed, "ticket-17");   // log propensities[arm] with it
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class Exploration {
    private static final int MOST_LABELS = 1 << 24;

    /** By how much a policy's probabilities may miss 1 together: ten times what a model's may. */
    private static final double TOLERANCE = 1e-3;

    private static final double ROUNDING = 1e-9;

    private final Policy policy;
    private final double floor;
    /** The eligible labels' probabilities, while some are excluded. */
    private final double[] restricted;
    /** The issued set, while a policy reads it. */
    private final boolean[] inSet;

    /**
     * Pulls among so many labels by a policy.
     *
     * @param policy which labels are pulled how often, given their probabilities
     * @param floor the share of pulls that is spread evenly over all labels, in [0, 1]
     * @param labels how many there are, at least 2
     */
    public Exploration(Policy policy, double floor, int labels) {
        if (!(floor >= 0 && floor <= 1)) {
            throw new IllegalArgumentException("floor: " + floor + " (expected: in [0, 1])");
        }
        checkLabels(labels);
        this.policy = Argument.given("policy", policy);
        this.floor = floor;
        this.restricted = new double[labels];
        this.inSet = new boolean[labels];
    }

    /** Refuses a number of labels that no array is made for. */
    static void checkLabels(int labels) {
        if (labels < 2 || labels > MOST_LABELS) {
            throw new IllegalArgumentException(
                    "labels: " + labels + " (expected: >= 2" + (labels < 2 ? ")" : " and <= " + MOST_LABELS + ")"));
        }
    }

    /**
     * With which probability each label is to be pulled.
     *
     * @param probabilities one per label, each in [0, 1], with sum 1
     * @throws IllegalArgumentException if they are no distribution, or if the policy reads sets
     */
    public double[] propensities(double[] probabilities) {
        return propensities(probabilities, null, null);
    }

    /**
     * The same where something is known of the set, or labels must not be pulled.
     *
     * @param probabilities one per label, each in [0, 1], with sum 1
     * @param set the issued set, for policies that read it; otherwise null will do
     * @param excluded the labels that must not be pulled, not all of them; null for none
     * @throws IllegalArgumentException if the probabilities are no distribution, the sets are not of as many labels, all labels are
     *     excluded, or there is no set and the policy reads it
     */
    public double[] propensities(double[] probabilities, LabelSet set, LabelSet excluded) {
        int labels = inSet.length;
        double sum = GivenProbabilities.check("probabilities", probabilities, labels);
        checkUniverse("set", set);
        checkUniverse("excluded", excluded);
        if (set == null && policy.readsSet()) {
            throw new IllegalArgumentException(
                    "set: null (expected: the issued set, as policy " + policy + " reads it)");
        }
        long[] out = new long[LabelBits.words(labels)];
        if (excluded != null) {
            excluded.bitsInto(out);
        }
        if (LabelBits.size(out) == labels) {
            throw new IllegalArgumentException("excluded: all labels (expected: at least one is eligible)");
        }
        for (int k = 0; k < labels; k++) {
            inSet[k] = set != null && set.contains(k);
        }
        double[] propensities = new double[labels];
        distributionInto(normalised(probabilities, sum), inSet, out, propensities);
        return propensities;
    }

    /** What misses the sum 1 by more than rounding is divided by it: propensities must be what is drawn by. */
    private static double[] normalised(double[] probabilities, double sum) {
        if (Math.abs(sum - 1) <= ROUNDING) {
            return probabilities;
        }
        double[] shares = new double[probabilities.length];
        for (int k = 0; k < shares.length; k++) {
            shares[k] = probabilities[k] / sum;
        }
        return shares;
    }

    private void checkUniverse(String name, LabelSet labels) {
        if (labels != null && labels.universe().size() != inSet.length) {
            throw new IllegalArgumentException(
                    name + ": of " + labels.universe().size() + " labels (expected: of " + inSet.length + ")");
        }
    }

    /**
     * The label to act on. The draw depends on seed and id alone, and is the one that a learner with this seed makes for a decision of
     * this id.
     *
     * @param propensities what {@link #propensities} gave
     * @param seed secret, where callers must not be able to choose the label by choosing the id
     * @param id of the decision, 1 to 128 bytes
     * @throws IllegalArgumentException if these are no probabilities with sum 1, or this is no id
     */
    public int pull(double[] propensities, long seed, String id) {
        GivenProbabilities.check("propensities", propensities, inSet.length);
        DecisionKey key = new DecisionKey();
        key.set(id);
        return pull(propensities, draw(seed, key));
    }

    /** Uniform in [0, 1), of the arm of a decision. */
    static double draw(long seed, DecisionKey id) {
        return Draws.uniform(Draws.stream(seed, Draws.ARM, id.drawKey()), 0);
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
        int arm = pull(distribution, u);
        distribution[arm] = Math.min(1, distribution[arm]); // above 1 by no more than the tolerance
        row.arm = arm;
        row.propensity = distribution[arm];
    }

    private int pull(double[] distribution, double u) {
        double total = 0;
        boolean negative = false;
        for (double probability : distribution) {
            total += probability;
            negative |= probability < 0;
        }
        int arm = sample(distribution, u * total);
        check(distribution, total, negative, arm);
        return arm;
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
