package dev.setpoint;

/** What the world says about a decision. */
public sealed interface Feedback {
    /** The pulled label was the true one. */
    record Correct() implements Feedback {}

    /** The pulled label was not the true one; which one was is not said. */
    record Incorrect() implements Feedback {}

    /**
     * The true label was revealed.
     *
     * @param index its index among the learner's labels
     */
    record Label(int index) implements Feedback {}

    /** Nobody answered in time. Teaches nothing. */
    record Expired() implements Feedback {}

    /** The decision was never acted on. Teaches nothing. */
    record Cancelled() implements Feedback {}

    /** {@link Correct} or {@link Incorrect}. */
    static Feedback of(boolean right) {
        return right ? new Correct() : new Incorrect();
    }

    /** {@link Label}. */
    static Feedback label(int index) {
        return new Label(index);
    }
}
