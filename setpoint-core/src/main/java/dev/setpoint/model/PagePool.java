package dev.setpoint.model;

import java.util.Arrays;

/**
 * Pages to add gradients up in, lent for a step; what they hold then is left from others. Kept are 256 KiB of them, or twice as many as a step of late has needed, if
 * that is more: a steady load allocates nothing, and what one large step needed is let go within two hundred others.
 */
final class PagePool {
    /** Over how many steps the most that was needed is kept. */
    private static final int WINDOW = 64;
    /** How many numbers are kept in any case. */
    static final int SMALL = 1 << 16;

    private final int length;
    private float[][] free = new float[4][];
    private int count;
    private int lent;
    /** The most that a step has needed in this window and in the one before. */
    private int most;

    private int mostBefore;
    private int steps;

    PagePool(int length) {
        this.length = length;
    }

    float[] take() {
        lent++;
        if (count == 0) {
            return new float[length];
        }
        float[] page = free[--count];
        free[count] = null;
        return page;
    }

    /** Takes a page back. */
    void give(float[] page) {
        if (count == free.length) {
            free = Arrays.copyOf(free, count * 2);
        }
        free[count++] = page;
    }

    /** All pages of the step are back. */
    void endStep() {
        most = Math.max(most, lent);
        lent = 0;
        if (++steps == WINDOW) {
            steps = 0;
            keep(Math.max(SMALL / length, 2 * Math.max(most, mostBefore)));
            mostBefore = most;
            most = 0;
        }
    }

    private void keep(int limit) {
        if (count > limit) {
            count = limit;
            free = Arrays.copyOf(free, Math.max(4, limit));
        }
    }

    /** How many pages are kept at present. */
    int kept() {
        return count;
    }
}
