package dev.setpoint.example;

import dev.setpoint.DecisionKey;
import dev.setpoint.DecisionStore;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Decisions in two tables, pending and past, in the order in which they came; a database would have them alike. */
public final class TableStore implements DecisionStore {
    private record Past(Fate fate, long answer) {}

    private final Map<String, byte[]> pending = new LinkedHashMap<>();
    private final Map<String, Past> past = new LinkedHashMap<>();
    private int horizon;

    /** Empty; remembers so many ended decisions. */
    public TableStore(int horizon) {
        this.horizon = horizon;
    }

    @Override
    public int pending() {
        return pending.size();
    }

    @Override
    public boolean isEmpty() {
        return pending.isEmpty() && past.isEmpty();
    }

    @Override
    public int horizon() {
        return horizon;
    }

    @Override
    public void setHorizon(int most) {
        horizon = most;
        while (past.size() > horizon) {
            past.remove(past.keySet().iterator().next());
        }
    }

    @Override
    public Fate fate(DecisionKey id) {
        if (pending.containsKey(id.text())) {
            return Fate.PENDING;
        }
        Past known = past.get(id.text());
        return known == null ? Fate.UNKNOWN : known.fate();
    }

    @Override
    public void add(DecisionKey id, ByteBuffer decision) {
        byte[] bytes = new byte[decision.remaining()];
        decision.duplicate().get(bytes);
        pending.put(id.text(), bytes);
    }

    @Override
    public ByteBuffer decision(DecisionKey id) {
        byte[] bytes = pending.get(id.text());
        return bytes == null ? null : ByteBuffer.wrap(bytes);
    }

    @Override
    public boolean oldest(DecisionKey into) {
        if (pending.isEmpty()) {
            return false;
        }
        into.set(pending.keySet().iterator().next());
        return true;
    }

    @Override
    public void forEachPending(Consumer<ByteBuffer> action) {
        pending.values().forEach(bytes -> action.accept(ByteBuffer.wrap(bytes)));
    }

    @Override
    public void end(DecisionKey id, Fate fate, long answer) {
        pending.remove(id.text());
        past.put(id.text(), new Past(fate, answer));
        setHorizon(horizon);
    }

    @Override
    public long answer(DecisionKey id) {
        Past known = past.get(id.text());
        return known == null ? 0 : known.answer();
    }
}
