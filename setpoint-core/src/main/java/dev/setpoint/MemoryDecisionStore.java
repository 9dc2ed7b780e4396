package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.state.Paged;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Decisions in memory: the default. A steady load allocates nothing. */
public final class MemoryDecisionStore implements DecisionStore {
    /** How many ended decisions are remembered, if nothing else is said. */
    public static final int DEFAULT_HORIZON = 100_000;

    /** Answers that come soon find their decisions as they were issued, which is faster than unfolding them. */
    private static final int MOST_BYTES_AS_ISSUED = 1 << 17;

    private final PendingDecisions pending = new PendingDecisions();
    private final PastDecisions past;

    /** An empty store that remembers {@value #DEFAULT_HORIZON} ended decisions. */
    public MemoryDecisionStore() {
        this(DEFAULT_HORIZON);
    }

    /** An empty store that remembers so many ended decisions. */
    public MemoryDecisionStore(int horizon) {
        past = new PastDecisions(horizon);
    }

    @Override
    public int pending() {
        return pending.size();
    }

    @Override
    public boolean isEmpty() {
        return pending.size() == 0 && past.size() == 0;
    }

    @Override
    public int horizon() {
        return past.horizon();
    }

    @Override
    public void setHorizon(int most) {
        past.setHorizon(most);
    }

    @Override
    public Fate fate(DecisionKey id) {
        return pending.contains(Argument.given("id", id)) ? Fate.PENDING : past.fate(id);
    }

    @Override
    public void add(DecisionKey id, ByteBuffer decision) {
        pending.add(Argument.given("id", id), Argument.given("decision", decision));
    }

    /** Keeps a decision as it is, without a copy: whoever changes the row must {@linkplain #exchange} it first. */
    void add(DecisionRow row) {
        pending.add(row);
    }

    /** A pending decision as it was issued, or null if it is kept in bytes. */
    DecisionRow row(DecisionKey id) {
        return pending.row(id);
    }

    /** The row to make the next decision in: this one or, if a decision waits in it here, another. */
    DecisionRow exchange(DecisionRow row, Supplier<DecisionRow> newRow) {
        return pending.exchange(row, newRow);
    }

    /** Lets decisions that are kept as they were issued take {@value #MOST_BYTES_AS_ISSUED} bytes at most. */
    void foldOldest() {
        pending.fold(MOST_BYTES_AS_ISSUED);
    }

    /** Keeps all decisions in bytes: rows to come have other labels or heads. */
    void foldAll() {
        pending.foldAll();
    }

    @Override
    public ByteBuffer decision(DecisionKey id) {
        return pending.decision(Argument.given("id", id));
    }

    @Override
    public boolean oldest(DecisionKey into) {
        return pending.oldest(Argument.given("into", into));
    }

    @Override
    public void forEachPending(Consumer<ByteBuffer> action) {
        pending.forEach(Argument.given("action", action));
    }

    @Override
    public void end(DecisionKey id, Fate fate, long answer) {
        Argument.given("fate", fate);
        pending.remove(Argument.given("id", id));
        past.add(id, fate, answer);
    }

    @Override
    public long answer(DecisionKey id) {
        return past.answer(Argument.given("id", id));
    }

    @Override
    public List<Paged> parts() {
        return List.of(pending, past);
    }
}
