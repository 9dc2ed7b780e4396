package dev.setpoint.testing;

import dev.setpoint.estimate.IndicatorEstimator;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.loss.Loss;
import dev.setpoint.loss.Observation;
import java.util.Arrays;

/** The cross-entropy on weights that a test chooses: {@code -sum_k w_k log p_k}. They travel as the issued probabilities. */
public record GivenWeights() implements Loss {
    private static final CrossEntropyLoss ENTROPY = new CrossEntropyLoss(new IndicatorEstimator() {
        @Override
        public void estimateInto(
                double[] probabilities, double[] distribution, int arm, boolean correct, double[] estimate) {
            System.arraycopy(probabilities, 0, estimate, 0, estimate.length);
        }

        @Override
        public boolean neverNegative() {
            return false;
        }
    });

    /** Observations with these weights, those of one after those of the other. */
    public static Observation[] of(int count, double... weights) {
        int labels = weights.length / count;
        Observation[] observations = new Observation[count];
        for (int i = 0; i < count; i++) {
            double[] own = Arrays.copyOfRange(weights, i * labels, (i + 1) * labels);
            observations[i] = new Observation(labels).setPull(0, false, own, own);
        }
        return observations;
    }

    @Override
    public void probabilitiesInto(double[] logits, double[] probabilities, int offset) {
        ENTROPY.probabilitiesInto(logits, probabilities, offset);
    }

    @Override
    public boolean teaches(Observation observation) {
        return Arrays.stream(observation.probabilities()).anyMatch(weight -> weight != 0);
    }

    @Override
    public void gradientInto(Observation observation, double[] logits, double[] present, double[] gradient) {
        ENTROPY.gradientInto(observation, logits, present, gradient);
    }

    @Override
    public double value(Observation observation, double[] logits) {
        return ENTROPY.value(observation, logits);
    }
}
