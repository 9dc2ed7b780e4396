package dev.setpoint.cli.terminal;

import java.io.PrintStream;

/**
 * What is known of the terminal, and everything that is printed on it: while one is open, standard output and standard error let no
 * control character through. The start script says whether standard error is a terminal and how wide: Java cannot ask.
 */
public final class Console implements AutoCloseable {
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;

    private Console() {}

    /** Puts itself before the standard streams, until it is closed. */
    public static Console open() {
        Console console = new Console();
        System.setOut(new PrintableStream(console.out));
        System.setErr(new PrintableStream(console.err));
        return console;
    }

    /** Standard output as it was, for what is the command's own: help may have colours. */
    public PrintStream out() {
        return out;
    }

    /** Writes a line over the present one of standard error. */
    static void redraw(String line) {
        if (System.err instanceof PrintableStream err) {
            err.redraw(line);
        } else {
            System.err.print(line);
        }
    }

    @Override
    public void close() {
        System.out.flush();
        System.err.flush();
        System.setOut(out);
        System.setErr(err);
    }

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
