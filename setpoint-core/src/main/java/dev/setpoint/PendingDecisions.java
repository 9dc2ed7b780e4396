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
 * oldest to newest. A decision that was issued just now is a {@link DecisionRow} still, and is written only if it must be: most answers
 * come at once.
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
    /** By slot; null for decisions that are written. */
    private DecisionRow[] rows = new DecisionRow[FIRST_CAPACITY];
    /** The slots of those that were not written when they were added. */
    private int[] unwritten = new int[FIRST_CAPACITY];

    private int unwrittenCount;
    private final StateWriter writer = new StateWriter();
    /** What the writer writes to first for slots without memory. */
    private byte[] scratch = {};

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
        return slot == NONE ? null : bytes(slot);
    }

    /** The decision of an id as it was issued, or null if it is written, or there is none. */
    DecisionRow row(DecisionKey id) {
        int slot = ids.find(id);
        return slot == NONE ? null : rows[slot];
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
            action.accept(bytes(slot));
        }
    }

    /** Keeps a copy of a decision, as the newest; its id must not be kept already. */
    void add(DecisionKey id, ByteBuffer decision) {
        copyInto(add(id), decision);
    }

    /** The same with a decision that does not change before {@link #writeRows}. */
    void add(DecisionRow row) {
        int slot = add(row.id);
        rows[slot] = row;
        if (unwrittenCount == unwritten.length) {
            unwritten = Arrays.copyOf(unwritten, unwrittenCount * 2);
        }
        unwritten[unwrittenCount++] = slot;
    }

    private int add(DecisionKey id) {
        int slot = inUse.nextClearBit(firstFree);
        firstFree = slot + 1;
        use(slot);
        append(slot);
        ids.put(id, slot);
        touched.set(slot);
        return slot;
    }

    private void use(int slot) {
        if (slot >= decisions.length) {
            int capacity = Math.max(slot + 1, decisions.length * 2);
            decisions = Arrays.copyOf(decisions, capacity);
            rows = Arrays.copyOf(rows, capacity);
            older = Arrays.copyOf(older, capacity);
            newer = Arrays.copyOf(newer, capacity);
        }
        slots = Math.max(slots, slot + 1);
        inUse.set(slot);
    }

    private void copyInto(int slot, ByteBuffer decision) {
        int length = decision.remaining();
        ByteBuffer bytes = decisions[slot];
        if (bytes == null || bytes.capacity() < length) {
            bytes = ByteBuffer.allocate((length + GRAIN - 1) / GRAIN * GRAIN);
            decisions[slot] = bytes;
        }
        bytes.clear().put(decision).flip();
    }

    /** The decisions that were added as they were issued may change from now on. */
    void writeRows() {
        for (int i = 0; i < unwrittenCount; i++) {
            write(unwritten[i]);
        }
        unwrittenCount = 0;
    }

    /** Writes a decision, unless it is written or no longer there: at once into the memory of its slot, where that suffices. */
    @SuppressWarnings("ByteBufferBackingArray") // of buffers that were allocated here
    private void write(int slot) {
        DecisionRow row = rows[slot];
        if (row == null) {
            return;
        }
        rows[slot] = null;
        ByteBuffer bytes = decisions[slot];
        byte[] target = bytes == null ? scratch : bytes.array();
        writer.writeInto(target);
        row.write(writer);
        if (bytes != null && writer.array() == target) {
            bytes.clear().limit(writer.size());
        } else {
            scratch = writer.array();
            copyInto(slot, ByteBuffer.wrap(scratch, 0, writer.size()));
        }
    }

    /** The bytes of a slot in use. */
    private ByteBuffer bytes(int slot) {
        write(slot);
        return decisions[slot].rewind();
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
        rows[slot] = null;
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
        out.writeBytes(bytes(slot));
    }

    @Override
    public void beginRead() {
        writeRows();
        inUse.clear();
        slots = 0;
    }

    @Override
    public void readPage(int slot, StateReader in) {
        use(slot);
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
