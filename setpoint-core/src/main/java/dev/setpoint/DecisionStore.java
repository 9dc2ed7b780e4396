package dev.setpoint;

import dev.setpoint.state.Paged;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/**
 * Keeps the decisions that wait for feedback, and remembers what became of the last ones. Which of them are kept in memory, in a
 * file or in the state of a stream engine is the store's choice; what a decision's bytes mean is the learner's. Not thread-safe.
 *
 * <p>Contract: what was added is answered byte for byte until it is ended; two ids never stand for each other; of the decisions that
 * were ended, the last {@link #horizon} are remembered, and no others; nothing here depends on a clock.
 */
public interface DecisionStore extends AutoCloseable {
    /** What is known of a decision. */
    enum Fate {
        /** Never made, or ended too long ago to be remembered. */
        UNKNOWN,
        /** It waits for feedback. */
        PENDING,
        /** Its feedback was learned from. */
        ANSWERED,
        /** It was no longer waited for. */
        EXPIRED,
        /** It was never acted on. */
        CANCELLED
    }

    /** How many decisions wait for feedback. */
    int pending();

    /**
     * Whether it has no decisions: only then may a learner that has seen nothing begin with it. The default looks at pending decisions
     * alone; a store that can tell cheaply whether it remembers ended ones should answer false if it does.
     */
    default boolean isEmpty() {
        return pending() == 0;
    }

    /** How many ended decisions are remembered at most. */
    int horizon();

    /** Remembers so many from now on; the oldest are forgotten where that is less than before. */
    void setHorizon(int most);

    /** What is known of a decision. */
    Fate fate(DecisionKey id);

    /**
     * Keeps a decision, as the newest.
     *
     * @param id one whose fate is {@link Fate#UNKNOWN}; copied
     * @param decision what remains of it is copied; its first 8 bytes are the decision's sequence number, which grows
     */
    void add(DecisionKey id, ByteBuffer decision);

    /** The bytes of a pending decision, valid until the next call and not to be changed; null if it is not pending. */
    ByteBuffer decision(DecisionKey id);

    /** Sets the id to that of the pending decision that was added first. Returns false, and leaves it alone, if there is none. */
    boolean oldest(DecisionKey into);

    /** Shows the bytes of every pending decision, from the one that was added first on, each valid until the next. */
    void forEachPending(Consumer<ByteBuffer> action);

    /**
     * Stops waiting for a decision, which must be pending, and remembers it.
     *
     * @param fate neither unknown nor pending
     * @param answer to be told again by {@link #answer}
     */
    void end(DecisionKey id, Fate fate, long answer);

    /** What {@link #end} was given for a decision that is remembered; 0 for any other. */
    long answer(DecisionKey id);

    /**
     * What of it belongs to the learner's own pages, always the same parts in the same order; nothing, for a store that keeps its
     * decisions elsewhere.
     */
    default List<Paged> parts() {
        return List.of();
    }

    /** Frees what it holds. */
    @Override
    default void close() {}
}
