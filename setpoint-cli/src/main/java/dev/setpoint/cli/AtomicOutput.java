package dev.setpoint.cli;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A text file that appears whole or not at all: written beside its place, moved there by {@link #commit}, and removed by
 * {@link #close} otherwise. The name {@code -} means standard output; that, and whatever is there but not a file (a pipe, a
 * device), is written as it comes.
 */
final class AtomicOutput implements Closeable {
    private final Path target;
    private final Path part;
    private final Writer writer;
    private boolean committed;

    AtomicOutput(String name) throws IOException {
        if (name.equals("-")) {
            target = null;
            part = null;
            writer = new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), 1 << 16);
        } else if (isSpecial(Path.of(name))) {
            target = null;
            part = null;
            writer = Files.newBufferedWriter(Path.of(name), StandardCharsets.UTF_8);
        } else {
            target = Path.of(name);
            part = target.resolveSibling(target.getFileName() + ".part");
            writer = Files.newBufferedWriter(part, StandardCharsets.UTF_8);
        }
    }

    Writer writer() {
        return writer;
    }

    void commit() throws IOException {
        writer.flush();
        committed = true;
        if (target != null) {
            writer.close();
            moveIntoPlace(part, target);
        } else if (System.out.checkError()) { // a PrintStream keeps its errors to itself
            throw new IOException("standard output: not everything could be written");
        }
    }

    private static boolean isSpecial(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            throw Failure.data(path + ": a folder (expected: a file)");
        }
        Path folder = path.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw Failure.data(path + ": no such folder to write it in");
        }
        return Files.exists(path) && !Files.isRegularFile(path);
    }

    /** Writes a small binary file that appears whole or not at all. */
    static void write(Path target, byte[] bytes) throws IOException {
        if (isSpecial(target)) {
            Files.write(target, bytes);
            return;
        }
        Path part = target.resolveSibling(target.getFileName() + ".part");
        Files.write(part, bytes);
        moveIntoPlace(part, target);
    }

    static void moveIntoPlace(Path part, Path target) throws IOException {
        Files.move(part, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void close() throws IOException {
        if (target != null && !committed) {
            writer.close();
            Files.deleteIfExists(part);
        }
    }
}
