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
import java.util.function.Supplier;

/**
 * The decisions of a {@link MemoryDecisionStore} that wait for feedback: found by id, ordered by age. Memory is used again, so that a
 * steady load allocates nothing.
 *
 * <p>A decision's bytes are in a numbered slot, the lowest that is free, and are the page of that number. Slots in use form a list from
 * oldest to newest. The latest decisions are {@link DecisionRow}s still, and are folded into bytes only if they must be: most answers come
 * soon.
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
    /** By slot; null for decisions that are folded. */
    private DecisionRow[] rows = new DecisionRow[FIRST_CAPACITY];
    /** The oldest that is not folded. */
    private int oldestRow = NONE;
    /** What those that are not folded take. */
    private long rowBytes;
    /** Rows that were kept here and are no longer needed. */
    private DecisionRow[] spare = new DecisionRow[FIRST_CAPACITY];

    private int spareCount;
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

    /** The decision of an id as it was issued, or null if it is folded, or there is none. */
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

    /** The same without a copy: whoever changes the row must {@linkplain #exchange} it first. */
    void add(DecisionRow row) {
        int slot = add(row.id);
        rows[slot] = row;
        rowBytes += row.bytes();
        oldestRow = oldestRow == NONE ? slot : oldestRow;
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

    /** Folds the oldest decisions, until those that are left as they were issued take so many bytes at most. */
    void fold(long mostBytes) {
        while (rowBytes > mostBytes) {
            write(oldestRow);
        }
    }

    /** Folds all decisions, and forgets their rows: those to come will be others. */
    void foldAll() {
        fold(0);
        Arrays.fill(spare, null);
        spareCount = 0;
    }

    /**
     * The row to make the next decision in. It is the given one, unless a decision waits in it here: then the row is left to the store,
     * and another is returned.
     */
    DecisionRow exchange(DecisionRow row, Supplier<DecisionRow> newRow) {
        int slot = ids.find(row.id);
        if (slot == NONE || rows[slot] != row) {
            return row;
        }
        row.isLeftToStore = true;
        return spareCount == 0 ? newRow.get() : spare[--spareCount];
    }

    /** The row of a slot is no longer needed. */
    private void release(int slot) {
        DecisionRow row = rows[slot];
        if (row == null) {
            return;
        }
        rows[slot] = null;
        rowBytes -= row.bytes();
        while (oldestRow != NONE && rows[oldestRow] == null) {
            oldestRow = newer[oldestRow];
        }
        if (row.isLeftToStore) {
            row.isLeftToStore = false;
            if (spareCount == spare.length) {
                spare = Arrays.copyOf(spare, spareCount * 2);
            }
            spare[spareCount++] = row;
        }
    }

    /** Folds a decision, unless it is folded: at once into the memory of its slot, where that suffices. */
    @SuppressWarnings("ByteBufferBackingArray") // of buffers that were allocated here
    private void write(int slot) {
        DecisionRow row = rows[slot];
        if (row == null) {
            return;
        }
        ByteBuffer bytes = decisions[slot];
        byte[] target = bytes == null ? scratch : bytes.array();
        writer.redirect(target);
        row.write(writer);
        if (bytes != null && writer.array() == target) {
            bytes.clear().limit(writer.size());
        } else {
            scratch = writer.array();
            copyInto(slot, ByteBuffer.wrap(scratch, 0, writer.size()));
        }
        release(slot);
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
        release(slot); // first, as it looks for what is newer
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
        out.writeBytes(bytes(slot));
    }

    @Override
    public void beginRead() {
        foldAll();
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
