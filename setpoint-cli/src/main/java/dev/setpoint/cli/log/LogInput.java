package dev.setpoint.cli.log;

import dev.setpoint.cli.terminal.Failure;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Opens a decision log by its name on the command line. */
public final class LogInput {
    private LogInput() {}

    /** A file, plain or gzip, or standard input for {@code -}. */
    public static DecisionLog open(String name) throws IOException {
        if (!name.equals("-") && Files.isDirectory(Path.of(name))) {
            throw Failure.data(name + ": a folder (expected: a file)");
        }
        PushbackInputStream in =
                new PushbackInputStream(name.equals("-") ? System.in : Files.newInputStream(Path.of(name)), 2);
        byte[] magic = in.readNBytes(2);
        in.unread(magic);
        boolean gzip = magic.length == 2 && (magic[0] & 0xff) == 0x1f && (magic[1] & 0xff) == 0x8b;
        return new DecisionLog(gzip ? unzipped(name, in) : in);
    }

    /** A problem of a line, with the name of the log before it. */
    public static Failure failure(String name, LogException problem) {
        return Failure.data((name.equals("-") ? "standard input" : name) + ", " + problem.getMessage());
    }

    private static InputStream unzipped(String name, InputStream in) throws IOException {
        try {
            return new Unzipped(name, in);
        } catch (EOFException | ZipException e) {
            throw broken(name, e);
        }
    }

    private static IOException broken(String name, IOException e) {
        return new IOException(name + ": damaged or truncated gzip data (expected: a complete gzip file)", e);
    }

    /** Says which file is broken where the JDK says only that something is. */
    private static final class Unzipped extends GZIPInputStream {
        private final String name;

        Unzipped(String name, InputStream in) throws IOException {
            super(in, 1 << 16);
            this.name = name;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            try {
                return super.read(buffer, offset, length);
            } catch (EOFException | ZipException e) {
                throw broken(name, e);
            }
        }
    }
}
