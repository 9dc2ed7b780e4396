package dev.setpoint.cli.file;

import dev.setpoint.cli.terminal.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Sees to it that what a command writes is neither what it reads nor written twice. Standard streams and devices may be shared. */
public final class DistinctFiles {
    private final Map<Path, String> taken;

    /** None yet. */
    public DistinctFiles() {
        taken = new HashMap<>();
    }

    /** One that knows what another knows, and goes on alone. */
    public DistinctFiles(DistinctFiles other) {
        taken = new HashMap<>(other.taken);
    }

    /** Takes note of a file that is read; null and {@code -} are none. */
    public void read(String option, String name) throws IOException {
        if (isFile(name)) {
            Path path = Path.of(name);
            take(option, name, Files.exists(path) ? path.toRealPath() : path.toAbsolutePath());
        }
    }

    /**
     * Takes note of a file that will be written; null and {@code -} are none.
     *
     * @throws Failure if it is one of those before, or cannot be there
     */
    public void write(String option, String name) throws IOException {
        if (isFile(name)) {
            take(option, name, AtomicOutput.place(Path.of(name)));
        }
    }

    private static boolean isFile(String name) {
        return name != null && !name.equals("-") && !name.startsWith("/dev/");
    }

    private void take(String option, String name, Path place) {
        String other = taken.put(place.normalize(), option);
        if (other != null) {
            throw Failure.usage(other + " and " + option + ": both " + name + " (expected: different files)");
        }
    }
}
