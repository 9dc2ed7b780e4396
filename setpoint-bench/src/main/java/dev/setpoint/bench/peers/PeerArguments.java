package dev.setpoint.bench.peers;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * What the command line asks for.
 *
 * @param streams names of data sets
 * @param seeds of the judged trials
 * @param data where data sets are looked for
 * @param out the folder for results
 * @param threads trials at a time
 * @param quick whether streams are shortened, for a first look
 * @param timing whether time alone is measured
 * @param grid whether Vowpal Wabbit's settings are searched for again
 */
record PeerArguments(
        List<String> streams,
        List<Long> seeds,
        Path data,
        Path out,
        int threads,
        boolean quick,
        boolean timing,
        boolean grid) {
    /** Not among the seeds that settings were chosen by. */
    private static final int FIRST_SEED = 301;

    private static final int SEEDS = 5;
    private static final List<String> FLAGS = List.of("--quick", "--timing", "--grid");
    private static final List<String> OPTIONS =
            List.of("--streams", "--seeds", "--first-seed", "--data", "--out", "--threads");

    /** Copies. */
    PeerArguments {
        streams = List.copyOf(streams);
        seeds = List.copyOf(seeds);
    }

    /**
     * From the command line.
     *
     * @param environment for what is not given
     * @throws IllegalArgumentException if an argument is unknown, repeated or out of its range
     */
    static PeerArguments parse(List<String> given, Map<String, String> environment) {
        Map<String, String> values = values(given, FLAGS, OPTIONS);
        boolean quick = values.containsKey("--quick");
        long first = count(values, "--first-seed", FIRST_SEED, 0);
        int seeds = count(values, "--seeds", quick ? 1 : SEEDS, 1);
        return new PeerArguments(
                names(values.get("--streams"), PeerStream.DEFAULT),
                LongStream.range(first, first + seeds).boxed().toList(),
                data(values, environment),
                Path.of(values.getOrDefault("--out", "out/peers")),
                count(values, "--threads", Runtime.getRuntime().availableProcessors(), 1),
                quick,
                values.containsKey("--timing"),
                values.containsKey("--grid"));
    }

    /**
     * What is given by name; a flag that is given has an empty value.
     *
     * @throws IllegalArgumentException if an argument is unknown or repeated, or an option has no value
     */
    static Map<String, String> values(List<String> given, List<String> flags, List<String> options) {
        Map<String, String> values = new HashMap<>();
        for (Iterator<String> rest = given.iterator(); rest.hasNext(); ) {
            String name = rest.next();
            String value = "";
            if (options.contains(name)) {
                if (!rest.hasNext()) {
                    throw new IllegalArgumentException(name + ": nothing (expected: a value)");
                }
                value = rest.next();
            } else if (!flags.contains(name)) {
                throw new IllegalArgumentException("argument: " + name + " (expected: one of "
                        + String.join(", ", flags) + ", " + String.join(", ", options) + ")");
            }
            if (values.put(name, value) != null) {
                throw new IllegalArgumentException(name + ": twice (expected: once)");
            }
        }
        return values;
    }

    static List<String> names(String text, List<String> otherwise) {
        if (text == null) {
            return otherwise;
        }
        List<String> names = List.of(text.split(",", -1));
        if (names.contains("") || names.stream().distinct().count() != names.size()) {
            throw new IllegalArgumentException(
                    "--streams: " + text + " (expected: different names, separated by commas)");
        }
        return names;
    }

    static Path data(Map<String, String> values, Map<String, String> environment) {
        String given = values.getOrDefault("--data", environment.get("SETPOINT_DATA"));
        return given != null ? Path.of(given) : Path.of(environment.getOrDefault("SETPOINT_HOME", "."), "data");
    }

    static int count(Map<String, String> values, String name, int otherwise, int least) {
        String text = values.getOrDefault(name, Integer.toString(otherwise));
        try {
            int count = Integer.parseInt(text);
            if (count >= least) {
                return count;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException(
                name + ": " + text + " (expected: a whole number of at least " + least + ")");
    }
}
