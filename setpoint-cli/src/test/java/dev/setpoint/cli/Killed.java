package dev.setpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command in a process of its own, which a test may kill. */
public final class Killed {
    private Killed() {}

    /** Starts it; what it says goes to a file. */
    public static Process start(Path said, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                String.join(
                        File.pathSeparator,
                        System.getProperty("java.class.path"),
                        System.getProperty("surefire.test.class.path", "")),
                "dev.setpoint.cli.Main"));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
    }

    /** Waits until a file is there. */
    public static void awaitExists(Path file) throws InterruptedException {
        awaitNewer(file, Instant.MIN);
    }

    /** Waits until a file is there that was written after a time. */
    public static void awaitNewer(Path file, Instant than) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(100);
        while (!written(file).isAfter(than)) {
            assertThat(System.nanoTime()).as("time until %s is there", file).isLessThan(end);
            Thread.sleep(5);
        }
    }

    /** When a file was written; the distant past if it is not there. */
    public static Instant written(Path file) {
        try {
            return Files.getLastModifiedTime(file).toInstant();
        } catch (IOException e) {
            return Instant.MIN;
        }
    }
}
