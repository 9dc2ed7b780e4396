package dev.setpoint.cli.paper.run;

import dev.setpoint.cli.file.OutputFolder;
import dev.setpoint.cli.paper.Feedback;
import dev.setpoint.cli.run.RunFolder;
import dev.setpoint.cli.run.RunManner;
import dev.setpoint.cli.run.RunPipeline;
import dev.setpoint.cli.run.RunPlan;
import dev.setpoint.cli.terminal.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One data set, network and kind of feedback, for some seeds one after the other, in a folder of its own, with tables to draw from. */
final class PaperJob {
    private final RunPlan plan;
    private final RunManner.Start start;
    private final Path folder;
    private final OutputFolder output;
    private final RunPipeline pipeline;
    private final EarlierPaperFolder earlier;

    /**
     * A job.
     *
     * @param out where its folder is
     * @param threads of a network's step
     */
    PaperJob(
            PaperRun run,
            Feedback feedback,
            Path out,
            List<Long> seeds,
            int threads,
            RunManner.Start start,
            double checkpointSeconds) {
        this.plan = run.plan(feedback, seeds, threads);
        this.start = start;
        this.folder = out.resolve(run.name() + "-" + feedback.text());
        this.output = RunFolder.output(folder, PaperTables.FILES);
        this.earlier = new EarlierPaperFolder(folder, run, plan);
        this.pipeline = new RunPipeline(
                plan, new RunManner(start, 1, checkpointSeconds, true, PaperTables::has), output, this::saved);
    }

    /** The folder. */
    OutputFolder output() {
        return output;
    }

    /** Refuses to overwrite a run, and to resume one that computed otherwise. */
    void check() throws IOException {
        if (earlier.isThere() && start == RunManner.Start.CAREFUL) {
            throw Failure.data(folder + ": has a run (expected: --resume to resume it, or another --out)");
        }
        if (earlier.isThere() && start == RunManner.Start.RESUME) {
            earlier.expectSame();
        }
        pipeline.check();
    }

    /** Sentences about its settings. */
    List<String> warnings() {
        return plan.warnings();
    }

    /** Runs what is not done yet. */
    void run() throws IOException {
        try (pipeline) {
            pipeline.begin();
            if (earlier.isThere() && start == RunManner.Start.RESUME) {
                earlier.convert(pipeline);
            }
            pipeline.run(null, null);
            pipeline.complete(List.of());
        }
    }

    /** Lets figures be drawn of what is done, while the rest is under way. */
    private void saved(RunFolder saved, Map<Long, Long> stepsDone) throws IOException {
        PaperTables tables = new PaperTables();
        for (Map.Entry<Long, Long> done : stepsDone.entrySet()) {
            if (done.getValue() > 0) {
                tables.add(done.getKey(), saved.metrics(done.getKey()), done.getValue());
            }
        }
        tables.write(folder);
        saved.publishManifest();
    }
}
