package dev.setpoint;

import dev.setpoint.estimate.IndicatorEstimator;
import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.feature.Encoder;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.Observation;
import java.util.Arrays;

/**
 * The answers of one step, as observations for the model's loss, and what they say to the thresholds: per answer and label an
 * estimate of 1{Y=k}. Measures always count by importance weights. Allocates nothing once it has held its largest step.
 */
final class Evidence {
    /** The pull was correct. */
    static final int CORRECT = -1;
    /** The pull was incorrect. */
    static final int INCORRECT = -2;
    /** The pull was incorrect, and so are the labels ruled out. */
    static final int NONE_OF = -3;

    private final int labels;
    private final Encoder encoder;
    private final IndicatorEstimator forThresholds;
    private final double[] estimate;
    private final boolean[] flags;
    private DecisionRow[] rows = {};
    private FeatureVector[] inputs = {};
    private FeatureVector[] scratch = {};
    private Observation[] observations = {};
    private double[] thresholdWeights = {};
    private int count;
    private int informative;

    Evidence(LearnerSettings settings, Encoder encoder) {
        this.encoder = encoder;
        this.labels = settings.labels().size();
        this.forThresholds = settings.thresholdEstimator();
        this.estimate = new double[labels];
        this.flags = new boolean[labels];
    }

    /**
     * Adds an answer to the step.
     *
     * @param answer CORRECT, INCORRECT, NONE_OF or the index of the true label
     * @param ruledOut the labels of NONE_OF, else null
     */
    void add(DecisionRow row, int answer, LabelSet ruledOut) {
        if (count == rows.length) {
            grow(Math.max(16, count * 2));
        }
        rows[count] = row;
        Observation observation = observations[count++];
        if (answer >= 0) {
            observation.setLabel(answer, row.arm, row.probabilities, row.distribution);
        } else if (answer == NONE_OF) {
            for (int k = 0; k < labels; k++) {
                flags[k] = ruledOut.contains(k);
            }
            observation.setNoneOf(flags, row.arm, row.probabilities, row.distribution);
        } else {
            observation.setPull(row.arm, answer == CORRECT, row.probabilities, row.distribution);
        }
    }

    private void grow(int capacity) {
        int before = rows.length;
        rows = Arrays.copyOf(rows, capacity);
        inputs = Arrays.copyOf(inputs, capacity);
        scratch = Arrays.copyOf(scratch, capacity);
        observations = Arrays.copyOf(observations, capacity);
        for (int i = before; i < capacity; i++) {
            observations[i] = new Observation(labels);
            scratch[i] = new FeatureVector();
        }
        thresholdWeights = new double[capacity * labels];
    }

    void clear() {
        count = 0;
    }

    /** Makes the inputs and the estimates of all answers. */
    void estimate() {
        informative = 0;
        for (int i = 0; i < count; i++) {
            inputs[i] = encoder.inputOf(rows[i].query, scratch[i]);
            informative += observations[i].label() != Observation.NONE ? 1 : 0;
            observations[i].estimateInto(forThresholds, estimate);
            for (int k = 0; k < labels; k++) {
                thresholdWeights[i * labels + k] = rows[i].weight * estimate[k];
            }
        }
    }

    int count() {
        return count;
    }

    /** How many answers tell the true label: correct pulls, and labels revealed. */
    int informative() {
        return informative;
    }

    DecisionRow row(int i) {
        return rows[i];
    }

    /** What the model reads of each query at present. */
    FeatureVector[] inputs() {
        return inputs;
    }

    Observation[] observations() {
        return observations;
    }

    boolean isCorrect(int i) {
        return observations[i].isCorrect();
    }

    /** Whether the world told the true label, and not only whether the pull was correct. */
    boolean isRevealed(int i) {
        return observations[i].answer() == Observation.Answer.LABEL;
    }

    /** The true label of an answer that tells it, or {@link DecisionRow#NONE}. */
    int knownLabel(int i) {
        return observations[i].label();
    }

    /** Which labels an answer of "none of these" rules out, the pulled one included; null for other answers. Valid until asked again. */
    boolean[] ruledOut(int i) {
        if (observations[i].answer() != Observation.Answer.NONE_OF) {
            return null;
        }
        for (int k = 0; k < labels; k++) {
            flags[k] = observations[i].isRuledOut(k);
        }
        return flags;
    }

    double thresholdWeight(int i, int label) {
        return thresholdWeights[i * labels + label];
    }

    /** The importance weight of the {@link #knownLabel}, which measures count by; it has one. */
    double measureWeight(int i) {
        return rows[i].weight * (isRevealed(i) ? 1 : IpwEstimator.weight(rows[i].propensity));
    }
}
