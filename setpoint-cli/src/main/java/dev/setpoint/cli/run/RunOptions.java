package dev.setpoint.cli.run;

import dev.setpoint.cli.data.DataFolders;
import dev.setpoint.cli.terminal.Failure;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options that commands which run experiments share. */
public final class RunOptions {
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

    /** Where data sets are. */
    public Path data() {
        return data != null ? data : DataFolders.data();
    }

    /** How many replications run at a time. */
    public int threads() {
        if (threads == null) {
            return Runtime.getRuntime().availableProcessors();
        }
        if (threads < 1) {
            throw Failure.usage("--threads: " + threads + " (expected: >= 1)");
        }
        return threads;
    }
}
