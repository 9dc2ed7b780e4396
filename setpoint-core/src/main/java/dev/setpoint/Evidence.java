package dev.setpoint;

import dev.setpoint.estimate.IndicatorEstimator;
import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.feature.FeatureVector;
import java.util.Arrays;

/**
 * The answers of one step, and what they say about the hidden labels: per answer and label one estimate of 1{Y=k} for the model
 * and one for the thresholds. Measures always count by inverse propensity. Allocates nothing once it has held its largest step.
 */
final class Evidence {
    /** The pull was right. */
    static final int RIGHT = -1;
    /** The pull was wrong. */
    static final int WRONG = -2;
    /** The pull was wrong, and so are the labels ruled out. */
    static final int NONE_OF = -3;

    private final int labels;
    private final IndicatorEstimator forModel;
    private final IndicatorEstimator forThresholds;
    private final double[] estimate;
    private final double[] onePull;
    private final boolean[] ruledOut;
    private DecisionRow[] rows = {};
    private FeatureVector[] queries = {};
    private int[] answers = {};
    private LabelSet[] others = {};
    private double[] modelWeights = {};
    private double[] thresholdWeights = {};
    private int count;
    private int informative;

    Evidence(LearnerSettings settings) {
        this.labels = settings.labels().size();
        this.forModel = settings.modelEstimator();
        this.forThresholds = settings.thresholdEstimator();
        this.estimate = new double[labels];
        this.onePull = new double[labels];
        this.ruledOut = new boolean[labels];
    }

    /**
     * Adds an answer to the step.
     *
     * @param answer RIGHT, WRONG, NONE_OF or the index of the true label
     * @param ruledOut the labels of NONE_OF, else null
     */
    void add(DecisionRow row, int answer, LabelSet ruledOut) {
        if (count == rows.length) {
            grow(Math.max(16, count * 2));
        }
        rows[count] = row;
        queries[count] = row.query;
        answers[count] = answer;
        others[count++] = ruledOut;
    }

    private void grow(int capacity) {
        rows = Arrays.copyOf(rows, capacity);
        queries = Arrays.copyOf(queries, capacity);
        answers = Arrays.copyOf(answers, capacity);
        others = Arrays.copyOf(others, capacity);
        modelWeights = new double[capacity * labels];
        thresholdWeights = new double[capacity * labels];
    }

    void clear() {
        count = 0;
    }

    /** Makes the estimates of all answers. */
    void estimate() {
        informative = 0;
        for (int i = 0; i < count; i++) {
            informative += isRight(i) || answers[i] >= 0 ? 1 : 0;
            estimateInto(forModel, i, 1, modelWeights);
            estimateInto(forThresholds, i, rows[i].weight, thresholdWeights);
        }
    }

    private void estimateInto(IndicatorEstimator estimator, int i, double queryWeight, double[] weights) {
        DecisionRow row = rows[i];
        if (answers[i] >= 0) {
            Arrays.fill(estimate, 0);
            estimate[answers[i]] = 1; // the world told the label: nothing to estimate
        } else if (answers[i] == NONE_OF) {
            estimateNoneOf(estimator, i);
        } else {
            estimator.estimateInto(row.probabilities, row.distribution, row.arm, isRight(i), estimate);
        }
        for (int k = 0; k < labels; k++) {
            weights[i * labels + k] = queryWeight * estimate[k];
        }
    }

    /**
     * Whichever of the labels ruled out had been pulled, the answer would have been the same. So the estimate is the mean over
     * these pulls, weighted by how probable each was: as unbiased as the estimator, and of no larger variance (Rao, Blackwell).
     * For a pull that was not among the labels named, this is what a wrong pull says.
     */
    private void estimateNoneOf(IndicatorEstimator estimator, int i) {
        DecisionRow row = rows[i];
        Arrays.fill(estimate, 0);
        if (nothingLeft(i)) {
            return; // the true label is none of the known
        }
        double mass = 0;
        for (int a = 0; a < labels; a++) {
            mass += saysTheSame(i, a) ? row.distribution[a] : 0;
        }
        for (int a = 0; a < labels; a++) {
            if (saysTheSame(i, a)) {
                estimator.estimateInto(row.probabilities, row.distribution, a, false, onePull);
                for (int k = 0; k < labels; k++) {
                    estimate[k] += row.distribution[a] / mass * onePull[k];
                }
            }
        }
    }

    /** Whether the pull of this label was possible and would have had the same answer. */
    private boolean saysTheSame(int i, int label) {
        int arm = rows[i].arm;
        return label == arm
                || (others[i].contains(arm) && others[i].contains(label) && rows[i].distribution[label] > 0);
    }

    private boolean nothingLeft(int i) {
        for (int k = 0; k < labels; k++) {
            if (k != rows[i].arm && !others[i].contains(k)) {
                return false;
            }
        }
        return true;
    }

    int count() {
        return count;
    }

    /** How many answers tell the true label: right pulls, and labels revealed. */
    int informative() {
        return informative;
    }

    DecisionRow row(int i) {
        return rows[i];
    }

    FeatureVector[] queries() {
        return queries;
    }

    boolean isRight(int i) {
        return answers[i] == RIGHT || answers[i] == rows[i].arm;
    }

    /** Whether the world told the true label, and not only whether the pull was right. */
    boolean isRevealed(int i) {
        return answers[i] >= 0;
    }

    /** The true label of an answer that tells it, or {@link DecisionRow#NONE}. */
    int knownLabel(int i) {
        if (answers[i] >= 0) {
            return answers[i];
        }
        return answers[i] == RIGHT ? rows[i].arm : DecisionRow.NONE;
    }

    /** Which labels an answer of "none of these" rules out, the pulled one included; null for other answers. Valid until asked again. */
    boolean[] ruledOut(int i) {
        if (answers[i] != NONE_OF) {
            return null;
        }
        for (int k = 0; k < labels; k++) {
            ruledOut[k] = k == rows[i].arm || others[i].contains(k);
        }
        return ruledOut;
    }

    /** Per answer and label, at {@code i * labels + k}. */
    double[] modelWeights() {
        return modelWeights;
    }

    double thresholdWeight(int i, int label) {
        return thresholdWeights[i * labels + label];
    }

    /** The inverse-propensity weight of the {@link #knownLabel}, which measures count by; it has one. */
    double measureWeight(int i) {
        return rows[i].weight * (answers[i] >= 0 ? 1 : IpwEstimator.weight(rows[i].propensity));
    }
}
