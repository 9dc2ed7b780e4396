package dev.setpoint.cli.log;

import java.io.IOException;

/** A line of a decision log that is not what it should be; the message names the line and the field. */
public final class LogException extends IOException {
    private static final long serialVersionUID = 1L;

    LogException(long line, String problem) {
        super("line " + line + ": " + oneLine(problem));
    }

    /** A text with what a log holds, made fit for one line of a terminal: control characters become spaces. */
    public static String oneLine(String text) {
        return text.replaceAll("[\\p{Cntrl}\u0080-\u009f\u2028\u2029]", " ");
    }
}
