package dev.setpoint.cli.report;

import java.io.IOException;

/** A run folder that cannot be drawn. The message is one sentence, fit to be shown to a user as it is. */
public final class ReportException extends IOException {
    private static final long serialVersionUID = 1L;

    /** With the sentence. */
    public ReportException(String message) {
        super(message);
    }

    ReportException(String message, Throwable cause) {
        super(message, cause);
    }
}
