package dev.setpoint.cli.terminal;

/** What is running. */
public final class Versions {
    private Versions() {}

    /** The version, or "unknown". */
    public static String setpoint() {
        return System.getenv().getOrDefault("SETPOINT_VERSION", "unknown");
    }

    /** The commit the program was built from, or "unknown". */
    public static String commit() {
        return System.getenv().getOrDefault("SETPOINT_COMMIT", "unknown");
    }
}
