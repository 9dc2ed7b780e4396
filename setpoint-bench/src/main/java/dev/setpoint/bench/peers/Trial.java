package dev.setpoint.bench.peers;

import dev.setpoint.sim.StreamOrder;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** A contender on its way through a stream. Rows come in the order of {@link StreamOrder}, the same for every contender. */
final class Trial {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final PeerStream stream;
    private final Contender contender;
    private final StreamOrder order;
    private final Tally tally;
    private int next;

    Trial(PeerStream stream, Contender contender, long seed) {
        this.stream = stream;
        this.contender = contender;
        this.order = new StreamOrder(stream.size(), seed);
        this.tally = new Tally(stream.queries());
    }

    /** The whole stream with a new contender, which is closed. */
    static Result run(PeerStream stream, Contender.Kind kind, long seed) {
        try (Contender contender = kind.create(stream, seed)) {
            Trial trial = new Trial(stream, contender, seed);
            trial.advance(stream.queries());
            return new Result(trial.tally, contender.modelBytes());
        }
    }

    /** Asks the next queries. Past the stream's end they go on in the order of further passes and are not counted. */
    void advance(int count) {
        for (int i = 0; i < count; i++, next++) {
            int row = order.row(next);
            boolean correct = contender.decide(row) == stream.label(row);
            contender.learn(correct);
            if (next < stream.queries()) {
                tally.add(next, correct);
            }
        }
    }

    /** The processor time of this thread in microseconds per query of the next ones. */
    double time(int count) {
        long before = THREADS.getCurrentThreadCpuTime();
        advance(count);
        return (THREADS.getCurrentThreadCpuTime() - before) / (1e3 * count);
    }

    /** What a contender has reached. */
    record Result(Tally tally, long modelBytes) {}
}
