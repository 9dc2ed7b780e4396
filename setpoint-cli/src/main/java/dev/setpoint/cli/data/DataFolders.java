package dev.setpoint.cli.data;

import java.nio.file.Path;
import java.util.Map;

/** Where data are, unless an option says otherwise. */
public final class DataFolders {
    private DataFolders() {}

    /** Where known data sets are: {@code $SETPOINT_DATA}, or the project's folder {@code data}. */
    public static Path data() {
        Map<String, String> environment = System.getenv();
        String given = environment.get("SETPOINT_DATA");
        return given != null ? Path.of(given) : Path.of(environment.getOrDefault("SETPOINT_HOME", "."), "data");
    }

    /** Whether the folder of data sets is named in the environment. */
    static boolean isGiven() {
        return System.getenv("SETPOINT_DATA") != null;
    }

    /** Where sentence vectors, which take long to compute, are kept: {@code $SETPOINT_CACHE}, or the project's folder {@code .cache}. */
    static Path sentences() {
        Map<String, String> environment = System.getenv();
        String given = environment.get("SETPOINT_CACHE");
        return given != null
                ? Path.of(given)
                : Path.of(environment.getOrDefault("SETPOINT_HOME", "."), ".cache", "sentences");
    }
}
