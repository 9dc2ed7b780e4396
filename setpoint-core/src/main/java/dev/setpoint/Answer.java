package dev.setpoint;

import java.util.Objects;

/**
 * Feedback for one decision of a batch.
 *
 * @param id the decision's id
 * @param feedback what the world says about it
 */
public record Answer(long id, Feedback feedback) {
    /** Refuses null. */
    public Answer {
        Objects.requireNonNull(feedback, "feedback");
    }
}
