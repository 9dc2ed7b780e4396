package dev.setpoint.feature;

import dev.setpoint.argument.Argument;
import java.util.Arrays;

/**
 * The encodings of the labels' texts, by which a query is compared with every label: the cosine between the two encodings, one
 * for each part of the encoder (n-grams, sentence vector). A label or a query without entries in a part has cosine 0 there. The
 * length of a query is that of its entries, those that share a position counted apart; what that brings above 1 is cut to 1.
 *
 * <p>Cost of a query: its entries, plus the entries they share with labels. Allocates nothing after it is made; not thread-safe.
 */
public final class LabelTexts {
    /*
     * For every position that some label has an entry at, the labels and their entries lie side by side ("postings"); an
     * open-addressing table, at most half full, leads from position to postings. Label texts are short: the table stays in the
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
        this(encodings.length, TextPostings.of(encodings, partEnds), partEnds.clone());
    }

    private LabelTexts(int labels, TextPostings postings, int[] partEnds) {
        this.labels = labels;
        this.partEnds = partEnds;
        this.squares = new double[partEnds.length];
        this.entry = postings.entries();
        this.label = new int[entry.length];
        int positions = 0;
        for (int i = 0; i < label.length; i++) {
            label[i] = postings.label(i);
            positions += postings.beginsPosition(i) ? 1 : 0;
        }
        this.first = new int[positions + 1];
        this.table = new int[2 * tableSize(positions)];
        Arrays.fill(table, EMPTY);
        this.filter = new long[tableSize(positions) / 8];
        int row = 0;
        for (int i = 0; i < label.length; i++) {
            if (postings.beginsPosition(i)) {
                int position = postings.position(i);
                filter[word(position)] |= 1L << position;
                int slot = slot(position);
                table[slot] = position;
                table[slot + 1] = row;
                first[row++] = i;
            }
        }
        first[positions] = label.length;
    }

    private static int tableSize(int positions) {
        return Integer.highestOneBit(Math.max(4, positions)) * 4;
    }

    /**
     * These labels, and after them those of another object that the same encoder made: so a label is added without the texts of the others
     * being encoded again. Cosines are to the bit those of either.
     *
     * @throws IllegalArgumentException if the parts of the encodings are not the same
     */
    public LabelTexts and(LabelTexts more) {
        if (!Arrays.equals(partEnds, Argument.given("more", more).partEnds)) {
            throw new IllegalArgumentException("parts of encodings that end at " + Arrays.toString(more.partEnds)
                    + " (expected: at " + Arrays.toString(partEnds) + ")");
        }
        return new LabelTexts(labels + more.labels, postings().and(more.postings(), labels), partEnds);
    }

    private TextPostings postings() {
        long[] keys = new long[label.length];
        for (int slot = 0; slot < table.length; slot += 2) {
            if (table[slot] != EMPTY) {
                int row = table[slot + 1];
                for (int i = first[row]; i < first[row + 1]; i++) {
                    keys[i] = TextPostings.key(table[slot], label[i]);
                }
            }
        }
        return new TextPostings(keys, entry);
    }

    private int part(int position) {
        return TextPostings.part(position, partEnds);
    }

    /** Where in the filter a position's bit is. */
    private int word(int position) {
        return position >>> 6 & filter.length - 1;
    }

    /** Where in the table a position is, or the empty place where it would go. */
    private int slot(int position) {
        int mask = table.length - 1;
        int at = (((position * 0x9E3779B9) >>> 7) * 2) & mask;
        while (table[at] != position && table[at] != EMPTY) {
            at = (at + 2) & mask;
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
     * @param query of as many positions as the texts' encodings have
     * @param cosines receives {@code parts() * labels()} numbers, those of part j from {@code j * labels()} on
     * @throws IllegalArgumentException if the query has more positions, or there is not room for so many numbers
     */
    public void cosinesInto(FeatureVector query, double[] cosines) {
        int positions = partEnds[partEnds.length - 1];
        if (Argument.given("query", query).dimension() > positions) {
            throw new IllegalArgumentException(
                    "dimension of the query: " + query.dimension() + " (expected: " + positions + ")");
        }
        if (Argument.given("cosines", cosines).length < partEnds.length * labels) {
            throw new IllegalArgumentException(
                    "cosines: " + cosines.length + " numbers (expected: at least " + partEnds.length * labels + ")");
        }
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
