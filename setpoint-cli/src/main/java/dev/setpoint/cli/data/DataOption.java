package dev.setpoint.cli.data;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option of every command that reads data sets. */
public final class DataOption {
    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Where data sets are. Default: $SETPOINT_DATA, or the data folder of the project.")
    private Path data;

    /** Where data sets are. */
    public Path folder() {
        return data != null ? data : DataFolders.data();
    }
}
