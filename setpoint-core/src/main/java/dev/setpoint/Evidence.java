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
    private final int labels;
    private final Encoder encoder;
    private final IndicatorEstimator forThresholds;
    private final double[] estimate;
    private final boolean[] flags;
    private DecisionRow[] rows = {};
    private Feedback[] feedback = {};
    private FeatureVector[] inputs = {};
    private FeatureVector[] scratch = {};
    private Observation[] observations = {};
    private int count;

    Evidence(LearnerSettings settings, Encoder encoder) {
        this.encoder = encoder;
        this.labels = settings.labels().size();
        this.forThresholds = settings.thresholdEstimator();
        this.estimate = new double[labels];
        this.flags = new boolean[labels];
    }

    /**
     * Adds an answer; returns the true label if it tells that, or {@link DecisionRow#NONE}. A label that the decision did not know,
     * being added later or retired before, says that the true label is none of those it did know.
     */
    int add(DecisionRow row, Feedback answer) {
        if (count == rows.length) {
            grow(Math.max(1, count * 2));
        }
        rows[count] = row;
        feedback[count] = answer;
        Observation observation = observations[count++];
        if (answer instanceof Feedback.Label label && !row.knew(label.index())) {
            Arrays.fill(flags, true);
            observation.setNoneOf(flags, row.arm, row.probabilities, row.distribution);
        } else if (answer instanceof Feedback.Label label) {
            observation.setLabel(label.index(), row.arm, row.probabilities, row.distribution);
        } else if (answer instanceof Feedback.NoneOf none) {
            for (int k = 0; k < labels; k++) {
                flags[k] = none.labels().contains(k) || !row.knew(k);
            }
            observation.setNoneOf(flags, row.arm, row.probabilities, row.distribution);
        } else {
            observation.setPull(row.arm, answer instanceof Feedback.Correct, row.probabilities, row.distribution);
        }
        if (row.isRestricted()) {
            for (int k = 0; k < labels; k++) {
                flags[k] = row.knew(k);
            }
            observation.restrictTo(flags);
        }
        return observation.label();
    }

    private void grow(int capacity) {
        int before = rows.length;
        rows = Arrays.copyOf(rows, capacity);
        feedback = Arrays.copyOf(feedback, capacity);
        inputs = Arrays.copyOf(inputs, capacity);
        scratch = Arrays.copyOf(scratch, capacity);
        observations = Arrays.copyOf(observations, capacity);
        for (int i = before; i < capacity; i++) {
            observations[i] = new Observation(labels);
            scratch[i] = new FeatureVector();
        }
    }

    void clear() {
        count = 0;
    }

    /** Forgets all answers but the first so many. */
    void truncate(int most) {
        count = Math.min(count, most);
    }

    int count() {
        return count;
    }

    DecisionRow row(int i) {
        return rows[i];
    }

    Feedback feedback(int i) {
        return feedback[i];
    }

    /** Makes of the answers in [from, to) what the model reads of their queries at present, at {@code [0, to - from)} of the array. */
    FeatureVector[] inputs(int from, int to) {
        for (int i = from; i < to; i++) {
            inputs[i - from] = encoder.inputOf(rows[i].query, scratch[i]);
        }
        return inputs;
    }

    /** The observations from an answer on; of the first, the array itself. */
    Observation[] observations(int from, int to) {
        return from == 0 ? observations : Arrays.copyOfRange(observations, from, to);
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

    /** By label, the weight of what an answer says to the thresholds. Valid until asked again. */
    double[] thresholdWeights(int i) {
        observations[i].estimateInto(forThresholds, estimate);
        Arrays.fill(estimate, rows[i].issuedLabels, labels, 0); // nothing was issued for labels that came later
        double weight = rows[i].weight;
        if (weight != 1) {
            for (int k = 0; k < labels; k++) {
                estimate[k] *= weight;
            }
        }
        return estimate;
    }

    /** The importance weight of the {@link #knownLabel}, which measures count by; it has one. */
    double measureWeight(int i) {
        return rows[i].weight * (isRevealed(i) ? 1 : IpwEstimator.weight(rows[i].propensity));
    }
}
