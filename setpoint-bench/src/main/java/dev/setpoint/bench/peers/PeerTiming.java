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

    private final int warmUp;
    private final int rounds;
    private final int queriesPerTurn;

    PeerTiming(int warmUp, int rounds, int queriesPerTurn) {
        this.warmUp = warmUp;
        this.rounds = rounds;
        this.queriesPerTurn = queriesPerTurn;
    }

    static PeerTiming standard(boolean quick) {
        return quick ? new PeerTiming(1000, 5, 200) : new PeerTiming(6000, 21, 500);
    }

    /** The median time of each contender's turns in microseconds per query. */
    List<Double> measure(PeerStream stream, List<Contender.Kind> kinds) {
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
