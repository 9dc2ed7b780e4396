package dev.setpoint.loss;

import dev.setpoint.math.Elementary;

/**
 * The exact likelihood of what was said, given the query and the pulled label: {@code -log p_A} for a correct pull, {@code -log(1 -
 * p_A)} for an incorrect one, {@code -log p_y} for a label that was told, {@code -log(1 - sum over S of p)} for "none of S". The link is
 * the softmax.
 *
 * <p>No propensity enters, so no weight is large. What it is consistent for: where the model can represent P(Y|x), the expected
 * gradient vanishes there, whatever the policy that pulls. Where it cannot, the minimum depends on the policy: it fits best where
 * pulls are, and a label that is hardly ever pulled hardly counts. The cross-entropy on an unbiased estimate
 * ({@link CrossEntropyLoss}) does not have this flaw.
 *
 * <p>An answer about one label says nothing of the odds between the others, yet the gradient moves these, too: an incorrect pull
 * raises the other labels in proportion to what the model already thinks of them. Repeated, that is a habit: a label that the
 * model thinks little of is lost from sight, and a change of the world is learned slowly. So implicit steps do not overshoot
 * ({@link #share}), and go half the gradient's way at labels that were not pulled ({@link #turn}).
 */
public record LikelihoodLoss() implements Loss {
    /**
     * How far labels move that were not pulled, as a part of the gradient. At 0 that would be the natural gradient but for its
     * length, at 1 it is the gradient; both are consistent. On CLINC150 with an abrupt change of labels, 0.5 relearns nearly as
     * fast as 0, and without one it pulls as well as 1: docs/research.md.
     */
    private static final double NOT_PULLED = 0.5;

    /** Below this the sum of the probabilities that are left may have lost digits to underflow, and is taken from the logits. */
    private static final double LEAST_SUM = 1e-280;

    /** Below this their squares may have. */
    private static final double LEAST_SIDE = 1e-140;

    @Override
    public void probabilitiesInto(double[] logits, double[] probabilities, int offset) {
        Softmax.into(logits, probabilities, offset);
    }

    @Override
    public boolean teaches(Observation observation) {
        return !observation.isEmpty();
    }

    /**
     * For a known label y: {@code p - e_y}. Otherwise, with S the labels ruled out and q the probabilities of the others
     * renormalised: p_k in S, and {@code -q_k} times the sum of p over S outside it. The q come from sums over the others alone,
     * never from 1 - p, so nothing is lost where p_A rounds to 1.
     */
    @Override
    public void gradientInto(Observation observation, double[] logits, double[] present, double[] gradient) {
        int label = observation.label();
        if (label != Observation.NONE) {
            System.arraycopy(present, 0, gradient, 0, gradient.length);
            gradient[label] = -rest(present, label); // p_y - 1, without cancellation
            return;
        }
        double out = 0;
        double left = 0;
        for (int k = 0; k < gradient.length; k++) {
            if (observation.isRuledOut(k)) {
                out += present[k];
            } else {
                left += present[k];
            }
        }
        boolean underflows = left < LEAST_SUM;
        double logLeft = underflows ? Softmax.logSum(logits, observation, false) : 0;
        for (int k = 0; k < gradient.length; k++) {
            if (observation.isRuledOut(k)) {
                gradient[k] = present[k];
            } else {
                gradient[k] = -out * (underflows ? Elementary.exp(logits[k] - logLeft) : present[k] / left);
            }
        }
    }

    private static double rest(double[] present, int label) {
        double sum = 0;
        for (int k = 0; k < present.length; k++) {
            sum += k == label ? 0 : present[k];
        }
        return sum;
    }

    @Override
    public double value(Observation observation, double[] logits) {
        if (observation.isEmpty()) {
            return 0;
        }
        if (observation.label() != Observation.NONE) {
            return Softmax.logSum(logits) - logits[observation.label()];
        }
        // -log(E_left / (E_left + E_out)) = log(1 + E_out / E_left)
        return Softmax.softplus(Softmax.logSum(logits, observation, true) - Softmax.logSum(logits, observation, false));
    }

    @Override
    public boolean readsDistribution() {
        return false;
    }

    @Override
    public boolean hasShares() {
        return true;
    }

    /**
     * Labels that were not pulled go {@link #NOT_PULLED} of the way, also where the label was told, so that it does not matter how an
     * incorrect pull is answered: the multiple depends on the query and the pulled label alone, given which the expected gradient
     * vanishes at every label by itself. As for the gradient, that is so where what the answer tells is all that it says: an "incorrect"
     * that
     * would have been "none of these", had it been so, says more.
     */
    @Override
    public void turn(Observation observation, double[] gradient) {
        for (int k = 0; k < gradient.length; k++) {
            gradient[k] *= part(observation, k);
        }
    }

    private static double part(Observation observation, int k) {
        int arm = observation.arm();
        return k == arm || arm == Observation.NONE ? 1 : NOT_PULLED;
    }

    /**
     * The margin is the log odds of the labels that the answer is against: S, or all but the known y. With P the sum of their
     * probabilities and Q that of the others, the gradient is p_k at the former and -P p_k / Q at the latter, so a step of share a
     * along the gradient lowers the margin by a s P times (the sum of (p_k / P)^2 over the former and of (p_k / Q)^2 over the
     * latter), and {@link #turn} multiplies each of these terms.
     */
    @Override
    public double share(Observation observation, double[] logits, double[] present, double reach) {
        double against = 0;
        double squaresAgainst = 0;
        double others = 0;
        double squaresOfOthers = 0;
        for (int k = 0; k < present.length; k++) {
            double p = present[k];
            if (isAgainst(observation, k)) {
                against += p;
                squaresAgainst += part(observation, k) * p * p;
            } else {
                others += p;
                squaresOfOthers += part(observation, k) * p * p;
            }
        }
        if (against < LEAST_SIDE) {
            return 1; // nothing to learn
        }
        if (others < LEAST_SIDE) {
            return shareFarOff(observation, logits, squaresAgainst / (against * against), reach);
        }
        double curvature = squaresAgainst / (against * against) + squaresOfOthers / (others * others);
        return ImplicitStep.share(Elementary.log(against / others), reach * curvature);
    }

    /** The share where the others' probabilities, or their squares, underflow: they come from the logits. */
    private static double shareFarOff(Observation observation, double[] logits, double curvatureAgainst, double reach) {
        double largest = Double.NEGATIVE_INFINITY;
        double largestAgainst = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < logits.length; k++) {
            if (isAgainst(observation, k)) {
                largestAgainst = Math.max(largestAgainst, logits[k]);
            } else {
                largest = Math.max(largest, logits[k]);
            }
        }
        double sum = 0;
        double squares = 0;
        double sumAgainst = 0;
        for (int k = 0; k < logits.length; k++) {
            if (isAgainst(observation, k)) {
                sumAgainst += Elementary.exp(logits[k] - largestAgainst);
            } else {
                double p = Elementary.exp(logits[k] - largest);
                sum += p;
                squares += part(observation, k) * p * p;
            }
        }
        double margin = largestAgainst - largest + Elementary.log(sumAgainst / sum);
        return ImplicitStep.share(margin, reach * (curvatureAgainst + squares / (sum * sum)));
    }

    private static boolean isAgainst(Observation observation, int k) {
        int label = observation.label();
        return label == Observation.NONE ? observation.isRuledOut(k) : k != label;
    }

    @Override
    public String toString() {
        return "likelihood";
    }
}
