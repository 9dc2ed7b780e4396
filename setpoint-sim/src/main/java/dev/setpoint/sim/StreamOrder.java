package dev.setpoint.sim;

import dev.setpoint.random.Draws;

/** In which order rows come: every pass a permutation of its own, which depends on the seed and the pass alone. */
public final class StreamOrder {
    private final int[] permutation;
    private final long seed;
    private long pass = -1;

    /** An order of {@code size} rows. */
    public StreamOrder(int size, long seed) {
        this.permutation = new int[size];
        this.seed = seed;
    }

    /** The row of the query with this number, counted from 0. Cheapest when asked in order. */
    public int row(long query) {
        long wanted = query / permutation.length;
        if (wanted != pass) {
            shuffle(wanted);
            pass = wanted;
        }
        return permutation[(int) (query % permutation.length)];
    }

    private void shuffle(long number) {
        long stream = Draws.stream(seed, SimDraws.ORDER, number);
        for (int i = 0; i < permutation.length; i++) { // Fisher and Yates, inside out
            int j = (int) (Draws.uniform(stream, i) * (i + 1));
            permutation[i] = permutation[j];
            permutation[j] = i;
        }
    }
}
