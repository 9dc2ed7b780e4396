package dev.setpoint.sim;

import dev.setpoint.DecisionBatch;
import dev.setpoint.Learner;
import dev.setpoint.LearnerSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.sim.RunSummary.OutOfScope;
import dev.setpoint.sim.TrueMeasures.Span;
import dev.setpoint.sim.data.LabelledData;
import java.util.ArrayList;
import java.util.List;

/** One run of a learner over a labelled stream under bandit feedback. The same data, settings and seed give the same figures. */
public final class Experiment {
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
    private final Figures figures;
    private final StepTruth truth;
    /** How many queries came before the step under way. */
    private long queries;

    private long steps;

    private Experiment(LabelledData data, ExperimentSettings settings, long seed, MetricSink sink) {
        this.data = data;
        this.settings = settings;
        this.seed = seed;
        LearnerSettings seeded = settings.learner().withSeed(seed);
        this.learner = new Learner(seeded);
        this.batch = learner.newBatch();
        this.measures = new TrueMeasures(
                seeded.labels().size(), settings.heads().size(), settings.window(), settings.queries());
        this.ledger = TheoremLedger.speaksOf(settings) ? new TheoremLedger(seeded) : null;
        this.oracle = settings.oracle() ? new OracleHeads(seeded) : null;
        this.world = new BanditEnvironment(settings.feedback(), seed);
        this.populations = new Populations(settings.shift(), data, seed);
        this.truth = new StepTruth(settings.batch());
        this.figures = new Figures(settings, learner, measures, ledger, oracle, sink);
    }

    /**
     * Runs the experiment.
     *
     * @param outOfScope queries of no known class, which are decided when the stream is over and not learned from; may be empty
     * @param sink receives the figures at every checkpoint
     * @return the run's summary
     */
    public static RunSummary run(
            LabelledData data,
            List<FeatureVector> outOfScope,
            ExperimentSettings settings,
            long seed,
            MetricSink sink,
            Listener listener) {
        Experiment experiment = new Experiment(data, settings, seed, sink);
        experiment.runAll(listener);
        List<OutOfScope> unknown = outOfScope.isEmpty() ? List.of() : experiment.decideOnly(outOfScope);
        return RunSummary.of(experiment.measures, settings.heads(), unknown);
    }

    private void runAll(Listener listener) {
        StreamOrder order = new StreamOrder(data.size(), seed);
        OnlineScaler scaler = settings.standardize() ? new OnlineScaler(data.dimension()) : null;
        FeatureVector[] vectors = new FeatureVector[settings.batch()];
        int checkpoint = 0;
        while (queries < settings.queries()) {
            int count = (int) Math.min(settings.batch(), settings.queries() - queries);
            for (int i = 0; i < count; i++) {
                truth.rows[i] = order.row(queries + i);
                vectors[i] = vectors[i] == null ? new FeatureVector() : vectors[i];
                data.readInto(truth.rows[i], vectors[i]);
                if (scaler != null) {
                    scaler.scale(vectors[i]);
                }
            }
            step(vectors, count);
            listener.stepped(measures, batch, truth);
            int reached = (int) (queries * settings.checkpoints() / settings.queries());
            if (reached > checkpoint) {
                checkpoint = reached;
                figures.report(steps, queries);
            }
        }
    }

    private void step(FeatureVector[] vectors, int count) {
        int[] rows = truth.rows;
        learner.decideInto(vectors, null, null, populations.weights(vectors, rows, count), count, batch);
        int right = 0;
        for (int i = 0; i < count; i++) {
            long query = queries + i;
            int label =
                    settings.drift().label(data.label(rows[i]), data.labels().size(), query, settings.queries(), seed);
            populations.observe(vectors[i], query, rows[i]);
            int decision = i;
            truth.labels[i] = label;
            truth.answers[i] = populations.isAnswered(query, rows[i])
                    ? world.pulled(query, batch.id(i), batch.arm(i), label, () -> batch.set(decision, 0))
                    : null;
            measure(i, label, populations.isMeasured(query, rows[i]));
            right += batch.arm(i) == label ? 1 : 0;
        }
        queries += count;
        learner.learn(world.collect(queries - 1)); // how many queries came before the last one
        steps++;
        if (ledger != null) {
            ledger.endStep(count, right);
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
        figures.report(steps, queries, results);
        return results;
    }
}
