package dev.setpoint.cli.data;

import dev.setpoint.cli.terminal.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option of every command that reads data sets. */
public final class DataOption {
    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Where data sets are. Default: $SETPOINT_DATA, or the data folder of the project.")
    private Path data;

    /**
     * Where data sets are.
     *
     * @throws Failure if a folder is named that is none
     */
    public Path folder() {
        if (data != null && !Files.isDirectory(data)) {
            throw Failure.data(data + ": " + (Files.exists(data) ? "a file" : "no such folder")
                    + " (expected: --data names the folder of data sets)");
        }
        return data != null ? data : DataFolders.data();
    }
}
