package dev.setpoint.bench.peers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Processor time per query, encoding, deciding and learning: contenders in one process and one thread, warm, in turns, so that
 * what else the machine does falls on all of them.
 */
final class PeerTiming {
    private static final long SEED = 7;

    private final int compiling;
    private final int warmUp;
    private final int rounds;
    private final int queriesPerTurn;

    /**
     * How long to measure.
     *
     * @param compiling queries of contenders that are then thrown away: by them the virtual machine finds what to compile
     * @param warmUp queries of those that are measured, before the first turn
     * @param rounds turns of each
     * @param queriesPerTurn queries in a turn
     */
    PeerTiming(int compiling, int warmUp, int rounds, int queriesPerTurn) {
        this.compiling = compiling;
        this.warmUp = warmUp;
        this.rounds = rounds;
        this.queriesPerTurn = queriesPerTurn;
    }

    static PeerTiming standard(boolean quick) {
        return quick ? new PeerTiming(1000, 1000, 5, 200) : new PeerTiming(20_000, 6000, 21, 500);
    }

    /** The median time of each contender's turns in microseconds per query. */
    List<Double> measure(PeerStream stream, List<Contender.Kind> kinds) {
        for (Contender.Kind kind : kinds) {
            try (Contender contender = kind.create(stream, SEED)) {
                new Trial(stream, contender, SEED).advance(compiling);
            }
        }
        List<Contender> contenders = new ArrayList<>();
        try {
            List<Trial> trials = new ArrayList<>();
            for (Contender.Kind kind : kinds) {
                Contender contender = kind.create(stream, SEED);
                contenders.add(contender);
                trials.add(new Trial(stream, contender, SEED));
            }
            trials.forEach(trial -> trial.advance(warmUp));
            return medians(trials);
        } finally {
            contenders.forEach(Contender::close);
        }
    }

    private List<Double> medians(List<Trial> trials) {
        List<List<Double>> times = new ArrayList<>();
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < trials.size(); i++) {
            times.add(new ArrayList<>());
            order.add(i);
        }
        for (int round = 0; round < rounds; round++) {
            for (int i : order) {
                times.get(i).add(trials.get(i).time(queriesPerTurn));
            }
            Collections.reverse(order); // A B, B A, so that none has the better place
        }
        return times.stream().map(PeerTiming::median).toList();
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /**
     * A row of the table of ratios.
     *
     * @param stream which messages
     * @param labels how many
     * @param features of Setpoint; Vowpal Wabbit has single words
     * @param setpoint microseconds per query
     * @param peer the same of Vowpal Wabbit
     * @param most what the ratio of the two may be
     */
    record Ratio(String stream, int labels, String features, double setpoint, double peer, double most) {
        double ratio() {
            return setpoint / peer;
        }

        boolean met() {
            return ratio() <= most;
        }
    }
}
