package dev.setpoint.loss;

import dev.setpoint.math.Elementary;
import java.util.Arrays;

/**
 * One label against the rest, on the pulled label alone: with sigma the logistic function, {@code -log sigma(z_A)} for a correct pull
 * and {@code -log(1 - sigma(z_A))} for an incorrect one. A label that was told is K such answers, yes for that label and no for all others;
 * "none of S" is a no for each label of S.
 *
 * <p>It is consistent for P(Y=k|x) = sigma(z_k), label by label, whatever the policy that pulls: given the pulled label, the
 * answer is a coin of just this probability.
 *
 * <p>The link: K logistic probabilities need not sum to 1. Read as K independent events of which exactly one happened, that it was k
 * has a chance proportional to sigma(z_k) times the product over j != k of (1 - sigma(z_j)). Divided by the product over all j of
 * (1 - sigma(z_j)), this is the odds sigma(z_k) / (1 - sigma(z_k)) = exp z_k. So the link is the softmax.
 */
public record PulledArmLoss() implements Loss {
    @Override
    public void probabilitiesInto(double[] logits, double[] probabilities, int offset) {
        Softmax.into(logits, probabilities, offset);
    }

    @Override
    public boolean teaches(Observation observation) {
        return !observation.isEmpty();
    }

    /** {@code sigma(z_k) - 1} where label k was answered by yes, {@code sigma(z_k)} where by no, 0 where nothing was said. */
    @Override
    public void gradientInto(Observation observation, double[] logits, double[] present, double[] gradient) {
        Arrays.fill(gradient, 0);
        switch (observation.answer()) {
            case CORRECT -> gradient[observation.arm()] = yes(logits[observation.arm()]);
            case INCORRECT -> gradient[observation.arm()] = no(logits[observation.arm()]);
            case LABEL -> {
                for (int k = 0; k < gradient.length; k++) {
                    gradient[k] = k == observation.label() ? yes(logits[k]) : no(logits[k]);
                }
            }
            case NONE_OF -> {
                for (int k = 0; k < gradient.length; k++) {
                    gradient[k] = observation.isRuledOut(k) ? no(logits[k]) : 0;
                }
            }
        }
    }

    /** sigma(z) - 1 = -sigma(-z), which keeps its digits where sigma(z) rounds to 1. */
    private static double yes(double logit) {
        return -no(-logit);
    }

    /** sigma(z); exp may overflow to infinity, and the quotient is then 0. */
    private static double no(double logit) {
        return 1 / (1 + Elementary.exp(-logit));
    }

    @Override
    public double value(Observation observation, double[] logits) {
        int arm = observation.arm();
        double value = 0;
        switch (observation.answer()) {
            case CORRECT -> value = Softmax.softplus(-logits[arm]);
            case INCORRECT -> value = Softmax.softplus(logits[arm]);
            case LABEL -> {
                for (int k = 0; k < logits.length; k++) {
                    value += Softmax.softplus(k == observation.label() ? -logits[k] : logits[k]);
                }
            }
            case NONE_OF -> {
                for (int k = 0; k < logits.length; k++) {
                    value += observation.isRuledOut(k) && !observation.isEmpty() ? Softmax.softplus(logits[k]) : 0;
                }
            }
        }
        return value;
    }

    @Override
    public boolean readsDistribution() {
        return false;
    }

    @Override
    public boolean hasShares() {
        return true;
    }

    /** Every label that was answered for has a margin of its own; the share is that of the one that is farthest off. */
    @Override
    public double share(Observation observation, double[] logits, double[] present, double reach) {
        double margin = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < logits.length; k++) {
            if (k == observation.label()) {
                margin = Math.max(margin, -logits[k]);
            } else if (observation.answer() == Observation.Answer.LABEL || observation.isRuledOut(k)) {
                margin = Math.max(margin, logits[k]);
            }
        }
        return ImplicitStep.share(margin, reach);
    }

    @Override
    public String toString() {
        return "pulled-arm";
    }
}
