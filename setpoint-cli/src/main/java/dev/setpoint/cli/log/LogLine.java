package dev.setpoint.cli.log;

/**
 * One decision of a log, reused from line to line. Every number has been checked: probabilities are in [0, 1] and sum to 1, the
 * arm and the label are in range, the propensity is in (0, 1] and agrees with the pull distribution, if that is given.
 */
public final class LogLine {
    long number;
    boolean hasStep;
    long step;
    String id;
    double[] probabilities = {};
    int labels;
    int arm;
    double propensity;
    double[] pull = {};
    boolean hasPull;
    Boolean correct;
    double[] u = {};
    boolean hasU;
    int label;

    LogLine() {}

    void clear() {
        hasStep = false;
        id = null;
        labels = -1;
        arm = -1;
        propensity = Double.NaN;
        hasPull = false;
        correct = null;
        hasU = false;
        label = -1;
    }

    /** The line's number in the file, from 1. */
    public long number() {
        return number;
    }

    /** Whether the line names its step; if not, it is a step of its own. */
    public boolean hasStep() {
        return hasStep;
    }

    /** The step it belongs to, if {@link #hasStep}. */
    public long step() {
        return step;
    }

    /** The decision's id, or null if the line has none. */
    public String id() {
        return id;
    }

    /** The model's probabilities. Reused: copy to keep. */
    public double[] probabilities() {
        return probabilities;
    }

    /** The pulled label. */
    public int arm() {
        return arm;
    }

    /** With which probability it was pulled. */
    public double propensity() {
        return propensity;
    }

    /** With which probability each label was to be pulled, or null if the line does not say. Reused: copy to keep. */
    public double[] pull() {
        return hasPull ? pull : null;
    }

    /** Whether it was correct; null if nobody answered. */
    public Boolean correct() {
        return correct;
    }

    /** The U of randomised scores, one per label, or null if the line has none. Reused: copy to keep. */
    public double[] u() {
        return hasU ? u : null;
    }

    /** The true label, for evaluation, or -1 if the line has none. */
    public int label() {
        return label;
    }
}
