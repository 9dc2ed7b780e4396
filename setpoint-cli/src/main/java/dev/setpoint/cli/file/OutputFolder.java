package dev.setpoint.cli.file;

import dev.setpoint.cli.terminal.Failure;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A folder that a command writes: a new one, an empty one, or one that is ours, as a command has written it before. One process at a
 * time has it, by a lock that the system takes back when the process ends, however it ends. The lock's file stays,
 * as whoever deletes it could delete another's; nothing may read it, as closing any stream on it would end the lock.
 */
public final class OutputFolder {
    private static final Set<String> BYSTANDERS =
            Set.of(".DS_Store", "Thumbs.db", "desktop.ini", ".gitignore", ".gitkeep");

    private static final String LOCK = ".setpoint-lock";

    private final String option;
    private final Path path;
    private final Contents contents;

    /** What a command writes into a folder, and how it knows the folder again. */
    public interface Contents {
        /** What is expected of a folder that is there, after "expected: ". */
        String expected();

        /** The files and folders in it that may be written, by name. */
        List<String> names();

        /** Whether one of the names is that of a folder. */
        boolean isFolder(String name);

        /** Whether the folder, which has something in it, is ours. */
        boolean isOurs(Path folder) throws IOException;
    }

    /**
     * A folder that need not be there.
     *
     * @param option by which it was named
     */
    public OutputFolder(String option, Path path, Contents contents) {
        this.option = option;
        this.path = path;
        this.contents = contents;
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    String option() {
        return option;
    }

    /**
     * Refuses a folder that is not ours; writes nothing.
     *
     * @throws Failure in one sentence
     */
    public void check() throws IOException {
        if (path.toString().isBlank()) {
            throw Failure.usage(option + ": '" + path + "' (expected: the name of a folder)");
        }
        if (!Files.exists(path)) {
            return;
        }
        if (!Files.isDirectory(path)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        if (!isEmpty(path) && !contents.isOurs(path)) {
            throw Failure.usage(
                    option + ": " + path + ", which has other files in it (expected: a new or empty folder, or "
                            + contents.expected() + ")");
        }
        refuseOthers(path.resolve(LOCK), false);
        for (String name : contents.names()) {
            refuseOthers(path.resolve(name), contents.isFolder(name));
            refuseOthers(AtomicOutput.partOf(path.resolve(name)), false);
        }
    }

    private void refuseOthers(Path file, boolean isFolder) {
        if (Files.isSymbolicLink(file)) {
            throw Failure.usage(option + ": " + file + " is a link to elsewhere (expected: none in this folder)");
        }
        if (Files.exists(file) && !(isFolder ? Files.isDirectory(file) : Files.isRegularFile(file))) {
            throw Failure.usage(option + ": " + file + " is no " + (isFolder ? "folder" : "file")
                    + " (expected: one, or nothing yet)");
        }
    }

    /** Whether there is nothing in a folder, or nothing but what a process left that ended before it wrote anything. */
    public static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.allMatch(OutputFolder::isNothing);
        }
    }

    /** The lock, and what file managers and version control leave in any folder. */
    public static boolean isNothing(Path entry) {
        return isLock(entry) || BYSTANDERS.contains(String.valueOf(entry.getFileName()));
    }

    /** Whether a process has had the folder before. */
    public static boolean wasHeld(Path folder) {
        return Files.exists(folder.resolve(LOCK));
    }

    /** Whether this is the file of a lock. */
    public static boolean isLock(Path file) {
        return file.endsWith(LOCK);
    }

    /** What may be written in it, and all that is in there now; as real paths. */
    List<Path> filesWritten() throws IOException {
        List<Path> files = new ArrayList<>();
        Path place =
                Files.exists(path) ? path.toRealPath() : path.toAbsolutePath().normalize();
        for (String name : contents.names()) {
            Path file = place.resolve(name);
            files.add(file);
            files.add(AtomicOutput.partOf(file));
            if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                try (Stream<Path> inside = Files.walk(file)) {
                    inside.filter(Files::isRegularFile).forEach(files::add);
                }
            }
        }
        return files;
    }

    /**
     * Makes the folder, if need be, and makes it this process's own until it is closed.
     *
     * @throws Failure if the folder is not ours, or another process has it
     */
    public Hold hold() throws IOException {
        return hold(false);
    }

    /** The same, after waiting for another process that has it; for what takes seconds. */
    public Hold await() throws IOException {
        return hold(true);
    }

    private Hold hold(boolean waits) throws IOException {
        check();
        Files.createDirectories(path);
        FileChannel channel = FileChannel.open(
                path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        boolean isHeld = false;
        try {
            isHeld = lock(channel, waits);
            if (!isHeld) {
                throw Failure.data(path + ": in use by another process (expected: one at a time)");
            }
            removeParts();
            return new Hold(path, channel);
        } finally {
            if (!isHeld) {
                channel.close();
            }
        }
    }

    private boolean lock(FileChannel channel, boolean waits) throws IOException {
        try {
            FileLock lock = waits ? channel.lock() : channel.tryLock(); // held until the channel is closed
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false; // by this process itself
        } catch (IOException e) {
            throw Failure.data(path + ": cannot be locked: " + e.getMessage()
                    + " (expected: a file system with locks, so that one process at a time writes it)");
        }
    }

    /** What a process that was stopped over a file has left of it. */
    private void removeParts() throws IOException {
        for (String name : contents.names()) {
            Path part = AtomicOutput.partOf(path.resolve(name));
            if (Files.isRegularFile(part, LinkOption.NOFOLLOW_LINKS)) {
                Files.delete(part);
            }
            if (Files.isDirectory(path.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
                try (Stream<Path> inside = Files.list(path.resolve(name))) {
                    for (Path file : inside.filter(OutputFolder::isPart).toList()) {
                        Files.delete(file);
                    }
                }
            }
        }
    }

    private static boolean isPart(Path file) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && AtomicOutput.isPart(file);
    }

    /** That this process alone writes the folder. */
    public static final class Hold implements Closeable {
        private final Path folder;
        private final FileChannel channel;

        private Hold(Path folder, FileChannel channel) {
            this.folder = folder;
            this.channel = channel;
        }

        /** The folder. */
        public Path folder() {
            return folder;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
