package dev.setpoint.testing;

import dev.setpoint.DecisionKey;
import dev.setpoint.DecisionStore;
import dev.setpoint.MemoryDecisionStore;
import dev.setpoint.state.Paged;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/** A store in memory that is given bytes at once, as any store but {@link MemoryDecisionStore} itself; for tests to break in one place. */
public class ForwardingStore implements DecisionStore {
    private final MemoryDecisionStore inner = new MemoryDecisionStore();

    @Override
    public int pending() {
        return inner.pending();
    }

    @Override
    public boolean isEmpty() {
        return inner.isEmpty();
    }

    @Override
    public int horizon() {
        return inner.horizon();
    }

    @Override
    public void setHorizon(int most) {
        inner.setHorizon(most);
    }

    @Override
    public Fate fate(DecisionKey id) {
        return inner.fate(id);
    }

    @Override
    public void add(DecisionKey id, ByteBuffer decision) {
        inner.add(id, decision);
    }

    @Override
    public ByteBuffer decision(DecisionKey id) {
        return inner.decision(id);
    }

    @Override
    public boolean oldest(DecisionKey into) {
        return inner.oldest(into);
    }

    @Override
    public void forEachPending(Consumer<ByteBuffer> action) {
        inner.forEachPending(action);
    }

    @Override
    public void end(DecisionKey id, Fate fate, long answer) {
        inner.end(id, fate, answer);
    }

    @Override
    public long answer(DecisionKey id) {
        return inner.answer(id);
    }

    @Override
    public List<Paged> parts() {
        return inner.parts();
    }
}
