package dev.setpoint;

import dev.setpoint.state.Paged;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.function.Consumer;

/**
 * The decisions of a {@link MemoryDecisionStore} that wait for feedback: found by id, ordered by age. Memory is used again, so that a
 * steady load allocates nothing.
 *
 * <p>A decision's bytes are in a numbered slot, the lowest that is free, and are the page of that number. Slots in use form a list from
 * oldest to newest.
 */
final class PendingDecisions implements Paged {
    private static final int NONE = IdTable.NONE;
    private static final int FIRST_CAPACITY = 16;
    /** Memory is taken in multiples of this, so that a slot suits decisions of slightly different lengths. */
    private static final int GRAIN = 64;

    private final IdTable ids = new IdTable();
    private final BitSet inUse = new BitSet();
    private final BitSet touched = new BitSet();
    private ByteBuffer[] decisions = new ByteBuffer[FIRST_CAPACITY];
    private int[] older = new int[FIRST_CAPACITY];
    private int[] newer = new int[FIRST_CAPACITY];
    /** All slots that were ever in use are below this. */
    private int slots;
    /** No slot below this is free. */
    private int firstFree;

    private int oldest = NONE;
    private int newest = NONE;

    int size() {
        return ids.size();
    }

    boolean contains(DecisionKey id) {
        return ids.find(id) != NONE;
    }

    /** The bytes kept for an id, or null. */
    ByteBuffer decision(DecisionKey id) {
        int slot = ids.find(id);
        return slot == NONE ? null : decisions[slot].rewind();
    }

    boolean oldest(DecisionKey into) {
        if (oldest == NONE) {
            return false;
        }
        ids.idInto(oldest, into);
        return true;
    }

    void forEach(Consumer<ByteBuffer> action) {
        for (int slot = oldest; slot != NONE; slot = newer[slot]) {
            action.accept(decisions[slot].rewind());
        }
    }

    /** Keeps a copy of a decision, as the newest; its id must not be kept already. */
    void add(DecisionKey id, ByteBuffer decision) {
        int slot = inUse.nextClearBit(firstFree);
        firstFree = slot + 1;
        copyInto(slot, decision);
        append(slot);
        ids.put(id, slot);
        touched.set(slot);
    }

    private void copyInto(int slot, ByteBuffer decision) {
        if (slot >= decisions.length) {
            int capacity = Math.max(slot + 1, decisions.length * 2);
            decisions = Arrays.copyOf(decisions, capacity);
            older = Arrays.copyOf(older, capacity);
            newer = Arrays.copyOf(newer, capacity);
        }
        slots = Math.max(slots, slot + 1);
        int length = decision.remaining();
        ByteBuffer bytes = decisions[slot];
        if (bytes == null || bytes.capacity() < length) {
            bytes = ByteBuffer.allocate((length + GRAIN - 1) / GRAIN * GRAIN);
            decisions[slot] = bytes;
        }
        bytes.clear().put(decision).flip();
        inUse.set(slot);
    }

    private void append(int slot) {
        older[slot] = newest;
        newer[slot] = NONE;
        if (newest == NONE) {
            oldest = slot;
        } else {
            newer[newest] = slot;
        }
        newest = slot;
    }

    /** Stops keeping a decision. */
    void remove(DecisionKey id) {
        int slot = ids.find(id);
        ids.remove(slot);
        if (older[slot] == NONE) {
            oldest = newer[slot];
        } else {
            newer[older[slot]] = newer[slot];
        }
        if (newer[slot] == NONE) {
            newest = older[slot];
        } else {
            older[newer[slot]] = older[slot];
        }
        inUse.clear(slot);
        firstFree = Math.min(firstFree, slot);
        touched.set(slot);
    }

    // ---------------------------------------------------------------- keeping

    @Override
    public int pages() {
        return slots;
    }

    @Override
    public boolean hasPage(int slot) {
        return inUse.get(slot);
    }

    @Override
    public boolean isTouched(int slot) {
        return touched.get(slot);
    }

    @Override
    public void settle() {
        touched.clear();
    }

    @Override
    public void writePage(int slot, StateWriter out) {
        out.writeBytes(decisions[slot].rewind());
    }

    @Override
    public void beginRead() {
        inUse.clear();
        slots = 0;
    }

    @Override
    public void readPage(int slot, StateReader in) {
        copyInto(slot, in.readRest());
    }

    @Override
    public void removePage(int slot) {
        inUse.clear(slot);
    }

    /** Puts the decisions in order of age and by id. */
    @Override
    public void endRead() {
        ids.clear();
        oldest = NONE;
        newest = NONE;
        firstFree = 0;
        int[] byAge = inUse.stream()
                .boxed()
                .sorted(Comparator.comparingLong(this::sequenceNumber))
                .mapToInt(slot -> slot)
                .toArray();
        DecisionKey id = new DecisionKey();
        for (int slot : byAge) {
            StateReader in = new StateReader(decisions[slot].rewind());
            in.readLong(); // the sequence number
            id.read(in);
            ids.keep(id, slot);
            if (!ids.index(slot)) {
                throw new SnapshotException("snapshot: decision " + id + " twice (expected: once)");
            }
            append(slot);
        }
    }

    private long sequenceNumber(int slot) {
        if (decisions[slot].limit() < Long.BYTES) {
            throw new SnapshotException("snapshot: decision of " + decisions[slot].limit()
                    + " bytes (expected: at least " + Long.BYTES + ")");
        }
        return decisions[slot].getLong(0);
    }
}
