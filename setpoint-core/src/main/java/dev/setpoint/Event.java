package dev.setpoint;

import java.util.List;

/**
 * Something that changed a learner. A learner is the fold of its events: made from the first and given the others in their order, it
 * stands where the one stood that they were recorded of, bit for bit.
 */
public sealed interface Event {
    /**
     * A learner was made.
     *
     * @param settings its settings
     */
    record Created(LearnerSettings settings) implements Event {}

    /**
     * Queries were decided with the same state.
     *
     * @param queries either all with an id or none, where decisions were numbered
     */
    record Decided(List<Query> queries) implements Event {
        /** Copies the list. */
        public Decided {
            queries = List.copyOf(queries);
        }
    }

    /**
     * The learner is operated otherwise.
     *
     * @param operation from now on
     */
    record Changed(Operation operation) implements Event {}

    /**
     * Feedback was given in one step: answers, or that decisions expired or were cancelled. Decisions that expire because there are
     * too many of them, or because they are too old, do so as others are decided, and are no events of their own.
     *
     * @param answers in their order
     */
    record Answered(List<Answer> answers) implements Event {
        /** Copies the list. */
        public Answered {
            answers = List.copyOf(answers);
        }
    }
}
