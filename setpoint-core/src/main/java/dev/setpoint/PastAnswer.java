package dev.setpoint;

/**
 * What is remembered of an answer, in the eight bytes that a {@link DecisionStore} keeps of it.
 *
 * @param arm the pulled label
 * @param label the true label, or {@link DecisionRow#NONE} where all that was told is that the pull was incorrect
 */
record PastAnswer(int arm, int label) {
    static PastAnswer of(long stored) {
        return new PastAnswer((int) (stored >>> Integer.SIZE) - 1, (int) stored - 1);
    }

    static long stored(int arm, int label) {
        return (arm + 1L) << Integer.SIZE | (label + 1);
    }

    /** Whether this answer and a later one cannot both be true. */
    boolean isContradictedBy(Feedback feedback) {
        if (feedback instanceof Feedback.Correct) {
            return label != arm;
        }
        if (feedback instanceof Feedback.Incorrect) {
            return label == arm;
        }
        if (feedback instanceof Feedback.Label told) {
            return label == DecisionRow.NONE ? told.index() == arm : told.index() != label;
        }
        if (feedback instanceof Feedback.NoneOf none) {
            return label != DecisionRow.NONE && (label == arm || none.labels().contains(label));
        }
        return false; // expired, cancelled: nothing is said about the label
    }
}
