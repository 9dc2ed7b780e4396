package dev.setpoint;

/** What became of feedback. Of ids that are not pending, nothing was changed. */
public enum Outcome {
    /** The learner has learned from it. */
    LEARNED,
    /** The decision was cancelled or declared expired; it is no longer waited for and has taught nothing. */
    DISCARDED,
    /** The decision was answered before, and this answer does not contradict that one. */
    ANSWERED,
    /** The decision was answered before, and both answers cannot be true. */
    CONTRADICTED,
    /** The decision expired before. */
    EXPIRED,
    /** The decision was cancelled before. */
    CANCELLED,
    /** No such decision was made, or it ended longer ago than is remembered. */
    UNKNOWN
}
