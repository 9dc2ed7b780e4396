package dev.setpoint.loss;

import dev.setpoint.argument.Argument;
import dev.setpoint.estimate.IndicatorEstimator;

/**
 * The cross-entropy of the softmax with an estimate of the hidden label in the label's place: {@code -sum_k Delta_k log p_k}. Wang
 * &amp; Qiao (2024), equation for L(X; W). A label that was told is the ordinary cross-entropy, -log p_y.
 *
 * <p>The estimate is made with the probabilities and the distribution as issued. So the gradient, averaged over the pulls, is that
 * of the cross-entropy with the true label, whatever the model: this is what the propensities in it buy, at the price of their
 * variance.
 *
 * @param estimator of the hidden label
 */
public record CrossEntropyLoss(IndicatorEstimator estimator) implements Loss {
    /** Refuses null. */
    public CrossEntropyLoss {
        Argument.given("estimator", estimator);
    }

    @Override
    public void probabilitiesInto(double[] logits, double[] probabilities, int offset) {
        Softmax.into(logits, probabilities, offset);
    }

    @Override
    public boolean teaches(Observation observation) {
        return observation.label() != Observation.NONE
                || (!estimator.ignoresIncorrectPulls() && !observation.isEmpty());
    }

    /** {@code p_k sum_j Delta_j - Delta_k}. */
    @Override
    public void gradientInto(Observation observation, double[] logits, double[] present, double[] gradient) {
        observation.estimateInto(estimator, gradient);
        double sum = 0;
        for (double delta : gradient) {
            sum += delta;
        }
        for (int k = 0; k < gradient.length; k++) {
            gradient[k] = present[k] * sum - gradient[k];
        }
    }

    @Override
    public double value(Observation observation, double[] logits) {
        double[] estimate = new double[logits.length];
        observation.estimateInto(estimator, estimate);
        double logSum = Softmax.logSum(logits);
        double value = 0;
        for (int k = 0; k < logits.length; k++) {
            value += estimate[k] == 0 ? 0 : estimate[k] * (logSum - logits[k]); // also at a logit of -infinity
        }
        return value;
    }

    @Override
    public boolean readsDistribution() {
        return estimator.readsDistribution();
    }

    /** The estimator's name: {@code sdr}, for example. */
    @Override
    public String toString() {
        return estimator.toString();
    }
}
