package dev.setpoint.model;

import java.util.Arrays;

/**
 * Which row belongs to an input, in two levels, so that inputs which nobody has seen cost nothing: where the leaf of an input begins, and
 * the leaves, of which those without a row are one and the same.
 */
final class RowNumbers {
    /** No row. */
    static final int NONE = -1;

    private static final int LEAST_LEAF_SHIFT = 8;
    private static final int MOST_LEAVES_SHIFT = 12;

    /** A leaf holds 2^leafShift inputs: row plus one, 0 for none. */
    private final int leafShift;

    private final int mask;
    /** By leaf, where it begins; 0 for the empty one. */
    private final int[] starts;
    /** One leaf after the other, in one array: an array each would be one more wait for memory in every look-up. */
    private int[] leaves;

    private int used;

    RowNumbers(int inputs) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(inputs - 1);
        this.leafShift = Math.min(Math.max(LEAST_LEAF_SHIFT, bits - MOST_LEAVES_SHIFT), Math.max(bits, 1));
        this.mask = (1 << leafShift) - 1;
        this.starts = new int[((inputs - 1) >> leafShift) + 1];
        clear();
    }

    /** The input's row, or {@link #NONE}. */
    int of(int input) {
        return leaves[starts[input >> leafShift] + (input & mask)] - 1;
    }

    void set(int input, int row) {
        int leaf = input >> leafShift;
        if (starts[leaf] == 0) {
            starts[leaf] = newLeaf();
        }
        leaves[starts[leaf] + (input & mask)] = row + 1;
    }

    private int newLeaf() {
        int start = used;
        used += mask + 1;
        if (used > leaves.length) {
            long most = (starts.length + 1L) << leafShift;
            leaves = Arrays.copyOf(leaves, (int) Math.min(most, used + (used >> 1)));
        }
        return start;
    }

    void clear() {
        Arrays.fill(starts, 0);
        used = mask + 1;
        leaves = new int[used];
    }
}
