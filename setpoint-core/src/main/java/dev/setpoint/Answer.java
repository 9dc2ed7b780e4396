package dev.setpoint;

import dev.setpoint.argument.Argument;

/**
 * Feedback for one decision of a batch.
 *
 * @param id the decision's id, 1 to 128 bytes
 * @param feedback what the world says about it
 */
public record Answer(String id, Feedback feedback) {
    /** Refuses null, and an id that cannot be one. */
    public Answer {
        DecisionKey.check(id);
        Argument.given("feedback", feedback);
    }

    /** For a decision that has a number. */
    public Answer(long id, Feedback feedback) {
        this(Long.toString(id), feedback);
    }
}
