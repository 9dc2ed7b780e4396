package dev.setpoint;

import dev.setpoint.state.Paged;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/** Decisions in memory: the default. A steady load allocates nothing. */
public final class MemoryDecisionStore implements DecisionStore {
    /** How many ended decisions are remembered, if nothing else is said. */
    public static final int DEFAULT_HORIZON = 100_000;

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
    public int horizon() {
        return past.horizon();
    }

    @Override
    public void setHorizon(int most) {
        past.setHorizon(most);
    }

    @Override
    public Fate fate(DecisionKey id) {
        return pending.contains(id) ? Fate.PENDING : past.fate(id);
    }

    @Override
    public void add(DecisionKey id, ByteBuffer decision) {
        pending.add(id, decision);
    }

    /** Keeps a decision that does not change before {@link #writeRows}. */
    void add(DecisionRow row) {
        pending.add(row);
    }

    /** A pending decision as it was issued, or null if it was not {@linkplain #add(DecisionRow) added so} since {@link #writeRows}. */
    DecisionRow row(DecisionKey id) {
        return pending.row(id);
    }

    /** The decisions that were added as they were issued may change from now on. */
    void writeRows() {
        pending.writeRows();
    }

    @Override
    public ByteBuffer decision(DecisionKey id) {
        return pending.decision(id);
    }

    @Override
    public boolean oldest(DecisionKey into) {
        return pending.oldest(into);
    }

    @Override
    public void forEachPending(Consumer<ByteBuffer> action) {
        pending.forEach(action);
    }

    @Override
    public void end(DecisionKey id, Fate fate, long answer) {
        pending.remove(id);
        past.add(id, fate, answer);
    }

    @Override
    public long answer(DecisionKey id) {
        return past.answer(id);
    }

    @Override
    public List<Paged> parts() {
        return List.of(pending, past);
    }
}
