package dev.setpoint.sim;

import dev.setpoint.DecisionBatch;
import dev.setpoint.Learner;
import dev.setpoint.LearnerPages;
import dev.setpoint.LearnerSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.sim.RunSummary.OutOfScope;
import dev.setpoint.sim.TrueMeasures.Span;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.sim.theorem.TheoremLedger;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.ArrayList;
import java.util.List;

/** One run of a learner over a labelled stream under bandit feedback. The same data, settings and seed give the same numbers. */
public final class Experiment implements AutoCloseable {
    /** Is told of every step, for progress and examples. */
    public interface Listener {
        /**
         * A step was decided and has been learned from.
         *
         * @param measures what was measured so far
         * @param batch the step's decisions
         * @param truth what only the simulation knows of them
         */
        void stepped(TrueMeasures measures, DecisionBatch batch, StepTruth truth);
    }

    private final LabelledData data;
    private final ExperimentSettings settings;
    private final long seed;
    private final Learner learner;
    private final DecisionBatch batch;
    private final TrueMeasures measures;
    private final TheoremLedger ledger;
    private final OracleHeads oracle;
    private final BanditEnvironment world;
    private final Populations populations;
    private final CheckpointMetrics metrics;
    private final StepTruth truth;
    private final StreamOrder order;
    private final ImageAugmenter augmenter;
    private final FeatureVector[] vectors;
    /** How many queries came before the step under way. */
    private long queries;

    private long steps;

    private Experiment(LabelledData data, ExperimentSettings settings, long seed, MetricSink sink, Learner learner) {
        this.data = data;
        this.settings = settings;
        this.seed = seed;
        LearnerSettings seeded = learner.settings();
        this.learner = learner;
        this.batch = learner.newBatch();
        this.measures = new TrueMeasures(
                seeded.labels().size(), settings.heads().size(), settings.window(), settings.queries());
        this.ledger = settings.hasTheorems() ? new TheoremLedger(seeded) : null;
        this.oracle = settings.oracle() ? new OracleHeads(seeded) : null;
        this.world = new BanditEnvironment(settings.feedback(), seed);
        this.populations = new Populations(settings.shift(), data, seed);
        this.truth = new StepTruth(settings.batch());
        this.order = new StreamOrder(settings.order(), data.size(), seed);
        this.augmenter = settings.images().augmenter(data.dimension());
        this.vectors = new FeatureVector[settings.batch()];
        this.metrics = new CheckpointMetrics(settings, learner, measures, ledger, oracle, sink);
    }

    /**
     * Runs the experiment.
     *
     * @param outOfScope queries of no known class, which are decided when the stream is over and not learned from; may be empty
     * @param sink receives the metrics at every checkpoint
     * @return the run's summary
     */
    public static RunSummary run(
            LabelledData data,
            List<FeatureVector> outOfScope,
            ExperimentSettings settings,
            long seed,
            MetricSink sink,
            Listener listener) {
        try (Experiment experiment = start(data, settings, seed, sink)) {
            while (!experiment.isOver()) {
                experiment.step(listener);
            }
            return experiment.finish(outOfScope);
        }
    }

    /** Closes its learner; needed where that has a network or a sentence encoder. */
    @Override
    public void close() {
        learner.close();
    }

    /** A run at its beginning, to be taken step by step, and to be closed. */
    public static Experiment start(LabelledData data, ExperimentSettings settings, long seed, MetricSink sink) {
        return with(new Learner(settings.learner().withSeed(seed)), data, settings, seed, sink);
    }

    private static Experiment with(
            Learner learner, LabelledData data, ExperimentSettings settings, long seed, MetricSink sink) {
        try {
            return new Experiment(data, settings, seed, sink, learner);
        } catch (RuntimeException | Error e) {
            try (learner) { // there will be no experiment to close
                throw e;
            }
        }
    }

    /**
     * A run where {@link #checkpoint} left it: it resumes to the same numbers, bit for bit, as the run that wrote it.
     *
     * @param settings those of that run, as are data and seed
     * @throws SnapshotException if these bytes are no such checkpoint, or one with other settings
     */
    public static Experiment resume(
            LabelledData data, ExperimentSettings settings, long seed, MetricSink sink, byte[] checkpoint) {
        List<byte[]> parts = Snapshot.parts(checkpoint);
        if (parts.size() != 2) {
            throw new SnapshotException("snapshot: " + parts.size() + " parts (expected: 2, experiment and learner)");
        }
        StateReader in = Snapshot.open(Snapshot.EXPERIMENT, parts.get(0));
        Learner learner = LearnerPages.restore(settings.learner().withSeed(seed), parts.get(1));
        Experiment experiment = with(learner, data, settings, seed, sink);
        try {
            experiment.readState(in);
            in.finish();
        } catch (RuntimeException | Error e) {
            try (experiment) { // nobody else can close it
                throw e;
            }
        }
        return experiment;
    }

    /**
     * All that a run of {@linkplain ExperimentSettings#isResumable() resumable} settings needs to resume: two snapshots, one after
     * the other, of the experiment and of its learner.
     *
     * @throws IllegalStateException if the settings are not resumable
     */
    public List<byte[]> checkpoint() {
        if (!settings.isResumable()) {
            throw new IllegalStateException(
                    "checkpoint: of an experiment with delay, shift, twins or theorems" + " (expected: one without)");
        }
        return List.of(Snapshot.seal(Snapshot.EXPERIMENT, this::writeState), learner.snapshot());
    }

    private String identity() {
        return "data: " + data.name() + " of " + data.size() + "\nqueries: " + settings.queries() + "\nbatch: "
                + settings.batch() + "\nfeedback: " + settings.feedback() + "\ndrift: " + settings.drift()
                + "\nwindow: " + settings.window() + "\ncheckpoints: " + settings.checkpoints() + "\nimages: "
                + settings.images() + "\nseed: " + seed;
    }

    private void writeState(StateWriter out) {
        out.writeText(identity());
        out.writeLong(queries);
        out.writeLong(steps);
        measures.writeState(out);
    }

    private void readState(StateReader in) {
        Snapshot.checkSettings(identity(), in.readText());
        queries = in.readLong();
        steps = in.readLong();
        measures.readState(in);
        if (queries < 0
                || queries > settings.queries()
                || steps != (queries + settings.batch() - 1) / settings.batch()) {
            throw new SnapshotException("snapshot: " + queries + " queries in " + steps + " steps (expected: at most "
                    + settings.queries() + ", in steps of " + settings.batch() + ")");
        }
        if (measures.queries() != queries) { // every one is measured: there is no shift, or it could not be resumed
            throw new SnapshotException(
                    "snapshot: " + measures.queries() + " measured queries (expected: " + queries + ")");
        }
    }

    /** Whether the stream is at its end. */
    public boolean isOver() {
        return queries >= settings.queries();
    }

    /** How many steps were made. */
    public long steps() {
        return steps;
    }

    /** What was measured so far. */
    public TrueMeasures measures() {
        return measures;
    }

    /** Decides the next batch of the stream and learns from it. */
    public void step(Listener listener) {
        int count = (int) Math.min(settings.batch(), settings.queries() - queries);
        long before = points();
        for (int i = 0; i < count; i++) {
            truth.rows[i] = order.row(queries + i);
            vectors[i] = vectors[i] == null ? new FeatureVector() : vectors[i];
            data.readInto(truth.rows[i], vectors[i]);
            augmenter.apply(vectors[i], seed, queries + i);
        }
        step(vectors, count);
        listener.stepped(measures, batch, truth);
        if (points() > before) {
            metrics.report(steps, queries);
        }
    }

    /**
     * What the run came to, once the stream {@linkplain #isOver() is over}.
     *
     * @param outOfScope queries of no known class, which are decided now and not learned from; may be empty
     * @throws IllegalStateException if it is not over
     */
    public RunSummary finish(List<FeatureVector> outOfScope) {
        if (!isOver()) {
            throw new IllegalStateException("finish: after " + queries + " of " + settings.queries() + " queries");
        }
        List<OutOfScope> unknown = outOfScope.isEmpty() ? List.of() : decideOnly(outOfScope);
        return RunSummary.of(measures, settings.heads(), unknown);
    }

    /** How many of the stream's checkpoints have been reached. */
    private long points() {
        return queries * settings.checkpoints() / settings.queries();
    }

    private void step(FeatureVector[] vectors, int count) {
        int[] rows = truth.rows;
        learner.decideInto(vectors, null, null, populations.weights(vectors, rows, count), count, batch);
        int correct = 0;
        for (int i = 0; i < count; i++) {
            long query = queries + i;
            int label =
                    settings.drift().label(data.label(rows[i]), data.labels().size(), query, settings.queries(), seed);
            populations.observe(vectors[i], query, rows[i]);
            int decision = i;
            truth.labels[i] = label;
            truth.answers[i] = populations.isAnswered(query, rows[i])
                    ? world.pulled(
                            query,
                            batch.id(i),
                            batch.arm(i),
                            label,
                            () -> batch.set(decision, settings.learner().issuing()))
                    : null;
            measure(i, label, populations.isMeasured(query, rows[i]));
            correct += batch.arm(i) == label ? 1 : 0;
        }
        queries += count;
        learner.learn(world.collect(queries - 1)); // how many queries came before the last one
        steps++;
        if (ledger != null) {
            ledger.endStep(count, correct);
        }
        if (oracle != null) {
            oracle.endStep();
        }
    }

    private void measure(int i, int label, boolean counts) {
        if (oracle != null) {
            oracle.issue(batch, i);
        }
        if (!counts) {
            measures.skip();
            return;
        }
        measures.add(batch, i, label, oracle);
        if (ledger != null) {
            ledger.add(batch, i, label);
        }
        if (oracle != null) {
            oracle.reveal(label);
        }
    }

    /** Issues sets for queries whose true label is none of the known, and learns nothing from them. */
    private List<OutOfScope> decideOnly(List<FeatureVector> unknown) {
        int heads = settings.heads().size();
        long[] size = new long[heads];
        long[] empty = new long[heads];
        for (FeatureVector query : unknown) {
            learner.decideInto(query, batch);
            if (oracle != null) {
                oracle.issue(batch, 0);
            }
            for (int h = 0; h < heads; h++) {
                int issued = settings.learner().heads().size();
                int members = h < issued ? batch.setSize(0, h) : oracle.setSize(h - issued);
                size[h] += members;
                empty[h] += members == 0 ? 1 : 0;
            }
        }
        List<OutOfScope> results = new ArrayList<>();
        for (int h = 0; h < heads; h++) {
            results.add(new OutOfScope(
                    settings.heads().get(h).name(),
                    (double) empty[h] / unknown.size(),
                    (double) size[h] / unknown.size(),
                    measures.emptyShare(Span.QUARTER_4, h)));
        }
        metrics.report(steps, queries, results);
        return results;
    }
}
