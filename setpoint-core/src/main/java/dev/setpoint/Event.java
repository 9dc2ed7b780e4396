package dev.setpoint;

import dev.setpoint.argument.Argument;
import java.util.List;

/**
 * Something that changed a learner. A learner is the fold of its events: made from the first and given the others in their order, it
 * stands where the one stood that they were recorded of, bit for bit.
 */
public sealed interface Event {
    /**
     * Does to a learner what was done.
     *
     * @throws IllegalArgumentException if that is not possible here, as it then was not possible there
     */
    void applyTo(Learner learner);

    /**
     * A learner was made.
     *
     * @param settings its settings
     */
    record Created(LearnerSettings settings) implements Event {
        /** Refuses null. */
        public Created {
            Argument.given("settings", settings);
        }

        /** Does nothing to the learner it made, if that has decided nothing yet: it is recorded again if that is folded. */
        @Override
        public void applyTo(Learner learner) {
            if (Argument.given("learner", learner).decisions() > 0 || !settings.equals(learner.settings())) {
                throw new IllegalArgumentException("event: a learner is made (expected: what happened to one)");
            }
        }
    }

    /**
     * The record of a learner goes on: from a snapshot, or after it was folded.
     *
     * @param settings its settings
     * @param decisions how many it had made, at least 0
     * @param answered from how many answers it had learned, at least 0
     * @param pending how many decisions were waiting, at least 0
     */
    record Continued(LearnerSettings settings, long decisions, long answered, int pending) implements Event {
        /** Refuses null, and checks the ranges. */
        public Continued {
            Argument.given("settings", settings);
            if (decisions < 0 || answered < 0 || pending < 0) {
                throw new IllegalArgumentException("event: goes on after " + decisions + " decisions and " + answered
                        + " answers with " + pending + " pending (expected: >= 0)");
            }
        }

        /** Does nothing to a learner with these settings and counts, and refuses any other: it is not where the record goes on. */
        @Override
        public void applyTo(Learner learner) {
            if (!equals(Argument.given("learner", learner).parts().beginning())) {
                throw new IllegalArgumentException("event: goes on after " + decisions + " decisions and " + answered
                        + " answers with " + pending + " pending (expected: after " + learner.decisions() + " and "
                        + learner.measures().answered() + " with " + learner.pending() + ", and equal settings)");
            }
        }
    }

    /**
     * Queries were decided with the same state.
     *
     * @param queries either all with an id or none, where decisions were numbered
     */
    record Decided(List<Query> queries) implements Event {
        /** Copies the list. */
        public Decided {
            queries = List.copyOf(Argument.allGiven("queries", queries));
        }

        @Override
        public void applyTo(Learner learner) {
            Argument.given("learner", learner).decideAll(queries);
        }
    }

    /**
     * The learner's operation, labels or heads have changed.
     *
     * @param change what has
     */
    record Changed(Change change) implements Event {
        /** Refuses null. */
        public Changed {
            Argument.given("change", change);
        }

        @Override
        public void applyTo(Learner learner) {
            Argument.given("learner", learner).change(change);
        }
    }

    /**
     * Feedback was given in one step: answers, or that decisions expired or were cancelled. Decisions that expire because there are
     * too many of them, or because they are too old, do so as others are decided, and are no events of their own.
     *
     * @param answers in their order
     */
    record Answered(List<Answer> answers) implements Event {
        /** Copies the list. */
        public Answered {
            answers = List.copyOf(Argument.allGiven("answers", answers));
        }

        @Override
        public void applyTo(Learner learner) {
            Argument.given("learner", learner).learn(answers);
        }
    }
}
