package dev.setpoint.cli.file;

import dev.setpoint.cli.terminal.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * All files that a command reads and writes, told before it does either. Sees to it that nothing is lost that is not ours: what is read is not
 * written, nothing is written twice, and a file that is there is replaced only by one of its kind. Files are compared as such, whatever
 * names and links lead to them. Standard streams and devices may be shared.
 */
public final class CommandFiles {
    private final List<Taken> read;
    private final List<Taken> written;
    private final List<OutputFolder> folders;

    /** A file and what it is for; the key is the file system's, and null where it or the file has none. */
    private record Taken(String what, Path place, Object key) {
        static Taken of(String what, Path place) throws IOException {
            Object key = Files.exists(place)
                    ? Files.readAttributes(place, BasicFileAttributes.class).fileKey()
                    : null;
            return new Taken(what, place, key);
        }

        boolean isSame(Taken other) {
            return place.equals(other.place) || (key != null && key.equals(other.key));
        }
    }

    /** None yet. */
    public CommandFiles() {
        read = new ArrayList<>();
        written = new ArrayList<>();
        folders = new ArrayList<>();
    }

    /** One that knows what another knows, and goes on alone. */
    public CommandFiles(CommandFiles other) {
        read = new ArrayList<>(other.read);
        written = new ArrayList<>(other.written);
        folders = new ArrayList<>(other.folders);
    }

    /**
     * Takes note of a file that is read; null and {@code -} are none.
     *
     * @throws Failure if it will be written
     */
    public void read(String what, String name) throws IOException {
        if (!isFile(what, name)) {
            return;
        }
        Path path = Path.of(name).toAbsolutePath();
        Taken taken = Taken.of(what, Files.exists(path) ? path.toRealPath() : path.normalize());
        refuseSame(written, taken, name);
        for (OutputFolder folder : folders) {
            refuseInside(folder, taken, name);
        }
        read.add(taken);
    }

    /** Takes note of files that are read. */
    public void read(String what, Iterable<Path> files) throws IOException {
        for (Path file : files) {
            read(what, file.toString());
        }
    }

    /**
     * Takes note of a file that will be written; null and {@code -} are none.
     *
     * @param kind what may be replaced
     * @throws Failure if it is one of those before, is of another kind, or cannot be there
     */
    public void write(String option, String name, FileKind kind) throws IOException {
        if (!isFile(option, name)) {
            return;
        }
        Path place = AtomicOutput.place(Path.of(name));
        for (Path path : List.of(place, AtomicOutput.partOf(place))) {
            Taken taken = Taken.of(option, path);
            refuseSame(read, taken, name);
            refuseSame(written, taken, name);
            for (OutputFolder folder : folders) {
                refuseInside(folder, taken, name);
            }
            written.add(taken);
        }
        if (Files.isRegularFile(place) && !kind.isOf(place)) {
            throw Failure.usage(option + ": " + name + ", which is not " + kind.name() + " (expected: a new file, or "
                    + kind.name() + ")");
        }
        if (Files.exists(place) && !Files.isWritable(place)) {
            throw Failure.data(place + ": no permission");
        }
        Path part = AtomicOutput.partOf(place);
        if (Files.exists(part, LinkOption.NOFOLLOW_LINKS)
                && (!Files.isRegularFile(part, LinkOption.NOFOLLOW_LINKS) || !kind.isBegunOf(part))) {
            throw Failure.usage(option + ": " + name + ", and " + part
                    + " is in the way (expected: none, or the start of " + kind.name() + ")");
        }
    }

    /**
     * Takes note of a folder that will be written.
     *
     * @throws Failure if it is not ours, or what is read before is one of the files that will be written there
     */
    public void write(OutputFolder folder) throws IOException {
        folder.check();
        for (Taken one : Stream.concat(read.stream(), written.stream()).toList()) {
            refuseInside(folder, one, one.place().toString());
        }
        folders.add(folder);
    }

    private static boolean isFile(String what, String name) {
        if (name != null && name.isBlank()) {
            throw Failure.usage(what + ": '" + name + "' (expected: the name of a file)");
        }
        return name != null && !name.equals("-") && !AtomicOutput.isDevice(Path.of(name));
    }

    private static void refuseSame(List<Taken> others, Taken one, String name) {
        for (Taken other : others) {
            if (other.isSame(one)) {
                throw Failure.usage(
                        other.what() + " and " + one.what() + ": both " + name + " (expected: different files)");
            }
        }
    }

    private static void refuseInside(OutputFolder folder, Taken one, String name) throws IOException {
        for (Path file : folder.filesWritten()) {
            if (one.place().startsWith(file) || one.isSame(Taken.of("", file))) {
                throw Failure.usage(one.what() + " and " + folder.option() + ": " + name + " in " + folder.path()
                        + " would be both (expected: another folder, or another file)");
            }
        }
    }
}
