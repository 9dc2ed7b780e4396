package dev.setpoint;

import dev.setpoint.random.Draws;
import dev.setpoint.state.Paged;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.function.Supplier;

/**
 * The decisions that wait for feedback: found by id, ordered by age. Rows are pooled, so that a steady load allocates nothing.
 *
 * <p>A row sits in a numbered slot. Slots in use form a list from oldest to newest; an open-addressing table (linear probing,
 * at most half full, deletion by shifting back) leads from id to slot.
 *
 * <p>A slot in use is a page. A new decision takes the lowest slot that is free: which ones are free is all that decides where it goes, so
 * that a restored object goes on in the same slots.
 */
final class PendingDecisions implements Paged {
    private static final int NONE = -1;

    private final Supplier<DecisionRow> newRow;
    private final int mostPending;
    private DecisionRow[] rows = new DecisionRow[16];
    private int[] older = new int[16];
    private int[] newer = new int[16];
    private int created;
    private final BitSet used = new BitSet();
    /** No slot below this one is free. */
    private int firstFree;

    private final BitSet touched = new BitSet();

    private int oldest = NONE;
    private int newest = NONE;
    private int size;
    private int[] table = filled(64);

    PendingDecisions(Supplier<DecisionRow> newRow) {
        this(newRow, Integer.MAX_VALUE);
    }

    /** For at most so many, and one more while it is added. */
    PendingDecisions(Supplier<DecisionRow> newRow, int mostPending) {
        this.mostPending = (int) Math.min(Integer.MAX_VALUE, mostPending + 1L);
        this.newRow = newRow;
    }

    int size() {
        return size;
    }

    boolean contains(long id) {
        return table[find(id)] != NONE;
    }

    /** The row kept for this id, or null. */
    DecisionRow row(long id) {
        int slot = table[find(id)];
        return slot == NONE ? null : rows[slot];
    }

    DecisionRow oldest() {
        return oldest == NONE ? null : rows[oldest];
    }

    /** Keeps a copy of a decision, as the newest; its id must not be kept already. */
    void add(DecisionRow decision) {
        int slot = takeSlot();
        rows[slot].copyFrom(decision);
        append(slot);
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
        size++;
        if (size * 2 > table.length) {
            growTable();
        } else {
            table[find(rows[slot].id)] = slot;
        }
    }

    /** Stops keeping a decision. Its row stays readable until the next {@link #add}. */
    void remove(long id) {
        int at = find(id);
        int slot = table[at];
        closeGap(at);
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
        used.clear(slot);
        touched.set(slot);
        firstFree = Math.min(firstFree, slot);
        size--;
    }

    /** The kept rows from oldest to newest. */
    DecisionRow[] inOrder() {
        DecisionRow[] ordered = new DecisionRow[size];
        int at = 0;
        for (int slot = oldest; slot != NONE; slot = newer[slot]) {
            ordered[at++] = rows[slot];
        }
        return ordered;
    }

    private int takeSlot() {
        int slot = used.nextClearBit(firstFree);
        firstFree = slot + 1;
        use(slot);
        return slot;
    }

    private void use(int slot) {
        while (slot >= rows.length) {
            rows = Arrays.copyOf(rows, rows.length * 2);
            older = Arrays.copyOf(older, rows.length);
            newer = Arrays.copyOf(newer, rows.length);
        }
        created = Math.max(created, slot + 1);
        if (rows[slot] == null) {
            rows[slot] = newRow.get();
        }
        used.set(slot);
        touched.set(slot);
    }

    /** Where the id is in the table, or the empty place where it would go. */
    private int find(long id) {
        int mask = table.length - 1;
        int at = home(id);
        while (table[at] != NONE && rows[table[at]].id != id) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private int home(long id) {
        return (int) Draws.mix(id) & (table.length - 1);
    }

    private void closeGap(int gap) {
        int mask = table.length - 1;
        int at = gap;
        while (true) {
            at = (at + 1) & mask;
            if (table[at] == NONE) {
                break;
            }
            int distance = (at - home(rows[table[at]].id)) & mask;
            if (distance >= ((at - gap) & mask)) {
                table[gap] = table[at];
                gap = at;
            }
        }
        table[gap] = NONE;
    }

    private void growTable() {
        table = filled(table.length * 2);
        for (int slot = oldest; slot != NONE; slot = newer[slot]) {
            table[find(rows[slot].id)] = slot;
        }
    }

    private static int[] filled(int length) {
        int[] table = new int[length];
        Arrays.fill(table, NONE);
        return table;
    }

    // ---------------------------------------------------------------- keeping

    @Override
    public int pages() {
        return created;
    }

    @Override
    public boolean hasPage(int slot) {
        return used.get(slot);
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
        rows[slot].write(out);
    }

    @Override
    public void beginRead() {
        used.clear();
        created = 0;
    }

    @Override
    public void readPage(int slot, StateReader in) {
        if (slot >= mostPending) {
            throw new SnapshotException(
                    "snapshot: slot " + slot + " of a pending decision (expected: below " + mostPending + ")");
        }
        use(slot);
        rows[slot].read(in);
    }

    @Override
    public void removePage(int slot) {
        used.clear(slot);
        created = Math.max(created, slot < mostPending ? slot + 1 : 0);
    }

    /** Puts the decisions in order of age and by id. */
    @Override
    public void endRead() {
        oldest = NONE;
        newest = NONE;
        size = 0;
        firstFree = 0;
        table = filled(64);
        int[] slots = used.stream()
                .boxed()
                .sorted(Comparator.comparingLong(slot -> rows[slot].sequenceNumber))
                .mapToInt(slot -> slot)
                .toArray();
        for (int slot : slots) {
            if (contains(rows[slot].id)) {
                throw new SnapshotException("snapshot: decision " + rows[slot].id + " twice (expected: once)");
            }
            append(slot);
        }
    }

    /** Decisions from the oldest to the newest. */
    @Override
    public void readVersion3(StateReader in) {
        int count = in.readCount("pending decisions", mostPending);
        DecisionRow row = newRow.get();
        for (int i = 0; i < count; i++) {
            row.read(in);
            if (contains(row.id)) {
                throw new SnapshotException("snapshot: decision " + row.id + " twice (expected: once)");
            }
            add(row);
        }
    }
}
