package dev.setpoint;

import dev.setpoint.argument.Argument;

/**
 * What may change while a learner runs: how it is {@linkplain Operation operated}, which labels there are, and which heads run in the
 * shadow of the issuing one. Decisions that wait are answered as they were issued, whatever has changed since.
 *
 * <p>A label keeps its number for ever. One that is added gets the next number; one that is retired keeps its own, has probability 0,
 * is never pulled and in no set. What was learned of the other labels, and every other threshold, stays as it is to the bit. Steps that
 * were begun before labels or heads change can no longer be applied: apply them first.
 */
public sealed interface Change
        permits Operation,
                Change.AddLabel,
                Change.RetireLabel,
                Change.RestoreLabel,
                Change.RenameLabel,
                Change.AddHead,
                Change.RemoveHead {
    /**
     * There is one more label.
     *
     * <p>The order of the other labels' probabilities stays. The new label takes its share of each, so that scores fall under unchanged
     * thresholds until these have followed; {@code docs/labels.md} says what that does to the coverage of the others. Where labels have
     * texts, it begins with what they have taught about likeness; otherwise with nothing. An answer that names it says, for a decision
     * issued before, that the true label is none of those known at the time.
     *
     * @param name no other label has it
     * @param text what a person would write beside it; null for what its name says. Only where labels have texts
     */
    record AddLabel(String name, String text) implements Change {
        /** Refuses null as a name. */
        public AddLabel {
            Argument.given("name", name);
        }

        /** With the text that its name says, where labels have texts. */
        public AddLabel(String name) {
            this(name, null);
        }
    }

    /**
     * A label is no longer used. What it has learned is kept.
     *
     * @param name one of at least three labels in use
     */
    record RetireLabel(String name) implements Change {
        /** Refuses null. */
        public RetireLabel {
            Argument.given("name", name);
        }
    }

    /**
     * A label that was retired is used again, where it left off.
     *
     * @param name of a retired label
     */
    record RestoreLabel(String name) implements Change {
        /** Refuses null. */
        public RestoreLabel {
            Argument.given("name", name);
        }
    }

    /**
     * A label gets another name; nothing else changes, not even its text.
     *
     * @param name what it was called
     * @param newName no label has it
     */
    record RenameLabel(String name, String newName) implements Change {
        /** Refuses null. */
        public RenameLabel {
            Argument.given("name", name);
            Argument.given("newName", newName);
        }
    }

    /**
     * There is one more head, the last, which has seen nothing and runs in the shadow of the issuing one. Its guarantees count from here.
     *
     * @param head no other has its name
     */
    record AddHead(HeadSettings head) implements Change {
        /** Refuses null. */
        public AddHead {
            Argument.given("head", head);
        }
    }

    /**
     * A shadow head is taken out, with its thresholds and measures. Decisions whose set it issued are still answered.
     *
     * @param name not of the issuing head
     */
    record RemoveHead(String name) implements Change {
        /** Refuses null. */
        public RemoveHead {
            Argument.given("name", name);
        }
    }
}
