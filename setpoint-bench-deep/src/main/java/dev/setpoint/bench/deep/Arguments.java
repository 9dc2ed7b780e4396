package dev.setpoint.bench.deep;

import dev.setpoint.deep.NetworkSettings;
import dev.setpoint.deep.NetworkSettings.Architecture;
import dev.setpoint.model.Optimizer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the command line asks for.
 *
 * @param memory whether the resident size is watched instead of the clock
 * @param architecture of the network that is measured
 * @param batch queries per step
 * @param rounds of turns
 * @param steps of the run whose memory is watched
 * @param threads each contestant computes with
 * @param python the interpreter whose PyTorch takes part
 */
record Arguments(
        boolean memory, Architecture architecture, int batch, int rounds, int steps, int threads, String python) {
    /** That of the networks' images. */
    static final int DIMENSION = 3 * 32 * 32;

    private static final List<String> FLAGS = List.of("--quick", "--memory");
    private static final List<String> OPTIONS =
            List.of("--network", "--batch", "--rounds", "--steps", "--threads", "--python");

    static Arguments parse(List<String> given) {
        Map<String, String> values = new HashMap<>();
        for (Iterator<String> rest = given.iterator(); rest.hasNext(); ) {
            String name = rest.next();
            if (FLAGS.contains(name)) {
                values.put(name, "");
            } else if (!OPTIONS.contains(name)) {
                throw new IllegalArgumentException("argument: " + name + " (expected: one of "
                        + String.join(", ", FLAGS) + ", " + String.join(", ", OPTIONS) + ")");
            } else if (!rest.hasNext()) {
                throw new IllegalArgumentException(name + ": nothing (expected: a value)");
            } else {
                values.put(name, rest.next());
            }
        }
        boolean quick = values.containsKey("--quick");
        return new Arguments(
                values.containsKey("--memory"),
                architecture(values.getOrDefault("--network", quick ? "resnet18" : "resnet50")),
                count(values, "--batch", quick ? 64 : 256, 2),
                count(values, "--rounds", quick ? 5 : 15, 1),
                count(values, "--steps", 1000, 1),
                count(values, "--threads", Runtime.getRuntime().availableProcessors(), 1),
                values.getOrDefault("--python", "/usr/bin/python3"));
    }

    private static Architecture architecture(String name) {
        return Arrays.stream(new Architecture[] {Architecture.RESNET50, Architecture.RESNET18})
                .filter(architecture -> architecture.notation().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("--network: " + name + " (expected: resnet50 or resnet18)"));
    }

    private static int count(Map<String, String> values, String name, int otherwise, int least) {
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

    /** The measured network as the paper trains it: random first weights, Adam, logits cut at 15. */
    NetworkSettings network() {
        return network(architecture);
    }

    static NetworkSettings network(Architecture architecture) {
        return new NetworkSettings(
                architecture,
                DIMENSION,
                3,
                List.of(),
                new Optimizer.Adam(1e-4, 0.9, 0.999),
                15,
                NetworkSettings.Statistics.BATCH,
                "");
    }

    /** What is measured, in words. */
    String title() {
        return String.format(
                Locale.ROOT, "%s, batch %d of 3x32x32, threads: %d", architecture.notation(), batch, threads);
    }
}
