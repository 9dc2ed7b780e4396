package dev.setpoint.cli.run;

import dev.setpoint.cli.file.AtomicOutput;
import dev.setpoint.cli.file.NamedOutput;
import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.sim.RunSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What one seed of a run has on disk: its metrics, on its way the last checkpoint, and in the end its summary. */
final class SeedFiles {
    private final Path folder;
    private final long seed;

    SeedFiles(Path folder, long seed) {
        this.folder = folder;
        this.seed = seed;
    }

    long seed() {
        return seed;
    }

    Path metrics() {
        return file("metrics.csv");
    }

    Path speed() {
        return file("speed.csv");
    }

    private Path checkpoint() {
        return file("checkpoint");
    }

    private Path summary() {
        return file("summary.json");
    }

    private Path file(String kind) {
        return folder.resolve("seed-" + seed + "." + kind);
    }

    /** Whether the seed is over, and its metrics complete. */
    boolean isFinished() {
        return Files.exists(summary());
    }

    /** Whether there is anything that need not be computed again. */
    boolean isBegun() {
        return isFinished() || Files.exists(checkpoint());
    }

    /** Lets the seed begin again. */
    void restart() throws IOException {
        Files.deleteIfExists(summary());
        Files.deleteIfExists(checkpoint());
    }

    /** The last checkpoint, or null if there is none. */
    byte[] readCheckpoint() throws IOException {
        return Files.exists(checkpoint()) ? Files.readAllBytes(checkpoint()) : null;
    }

    /** A mistake in the checkpoint, in one sentence. */
    Failure badCheckpoint(String message) {
        return Failure.data(checkpoint() + ": " + message);
    }

    /** Puts a checkpoint in the place of the last one. */
    void saveCheckpoint(List<byte[]> parts) {
        try {
            write(checkpoint(), parts);
        } catch (IOException e) {
            throw Failure.data(Failure.data(e).getMessage() + "; an earlier checkpoint stays as it is");
        }
    }

    /** What the seed has ended with, of heads of these names. */
    RunSummary readSummary(List<String> heads) throws IOException {
        return SummaryFile.read(summary(), heads);
    }

    /**
     * Ends the seed; its metrics are on disk.
     *
     * @param keepsCheckpoint whether the last checkpoint, which the run itself has no use for any more, stays
     */
    void finish(byte[] summary, boolean keepsCheckpoint) throws IOException {
        write(summary(), List.of(summary));
        if (!keepsCheckpoint) {
            Files.deleteIfExists(checkpoint());
        }
    }

    /** Writes beside the place and moves there only what is whole and on disk. */
    private static void write(Path target, List<byte[]> parts) throws IOException {
        Path part = AtomicOutput.partOf(target);
        try (NamedOutput out = NamedOutput.anew(target.toString(), part)) {
            for (byte[] bytes : parts) {
                out.write(bytes);
            }
            out.force();
        } catch (IOException e) {
            discard(part);
            throw e;
        }
        AtomicOutput.moveIntoPlace(part, target);
    }

    private static void discard(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            // why it could not be written is told already
        }
    }
}
