package dev.setpoint.cli.run;

import dev.setpoint.HeadSettings;
import dev.setpoint.sim.Experiment;
import dev.setpoint.sim.MetricSink;
import dev.setpoint.sim.RunSummary;
import dev.setpoint.sim.TrueMeasures;
import dev.setpoint.state.SnapshotException;
import java.io.IOException;

/** Takes one seed of a plan from where it is to its end. */
final class SeedRun {
    private static final double NANOS = 1e-9;

    /** Is told how far the seed is. */
    interface Listener {
        /** After a step. */
        void stepped(long steps, TrueMeasures measures);

        /** After a checkpoint that is on disk, with its metrics. */
        void saved(long steps) throws IOException;
    }

    private final RunPlan plan;
    private final RunManner manner;
    private final SeedFiles files;
    private final Experiment.Listener steps;

    /** A seed of a plan; the last one hears of each step that is made. */
    SeedRun(RunPlan plan, RunManner manner, SeedFiles files, Experiment.Listener steps) {
        this.plan = plan;
        this.manner = manner;
        this.files = files;
        this.steps = steps;
    }

    RunSummary run(Listener listener) throws IOException {
        if (files.isFinished()) {
            return files.readSummary(
                    plan.settings().heads().stream().map(HeadSettings::name).toList());
        }
        LateSink sink = new LateSink();
        try (Experiment experiment = open(sink);
                MetricsFile metrics =
                        MetricsFile.open(files.metrics(), files.seed(), experiment.steps(), manner.kept());
                SpeedLog speed = manner.keepsSeeds() ? new SpeedLog(files.speed(), experiment.steps()) : null) {
            sink.to = metrics;
            long last = System.nanoTime();
            while (!experiment.isOver()) {
                experiment.step(steps);
                listener.stepped(experiment.steps(), experiment.measures());
                if (speed != null) {
                    speed.stepped(experiment.steps());
                }
                boolean isDue = (System.nanoTime() - last) * NANOS > manner.checkpointSeconds();
                if (plan.settings().isResumable() && isDue && !experiment.isOver()) {
                    save(experiment, metrics);
                    listener.saved(experiment.steps());
                    last = System.nanoTime();
                }
            }
            if (plan.settings().isResumable() && manner.keepsSeeds()) {
                save(experiment, metrics); // others may start from what was learned
            }
            RunSummary summary = experiment.finish(plan.outOfScope());
            metrics.force();
            files.finish(SummaryFile.bytes(plan.settings().learner(), 1, summary), manner.keepsSeeds());
            return summary;
        }
    }

    /** Metrics first: a checkpoint must not be ahead of them. */
    private void save(Experiment experiment, MetricsFile metrics) throws IOException {
        metrics.force();
        files.saveCheckpoint(experiment.checkpoint());
    }

    private Experiment open(MetricSink sink) throws IOException {
        byte[] saved = files.readCheckpoint();
        if (saved == null) {
            return Experiment.start(plan.data(), plan.settings(), files.seed(), sink);
        }
        try {
            return Experiment.resume(plan.data(), plan.settings(), files.seed(), sink, saved);
        } catch (SnapshotException e) {
            throw files.badCheckpoint(e.getMessage());
        }
    }

    /** The file of metrics can be opened only when it is known from which step the seed resumes. */
    private static final class LateSink implements MetricSink {
        private MetricsFile to;

        @Override
        public void put(long step, long queries, String head, String label, String metric, double value) {
            to.put(step, queries, head, label, metric, value);
        }
    }
}
