package dev.setpoint.sim;

/**
 * How the simulated world answers.
 *
 * @param delay each answer comes after a number of further queries drawn evenly from 0 to this; at least 0
 * @param dropout the share of decisions that are never answered, in [0, 1)
 * @param noise the share of answers that say the opposite, in [0, 1)
 */
public record FeedbackSettings(int delay, double dropout, double noise) {
    /** Every decision is answered at once and truly. */
    public static final FeedbackSettings IMMEDIATE = new FeedbackSettings(0, 0, 0);

    /** Checks the ranges. */
    public FeedbackSettings {
        if (delay < 0) {
            throw new IllegalArgumentException("delay: " + delay + " (expected: >= 0)");
        }
        checkShare("dropout", dropout);
        checkShare("noise", noise);
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
}
