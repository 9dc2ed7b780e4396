package dev.setpoint;

import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import java.util.Arrays;

/** Sets of labels as bits, 64 to a word: in a decision that waits, a set takes K / 8 bytes. */
final class LabelBits {
    private LabelBits() {}

    /** How many words hold so many labels. */
    static int words(int labels) {
        return (labels + Long.SIZE - 1) / Long.SIZE;
    }

    static boolean contains(long[] bits, int label) {
        return (bits[label / Long.SIZE] >>> label & 1) != 0;
    }

    static void add(long[] bits, int label) {
        bits[label / Long.SIZE] |= 1L << label;
    }

    /** Adds all that the others, of at most as many labels, hold. */
    static void addAll(long[] bits, long[] others) {
        for (int i = 0; i < others.length; i++) {
            bits[i] |= others[i];
        }
    }

    /** Takes out all that the others, of as many labels, hold. */
    static void removeAll(long[] bits, long[] others) {
        for (int i = 0; i < bits.length; i++) {
            bits[i] &= ~others[i];
        }
    }

    static int size(long[] bits) {
        int size = 0;
        for (long word : bits) {
            size += Long.bitCount(word);
        }
        return size;
    }

    static boolean isEmpty(long[] bits) {
        for (long word : bits) {
            if (word != 0) {
                return false;
            }
        }
        return true;
    }

    static void clear(long[] bits) {
        Arrays.fill(bits, 0);
    }

    /**
     * Reads the bits of so many labels, perhaps fewer than there is room for; the rest are no members.
     *
     * @throws SnapshotException if there are members that no label has
     */
    static void readInto(StateReader in, int labels, long[] bits) {
        int words = words(labels);
        in.readLongsInto(bits, 0, words);
        Arrays.fill(bits, words, bits.length, 0);
        check(bits, labels);
    }

    /**
     * Refuses members that no label has.
     *
     * @throws SnapshotException if there is one
     */
    static void check(long[] bits, int labels) {
        int word = labels / Long.SIZE;
        if (word < bits.length && bits[word] >>> labels != 0) {
            throw new SnapshotException("snapshot: a set with members beyond label " + (labels - 1)
                    + " (expected: members among the " + labels + " labels)");
        }
    }
}
