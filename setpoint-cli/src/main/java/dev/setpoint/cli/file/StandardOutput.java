package dev.setpoint.cli.file;

import dev.setpoint.cli.terminal.Failure;

/** What a command prints. */
public final class StandardOutput {
    private StandardOutput() {}

    /**
     * Sees to it that everything printed so far has arrived: a {@link java.io.PrintStream} keeps its errors to itself.
     *
     * @throws Failure if not
     */
    public static void check() {
        if (System.out.checkError()) {
            throw Failure.data("standard output: not everything could be written");
        }
    }
}
