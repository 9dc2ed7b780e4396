package dev.setpoint;

import dev.setpoint.random.Draws;
import java.util.Arrays;

/**
 * Where a decision is found by its id. The ids are kept here by place. Grows with what it holds; a steady load allocates nothing.
 *
 * <p>A number has a slot by its last bits, which it takes if that is free: numbers that follow each other then lie side by side and are
 * found at once. Other numbers, and names, are in an open-addressing table with linear probing, at most half full and with deletion by
 * shifting back, so that no choice of ids is slow.
 */
final class IdTable {
    static final int NONE = -1;
    private static final int FIRST_CAPACITY = 16;

    private long[] numbers;
    /** Null until there is a name. */
    private String[] names;

    /** By a number's last bits, its place; a power of two. */
    private int[] slots;

    private int[] table = filled(2 * FIRST_CAPACITY);
    private int size;
    /** How many of them are in the table. */
    private int inTable;

    IdTable() {
        this(FIRST_CAPACITY);
    }

    /** With room for so many numbers. */
    IdTable(int capacity) {
        numbers = new long[capacity];
        slots = filled(slotsFor(capacity));
    }

    private static int slotsFor(int capacity) {
        return Math.max(FIRST_CAPACITY, Integer.highestOneBit(capacity - 1) << 1);
    }

    /** Makes room for so many numbers. */
    void reserve(int capacity) {
        if (capacity > numbers.length) {
            numbers = Arrays.copyOf(numbers, capacity);
            names = names == null ? null : Arrays.copyOf(names, capacity);
        }
        while (slots.length < slotsFor(capacity)) {
            growSlots();
        }
    }

    int size() {
        return size;
    }

    /** No id is found any more; the ids of places are still known. */
    void clear() {
        if (size > 0) {
            Arrays.fill(slots, NONE);
            Arrays.fill(table, NONE);
            size = 0;
            inTable = 0;
        }
    }

    /** The place of an id, or {@link #NONE}. */
    int find(DecisionKey id) {
        return find(id.number(), id.name());
    }

    private int find(long number, String name) {
        if (name == null) {
            int place = slots[slot(number)];
            if (place != NONE && numbers[place] == number) {
                return place;
            }
        }
        return inTable == 0 ? NONE : table[search(number, name)];
    }

    /** Puts an id that is not here into a place that is free. */
    void put(DecisionKey id, int place) {
        keep(id, place);
        insert(place);
    }

    /** Notes the id of a place, without which it is not found before {@link #index}. */
    void keep(DecisionKey id, int place) {
        if (place >= numbers.length) {
            int capacity = Math.max(place + 1, numbers.length * 2);
            numbers = Arrays.copyOf(numbers, capacity);
            names = names == null ? null : Arrays.copyOf(names, capacity);
        }
        if (names == null && !id.isNumber()) {
            names = new String[numbers.length];
        }
        numbers[place] = id.number();
        if (names != null) {
            names[place] = id.name();
        }
    }

    /** Lets the id of a place be found. Returns false, and leaves it alone, if another place has it. */
    boolean index(int place) {
        if (find(numbers[place], name(place)) != NONE) {
            return false;
        }
        insert(place);
        return true;
    }

    private void insert(int place) {
        if (name(place) != null || !takeSlot(place)) {
            if ((inTable + 1) * 2 > table.length) {
                growTable();
            }
            table[search(numbers[place], name(place))] = place;
            inTable++;
        }
        size++;
    }

    private boolean takeSlot(int place) {
        if (slots[slot(numbers[place])] != NONE && size >= slots.length) {
            growSlots();
        }
        int slot = slot(numbers[place]);
        if (slots[slot] != NONE) {
            return false;
        }
        slots[slot] = place;
        return true;
    }

    /** Takes out the id of a place. */
    void remove(int place) {
        int slot = slot(numbers[place]);
        if (slots[slot] == place) { // which no name has
            slots[slot] = NONE;
        } else {
            closeGap(search(numbers[place], name(place)));
            inTable--;
        }
        if (names != null) {
            names[place] = null;
        }
        size--;
    }

    /** Sets the id to that of a place. */
    void idInto(int place, DecisionKey into) {
        if (name(place) == null) {
            into.set(numbers[place]);
        } else {
            into.set(names[place]);
        }
    }

    private String name(int place) {
        return names == null ? null : names[place];
    }

    /** Where the id is in the table, or the empty place where it would go. */
    private int search(long number, String name) {
        int mask = table.length - 1;
        int at = home(number, name);
        while (table[at] != NONE && !isAt(table[at], number, name)) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private boolean isAt(int place, long number, String name) {
        return name == null
                ? numbers[place] == number && name(place) == null
                : name.equals(name(place)); // no hash stands for a name: two ids never collide
    }

    private int home(long number, String name) {
        return (int) Draws.mix(name == null ? number : Draws.id(name)) & (table.length - 1);
    }

    private void closeGap(int start) {
        int mask = table.length - 1;
        int gap = start;
        int at = gap;
        while (true) {
            at = (at + 1) & mask;
            if (table[at] == NONE) {
                break;
            }
            int distance = (at - home(numbers[table[at]], name(table[at]))) & mask;
            if (distance >= ((at - gap) & mask)) {
                table[gap] = table[at];
                gap = at;
            }
        }
        table[gap] = NONE;
    }

    private int slot(long number) {
        return (int) number & (slots.length - 1);
    }

    private void growSlots() {
        int[] before = slots;
        slots = filled(before.length * 2);
        for (int place : before) {
            if (place != NONE) {
                slots[slot(numbers[place])] = place; // which is free, as half as many slots kept them apart
            }
        }
    }

    private void growTable() {
        int[] before = table;
        table = filled(before.length * 2);
        for (int place : before) {
            if (place != NONE) {
                table[search(numbers[place], name(place))] = place;
            }
        }
    }

    private static int[] filled(int length) {
        int[] table = new int[length];
        Arrays.fill(table, NONE);
        return table;
    }
}
