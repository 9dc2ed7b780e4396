package dev.setpoint.score;

import java.util.Arrays;

/**
 * The probabilities of one query, with their ranking when somebody asks for it. Reusable; allocates nothing after it is made.
 *
 * <p>Ranking: descending probability, ties by lower label first. One sort serves every score of a query.
 */
public final class RankedProbabilities {
    /*
     * Sorting indices by a double key without objects: a probability's bits grow with the probability and, being below 2.0,
     * leave the two top bits free. So complement of bits, shifted up by one, with the low bits replaced by the label: one
     * long[] sort orders by probability and then by label. The replaced low bits of the mantissa may misplace probabilities
     * that are equal but for those bits; one insertion pass over the nearly sorted order with the exact values puts them right, or,
     * where many are so nearly equal that this would take long, a merge sort of them.
     *
     * The JDK's sort may allocate beyond 4,096 numbers: more are sorted in parts, which are then merged.
     */
    private static final int MOST_SORTED_AT_ONCE = 4096;
    private static final int MOST_INSERTED = 32;

    private final int labels;
    private final int labelBits;
    private final double[] probabilities;
    private final long[] keys;
    private final int[] order;
    /** Room for merging; the keys' only where there are parts to merge. */
    private final long[] mergedKeys;

    private final int[] mergedOrder;
    private boolean ranked;

    /** For queries with this many labels. */
    public RankedProbabilities(int labels) {
        this.labels = labels;
        this.labelBits = Math.max(2, 32 - Integer.numberOfLeadingZeros(labels));
        this.probabilities = new double[labels];
        this.keys = new long[labels];
        this.order = new int[labels];
        this.mergedKeys = new long[labels > MOST_SORTED_AT_ONCE ? labels : 0];
        this.mergedOrder = new int[labels > MOST_INSERTED ? labels : 0];
    }

    /** Takes a copy of the {@code labels()} probabilities that start at {@code offset}; each must be in [0, 1]. */
    public void set(double[] source, int offset) {
        System.arraycopy(source, offset, probabilities, 0, labels);
        ranked = false;
    }

    /** How many labels there are. */
    public int labels() {
        return labels;
    }

    /** The probability of a label. */
    public double probability(int label) {
        return probabilities[label];
    }

    /** The labels from the most to the least probable. The learner's own array: do not keep or change it. */
    public int[] order() {
        if (!ranked) {
            rank();
            ranked = true;
        }
        return order;
    }

    /** The index of the largest probability, the lowest of several. */
    public static int mostProbable(double[] probabilities) {
        int best = 0;
        for (int k = 1; k < probabilities.length; k++) {
            if (probabilities[k] > probabilities[best]) {
                best = k;
            }
        }
        return best;
    }

    private void rank() {
        long labelMask = (1L << labelBits) - 1;
        for (int k = 0; k < labels; k++) {
            // + 0.0 turns -0.0 into 0.0, whose bits are all zero
            long bits = Double.doubleToRawLongBits(probabilities[k] + 0.0);
            keys[k] = (((Long.MAX_VALUE >>> 1) - bits) << 1 & ~labelMask) | k;
        }
        sortKeys();
        for (int from = 0; from < labels; ) { // those that are equal but for the replaced bits
            long leading = keys[from] & ~labelMask;
            int to = from;
            while (to < labels && (keys[to] & ~labelMask) == leading) {
                order[to] = (int) (keys[to] & labelMask);
                to++;
            }
            if (to - from > MOST_INSERTED) {
                mergeOrder(from, to);
            } else {
                insertOrder(from, to);
            }
            from = to;
        }
    }

    private void sortKeys() {
        for (int from = 0; from < labels; from += MOST_SORTED_AT_ONCE) {
            Arrays.sort(keys, from, Math.min(from + MOST_SORTED_AT_ONCE, labels));
        }
        for (int part = MOST_SORTED_AT_ONCE; part < labels; part *= 2) {
            for (int from = 0; from + part < labels; from += 2 * part) {
                mergeKeys(from, from + part, Math.min(from + 2 * part, labels));
            }
        }
    }

    private void mergeKeys(int from, int middle, int to) {
        System.arraycopy(keys, from, mergedKeys, from, middle - from);
        int left = from;
        int right = middle;
        for (int at = from; left < middle; at++) {
            keys[at] = right < to && keys[right] < mergedKeys[left] ? keys[right++] : mergedKeys[left++];
        }
    }

    /** Whether a label comes before another, of a higher index or not. */
    private boolean precedes(int label, int other) {
        double p = probabilities[label];
        double q = probabilities[other];
        return p > q || (p == q && label < other);
    }

    private void insertOrder(int from, int to) {
        for (int i = from + 1; i < to; i++) {
            int label = order[i];
            int at = i;
            while (at > from && precedes(label, order[at - 1])) {
                order[at] = order[at - 1];
                at--;
            }
            order[at] = label;
        }
    }

    private void mergeOrder(int from, int to) {
        if (to - from <= MOST_INSERTED) {
            insertOrder(from, to);
            return;
        }
        int middle = (from + to) >>> 1;
        mergeOrder(from, middle);
        mergeOrder(middle, to);
        if (precedes(order[middle - 1], order[middle])) {
            return; // as where all are equal
        }
        System.arraycopy(order, from, mergedOrder, from, middle - from);
        int left = from;
        int right = middle;
        for (int at = from; left < middle; at++) {
            order[at] = right < to && precedes(order[right], mergedOrder[left]) ? order[right++] : mergedOrder[left++];
        }
    }
}
