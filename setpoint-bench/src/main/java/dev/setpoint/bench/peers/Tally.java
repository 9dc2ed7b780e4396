package dev.setpoint.bench.peers;

import java.util.Arrays;

/** How many pulls were correct in each part of a stream. */
final class Tally {
    /** Into how many parts of equal length a stream is cut; a multiple of 4. */
    static final int PARTS = 40;

    private static final int QUARTERS = 4;

    private final int queries;
    private final int[] asked = new int[PARTS];
    private final int[] correct = new int[PARTS];

    /** For a stream of so many queries. */
    Tally(int queries) {
        this.queries = queries;
    }

    /** Counts the query with this number, from 0. */
    void add(int query, boolean isCorrect) {
        int part = (int) ((long) PARTS * query / queries);
        asked[part]++;
        correct[part] += isCorrect ? 1 : 0;
    }

    /** The share of correct pulls in one part; NaN if no query fell into it. */
    double part(int part) {
        return share(part, part + 1);
    }

    /** The share of correct pulls in one quarter, 0 to 3. */
    double quarter(int quarter) {
        int length = PARTS / QUARTERS;
        return share(quarter * length, (quarter + 1) * length);
    }

    double lastQuarter() {
        return quarter(QUARTERS - 1);
    }

    double whole() {
        return share(0, PARTS);
    }

    private double share(int from, int to) {
        double all = Arrays.stream(asked, from, to).sum();
        return Arrays.stream(correct, from, to).sum() / all;
    }
}
