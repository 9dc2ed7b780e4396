package dev.setpoint.cli;

import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Option;

/** Options that commands which run experiments share. */
final class RunOptions {
    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Where data sets are. Default: $SETPOINT_DATA, or the data folder of the project.")
    private Path data;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Replications at a time. Default: all cores. The result does not depend on it.")
    private Integer threads;

    Path data() {
        return data != null ? data : defaultData();
    }

    static Path defaultData() {
        Map<String, String> environment = System.getenv();
        String given = environment.get("SETPOINT_DATA");
        return given != null ? Path.of(given) : Path.of(environment.getOrDefault("SETPOINT_HOME", "."), "data");
    }

    /** Where what took long to compute is kept: {@code $SETPOINT_CACHE}, or the project's folder {@code .cache}. */
    static Path cache() {
        Map<String, String> environment = System.getenv();
        String given = environment.get("SETPOINT_CACHE");
        return given != null
                ? Path.of(given)
                : Path.of(environment.getOrDefault("SETPOINT_HOME", "."), ".cache", "sentences");
    }

    int threads() {
        if (threads == null) {
            return Runtime.getRuntime().availableProcessors();
        }
        if (threads < 1) {
            throw Failure.usage("--threads: " + threads + " (expected: >= 1)");
        }
        return threads;
    }
}
