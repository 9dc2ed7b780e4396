package dev.setpoint.cli.run;

import dev.setpoint.cli.file.OutputFolder;
import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.cli.terminal.Progress;
import dev.setpoint.sim.Experiment;
import dev.setpoint.sim.RunSummary;
import dev.setpoint.sim.TrueMeasures;
import dev.setpoint.sim.TrueMeasures.Span;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs a plan into a run folder, seed by seed, on several threads. The result does not depend on the threads. Stopped at any moment,
 * even by SIGKILL, a run that resumes ends with the same bytes: seeds that are over stay as they are, one on its way goes on from its
 * last checkpoint, or begins again where its settings leave no checkpoints.
 */
public final class RunPipeline implements Closeable {
    private final RunPlan plan;
    private final RunManner manner;
    private final OutputFolder output;
    private final RunFolder folder;
    private OutputFolder.Hold hold;
    private final RunManifest manifest;
    private final Map<Long, Long> stepsDone = new LinkedHashMap<>();
    private final Saved hook;

    /** Is told whenever something new is on disk that need not be computed again. */
    @FunctionalInterface
    public interface Saved {
        /**
         * A checkpoint, or the end of a seed.
         *
         * @param stepsDone how far each seed is, as the manifest under way says, too; in the order of the seeds
         */
        void saved(RunFolder folder, Map<Long, Long> stepsDone) throws IOException;
    }

    /** A pipeline into a {@linkplain RunFolder#output run folder}, which need not be there. */
    public RunPipeline(RunPlan plan, RunManner manner, OutputFolder out) {
        this(plan, manner, out, (folder, stepsDone) -> {});
    }

    /** The same, with someone who is told what was saved; by one thread at a time. */
    public RunPipeline(RunPlan plan, RunManner manner, OutputFolder out, Saved hook) {
        this.plan = plan;
        this.manner = manner;
        this.output = out;
        this.folder = new RunFolder(out.path());
        this.manifest = new RunManifest(plan);
        this.hook = hook;
    }

    /**
     * Refuses to write a folder that is not ours, to overwrite what took time to compute, and to resume a run that was begun otherwise.
     *
     * @throws Failure in one sentence
     */
    public void check() throws IOException {
        output.check();
        if (manner.start() == RunManner.Start.CAREFUL && folder.isBegun()) {
            throw Failure.data(folder.path() + ": has a run (expected: --resume to resume it, or another --out)");
        }
        if (manner.start() == RunManner.Start.ANEW && !manner.keepsSeeds()) {
            refuseSaved(folder);
        }
        if (manner.start() == RunManner.Start.RESUME && folder.isBegun()) {
            manifest.expectSameUnderWay(folder);
        }
    }

    /**
     * Whether the folder holds this very run, complete, so that there is nothing to resume.
     *
     * @throws Failure if it holds another one
     */
    public boolean isOver() throws IOException {
        if (manner.start() != RunManner.Start.RESUME || !folder.isComplete()) {
            return false;
        }
        manifest.expectSameComplete(folder);
        return true;
    }

    private static void refuseSaved(RunFolder folder) throws IOException {
        if (folder.hasCheckpoint()) {
            throw Failure.data(
                    folder.path() + ": has a run that took long enough to be saved (expected: another --out)");
        }
    }

    /**
     * Removes what an interrupted run has left in a folder of ours.
     *
     * @throws Failure if that can be resumed on its way; then nothing is removed
     */
    public static void discardInterrupted(List<Path> folders) throws IOException {
        for (Path folder : folders) {
            refuseSaved(new RunFolder(folder));
        }
        for (Path folder : folders) {
            discardInterrupted(folder);
        }
    }

    private static void discardInterrupted(Path folder) throws IOException {
        if (Files.isDirectory(folder) && RunFolder.isOurs(folder)) {
            try (OutputFolder.Hold hold = RunFolder.output(folder).hold()) {
                new RunFolder(hold.folder()).discardUnderWay();
            }
        }
    }

    /** Why a seed cannot be resumed on its way, in one sentence; empty if it can. */
    public String warning() {
        return plan.obstacle().isEmpty()
                ? ""
                : "this run leaves no checkpoints, as " + plan.obstacle()
                        + "; resumed, it keeps the finished seeds and begins the others again (use theorems: false, immediate answers, no shift and no oracle to have checkpoints)";
    }

    /**
     * Makes the folder this process's own until the pipeline is closed; {@link #run} does so if nobody has.
     *
     * @throws Failure as {@link #check}, or if another process has it
     */
    public void begin() throws IOException {
        if (hold == null) {
            hold = output.hold();
            check(); // another process may have had it since
        }
    }

    @Override
    public void close() throws IOException {
        if (hold != null) {
            hold.close();
            hold = null;
        }
    }

    /**
     * Takes over files of seeds, in the form of the folder {@code seeds}, that were made by other means; nothing must be under way.
     *
     * @param seeds the files' folder, which is moved
     * @param done how far each seed is
     */
    public void adopt(Path seeds, Map<Long, Long> done) throws IOException {
        folder.adopt(seeds, manifest.bytes(done, List.of()));
    }

    /** Runs what is not done yet; the listener and the decision log, if any, hear of the first seed only. Leaves all but the manifest. */
    public RunSummary run(Experiment.Listener firstSeed, String log) throws IOException {
        begin();
        if (!Files.exists(folder.manifestUnderWay())) { // the folder is ours before the log begins, which may be in it
            folder.begin(manifest.bytes(stepsDone, List.of()));
        }
        boolean isDone = false;
        try (RunLog decisions =
                log == null ? null : new RunLog(log, plan.seeds().get(0))) {
            Experiment.Listener heard = decisions == null ? firstSeed : both(decisions, firstSeed);
            beginSeeds(heard != null);
            RunSummary summary = runSeeds(heard);
            if (decisions != null) {
                decisions.commit();
            }
            isDone = true;
            return summary;
        } finally {
            if (!isDone) {
                folder.discardUseless(plan.seeds());
            }
        }
    }

    private static Experiment.Listener both(Experiment.Listener log, Experiment.Listener other) {
        return (measures, batch, truth) -> {
            log.stepped(measures, batch, truth);
            if (other != null) {
                other.stepped(measures, batch, truth);
            }
        };
    }

    private void beginSeeds(boolean isHeard) throws IOException {
        if (manner.start() != RunManner.Start.RESUME || !folder.isBegun()) {
            folder.discardSeeds();
        }
        if (isHeard) { // who listens must hear of all steps
            folder.seed(plan.seeds().get(0)).restart();
        }
        for (long seed : plan.seeds()) {
            stepsDone.put(seed, stepsBefore(seed));
        }
        folder.begin(manifest.bytes(stepsDone, List.of()));
    }

    private RunSummary runSeeds(Experiment.Listener firstSeed) throws IOException {
        RunSummary summary = RunSummary.mean(callSeeds(firstSeed));
        folder.writeResults(
                plan.seeds(),
                SummaryFile.bytes(plan.settings().learner(), plan.seeds().size(), summary));
        return summary;
    }

    /** Writes the manifest; after it, the folder is complete but for the report. */
    public void complete(List<RunExample> examples) throws IOException {
        folder.writeManifest(manifest.bytes(stepsDone, examples));
        if (!manner.keepsSeeds()) {
            folder.discardUnderWay();
        }
    }

    private List<RunSummary> callSeeds(Experiment.Listener firstSeed) throws IOException {
        long before = stepsDone.values().stream().mapToLong(Long::longValue).sum();
        AtomicLong done = new AtomicLong(before);
        try (Progress progress = new Progress(String.valueOf(folder.path().getFileName()), "steps", before)) {
            List<Callable<RunSummary>> runs = new ArrayList<>();
            for (long seed : plan.seeds()) {
                boolean isHeard = firstSeed != null && seed == plan.seeds().get(0);
                SeedRun run = new SeedRun(
                        plan, manner, folder.seed(seed), isHeard ? firstSeed : (measures, batch, truth) -> {});
                runs.add(() -> {
                    RunSummary summary = run.run(new Told(seed, done, progress));
                    saved(seed, plan.steps());
                    return summary;
                });
            }
            return SeedThreads.call(runs, manner.threads());
        }
    }

    private long stepsBefore(long seed) throws IOException {
        SeedFiles files = folder.seed(seed);
        return files.isFinished()
                ? plan.steps()
                : files.isBegun() ? RunManifest.stepsDone(folder.manifestUnderWay(), seed) : 0;
    }

    private synchronized void saved(long seed, long steps) throws IOException {
        stepsDone.put(seed, steps);
        folder.writeManifestUnderWay(manifest.bytes(stepsDone, List.of()));
        hook.saved(folder, Collections.unmodifiableMap(stepsDone));
    }

    /** Hears how far one seed is. */
    private final class Told implements SeedRun.Listener {
        private final long seed;
        private final AtomicLong done;
        private final Progress progress;
        private long last;

        Told(long seed, AtomicLong done, Progress progress) {
            this.seed = seed;
            this.done = done;
            this.progress = progress;
            this.last = stepsDone.get(seed);
        }

        @Override
        public void stepped(long steps, TrueMeasures measures) {
            if (Thread.currentThread().isInterrupted()) { // another seed has failed
                throw new CancellationException("stopped");
            }
            long now = done.addAndGet(steps - last);
            last = steps;
            progress.show(now, plan.steps() * plan.seeds().size(), () -> details(measures));
        }

        private String details(TrueMeasures measures) {
            return String.format(
                    Locale.ROOT,
                    "seed %d, lately: correct pulls %.2f, coverage %.2f-%.2f, size %.2f",
                    seed,
                    measures.correctPulls(Span.WINDOW),
                    measures.coverageMin(Span.WINDOW, plan.shownHead()),
                    measures.coverageMax(Span.WINDOW, plan.shownHead()),
                    measures.size(Span.WINDOW, plan.shownHead()));
        }

        @Override
        public void saved(long steps) throws IOException {
            RunPipeline.this.saved(seed, steps);
        }
    }
}
