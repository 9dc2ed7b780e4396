package dev.setpoint.cli.run;

import dev.setpoint.cli.file.AtomicOutput;
import dev.setpoint.cli.terminal.Failure;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The folder of a run. What is under way is in its folder {@code seeds}: a manifest, and the files of each seed, from which the run
 * resumes. When all seeds are over, {@code metrics.csv}, {@code summary.json} and {@code manifest.json} appear, each whole or not at
 * all, in the place of those of an earlier run.
 */
public final class RunFolder {
    private static final String METRICS = "metrics.csv";
    private static final String SUMMARY = "summary.json";
    private static final String LOCK = "lock";
    private static final String MANIFEST = "manifest.json";

    private final Path folder;
    private final Path seeds;

    RunFolder(Path folder) {
        this.folder = folder;
        this.seeds = folder.resolve("seeds");
    }

    /** Where it is. */
    public Path path() {
        return folder;
    }

    /** The metrics of a seed so far, for {@link MetricsFile#read}; may not be there. */
    public Path metrics(long seed) {
        return seed(seed).metrics();
    }

    SeedFiles seed(long seed) {
        return new SeedFiles(seeds, seed);
    }

    /** The manifest of what is under way. */
    Path manifestUnderWay() {
        return seeds.resolve(MANIFEST);
    }

    Path manifest() {
        return folder.resolve(MANIFEST);
    }

    /** Whether some of a run is here that need not be computed again. */
    boolean isBegun() throws IOException {
        if (!Files.exists(manifestUnderWay())) {
            return false;
        }
        try (Stream<Path> files = Files.list(seeds)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .anyMatch(name -> name.matches("seed-.*\\.(checkpoint|summary\\.json)"));
        }
    }

    /** Whether a whole run is here and none is under way. */
    boolean isComplete() {
        return !Files.exists(seeds)
                && Stream.of(METRICS, SUMMARY, MANIFEST).allMatch(name -> Files.exists(folder.resolve(name)));
    }

    /** Makes the folder this process's own, until it is closed. */
    Hold hold() throws IOException {
        Files.createDirectories(seeds);
        FileChannel channel =
                FileChannel.open(seeds.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel.tryLock() == null) {
            channel.close();
            throw Failure.data(folder + ": in use by another process (expected: one at a time)");
        }
        return new Hold(channel);
    }

    /** That this process alone uses the folder. */
    final class Hold implements Closeable {
        private final FileChannel channel;

        private Hold(FileChannel channel) {
            this.channel = channel;
        }

        /** Removes what is under way, and stays. */
        void discardSeeds() throws IOException {
            RunFolder.this.discardSeeds(file -> !file.endsWith(LOCK));
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /** Moves files of seeds here, with a manifest. */
    void adopt(Path from, byte[] manifest) throws IOException {
        AtomicOutput.write(from.resolve(MANIFEST), manifest);
        Files.move(from, seeds, StandardCopyOption.ATOMIC_MOVE);
    }

    void writeManifestUnderWay(byte[] manifest) throws IOException {
        AtomicOutput.write(manifestUnderWay(), manifest);
    }

    /** Shows the manifest of what is under way to those who draw it. */
    public void publishManifest() throws IOException {
        AtomicOutput.write(manifest(), Files.readAllBytes(manifestUnderWay()));
    }

    /** Joins the metrics of all seeds, in their order, and writes the summary beside them. */
    void writeResults(List<Long> order, byte[] summary) throws IOException {
        Path target = folder.resolve(METRICS);
        Path joined = AtomicOutput.partOf(target);
        try {
            try (OutputStream out = Files.newOutputStream(joined)) {
                out.write((String.join(",", MetricsFile.HEADER) + "\n").getBytes(StandardCharsets.UTF_8));
                for (long seed : order) {
                    Files.copy(metrics(seed), out);
                }
            }
            AtomicOutput.moveIntoPlace(joined, target);
        } finally {
            Files.deleteIfExists(joined);
        }
        AtomicOutput.write(folder.resolve(SUMMARY), summary);
    }

    void writeManifest(byte[] manifest) throws IOException {
        AtomicOutput.write(manifest(), manifest);
    }

    /** Removes the metrics of seeds that are neither over nor have a checkpoint, and with the last seed all that is under way. */
    void discardUseless(List<Long> order) throws IOException {
        if (!isBegun()) {
            discardUnderWay();
            return;
        }
        for (long seed : order) {
            if (!seed(seed).isBegun()) {
                Files.deleteIfExists(metrics(seed));
            }
        }
    }

    /** Removes what is under way. */
    void discardUnderWay() throws IOException {
        if (Files.exists(seeds)) {
            discardSeeds(file -> true);
            Files.delete(seeds);
        }
    }

    private void discardSeeds(Predicate<Path> which) throws IOException {
        try (Stream<Path> files = Files.list(seeds).filter(which)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }
}
