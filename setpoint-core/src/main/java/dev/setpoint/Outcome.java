package dev.setpoint;

/** What became of feedback. */
public enum Outcome {
    /** The learner has learned from it. */
    LEARNED,
    /** The decision was cancelled or declared expired; it is no longer waited for and has taught nothing. */
    DISCARDED,
    /** No such decision is waited for: never made, answered before, or expired. Nothing was changed. */
    NOT_PENDING
}
