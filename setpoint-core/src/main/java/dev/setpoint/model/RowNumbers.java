package dev.setpoint.model;

import java.util.Arrays;

/**
 * Which row belongs to an input, in two levels, so that inputs which nobody has seen cost nothing: a table of leaves, of which those
 * without a row are one and the same.
 */
final class RowNumbers {
    /** No row. */
    static final int NONE = -1;

    private static final int LEAST_LEAF_SHIFT = 8;
    private static final int MOST_LEAVES_SHIFT = 12;

    /** A leaf holds 2^leafShift inputs: row plus one, 0 for none. */
    private final int leafShift;

    private final int mask;
    private final int[] empty;
    private final int[][] leaves;

    RowNumbers(int inputs) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(inputs - 1);
        this.leafShift = Math.min(Math.max(LEAST_LEAF_SHIFT, bits - MOST_LEAVES_SHIFT), Math.max(bits, 1));
        this.mask = (1 << leafShift) - 1;
        this.empty = new int[1 << leafShift];
        this.leaves = new int[((inputs - 1) >> leafShift) + 1][];
        Arrays.fill(leaves, empty);
    }

    /** The input's row, or {@link #NONE}. */
    int of(int input) {
        return leaves[input >> leafShift][input & mask] - 1;
    }

    void set(int input, int row) {
        int at = input >> leafShift;
        if (leaves[at] == empty) {
            leaves[at] = new int[1 << leafShift];
        }
        leaves[at][input & mask] = row + 1;
    }

    void clear() {
        Arrays.fill(leaves, empty);
    }
}
