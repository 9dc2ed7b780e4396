package dev.setpoint.cli;

/** What is running. */
final class Versions {
    private Versions() {}

    static String setpoint() {
        return System.getenv().getOrDefault("SETPOINT_VERSION", "unknown");
    }

    /** The commit the program was built from, or "unknown". */
    static String commit() {
        return System.getenv().getOrDefault("SETPOINT_COMMIT", "unknown");
    }
}
