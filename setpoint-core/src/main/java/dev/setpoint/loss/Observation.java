package dev.setpoint.loss;

import dev.setpoint.argument.Argument;
import dev.setpoint.estimate.IndicatorEstimator;
import java.util.Arrays;

/**
 * What was observed about one decision: the pulled label, the answer, and the probabilities and the pull distribution that the
 * decision was issued with. Reusable: one of the {@code set} methods makes it another observation, and none of them allocates,
 * but for the first "none of these".
 *
 * <p>It is a view: the arrays of probabilities are the caller's, who must not change them while the observation is in use.
 */
public final class Observation {
    /** No label. */
    public static final int NONE = -1;

    /** What was said. */
    public enum Answer {
        /** The pulled label is the true one. */
        CORRECT,
        /** The pulled label is not the true one. */
        INCORRECT,
        /** The true label was told. */
        LABEL,
        /** The true label is none of some labels, and not the pulled one. */
        NONE_OF
    }

    private final int labels;
    private Answer answer;
    private int arm = NONE;
    private int label = NONE;
    private double[] probabilities;
    private double[] distribution;
    /** Of "none of these": the labels named, and the pulled one. */
    private boolean[] ruledOut;

    private boolean armNamed;
    private int left;
    private boolean[] samePulls;
    private boolean restricted;
    /** Of a restricted observation: the labels that could be the true one. */
    private boolean[] there;

    /**
     * An observation of nothing yet.
     *
     * @param labels how many there are, at least 2
     */
    public Observation(int labels) {
        if (labels < 2) {
            throw new IllegalArgumentException("labels: " + labels + " (expected: >= 2)");
        }
        this.labels = labels;
    }

    /** The pulled label was correct, or it was not, and no more was said. */
    public Observation setPull(int pulled, boolean correct, double[] issued, double[] pulledFrom) {
        setDecision(pulled, issued, pulledFrom);
        answer = correct ? Answer.CORRECT : Answer.INCORRECT;
        label = correct ? pulled : NONE;
        return this;
    }

    /** The true label was told after a pull. */
    public Observation setLabel(int told, int pulled, double[] issued, double[] pulledFrom) {
        setDecision(pulled, issued, pulledFrom);
        answer = Answer.LABEL;
        label = Argument.index("told", told, labels);
        return this;
    }

    /** The true label is known, and nothing was pulled: {@link #arm} is {@link #NONE} and there are no issued probabilities. */
    public Observation setLabel(int told) {
        arm = NONE;
        probabilities = null;
        distribution = null;
        restricted = false;
        answer = Answer.LABEL;
        label = Argument.index("told", told, labels);
        return this;
    }

    /**
     * The pulled label was incorrect, and the true label is none of those named.
     *
     * @param named per label whether it was named; the pulled one may be among them or not. It is copied
     */
    public Observation setNoneOf(boolean[] named, int pulled, double[] issued, double[] pulledFrom) {
        setDecision(pulled, issued, pulledFrom);
        answer = Answer.NONE_OF;
        label = NONE;
        if (ruledOut == null) {
            ruledOut = new boolean[labels];
            samePulls = new boolean[labels];
        }
        System.arraycopy(named, 0, ruledOut, 0, labels);
        armNamed = named[pulled];
        ruledOut[pulled] = true;
        left = 0;
        for (boolean out : ruledOut) {
            left += out ? 0 : 1;
        }
        return this;
    }

    private void setDecision(int pulled, double[] issued, double[] pulledFrom) {
        arm = Argument.index("pulled", pulled, labels);
        probabilities = issued;
        distribution = pulledFrom;
        restricted = false;
    }

    /**
     * Some labels were not among those that could be the true one, being retired, or added later: the answer says nothing of them, and a
     * model must leave them out. Said after the answer.
     *
     * @param known per label whether it was; copied
     */
    public Observation restrictTo(boolean[] known) {
        restricted = true;
        if (there == null) {
            there = new boolean[labels];
        }
        System.arraycopy(known, 0, there, 0, labels);
        return this;
    }

    /** Whether some labels {@linkplain #isThere are not there}. */
    public boolean isRestricted() {
        return restricted;
    }

    /** Whether a label was among those that could be the true one. */
    public boolean isThere(int candidate) {
        return !restricted || there[candidate];
    }

    /** How many labels there are. */
    public int labels() {
        return labels;
    }

    /** What was said; null before anything was. */
    public Answer answer() {
        return answer;
    }

    /** The pulled label, or {@link #NONE} if a label was told without a pull. */
    public int arm() {
        return arm;
    }

    /** The true label where the answer tells it, by a correct pull or in so many words; otherwise {@link #NONE}. */
    public int label() {
        return label;
    }

    /** Whether the pulled label is known to be the true one. */
    public boolean isCorrect() {
        return label != NONE && label == arm;
    }

    /** Whether the answer says that this label is not the true one without telling which is. */
    public boolean isRuledOut(int candidate) {
        return switch (answer) {
            case NONE_OF -> ruledOut[candidate];
            case INCORRECT -> candidate == arm;
            case CORRECT, LABEL -> false;
        };
    }

    /** Whether every label is ruled out: the true one is none of the known, and there is nothing to learn about these. */
    public boolean isEmpty() {
        return answer == Answer.NONE_OF && left == 0;
    }

    /** The model's probabilities when the decision was made; null if there was none. Not to be changed. */
    public double[] probabilities() {
        return probabilities;
    }

    /** What the arm was sampled from (floored); null if there was no decision. Not to be changed. */
    public double[] distribution() {
        return distribution;
    }

    /**
     * Writes the estimate of 1{Y=k} for every label: 1 and 0 where the label was told, 0 if there is {@linkplain #isEmpty()
     * nothing left}, otherwise by the estimator.
     *
     * <p>"None of these" would have been the answer whichever of the labels ruled out had been pulled. So its estimate is the mean
     * over these pulls, weighted by how probable each was: as unbiased as the estimator, and of no larger variance (Rao,
     * Blackwell). Where the pulled label was not among those named, this is what an incorrect pull says.
     *
     * @param estimate receives one number per label
     */
    public void estimateInto(IndicatorEstimator estimator, double[] estimate) {
        switch (answer) {
            case LABEL -> {
                Arrays.fill(estimate, 0);
                estimate[label] = 1; // the world told the label: nothing to estimate
            }
            case NONE_OF -> estimateNoneOf(estimator, estimate);
            case CORRECT, INCORRECT ->
                estimator.estimateInto(probabilities, distribution, arm, answer == Answer.CORRECT, estimate);
        }
    }

    private void estimateNoneOf(IndicatorEstimator estimator, double[] estimate) {
        if (left == 0 || estimator.ignoresIncorrectPulls()) {
            Arrays.fill(estimate, 0);
            return; // the true label is none of the known, or every one of these pulls says 0
        }
        for (int k = 0; k < labels; k++) {
            samePulls[k] = saysTheSame(k);
        }
        estimator.estimateIncorrectInto(probabilities, distribution, samePulls, estimate);
    }

    /** Whether the pull of this label was possible and would have had the same answer. */
    private boolean saysTheSame(int candidate) {
        return candidate == arm || (armNamed && ruledOut[candidate] && distribution[candidate] > 0);
    }
}
