package dev.setpoint.cli.terminal;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** A mistake of the user's, said in one sentence. */
public final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    /** Exit code of bad data. */
    public static final int BAD_DATA = 1;
    /** Exit code of wrong usage. */
    public static final int USAGE = 2;

    /** What the process ends with. */
    private final int exitCode;

    private Failure(int exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /** The command line is wrong: exit code 2. */
    public static Failure usage(String message) {
        return new Failure(USAGE, message, null);
    }

    /** A file or what is in it is wrong: exit code 1. */
    public static Failure data(String message) {
        return new Failure(BAD_DATA, message, null);
    }

    /** A file or what is in it is wrong, as an exception says: exit code 1. */
    public static Failure data(Exception cause) {
        return new Failure(BAD_DATA, sentence(cause), cause);
    }

    /** The job does not fit: exit code 1. */
    public static Failure outOfMemory() {
        return data("not enough memory for this (SETPOINT_JAVA_OPTIONS=-Xmx8g, for example, gives more)");
    }

    /** What the process ends with. */
    public int exitCode() {
        return exitCode;
    }

    private static String sentence(Exception cause) {
        if (cause instanceof NoSuchFileException missing) {
            return missing.getFile() + ": no such file";
        }
        if (cause instanceof AccessDeniedException denied) {
            return denied.getFile() + ": no permission";
        }
        if (cause instanceof FileAlreadyExistsException taken) {
            return taken.getFile() + ": a file (expected: a folder, or nothing yet)";
        }
        if (cause instanceof FileSystemException file) {
            return file.getFile() + ": " + (file.getReason() == null ? "cannot be used" : file.getReason());
        }
        if (cause instanceof JsonProcessingException json) {
            return "not readable as JSON (" + JsonProblem.of(json) + ")";
        }
        if (cause instanceof FileNotFoundException missing) {
            return missing.getMessage().replaceFirst(" \\(Permission denied\\)$", ": no permission");
        }
        if (cause.getMessage() != null) {
            return cause.getMessage();
        }
        return cause instanceof IOException ? "input or output failed" : cause.toString();
    }
}
