package dev.setpoint.sim;

import dev.setpoint.notation.Excerpt;
import dev.setpoint.random.Draws;
import java.util.Locale;

/**
 * In which order rows come: every pass a permutation of its own, which depends on the seed and the pass alone; or, for rows that have
 * dates, every pass as the file has them, whatever the seed.
 */
public final class StreamOrder {
    /** By what rows are ordered. */
    public enum Kind {
        /** By the seed. */
        SHUFFLED,
        /** By the file. */
        FILE;

        /**
         * From text: {@code shuffled} or {@code file}.
         *
         * @throws IllegalArgumentException if it is neither
         */
        public static Kind parse(String text) {
            return switch (text) {
                case "shuffled" -> SHUFFLED;
                case "file" -> FILE;
                default ->
                    throw new IllegalArgumentException("order: " + Excerpt.of(text) + " (expected: shuffled or file)");
            };
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Kind kind;
    private final int[] permutation;
    private final long seed;
    private long pass = -1;

    /** An order of {@code size} rows by the seed. */
    public StreamOrder(int size, long seed) {
        this(Kind.SHUFFLED, size, seed);
    }

    /** An order of {@code size} rows, by the seed or by the file. */
    public StreamOrder(Kind kind, int size, long seed) {
        this.kind = kind;
        this.permutation = new int[size];
        this.seed = seed;
    }

    /** The row of the query with this number, counted from 0. Cheapest when asked in order. */
    public int row(long query) {
        if (kind == Kind.FILE) {
            return (int) (query % permutation.length);
        }
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
