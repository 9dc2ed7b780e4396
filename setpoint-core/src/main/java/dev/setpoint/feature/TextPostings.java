package dev.setpoint.feature;

import java.util.Arrays;

/** Which label has an entry at which position, and how large: ascending by position, then by label. */
final class TextPostings {
    /** Position in the upper, label in the lower 32 bits; ascending, each once. */
    private final long[] keys;
    /** One per key; every part of a label's encoding has length 1. */
    private final float[] entries;

    TextPostings(long[] keys, float[] entries) {
        this.keys = keys;
        this.entries = entries;
    }

    long[] keys() {
        return keys;
    }

    float[] entries() {
        return entries;
    }

    /** Of these labels, whose encodings may name a position more than once. */
    static TextPostings of(FeatureVector[] encodings, int[] partEnds) {
        long[] sorted =
                new long[Arrays.stream(encodings).mapToInt(FeatureVector::count).sum()];
        int at = 0;
        for (int k = 0; k < encodings.length; k++) {
            for (int i = 0; i < encodings[k].count(); i++) {
                sorted[at++] = key(encodings[k].index(i), k);
            }
        }
        Arrays.sort(sorted);
        int distinct = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                sorted[distinct++] = sorted[i];
            }
        }
        long[] keys = Arrays.copyOf(sorted, distinct);
        float[] entries = new float[distinct];
        for (int k = 0; k < encodings.length; k++) {
            for (int i = 0; i < encodings[k].count(); i++) {
                entries[Arrays.binarySearch(keys, key(encodings[k].index(i), k))] += encodings[k].value(i);
            }
        }
        TextPostings postings = new TextPostings(keys, entries);
        postings.scaleToUnitLength(encodings.length, partEnds);
        return postings;
    }

    /** With those of further labels, the first of which is label {@code labels}. */
    TextPostings and(TextPostings more, int labels) {
        long[] keysOfAll = new long[keys.length + more.keys.length];
        float[] entriesOfAll = new float[keysOfAll.length];
        int i = 0;
        int j = 0;
        for (int at = 0; at < keysOfAll.length; at++) {
            boolean own = j == more.keys.length || (i < keys.length && keys[i] < more.keys[j] + labels);
            keysOfAll[at] = own ? keys[i] : more.keys[j] + labels;
            entriesOfAll[at] = own ? entries[i++] : more.entries[j++];
        }
        return new TextPostings(keysOfAll, entriesOfAll);
    }

    private void scaleToUnitLength(int labels, int[] partEnds) {
        double[] sums = new double[labels * partEnds.length];
        for (int i = 0; i < keys.length; i++) {
            sums[part(position(i), partEnds) * labels + label(i)] += (double) entries[i] * entries[i];
        }
        for (int i = 0; i < keys.length; i++) {
            double sum = sums[part(position(i), partEnds) * labels + label(i)];
            entries[i] = sum > 0 ? (float) (entries[i] / Math.sqrt(sum)) : 0;
        }
    }

    int position(int i) {
        return (int) (keys[i] >>> 32);
    }

    int label(int i) {
        return (int) keys[i];
    }

    /** Whether entry i is the first of its position. */
    boolean beginsPosition(int i) {
        return i == 0 || position(i) != position(i - 1);
    }

    static int part(int position, int[] partEnds) {
        int part = 0;
        while (position >= partEnds[part]) {
            part++;
        }
        return part;
    }

    static long key(int position, int label) {
        return (long) position << 32 | label;
    }
}
