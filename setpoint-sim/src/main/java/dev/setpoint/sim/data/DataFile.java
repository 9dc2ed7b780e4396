package dev.setpoint.sim.data;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** The bytes of one data file, unpacked if they are gzip, and the name by which messages call it. */
final class DataFile implements Closeable {
    private final String source;
    private final InputStream in;
    private long offset;

    private DataFile(String source, InputStream in) {
        this.source = source;
        this.in = in;
    }

    static DataFile open(Path file) throws IOException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw DataFormatException.inFile(
                    file.toString(), Files.exists(file) ? "not a readable file" : "missing", "a readable file");
        }
        InputStream raw = Files.newInputStream(file);
        try {
            return of(file.toString(), raw);
        } catch (IOException | RuntimeException | Error failure) {
            raw.close();
            throw failure;
        }
    }

    /** For bytes that are not in a file; the stream is closed with this. */
    static DataFile of(String source, InputStream raw) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(raw, 1 << 16);
        buffered.mark(2);
        boolean packed = buffered.read() == 0x1F && buffered.read() == 0x8B;
        buffered.reset();
        return new DataFile(
                source, packed ? new BufferedInputStream(new Unpacked(source, buffered), 1 << 16) : buffered);
    }

    /** The file's name without folder, {@code .gz} and extension. */
    static String stem(Path file) {
        Path last = file.getFileName();
        String name = last == null ? file.toString() : last.toString();
        name = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    String source() {
        return source;
    }

    InputStream bytes() {
        return in;
    }

    Utf8Reader text() {
        return new Utf8Reader(source, in);
    }

    /** How many bytes {@link #next} has taken. */
    long offset() {
        return offset;
    }

    /** Whether no byte is left. */
    boolean atEnd() throws IOException {
        in.mark(1);
        boolean end = in.read() < 0;
        if (!end) {
            in.reset();
        }
        return end;
    }

    /**
     * The next bytes of a binary file. Memory is taken as bytes arrive, so a forged count cannot exhaust it.
     *
     * @throws DataFormatException if fewer are left
     */
    byte[] next(int count, String field) throws IOException {
        byte[] next = in.readNBytes(count);
        if (next.length < count) {
            throw DataFormatException.atByte(
                    source, offset, field, "file ends after " + next.length + " bytes", count + " bytes");
        }
        offset += count;
        return next;
    }

    /** The next big-endian 32-bit number of a binary file. */
    int nextInt(String field) throws IOException {
        byte[] b = next(4, field);
        return (b[0] & 0xFF) << 24 | (b[1] & 0xFF) << 16 | (b[2] & 0xFF) << 8 | (b[3] & 0xFF);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** A gzip stream that reports damage as ours. */
    private static final class Unpacked extends FilterInputStream {
        private final String source;

        Unpacked(String source, InputStream packed) throws IOException {
            super(opened(source, packed));
            this.source = source;
        }

        private static InputStream opened(String source, InputStream packed) throws IOException {
            try {
                return new GZIPInputStream(packed, 1 << 16);
            } catch (ZipException | EOFException damaged) {
                throw damaged(source);
            }
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            try {
                return in.read(target, from, length);
            } catch (ZipException | EOFException damaged) {
                throw damaged(source);
            }
        }

        private static DataFormatException damaged(String source) {
            return DataFormatException.inFile(source, "damaged or truncated gzip data", "a complete gzip file");
        }
    }
}
