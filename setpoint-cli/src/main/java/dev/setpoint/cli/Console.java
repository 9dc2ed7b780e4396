package dev.setpoint.cli;

/** What is known of the terminal. The start script says whether standard error is one, which Java cannot ask. */
final class Console {
    private Console() {}

    static boolean isTerminal() {
        return "true".equals(System.getenv("SETPOINT_TERMINAL"));
    }
}
