package dev.setpoint.cli.paper.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.setpoint.cli.file.AtomicOutput;
import dev.setpoint.cli.paper.Feedback;
import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.cli.terminal.Progress;
import dev.setpoint.cli.terminal.Versions;
import dev.setpoint.sim.Experiment;
import dev.setpoint.sim.ExperimentSettings;
import dev.setpoint.sim.TrueMeasures;
import dev.setpoint.sim.TrueMeasures.Span;
import dev.setpoint.state.SnapshotException;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One data set, network and kind of feedback, for some seeds one after the other, in a folder of its own. Stopped at any moment, it goes
 * on from the last checkpoint of each seed.
 */
final class PaperJob {
    private static final String SHOWN = "raps experts";
    private static final double NANOS = 1e-9;

    private final PaperRun run;
    private final Feedback feedback;
    private final ExperimentSettings settings;
    private final Path folder;
    private final List<Long> seeds;
    private final int threads;
    private final long checkpointNanos;
    private final Map<String, Long> stepsDone = new TreeMap<>();

    PaperJob(PaperRun run, Feedback feedback, Path out, List<Long> seeds, int threads, double checkpointSeconds) {
        this.run = run;
        this.feedback = feedback;
        this.settings = run.experiment(feedback);
        this.folder = out.resolve(name(run.name(), feedback));
        this.seeds = seeds;
        this.threads = threads;
        this.checkpointNanos = (long) (checkpointSeconds / NANOS);
    }

    private static String name(String data, Feedback feedback) {
        return data + "-" + feedback.text();
    }

    /**
     * Refuses to restart where a run is, and to resume one that computed otherwise.
     *
     * @param resume whether to resume what is there
     * @param anew whether what is there may go, if it is not to be resumed
     */
    void check(boolean resume, boolean anew) throws IOException {
        Path manifest = folder.resolve("manifest.json");
        if (!Files.exists(manifest)) {
            return;
        }
        if (!resume && anew) {
            for (long seed : seeds) {
                Files.deleteIfExists(file(seed, "checkpoint"));
            }
        } else if (!resume) {
            throw Failure.data(folder + ": has a run (expected: --resume to resume it, or another --out)");
        } else {
            JsonNode found = new ObjectMapper().readTree(manifest.toFile());
            expectSame(found, "threads", String.valueOf(threads));
            expectSame(found, "steps", String.valueOf(run.steps()));
            expectSame(found, "batch", String.valueOf(run.batch()));
            expectSame(found, "points", String.valueOf(run.points()));
            expectSame(found, "images", run.images().toString());
            expectSame(found, "learner", settings.learner().toString());
            expectSame(
                    found,
                    "sha256",
                    new ObjectMapper().valueToTree(run.checksums()).toString());
        }
    }

    /** What a manifest does not say was not written yet when it was made. */
    private void expectSame(JsonNode manifest, String field, String given) {
        JsonNode found = manifest.path(field);
        String before = found.isObject() ? found.toString() : found.asText();
        if (!found.isMissingNode() && !before.equals(given)) {
            throw Failure.data(
                    folder + ": begun with " + differing(field, before, given) + " as now, or another --out)");
        }
    }

    private static String differing(String field, String before, String given) {
        List<String> ours = given.lines().toList();
        List<String> theirs = before.lines().toList();
        for (int i = 0; i < Math.min(ours.size(), theirs.size()); i++) {
            if (!ours.get(i).equals(theirs.get(i))) {
                return field + " " + theirs.get(i) + " (expected: " + ours.get(i);
            }
        }
        return "another " + field + " (expected: the same";
    }

    /** Runs what is not done yet. */
    void run() throws IOException {
        Files.createDirectories(folder);
        settings.warnings().forEach(warning -> System.err.println("setpoint: warning: " + warning));
        try (FileChannel channel =
                        FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                Progress progress = new Progress(name(run.name(), feedback), "steps", countDone())) {
            if (channel.tryLock() == null) {
                throw Failure.data(folder + ": in use by another process (expected: one at a time)");
            }
            for (long seed : seeds) {
                run(seed, progress);
                System.gc(); // a network's native memory goes when its Java object does
            }
            writeTables(); // which a run that was killed may have left behind its checkpoints
            writeManifest();
        }
    }

    private long countDone() throws IOException {
        long done = 0;
        for (long seed : seeds) {
            Path steps = file(seed, "steps");
            long reached = Files.exists(steps) && Files.exists(file(seed, "checkpoint"))
                    ? Long.parseLong(
                            Files.readString(steps, StandardCharsets.UTF_8).strip())
                    : 0;
            stepsDone.put(String.valueOf(seed), reached);
            done += reached;
        }
        return done;
    }

    private void run(long seed, Progress progress) throws IOException {
        long before =
                stepsDone.values().stream().mapToLong(Long::longValue).sum() - stepsDone.get(String.valueOf(seed));
        if (stepsDone.get(String.valueOf(seed)) >= run.steps()) {
            return;
        }
        byte[] saved = checkpoint(seed);
        LateSink sink = new LateSink();
        Experiment experiment =
                saved == null ? Experiment.start(run.data(), settings, seed, sink) : resume(seed, saved, sink);
        saved = null;
        int shown = headNumber();
        writeManifest();
        try (PaperMetrics metrics = PaperMetrics.open(file(seed, "metrics.tsv"), experiment.steps());
                SpeedLog speed = new SpeedLog(file(seed, "speed.csv"), experiment.steps())) {
            sink.to = metrics;
            long last = System.nanoTime();
            while (!experiment.isOver()) {
                experiment.step((measures, batch, truth) -> {});
                speed.stepped(experiment.steps());
                progress.show(
                        before + experiment.steps(),
                        (long) run.steps() * seeds.size(),
                        () -> details(seed, experiment.measures(), shown));
                if (System.nanoTime() - last > checkpointNanos && !experiment.isOver()) {
                    save(seed, experiment, metrics);
                    last = System.nanoTime();
                }
            }
            save(seed, experiment, metrics);
        }
    }

    private Experiment resume(long seed, byte[] saved, LateSink sink) {
        try {
            return Experiment.resume(run.data(), settings, seed, sink, saved);
        } catch (SnapshotException e) {
            throw Failure.data(file(seed, "checkpoint") + ": " + e.getMessage());
        }
    }

    private byte[] checkpoint(long seed) throws IOException {
        Path file = file(seed, "checkpoint");
        return Files.exists(file) ? Files.readAllBytes(file) : null;
    }

    /** Writes a checkpoint beside the last one and puts it in its place only when it is whole and on disk. */
    private void save(long seed, Experiment experiment, PaperMetrics metrics) throws IOException {
        metrics.flush();
        Path target = file(seed, "checkpoint");
        Path part = AtomicOutput.partOf(target);
        try (FileChannel channel = FileChannel.open(
                part, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            for (byte[] bytes : experiment.checkpoint()) {
                for (ByteBuffer rest = ByteBuffer.wrap(bytes); rest.hasRemaining(); ) {
                    channel.write(rest);
                }
            }
            channel.force(true);
        } catch (IOException e) {
            discard(part);
            throw Failure.data(target + ": " + e.getMessage() + "; an earlier checkpoint stays as it is");
        }
        AtomicOutput.moveIntoPlace(part, target);
        AtomicOutput.write(file(seed, "steps"), (experiment.steps() + "\n").getBytes(StandardCharsets.UTF_8));
        stepsDone.put(String.valueOf(seed), experiment.steps());
        writeTables();
        writeManifest();
    }

    private static void discard(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            // what could not be written was told already
        }
    }

    private void writeTables() throws IOException {
        PaperMetrics.Tables tables = new PaperMetrics.Tables();
        for (long seed : seeds) {
            if (stepsDone.get(String.valueOf(seed)) > 0) {
                tables.add(seed, file(seed, "metrics.tsv"));
            }
        }
        tables.write(folder);
    }

    private void writeManifest() throws IOException {
        ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        ObjectNode root = json.createObjectNode();
        root.put("data", run.name());
        root.put("title", run.title());
        root.put("feedback", feedback.text());
        root.put("network", run.network().toString());
        root.put("what", run.what());
        root.put("classes", run.data().labels().size());
        root.set("labels", json.valueToTree(run.data().labels()));
        root.put("rows", run.data().size());
        root.set("seeds", json.valueToTree(seeds));
        root.put("steps", run.steps());
        root.set("stepsDone", json.valueToTree(stepsDone));
        root.put("batch", run.batch());
        root.put("points", run.points());
        root.put("alpha", PaperRun.ALPHA);
        root.put("images", run.images().toString());
        root.set("deviations", json.valueToTree(run.deviations()));
        root.put("threads", threads);
        root.put("learner", settings.learner().toString());
        root.set("sha256", json.valueToTree(run.checksums()));
        ObjectNode versions = root.putObject("versions");
        versions.put("setpoint", Versions.setpoint());
        versions.put("commit", Versions.commit());
        versions.put("java", Runtime.version().toString());
        versions.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        AtomicOutput.write(
                folder.resolve("manifest.json"),
                (json.writeValueAsString(root) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private Path file(long seed, String kind) {
        return folder.resolve("seed-" + seed + "." + kind);
    }

    private int headNumber() {
        for (int h = 0; h < settings.heads().size(); h++) {
            if (settings.heads().get(h).name().equals(SHOWN)) {
                return h;
            }
        }
        return 0;
    }

    private static String details(long seed, TrueMeasures measures, int head) {
        return String.format(
                Locale.ROOT,
                "seed %d: correct pulls %.2f, RAPS with experts: coverage %.2f-%.2f, size %.2f",
                seed,
                measures.correctPulls(Span.WINDOW),
                measures.coverageMin(Span.WINDOW, head),
                measures.coverageMax(Span.WINDOW, head),
                measures.size(Span.WINDOW, head));
    }

    /** The file of metrics can be opened only when it is known from which step the run resumes. */
    private static final class LateSink implements dev.setpoint.sim.MetricSink {
        private PaperMetrics to;

        @Override
        public void put(long step, long queries, String head, String label, String metric, double value) {
            to.put(step, queries, head, label, metric, value);
        }
    }

    /** Seconds and resident memory along the run, every so many steps; not part of its result. */
    private static final class SpeedLog implements AutoCloseable {
        private static final int EVERY = 10;
        private final Writer writer;
        private final long start = System.nanoTime();

        SpeedLog(Path file, long steps) throws IOException {
            boolean begins = steps == 0 || !Files.exists(file);
            this.writer = begins
                    ? Files.newBufferedWriter(file, StandardCharsets.UTF_8)
                    : Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.APPEND);
            if (begins) {
                writer.write("step,seconds_since_start,resident_mib\n");
            }
        }

        void stepped(long step) throws IOException {
            if (step % EVERY == 0) {
                writer.write(String.format(
                        Locale.ROOT, "%d,%.1f,%d%n", step, (System.nanoTime() - start) * NANOS, residentMib()));
                writer.flush();
            }
        }

        /** Of this process, 0 where the system does not tell. */
        private static long residentMib() throws IOException {
            Path status = Path.of("/proc/self/status");
            if (!Files.isReadable(status)) {
                return 0;
            }
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
                }
            }
            return 0;
        }

        @Override
        public void close() throws IOException {
            writer.close();
        }
    }
}
