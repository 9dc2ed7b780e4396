package dev.setpoint.cli;

import java.io.IOException;
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

    @Option(
            names = "--log",
            paramLabel = "FILE",
            description = "Write the decisions of the first seed here, as a log for replay and whatif;"
                    + " gzip if the name ends in .gz.")
    private String log;

    /** The file for the decision log, or null. */
    String log() {
        if ("-".equals(log)) {
            throw Failure.usage("--log: - (expected: a file; standard output gets the summary)");
        }
        return log;
    }

    /** Refuses a log that would be written over a file that is read. */
    void refuseLogOver(String what, Path file) throws IOException {
        DistinctFiles files = new DistinctFiles();
        files.read(what, file.toString());
        files.write("--log", log());
    }

    /** Says where the log is and how its random numbers are had again, if one was written. */
    void sayLog(long seed) {
        if (log != null) {
            System.out.println("log: " + log + " (of seed " + seed + "; with --seed " + seed
                    + ", replay and whatif draw the same random numbers)");
        }
    }

    Path data() {
        return data != null ? data : defaultData();
    }

    static Path defaultData() {
        Map<String, String> environment = System.getenv();
        String given = environment.get("SETPOINT_DATA");
        return given != null ? Path.of(given) : Path.of(environment.getOrDefault("SETPOINT_HOME", "."), "data");
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
