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
        Path folder = data != null ? data : DataFolders.data();
        if (folder.toString().isBlank()) {
            throw Failure.usage(name() + ": '" + folder + "' (expected: the folder of data sets)");
        }
        if ((data != null || DataFolders.isGiven()) && !Files.isDirectory(folder)) {
            throw Failure.data(folder + ": " + (Files.exists(folder) ? "a file" : "no such folder") + " (expected: "
                    + name() + " names the folder of data sets)");
        }
        return folder;
    }

    private String name() {
        return data != null ? "--data" : "SETPOINT_DATA";
    }
}
