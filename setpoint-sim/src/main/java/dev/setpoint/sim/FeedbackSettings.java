package dev.setpoint.sim;

/**
 * How the simulated world answers.
 *
 * @param delay each answer comes after a number of further queries drawn evenly from 0 to this; at least 0
 * @param dropout the share of decisions that are never answered, in [0, 1)
 * @param noise the share of answers "correct" or "incorrect" that say the opposite, in [0, 1)
 * @param labels the share of answers that reveal the true label, in [0, 1]; these are never false
 * @param noneOf the share of incorrect pulls that are answered by "not one of these", in [0, 1], where these are the issued set and
 *     the pulled label; where the set holds the true label, the answer is the bare "incorrect"
 */
public record FeedbackSettings(int delay, double dropout, double noise, double labels, double noneOf) {
    /** Every decision is answered at once and truly by "correct" or "incorrect". */
    public static final FeedbackSettings IMMEDIATE = new FeedbackSettings(0, 0, 0);

    /** Checks the ranges. */
    public FeedbackSettings {
        if (delay < 0) {
            throw new IllegalArgumentException("delay: " + delay + " (expected: >= 0)");
        }
        checkShare("dropout", dropout);
        checkShare("noise", noise);
        checkShareOrAll("labels", labels);
        checkShareOrAll("noneof", noneOf);
    }

    /** Answers that say no more than "correct" or "incorrect". */
    public FeedbackSettings(int delay, double dropout, double noise) {
        this(delay, dropout, noise, 0, 0);
    }

    /** Whether this is the paper's setting, for which the theorems are stated. */
    public boolean isImmediate() {
        return equals(IMMEDIATE);
    }

    private static void checkShare(String name, double share) {
        if (!(share >= 0 && share < 1)) {
            throw new IllegalArgumentException(name + ": " + share + " (expected: in [0, 1))");
        }
    }

    private static void checkShareOrAll(String name, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException(name + ": " + share + " (expected: in [0, 1])");
        }
    }
}
