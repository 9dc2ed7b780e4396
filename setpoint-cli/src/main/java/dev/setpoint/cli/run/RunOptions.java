package dev.setpoint.cli.run;

import dev.setpoint.cli.data.DataOption;
import dev.setpoint.cli.terminal.Failure;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that commands which run experiments share. */
public final class RunOptions {
    private static final int MOST_THREADS = 4096;

    @Mixin
    private DataOption data = new DataOption();

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Replications at a time. Default: all cores. The result does not depend on it.")
    private Integer threads;

    /** Where data sets are. */
    public Path data() {
        return data.folder();
    }

    /** How many replications run at a time. */
    public int threads() {
        if (threads == null) {
            return Runtime.getRuntime().availableProcessors();
        }
        if (threads < 1 || threads > MOST_THREADS) {
            throw Failure.usage("--threads: " + threads + " (expected: in [1, " + MOST_THREADS + "])");
        }
        return threads;
    }
}
