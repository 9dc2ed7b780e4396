package dev.setpoint.cli.file;

import dev.setpoint.cli.terminal.Failure;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.GZIPOutputStream;

/**
 * A text file that appears whole or not at all: written beside its place, moved there by {@link #commit}, and removed by
 * {@link #close} otherwise. If its name ends in {@code .gz}, it is gzip. The name {@code -} means standard output; that, and whatever is there but not a file (a pipe, a
 * device), is written as it comes. A symbolic link stays one: the file it leads to is replaced.
 */
public final class AtomicOutput implements Closeable {
    private final String name;
    private final Path target;
    private final Path part;
    private final Writer writer;
    private boolean committed;

    /**
     * Opens a file to be written.
     *
     * @param name of the file, or {@code -}
     * @throws IOException if it cannot be written there
     */
    public AtomicOutput(String name) throws IOException {
        this.name = name;
        if (name.equals("-")) {
            target = null;
            part = null;
            writer = new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), 1 << 16);
            return;
        }
        Path place = place(Path.of(name));
        if (isWrittenThrough(place)) {
            target = null;
            part = null;
            writer = open(place);
        } else {
            target = place;
            part = partOf(place);
            writer = open(part);
        }
    }

    private Writer open(Path path) throws IOException {
        if (!name.endsWith(".gz")) {
            return Files.newBufferedWriter(path, StandardCharsets.UTF_8);
        }
        OutputStream out = new GZIPOutputStream(Files.newOutputStream(path), 1 << 16);
        return new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
    }

    /** Where its text goes. */
    public Writer writer() {
        return writer;
    }

    /** Gives the file its name: it is complete. */
    public void commit() throws IOException {
        try {
            writer.flush();
            if (name.equals("-")) {
                if (System.out.checkError()) { // a PrintStream keeps its errors to itself
                    throw new IOException("not everything could be written");
                }
            } else {
                writer.close();
                if (target != null) {
                    moveIntoPlace(part, target);
                }
            }
        } catch (IOException e) {
            throw new IOException((name.equals("-") ? "standard output" : name) + ": " + e.getMessage(), e);
        }
        committed = true;
    }

    /**
     * Where a file of this name will really be: links are followed.
     *
     * @throws Failure if that is a folder, or in a folder that does not exist
     */
    public static Path place(Path path) throws IOException {
        Path place = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
        if (Files.isDirectory(place)) {
            throw Failure.data(path + ": a folder (expected: a file)");
        }
        if (!Files.isDirectory(place.getParent())) {
            throw Failure.data(path + ": no such folder to write it in");
        }
        return place;
    }

    /** Devices and pipes; also what is reached through them, such as a redirected standard output. */
    private static boolean isWrittenThrough(Path place) {
        return place.startsWith("/dev")
                || place.startsWith("/proc")
                || (Files.exists(place) && !Files.isRegularFile(place));
    }

    /**
     * Writes a small file that appears whole or not at all.
     *
     * @throws IOException if it cannot be written; what was there before is untouched then
     */
    public static void write(Path path, byte[] bytes) throws IOException {
        Path place = place(path);
        if (isWrittenThrough(place)) {
            Files.write(place, bytes);
            return;
        }
        try {
            Files.write(partOf(place), bytes);
            moveIntoPlace(partOf(place), place);
        } finally {
            Files.deleteIfExists(partOf(place));
        }
    }

    /** Gives a complete file its name, in place of what had it. */
    public static void moveIntoPlace(Path part, Path target) throws IOException {
        Files.move(part, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Where a file is written before it is moved into its place. */
    public static Path partOf(Path place) {
        return place.resolveSibling(place.getFileName() + ".part");
    }

    @Override
    public void close() throws IOException {
        if (target != null && !committed) {
            try {
                writer.close();
            } finally {
                Files.deleteIfExists(part);
            }
        }
    }
}
