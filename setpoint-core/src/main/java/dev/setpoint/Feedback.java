package dev.setpoint;

import dev.setpoint.argument.Argument;

/** What the world says about a decision. */
public sealed interface Feedback {
    /** A {@link Correct}. */
    Feedback CORRECT = new Correct();
    /** An {@link Incorrect}. */
    Feedback INCORRECT = new Incorrect();
    /** An {@link Expired}. */
    Feedback EXPIRED = new Expired();
    /** A {@link Cancelled}. */
    Feedback CANCELLED = new Cancelled();

    /** The pulled label was the true one. */
    record Correct() implements Feedback {}

    /** The pulled label was not the true one; which one was is not said. */
    record Incorrect() implements Feedback {}

    /**
     * The true label was revealed.
     *
     * <p>Whether it is must not depend on whether the pull was correct, or hard queries count twice. Where every incorrect pull is
     * corrected by its label, answer every correct pull by {@code Label} too.
     *
     * @param index its index among the learner's labels
     */
    record Label(int index) implements Feedback {}

    /**
     * The true label was revealed, by its name: the {@link Label} of that name, as labels are named when it is learned.
     *
     * @param label its name
     */
    record Named(String label) implements Feedback {
        /** Refuses null. */
        public Named {
            Argument.given("label", label);
        }
    }

    /**
     * The true label is neither the pulled one nor any of these; for example, a person saw the set and said "not one of these".
     * An indicator estimate takes it as if each of the labels named had been pulled and been incorrect, which is unbiased if the answer
     * would have been the same for each of those pulls and the true label is a known one; where the pulled label is not named, it
     * alone counts as incorrect. A likelihood takes all of these labels, and the pulled one, for ruled out. If no label is left, there is
     * nothing to learn about the known ones.
     *
     * @param labels the labels that are ruled out, the pulled one among them or not
     */
    record NoneOf(LabelSet labels) implements Feedback {
        /** Refuses null. */
        public NoneOf {
            Argument.given("labels", labels);
        }
    }

    /** Nobody answered in time. Teaches nothing. */
    record Expired() implements Feedback {}

    /** The decision was never acted on. Teaches nothing. */
    record Cancelled() implements Feedback {}

    /** {@link Correct} or {@link Incorrect}. */
    static Feedback of(boolean correct) {
        return correct ? CORRECT : INCORRECT;
    }

    /** {@link NoneOf}. */
    static Feedback noneOf(LabelSet labels) {
        return new NoneOf(labels);
    }

    /** {@link Label}. */
    static Feedback label(int index) {
        return new Label(index);
    }

    /** {@link Named}. */
    static Feedback label(String name) {
        return new Named(name);
    }
}
