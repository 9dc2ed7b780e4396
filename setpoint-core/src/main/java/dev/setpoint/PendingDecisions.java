package dev.setpoint;

import dev.setpoint.random.Draws;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * The decisions that wait for feedback: found by id, ordered by age. Rows are pooled, so that a steady load allocates nothing.
 *
 * <p>A row sits in a numbered slot. Slots in use form a list from oldest to newest; an open-addressing table (linear probing,
 * at most half full, deletion by shifting back) leads from id to slot.
 */
final class PendingDecisions {
    private static final int NONE = -1;

    private final Supplier<DecisionRow> newRow;
    private DecisionRow[] rows = new DecisionRow[16];
    private int[] older = new int[16];
    private int[] newer = new int[16];
    private int created;
    /** Slots not in use form a list of their own through {@link #newer}. */
    private int free = NONE;

    private int oldest = NONE;
    private int newest = NONE;
    private int size;
    private int[] table = filled(64);

    PendingDecisions(Supplier<DecisionRow> newRow) {
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
            table[find(decision.id)] = slot;
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
        newer[slot] = free;
        free = slot;
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
        if (free != NONE) {
            int slot = free;
            free = newer[slot];
            return slot;
        }
        if (created == rows.length) {
            rows = Arrays.copyOf(rows, created * 2);
            older = Arrays.copyOf(older, created * 2);
            newer = Arrays.copyOf(newer, created * 2);
        }
        rows[created] = newRow.get();
        return created++;
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
}
