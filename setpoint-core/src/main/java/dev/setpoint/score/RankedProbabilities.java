package dev.setpoint.score;

import java.util.Arrays;

/**
 * The probabilities of one query, with their ranking when somebody asks for it. Reusable; allocates nothing after it is made
 * (up to 4,096 labels; beyond that the JDK's sort may).
 *
 * <p>Ranking: descending probability, ties by lower label first. One sort serves every score of a query.
 */
public final class RankedProbabilities {
    /*
     * Sorting indices by a double key without objects: a probability's bits grow with the probability and, being below 2.0,
     * leave the two top bits free. So complement of bits, shifted up by one, with the low bits replaced by the label: one
     * long[] sort orders by probability and then by label. The replaced low bits of the mantissa may misplace probabilities
     * that are equal but for those bits; one insertion pass over the nearly sorted order with the exact values puts them right.
     */
    private final int labels;
    private final int labelBits;
    private final double[] probabilities;
    private final long[] keys;
    private final int[] order;
    private boolean ranked;

    /** For queries with this many labels. */
    public RankedProbabilities(int labels) {
        this.labels = labels;
        this.labelBits = Math.max(2, 32 - Integer.numberOfLeadingZeros(labels));
        this.probabilities = new double[labels];
        this.keys = new long[labels];
        this.order = new int[labels];
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
        Arrays.sort(keys, 0, labels);
        for (int i = 0; i < labels; i++) {
            int label = (int) (keys[i] & labelMask);
            double p = probabilities[label];
            int at = i;
            while (at > 0 && probabilities[order[at - 1]] < p) {
                order[at] = order[at - 1];
                at--;
            }
            while (at > 0 && probabilities[order[at - 1]] == p && order[at - 1] > label) {
                order[at] = order[at - 1];
                at--;
            }
            order[at] = label;
        }
    }
}
