package dev.setpoint.sim;

import dev.setpoint.DecisionBatch;
import dev.setpoint.Learner;
import dev.setpoint.LearnerSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.measure.ClassCoverage;
import dev.setpoint.measure.CoverageInterval.Alarm;
import dev.setpoint.sim.TrueMeasures.Span;
import dev.setpoint.sim.data.LabelledData;
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
         * @param rows the data row of each decision
         */
        void stepped(TrueMeasures measures, DecisionBatch batch, int[] rows);
    }

    private final LabelledData data;
    private final ExperimentSettings settings;
    private final long seed;
    private final Learner learner;
    private final DecisionBatch batch;
    private final TrueMeasures measures;
    private final TheoremLedger ledger;
    private final BanditEnvironment world;
    private final MetricSink sink;
    private long steps;

    private Experiment(LabelledData data, ExperimentSettings settings, long seed, MetricSink sink) {
        this.data = data;
        this.settings = settings;
        this.seed = seed;
        this.sink = sink;
        LearnerSettings seeded = settings.learner().withSeed(seed);
        this.learner = new Learner(seeded);
        this.batch = learner.newBatch();
        this.measures =
                new TrueMeasures(seeded.labels().size(), seeded.heads().size(), settings.window(), settings.queries());
        this.ledger = TheoremLedger.speaksOf(settings) ? new TheoremLedger(seeded) : null;
        this.world = new BanditEnvironment(settings.feedback(), seed);
    }

    /**
     * Runs the experiment.
     *
     * @param sink receives the figures at every checkpoint
     * @return the run's summary
     */
    public static RunSummary run(
            LabelledData data, ExperimentSettings settings, long seed, MetricSink sink, Listener listener) {
        Experiment experiment = new Experiment(data, settings, seed, sink);
        experiment.runAll(listener);
        return RunSummary.of(experiment.measures, settings.learner());
    }

    private void runAll(Listener listener) {
        StreamOrder order = new StreamOrder(data.size(), seed);
        OnlineScaler scaler = settings.standardize() ? new OnlineScaler(data.dimension()) : null;
        FeatureVector[] queries = new FeatureVector[settings.batch()];
        int[] rows = new int[settings.batch()];
        int checkpoint = 0;
        while (measures.queries() < settings.queries()) {
            long start = measures.queries();
            int count = (int) Math.min(settings.batch(), settings.queries() - start);
            for (int i = 0; i < count; i++) {
                rows[i] = order.row(start + i);
                queries[i] = queries[i] == null ? new FeatureVector() : queries[i];
                data.readInto(rows[i], queries[i]);
                if (scaler != null) {
                    scaler.scale(queries[i]);
                }
            }
            step(queries, rows, count);
            listener.stepped(measures, batch, rows);
            int reached = (int) (measures.queries() * settings.checkpoints() / settings.queries());
            if (reached > checkpoint) {
                checkpoint = reached;
                report(measures.queries() == settings.queries());
            }
        }
    }

    private void step(FeatureVector[] queries, int[] rows, int count) {
        learner.decideInto(queries, count, batch);
        int right = 0;
        for (int i = 0; i < count; i++) {
            int label = data.label(rows[i]);
            world.pulled(measures.queries(), batch.id(i), batch.arm(i), label);
            measures.add(batch, i, label);
            right += batch.arm(i) == label ? 1 : 0;
            if (ledger != null) {
                ledger.add(batch, i, label);
            }
        }
        int answers = world.collect(measures.queries() - 1); // how many queries came before the last one
        learner.learn(world.ids(), world.right(), answers);
        steps++;
        if (ledger != null) {
            ledger.endStep(count, right);
        }
    }

    // ------------------------------------------------------------------ figures

    private void report(boolean last) {
        put("", "", "cross_entropy", measures.crossEntropy(Span.ALL));
        put("", "", "cross_entropy_window", measures.crossEntropy(Span.WINDOW));
        put("", "", "right_pulls", measures.rightPulls(Span.ALL));
        put("", "", "right_pulls_window", measures.rightPulls(Span.WINDOW));
        List<String> labels = data.labels();
        for (int k = 0; k < labels.size(); k++) {
            put("", labels.get(k), "right_pulls", measures.rightPulls(Span.ALL, k));
            put("", labels.get(k), "right_pulls_window", measures.rightPulls(Span.WINDOW, k));
            put("", labels.get(k), "share", measures.share(Span.ALL, k));
        }
        for (int h = 0; h < settings.learner().heads().size(); h++) {
            reportHead(h, last);
        }
    }

    private void reportHead(int h, boolean last) {
        String head = settings.learner().heads().get(h).name();
        put(head, "", "coverage_min", measures.coverageMin(Span.ALL, h));
        put(head, "", "coverage_max", measures.coverageMax(Span.ALL, h));
        put(head, "", "coverage_window_min", measures.coverageMin(Span.WINDOW, h));
        put(head, "", "coverage_window_max", measures.coverageMax(Span.WINDOW, h));
        put(head, "", "size", measures.size(Span.ALL, h));
        put(head, "", "size_window", measures.size(Span.WINDOW, h));
        put(head, "", "empty_share", measures.emptyShare(Span.ALL, h));
        double[] thresholds = learner.thresholds(h);
        List<ClassCoverage> known = learner.coverage(h);
        long alarms = known.stream().filter(c -> c.alarm() != Alarm.NONE).count();
        put(head, "", "alarms", (double) alarms);
        double largestBound = 0;
        for (int k = 0; k < thresholds.length; k++) {
            String label = data.labels().get(k);
            put(head, label, "coverage", measures.coverage(Span.ALL, h, k));
            put(head, label, "coverage_window", measures.coverage(Span.WINDOW, h, k));
            put(head, label, "threshold", thresholds[k]);
            put(head, label, "coverage_estimate", known.get(k).estimate());
            put(head, label, "coverage_low", known.get(k).low());
            put(head, label, "coverage_high", known.get(k).high());
            put(head, label, "ess", known.get(k).effectiveSampleSize());
            if (ledger != null && measures.queries(k) > 0) {
                largestBound = Math.max(largestBound, ledger.coverageBound(h, k));
                if (last) {
                    reportTheorems(h, head, k, label);
                }
            }
        }
        if (ledger != null && ledger.isAlgorithmOne(h)) {
            put(head, "", "theorem1_bound", largestBound);
        }
    }

    private void reportTheorems(int h, String head, int k, String label) {
        put(head, label, "least_propensity", ledger.leastPropensity(k));
        if (ledger.isAlgorithmOne(h)) {
            put(head, label, "theorem1_gap", ledger.coverageGap(measures, h, k));
            put(head, label, "theorem1_threshold_term", ledger.thresholdTerm(h, k));
            put(head, label, "theorem1_deviation_term", ledger.deviationTerm(k));
            put(head, label, "theorem1_bound", ledger.coverageBound(h, k));
            put(head, label, "corollary1_bound", ledger.coverageBoundOfUniformPolicy(h, k));
            put(head, label, "theorem2_regret", ledger.regret(h, k));
            put(head, label, "theorem2_bound", ledger.regretBound(h, k));
            put(head, label, "theorem2_best_threshold", ledger.bestThreshold(h, k));
            put(head, label, "theorem2_best_rate", ledger.bestRate(h, k));
            put(head, label, "corollary2_bound", ledger.regretBoundOfUniformPolicy(h, k));
        }
        if (ledger.isAlgorithmTwo(h)) {
            put(head, label, "theorem3_regret", ledger.expertRegret(h, k));
            put(head, label, "theorem3_bound", ledger.expertRegretBound(h, k));
            put(head, label, "theorem3_assumption", ledger.lossesWereBounded(h, k) ? 1 : 0);
        }
    }

    private void put(String head, String label, String metric, double value) {
        sink.put(steps, measures.queries(), head, label, metric, value);
    }
}
