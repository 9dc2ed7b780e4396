package dev.setpoint.bench.peers;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * What the command line asks for.
 *
 * @param streams names of data sets
 * @param seeds of the trials
 * @param data where data sets are looked for
 * @param out the folder for results
 * @param threads trials at a time
 * @param quick whether streams are shortened, for a first look
 */
record FrontierArguments(List<String> streams, List<Long> seeds, Path data, Path out, int threads, boolean quick) {
    private static final List<String> STREAMS = List.of("clinc150", "letter");
    private static final int FIRST_SEED = 1;
    private static final int SEEDS = 2;
    private static final List<String> FLAGS = List.of("--quick");
    private static final List<String> OPTIONS =
            List.of("--streams", "--seeds", "--first-seed", "--data", "--out", "--threads");

    /** Copies. */
    FrontierArguments {
        streams = List.copyOf(streams);
        seeds = List.copyOf(seeds);
    }

    /**
     * From the command line.
     *
     * @param environment for what is not given
     * @throws IllegalArgumentException if an argument is unknown, repeated or out of its range
     */
    static FrontierArguments parse(List<String> given, Map<String, String> environment) {
        Map<String, String> values = PeerArguments.values(given, FLAGS, OPTIONS);
        boolean quick = values.containsKey("--quick");
        long first = PeerArguments.count(values, "--first-seed", FIRST_SEED, 0);
        int seeds = PeerArguments.count(values, "--seeds", quick ? 1 : SEEDS, 1);
        return new FrontierArguments(
                PeerArguments.names(values.get("--streams"), STREAMS),
                LongStream.range(first, first + seeds).boxed().toList(),
                PeerArguments.data(values, environment),
                Path.of(values.getOrDefault("--out", "out/frontier")),
                PeerArguments.count(values, "--threads", Runtime.getRuntime().availableProcessors(), 1),
                quick);
    }
}
