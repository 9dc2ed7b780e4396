package dev.setpoint.cli.run;

import dev.setpoint.cli.data.DataSource;
import dev.setpoint.cli.spec.Spec;
import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.cli.terminal.Progress;
import dev.setpoint.sim.Experiment;
import dev.setpoint.sim.ExperimentSettings;
import dev.setpoint.sim.RunSummary;
import dev.setpoint.sim.TrueMeasures;
import dev.setpoint.sim.TrueMeasures.Span;
import dev.setpoint.sim.data.LabelledData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Runs an experiment once per seed, on several threads, into a run folder. The result does not depend on the threads. */
public final class RunJob {
    private final Spec spec;
    private final DataSource source;
    private final ExperimentSettings settings;
    private final RunFolder folder;
    private final List<Long> seeds;

    /** A job that will write to the folder {@code out}, which is made. */
    public RunJob(Spec spec, DataSource source, Path out) throws IOException {
        this.spec = spec;
        this.source = source;
        this.settings = spec.experiment(source.data());
        this.seeds = spec.seeds();
        this.folder = new RunFolder(out);
    }

    /** What is run. */
    public ExperimentSettings settings() {
        return settings;
    }

    /** In their order. */
    public List<Long> seeds() {
        return seeds;
    }

    /** Those of the data, then those of the settings. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(source.warnings());
        warnings.addAll(settings.warnings());
        return warnings;
    }

    /** Runs all seeds; the listener and the decision log, if any, hear of the first seed only. */
    public RunSummary run(int threads, Experiment.Listener firstSeed, String log) throws IOException {
        if (log == null) {
            return run(threads, firstSeed);
        }
        try (RunLog decisions = new RunLog(log, source.data().labels().size())) {
            RunSummary summary = run(threads, (measures, batch, truth) -> {
                decisions.stepped(measures, batch, truth);
                if (firstSeed != null) {
                    firstSeed.stepped(measures, batch, truth);
                }
            });
            decisions.commit();
            return summary;
        }
    }

    private RunSummary run(int threads, Experiment.Listener firstSeed) throws IOException {
        LabelledData data = source.data();
        AtomicLong done = new AtomicLong();
        long total = settings.queries() * seeds.size();
        ExecutorService pool = Executors.newFixedThreadPool(Math.min(threads, seeds.size()));
        try (Progress progress = new Progress(seeds.size() == 1 ? "learning" : seeds.size() + " runs")) {
            List<Future<RunSummary>> runs = new ArrayList<>();
            for (long seed : seeds) {
                Experiment.Listener listener = seed == seeds.get(0) ? firstSeed : null;
                runs.add(pool.submit(() -> runOne(data, seed, (measures, batch, truth) -> {
                    if (listener != null) {
                        listener.stepped(measures, batch, truth);
                    }
                    if (Thread.currentThread().isInterrupted()) { // another seed has failed
                        throw new CancellationException("stopped");
                    }
                    progress.show(done.addAndGet(batch.size()), total, () -> details(measures));
                })));
            }
            List<RunSummary> summaries = new ArrayList<>();
            for (Future<RunSummary> run : runs) {
                summaries.add(await(run));
            }
            folder.joinMetrics(seeds);
            RunSummary mean = RunSummary.mean(summaries);
            folder.writeSummary(settings.learner(), seeds.size(), mean);
            return mean;
        } finally {
            pool.shutdownNow();
            awaitEnd(pool);
            folder.discardParts(seeds);
        }
    }

    private static void awaitEnd(ExecutorService pool) {
        try {
            pool.awaitTermination(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Writes the manifest; after it, the folder is complete but for the report. */
    public void writeManifest(List<RunExample> examples) throws IOException {
        folder.writeManifest(spec, source, settings, seeds, warnings(), examples);
    }

    private RunSummary runOne(LabelledData data, long seed, Experiment.Listener listener) throws IOException {
        try (RunFolder.MetricsFile metrics = folder.metrics(seed)) {
            return Experiment.run(data, source.outOfScope(), settings, seed, metrics, listener);
        }
    }

    private static RunSummary await(Future<RunSummary> run) throws IOException {
        try {
            return run.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (e.getCause() instanceof OutOfMemoryError) {
                throw Failure.outOfMemory();
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("interrupted", e));
        }
    }

    private static String details(TrueMeasures measures) {
        return String.format(
                Locale.ROOT,
                "correct pulls %.2f, coverage %.2f-%.2f, size %.2f",
                measures.correctPulls(Span.WINDOW),
                measures.coverageMin(Span.WINDOW, 0),
                measures.coverageMax(Span.WINDOW, 0),
                measures.size(Span.WINDOW, 0));
    }
}
