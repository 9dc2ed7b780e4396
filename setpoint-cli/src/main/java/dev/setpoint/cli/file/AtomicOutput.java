package dev.setpoint.cli.file;

import dev.setpoint.cli.terminal.Failure;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/**
 * A text file that appears whole or not at all: written beside its place, moved there by {@link #commit}, and removed by
 * {@link #close} otherwise. If its name ends in {@code .gz}, it is gzip. The name {@code -} means standard output; that, and whatever is there but not a file (a pipe, a
 * device), is written as it comes. A symbolic link stays one: the file it leads to is replaced. Whether it may be is for {@link CommandFiles}
 * to say.
 */
public final class AtomicOutput implements Closeable {
    private static final String PART = ".part";
    private static final int SECONDS_TO_LOCK = 10;

    private final boolean isStandardOutput;
    private final Path target;
    private final Path part;
    /** The part, with its lock; null where there is none. */
    private final NamedOutput out;

    private final Writer writer;
    private boolean committed;

    /**
     * Opens a file to be written.
     *
     * @param name of the file, or {@code -}
     * @throws IOException if it cannot be written there
     */
    public AtomicOutput(String name) throws IOException {
        isStandardOutput = name.equals("-");
        if (isStandardOutput) {
            target = null;
            part = null;
            out = null;
            writer = new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), 1 << 16);
            return;
        }
        Path place = place(Path.of(name));
        if (isWrittenThrough(place)) {
            target = null;
            part = null;
            out = null;
            writer = writer(name, NamedOutput.through(name, place));
        } else {
            target = place;
            removeLeft(place);
            part = partOfThisProcess(place);
            out = NamedOutput.locked(name, part);
            Writer opened = null;
            try {
                opened = writer(name, out);
            } finally {
                if (opened == null) { // the start of gzip had no room
                    out.close();
                    Files.deleteIfExists(part);
                }
            }
            writer = opened;
        }
    }

    /** No other process has a name like this, so that two commands which write one file do not write into one another. */
    private static Path partOfThisProcess(Path place) {
        String mark = String.format("%08x", ThreadLocalRandom.current().nextInt());
        return place.resolveSibling(place.getFileName() + "." + mark + PART);
    }

    /** Removes parts of processes that were killed over them: old enough to have been locked, and not locked. */
    private static void removeLeft(Path place) throws IOException {
        Pattern mine = Pattern.compile(Pattern.quote(place.getFileName() + ".") + "[0-9a-f]{8}" + Pattern.quote(PART));
        List<Path> parts;
        try (Stream<Path> beside = Files.list(place.getParent())) {
            parts = beside.filter(file ->
                            mine.matcher(String.valueOf(file.getFileName())).matches())
                    .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        } catch (AccessDeniedException e) {
            return; // a folder that may be written, and not read
        }
        Instant before = Instant.now().minusSeconds(SECONDS_TO_LOCK);
        for (Path part : parts) {
            try {
                if (Files.getLastModifiedTime(part).toInstant().isBefore(before) && NamedOutput.isLeft(part)) {
                    Files.delete(part);
                }
            } catch (NoSuchFileException e) {
                // complete meanwhile
            }
        }
    }

    private static Writer writer(String name, OutputStream out) throws IOException {
        return new BufferedWriter(
                new OutputStreamWriter(
                        name.endsWith(".gz") ? new GZIPOutputStream(out, 1 << 16) : out, StandardCharsets.UTF_8),
                1 << 16);
    }

    /** Where its text goes. */
    public Writer writer() {
        return writer;
    }

    /** Gives the file its name: it is complete. What standard output does not take, {@link StandardOutput} tells. */
    public void commit() throws IOException {
        writer.flush();
        if (out != null) {
            out.force();
        }
        if (isStandardOutput) {
            StandardOutput.check();
        } else {
            writer.close();
        }
        if (target != null) {
            moveIntoPlace(part, target);
        }
        committed = true;
    }

    /**
     * Where a file of this name will really be: links are followed.
     *
     * @throws Failure if that is a folder, or in a folder that does not exist
     */
    public static Path place(Path path) throws IOException {
        Path absolute = path.toAbsolutePath();
        if (Files.isDirectory(absolute)) {
            throw Failure.data(path + ": a folder (expected: a file)");
        }
        if (Files.exists(absolute)) {
            return absolute.toRealPath();
        }
        if (!Files.isDirectory(absolute.getParent())) {
            throw Failure.data(path + ": no such folder to write to");
        }
        return absolute.getParent().toRealPath().resolve(absolute.getFileName());
    }

    /** Whether a name is one of the system's own; those in shared memory are files like others. */
    static boolean isDevice(Path place) {
        return place.startsWith("/proc") || (place.startsWith("/dev") && !place.startsWith("/dev/shm"));
    }

    /** Devices and pipes; also what is reached through them, such as a redirected standard output. */
    private static boolean isWrittenThrough(Path place) {
        return isDevice(place)
                || (Files.exists(place, LinkOption.NOFOLLOW_LINKS)
                        && !Files.isSymbolicLink(place)
                        && !Files.isRegularFile(place));
    }

    /** Writes a file of a name that the user gave, as one that is opened would be. */
    public static void replace(String name, byte[] bytes) throws IOException {
        Path place = place(Path.of(name));
        if (isWrittenThrough(place)) {
            write(place, bytes);
            return;
        }
        removeLeft(place);
        Path part = partOfThisProcess(place);
        try {
            try (NamedOutput out = NamedOutput.locked(name, part)) {
                out.write(bytes);
                out.force();
            }
            moveIntoPlace(part, place);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /**
     * Writes a small file that appears whole or not at all. A link in its place is replaced, so that nothing is written but in the
     * file's folder; {@link #place} follows it.
     *
     * @throws IOException if it cannot be written; what was there before is untouched then
     */
    public static void write(Path path, byte[] bytes) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            throw Failure.data(path + ": a folder (expected: a file)");
        }
        boolean isThrough = isWrittenThrough(path.toAbsolutePath());
        Path written = isThrough ? path : partOf(path);
        try {
            try (NamedOutput out = isThrough
                    ? NamedOutput.through(path.toString(), written)
                    : NamedOutput.anew(path.toString(), written)) {
                out.write(bytes);
            }
            if (!isThrough) {
                moveIntoPlace(written, path);
            }
        } finally {
            if (!isThrough) {
                Files.deleteIfExists(written);
            }
        }
    }

    /** Gives a complete file its name, in place of what had it. */
    public static void moveIntoPlace(Path part, Path target) throws IOException {
        Files.move(part, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Where a file is written before it is moved into its place. */
    public static Path partOf(Path place) {
        return place.resolveSibling(place.getFileName() + PART);
    }

    /** Whether this is such a place. */
    static boolean isPart(Path file) {
        return String.valueOf(file.getFileName()).endsWith(PART);
    }

    @Override
    public void close() throws IOException {
        if (target != null && !committed) {
            try {
                writer.close();
            } catch (IOException e) {
                // it is given up: why is told already
            } finally {
                Files.deleteIfExists(part);
            }
        }
    }
}
