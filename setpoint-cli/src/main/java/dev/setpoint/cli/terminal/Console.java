package dev.setpoint.cli.terminal;

/** What is known of the terminal. The start script says whether standard error is one and how wide: Java cannot ask. */
public final class Console {
    private Console() {}

    /** Whether standard error is one. */
    public static boolean isTerminal() {
        return "true".equals(System.getenv("SETPOINT_TERMINAL"));
    }

    static int columns() {
        try {
            return Math.max(20, Integer.parseInt(System.getenv().getOrDefault("SETPOINT_COLUMNS", "80")));
        } catch (NumberFormatException e) {
            return 80;
        }
    }
}
