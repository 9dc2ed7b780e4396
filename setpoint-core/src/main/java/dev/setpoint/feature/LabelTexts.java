package dev.setpoint.feature;

import java.util.Arrays;

/**
 * The encodings of the labels' texts, by which a query is compared with every label: the cosine between the two encodings, one
 * for each part of the encoder (n-grams, sentence vector). A label or a query without entries in a part has cosine 0 there. The
 * length of a query is that of its entries, those that share a position counted apart; what that brings above 1 is cut to 1.
 *
 * <p>Cost of a query: its entries, plus the entries they share with labels. Allocates nothing after it is made.
 */
public final class LabelTexts {
    /*
     * For every position that some label has an entry at, the labels and their entries lie side by side ("postings"); an
     * open-addressing table, a quarter full, leads from position to postings. Label texts are short: the table stays in the
     * processor's nearest cache, where an array over all 2^18 positions would not. Most entries of a query are at positions that no
     * label has; a bit for the low bits of each position, one in sixteen set at most, tells so for all but a few of them.
     */
    private static final int EMPTY = -1;

    private final int labels;
    private final int[] partEnds;
    private final long[] filter;
    private final int[] table;
    private final int[] first;
    private final int[] label;
    private final float[] entry;
    private final double[] squares;

    /**
     * Of labels with these encodings.
     *
     * @param encodings one per label, all of the same dimension
     * @param partEnds where each part of an encoding ends, ascending; the last is the dimension
     */
    LabelTexts(FeatureVector[] encodings, int... partEnds) {
        this.labels = encodings.length;
        this.partEnds = partEnds.clone();
        this.squares = new double[partEnds.length];
        int entries = Arrays.stream(encodings).mapToInt(FeatureVector::count).sum();
        long[] sorted =
                new long[entries]; // position, label, and where the entry is, so that the order is one of numbers
        int at = 0;
        for (int k = 0; k < labels; k++) {
            for (int i = 0; i < encodings[k].count(); i++) {
                sorted[at++] = (long) encodings[k].index(i) << 32 | k;
            }
        }
        Arrays.sort(sorted);
        int postings = 0;
        int positions = 0;
        for (int i = 0; i < entries; i++) {
            postings += i == 0 || sorted[i] != sorted[i - 1] ? 1 : 0;
            positions += i == 0 || sorted[i] >>> 32 != sorted[i - 1] >>> 32 ? 1 : 0;
        }
        this.label = new int[postings];
        this.entry = new float[postings];
        int[] position = new int[positions];
        this.first = new int[positions + 1];
        int posting = 0;
        int row = 0;
        for (int i = 0; i < entries; i++) {
            if (i > 0 && sorted[i] == sorted[i - 1]) {
                continue; // an encoding may name a position more than once
            }
            if (i == 0 || sorted[i] >>> 32 != sorted[i - 1] >>> 32) {
                position[row] = (int) (sorted[i] >>> 32);
                first[row++] = posting;
            }
            label[posting++] = (int) sorted[i];
        }
        first[positions] = posting;
        this.table = new int[2 * tableSize(positions)];
        Arrays.fill(table, EMPTY);
        this.filter = new long[tableSize(positions) / 8];
        for (int p = 0; p < positions; p++) {
            filter[word(position[p])] |= 1L << position[p];
            int slot = slot(position[p]);
            table[slot] = position[p];
            table[slot + 1] = p;
        }
        for (int k = 0; k < labels; k++) {
            addUnitLength(encodings[k], k);
        }
    }

    private static int tableSize(int positions) {
        return Integer.highestOneBit(Math.max(4, positions)) * 4;
    }

    /** Every part of a label's encoding is kept at length 1. */
    private void addUnitLength(FeatureVector encoding, int k) {
        double[] sums = new double[partEnds.length];
        for (int i = 0; i < encoding.count(); i++) {
            entry[posting(encoding.index(i), k)] += encoding.value(i);
        }
        for (int i = 0; i < encoding.count(); i++) { // the squares of what is there now, once for each position
            if (isFirstOf(encoding, i)) {
                float value = entry[posting(encoding.index(i), k)];
                sums[part(encoding.index(i))] += (double) value * value;
            }
        }
        for (int i = 0; i < encoding.count(); i++) {
            double sum = sums[part(encoding.index(i))];
            if (isFirstOf(encoding, i) && sum > 0) {
                entry[posting(encoding.index(i), k)] /= (float) Math.sqrt(sum);
            }
        }
    }

    private static boolean isFirstOf(FeatureVector encoding, int i) {
        for (int j = 0; j < i; j++) {
            if (encoding.index(j) == encoding.index(i)) {
                return false;
            }
        }
        return true;
    }

    private int posting(int position, int k) {
        int row = table[slot(position) + 1];
        return first[row] + Arrays.binarySearch(label, first[row], first[row + 1], k) - first[row];
    }

    private int part(int position) {
        int part = 0;
        while (position >= partEnds[part]) {
            part++;
        }
        return part;
    }

    /** Where in the filter a position's bit is. */
    private int word(int position) {
        return position >>> 6 & filter.length - 1;
    }

    /** Where in the table a position is, or the empty place where it would go. */
    private int slot(int position) {
        int mask = table.length - 1;
        int at = (position * 0x9E3779B9 >>> 7) * 2 & mask;
        while (table[at] != position && table[at] != EMPTY) {
            at = at + 2 & mask;
        }
        return at;
    }

    /** How many labels there are. */
    public int labels() {
        return labels;
    }

    /** How many parts an encoding has, each with a cosine of its own. */
    public int parts() {
        return partEnds.length;
    }

    /**
     * Writes the cosine of every label with a query.
     *
     * @param cosines receives {@code parts() * labels()} numbers, those of part j from {@code j * labels()} on
     */
    public void cosinesInto(FeatureVector query, double[] cosines) {
        Arrays.fill(cosines, 0, partEnds.length * labels, 0);
        Arrays.fill(squares, 0);
        int last = 0;
        double square = 0; // of the part at hand
        for (int i = 0; i < query.count(); i++) {
            int position = query.index(i);
            float value = query.value(i);
            int part = part(position);
            if (part != last) {
                squares[last] = square;
                square = squares[part];
                last = part;
            }
            square += (double) value * value;
            if ((filter[word(position)] >>> position & 1) != 0) {
                addProducts(position, value, part * labels, cosines);
            }
        }
        squares[last] = square;
        for (int part = 0; part < partEnds.length; part++) {
            double length = Math.sqrt(squares[part]);
            for (int k = 0; length > 0 && k < labels; k++) {
                cosines[part * labels + k] = Math.max(-1, Math.min(1, cosines[part * labels + k] / length));
            }
        }
    }

    private void addProducts(int position, float value, int offset, double[] cosines) {
        int at = slot(position);
        if (table[at] != EMPTY) {
            int row = table[at + 1];
            for (int j = first[row]; j < first[row + 1]; j++) {
                cosines[offset + label[j]] += value * entry[j];
            }
        }
    }
}
