package dev.setpoint.sim;

import dev.setpoint.notation.Notation;

/**
 * How the meaning of labels changes along the stream: the true label k of a drifted query is (k + 1) mod K instead. Which
 * queries are drifted depends on the seed and their numbers alone.
 */
public sealed interface Drift {
    /** With which probability a query is drifted that has this share of the stream, in [0, 1), before it. */
    double share(double position);

    /** One sentence for a report about a stream of so many queries. */
    String sentence(long queries);

    /**
     * The true label of a query.
     *
     * @param label what it would be without drift
     * @param labels how many labels there are
     * @param query the query's number, from 0
     * @param queries how many there are in the stream
     */
    default int label(int label, int labels, long query, long queries, long seed) {
        double share = share((double) query / queries);
        return SimDraws.isAmong(share, seed, SimDraws.DRIFT, query) ? (label + 1) % labels : label;
    }

    /** Nothing drifts. */
    static Drift none() {
        return new None();
    }

    /**
     * From text: {@code none}, {@code abrupt(at=0.5)}, {@code slow(from=0.25, to=0.75)}.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    static Drift parse(String text) {
        Notation notation = Notation.parse(text);
        Drift drift = switch (notation.name()) {
            case "none" -> new None();
            case "abrupt" -> new Abrupt(notation.number("at", 0.5));
            case "slow" -> new Slow(notation.number("from", 0.25), notation.number("to", 0.75));
            default -> throw notation.unknownName("drift", "none", "abrupt", "slow");
        };
        notation.finish();
        return drift;
    }

    /** No query is drifted. */
    record None() implements Drift {
        @Override
        public double share(double position) {
            return 0;
        }

        @Override
        public String sentence(long queries) {
            return "Labels mean the same along the whole stream.";
        }

        @Override
        public String toString() {
            return "none";
        }
    }

    /**
     * All queries from some point on are drifted.
     *
     * @param at the share of the stream before that point, in [0, 1]
     */
    record Abrupt(double at) implements Drift {
        /** Checks the range. */
        public Abrupt {
            checkShare("at", at);
        }

        @Override
        public double share(double position) {
            return position >= at ? 1 : 0;
        }

        @Override
        public String sentence(long queries) {
            return "After " + Math.round(at * queries) + " of " + queries
                    + " queries the labels drift at once: what was label k is label k + 1 from then on.";
        }

        @Override
        public String toString() {
            return "abrupt(at=" + at + ")";
        }
    }

    /**
     * The probability of being drifted rises evenly from 0 to 1.
     *
     * @param from the share of the stream before the rise, at least 0
     * @param to the share of the stream before its end, above {@code from} and at most 1
     */
    record Slow(double from, double to) implements Drift {
        /** Checks the ranges. */
        public Slow {
            checkShare("from", from);
            checkShare("to", to);
            if (!(from < to)) {
                throw new IllegalArgumentException("to: " + to + " (expected: above from, " + from + ")");
            }
        }

        @Override
        public double share(double position) {
            return Math.max(0, Math.min(1, (position - from) / (to - from)));
        }

        @Override
        public String sentence(long queries) {
            return "From query " + Math.round(from * queries) + " to query " + Math.round(to * queries) + " of "
                    + queries + " the labels drift: for more and more queries, what was label k is label k + 1.";
        }

        @Override
        public String toString() {
            return "slow(from=" + from + ", to=" + to + ")";
        }
    }

    private static void checkShare(String name, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException(name + ": " + share + " (expected: in [0, 1])");
        }
    }
}
