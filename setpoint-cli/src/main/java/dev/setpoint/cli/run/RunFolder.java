package dev.setpoint.cli.run;

import dev.setpoint.cli.file.AtomicOutput;
import dev.setpoint.cli.file.NamedOutput;
import dev.setpoint.cli.file.OutputFolder;
import dev.setpoint.cli.terminal.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder of a run. What is under way is in its folder {@code seeds}: a manifest, and the files of each seed, from which the run
 * resumes. When all seeds are over, {@code metrics.csv}, {@code summary.json} and {@code manifest.json} appear, each whole or not at
 * all, in the place of those of an earlier run.
 */
public final class RunFolder {
    private static final String METRICS = "metrics.csv";
    private static final String SUMMARY = "summary.json";
    private static final String MANIFEST = "manifest.json";
    private static final String SEEDS = "seeds";
    private static final String PLOTS = "plots";
    private static final Set<String> FOLDERS = Set.of(SEEDS, PLOTS);

    /** The files of a seed, and parts of them. */
    private static final Pattern SEED_FILE = Pattern.compile("seed--?[0-9]+\\..+");

    private final Path folder;
    private final Path seeds;

    RunFolder(Path folder) {
        this.folder = folder;
        this.seeds = folder.resolve(SEEDS);
    }

    /**
     * A run folder that {@code --out} names, as one that commands write and know again by its manifest.
     *
     * @param more files that the command writes there beside those of every run
     */
    public static OutputFolder output(Path folder, String... more) {
        return output("--out", folder, more);
    }

    static OutputFolder output(String option, Path folder, String... more) {
        List<String> names = new ArrayList<>(List.of(METRICS, SUMMARY, MANIFEST, SEEDS, "report.html", PLOTS));
        names.addAll(List.of(more));
        return new OutputFolder(option, folder, new OutputFolder.Contents() {
            @Override
            public String expected() {
                return "one with the " + MANIFEST + " of a run";
            }

            @Override
            public List<String> names() {
                return names;
            }

            @Override
            public boolean isFolder(String name) {
                return FOLDERS.contains(name);
            }

            @Override
            public boolean isOurs(Path path) throws IOException {
                return RunFolder.isOurs(path);
            }
        });
    }

    /** Whether a folder has the manifest of a run, or was only just made for one when its process ended. */
    public static boolean isOurs(Path folder) throws IOException {
        return !isSeedsOfARun(folder)
                && hasOnlyOursIn(folder.resolve(SEEDS))
                && (RunManifest.isOne(folder.resolve(MANIFEST))
                        || RunManifest.isOne(folder.resolve(SEEDS).resolve(MANIFEST))
                        || (OutputFolder.wasHeld(folder) && hasNothingButSeeds(folder)));
    }

    /** The folder of what is under way has a manifest, too, and is no run folder. */
    private static boolean isSeedsOfARun(Path folder) throws IOException {
        if (!folder.toRealPath().endsWith(SEEDS)) {
            return false;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file ->
                    SEED_FILE.matcher(String.valueOf(file.getFileName())).matches());
        }
    }

    /** Files of others would go with what is under way. */
    private static boolean hasOnlyOursIn(Path seeds) throws IOException {
        if (!Files.isDirectory(seeds)) {
            return true;
        }
        try (Stream<Path> files = Files.list(seeds)) {
            return files.allMatch(file -> file.endsWith(MANIFEST)
                    || AtomicOutput.partOf(seeds.resolve(MANIFEST)).equals(file)
                    || SEED_FILE.matcher(String.valueOf(file.getFileName())).matches());
        }
    }

    private static boolean hasNothingButSeeds(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.allMatch(entry -> OutputFolder.isNothing(entry) || entry.endsWith(SEEDS));
        }
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
            if (hasCheckpoint()) {
                throw Failure.data(manifestUnderWay()
                        + ": no such file (expected: that of the run whose checkpoints are beside it)");
            }
            return false;
        }
        return hasSeeds("seed-.*\\.(checkpoint|summary\\.json)");
    }

    /** Whether a run is here that was saved on its way. */
    boolean hasCheckpoint() throws IOException {
        return Files.isDirectory(seeds) && hasSeeds("seed-.*\\.checkpoint");
    }

    private boolean hasSeeds(String names) throws IOException {
        try (Stream<Path> files = Files.list(seeds)) {
            return files.map(file -> String.valueOf(file.getFileName())).anyMatch(name -> name.matches(names));
        }
    }

    /** Whether a whole run is here and none is under way. */
    boolean isComplete() {
        return !Files.exists(seeds)
                && Stream.of(METRICS, SUMMARY, MANIFEST).allMatch(name -> Files.exists(folder.resolve(name)));
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
            try (NamedOutput out = NamedOutput.anew(target.toString(), joined)) {
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
            discardSeeds();
            Files.deleteIfExists(manifestUnderWay());
            Files.delete(seeds);
        }
    }

    /** Removes what is under way but for the manifest, by which the folder is known to be ours. */
    void discardSeeds() throws IOException {
        if (Files.exists(seeds)) {
            try (Stream<Path> files = Files.list(seeds)) {
                for (Path file :
                        files.filter(file -> !file.equals(manifestUnderWay())).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Makes the place for what will be under way, with a manifest: by it the folder is known to be ours. */
    void begin(byte[] manifest) throws IOException {
        Files.createDirectories(seeds);
        writeManifestUnderWay(manifest);
    }
}
