package dev.setpoint.sim;

import dev.setpoint.HeadSettings;
import dev.setpoint.Learner;
import dev.setpoint.measure.ClassCoverage;
import dev.setpoint.measure.CoverageInterval.Alarm;
import dev.setpoint.sim.RunSummary.OutOfScope;
import dev.setpoint.sim.TrueMeasures.Span;
import dev.setpoint.sim.theorem.Theorem1;
import dev.setpoint.sim.theorem.Theorem2;
import dev.setpoint.sim.theorem.Theorem3;
import dev.setpoint.sim.theorem.TheoremLedger;
import java.util.List;

/** Takes the metrics of a run at its checkpoints. */
final class CheckpointMetrics {
    private final ExperimentSettings settings;
    private final Learner learner;
    private final TrueMeasures measures;
    private final TheoremLedger ledger;
    private final OracleHeads oracle;
    private final MetricSink sink;
    private final List<String> labels;
    private final List<String> heads;
    private final int issued;
    private long steps;
    private long queries;

    /** Of this run; ledger and oracle are null where there is none. */
    CheckpointMetrics(
            ExperimentSettings settings,
            Learner learner,
            TrueMeasures measures,
            TheoremLedger ledger,
            OracleHeads oracle,
            MetricSink sink) {
        this.settings = settings;
        this.learner = learner;
        this.measures = measures;
        this.ledger = ledger;
        this.oracle = oracle;
        this.sink = sink;
        this.labels = settings.learner().labels();
        this.heads = settings.heads().stream().map(HeadSettings::name).toList();
        this.issued = settings.learner().heads().size();
    }

    /** The metrics of a checkpoint. */
    void report(long atSteps, long atQueries) {
        steps = atSteps;
        queries = atQueries;
        boolean last = queries == settings.queries();
        put("", "", "cross_entropy", measures.crossEntropy(Span.ALL));
        put("", "", "cross_entropy_window", measures.crossEntropy(Span.WINDOW));
        put("", "", "correct_pulls", measures.correctPulls(Span.ALL));
        put("", "", "correct_pulls_window", measures.correctPulls(Span.WINDOW));
        for (int k = 0; k < labels.size(); k++) {
            put("", labels.get(k), "correct_pulls", measures.correctPulls(Span.ALL, k));
            put("", labels.get(k), "correct_pulls_window", measures.correctPulls(Span.WINDOW, k));
            put("", labels.get(k), "share", measures.share(Span.ALL, k));
        }
        for (int h = 0; h < heads.size(); h++) {
            reportHead(h);
            if (h < issued) {
                reportIssued(h, last);
            } else {
                for (int k = 0; k < labels.size(); k++) {
                    put(heads.get(h), labels.get(k), "threshold", oracle.threshold(h - issued, k));
                }
            }
        }
    }

    /** The metrics of queries of no known class, at the end. */
    void report(long atSteps, long atQueries, List<OutOfScope> outOfScope) {
        steps = atSteps;
        queries = atQueries;
        for (OutOfScope head : outOfScope) {
            put(head.name(), "", "out_of_scope_empty_share", head.emptyShare());
            put(head.name(), "", "out_of_scope_size", head.meanSize());
        }
    }

    private void reportHead(int h) {
        String head = heads.get(h);
        put(head, "", "coverage_min", measures.coverageMin(Span.ALL, h));
        put(head, "", "coverage_max", measures.coverageMax(Span.ALL, h));
        put(head, "", "coverage_window_min", measures.coverageMin(Span.WINDOW, h));
        put(head, "", "coverage_window_max", measures.coverageMax(Span.WINDOW, h));
        put(head, "", "coverage_mean", measures.coverageMean(Span.ALL, h));
        put(head, "", "coverage_marginal", measures.coverageMarginal(Span.ALL, h));
        put(head, "", "coverage_marginal_window", measures.coverageMarginal(Span.WINDOW, h));
        put(head, "", "size", measures.size(Span.ALL, h));
        put(head, "", "size_window", measures.size(Span.WINDOW, h));
        put(head, "", "empty_share", measures.emptyShare(Span.ALL, h));
        for (int k = 0; k < labels.size(); k++) {
            put(head, labels.get(k), "coverage", measures.coverage(Span.ALL, h, k));
            put(head, labels.get(k), "coverage_window", measures.coverage(Span.WINDOW, h, k));
        }
    }

    /** What a head of the learner has and a twin has not. */
    private void reportIssued(int h, boolean last) {
        String head = heads.get(h);
        double[] thresholds = learner.thresholds(h);
        List<ClassCoverage> known = learner.coverage().classes(h);
        long alarms = known.stream().filter(c -> c.alarm() != Alarm.NONE).count();
        put(head, "", "alarms", (double) alarms);
        ClassCoverage together = learner.coverage().marginal(h);
        put(head, "", "coverage_marginal_estimate", together.estimate());
        put(head, "", "coverage_marginal_low", together.low());
        put(head, "", "coverage_marginal_high", together.high());
        double largestBound = 0;
        for (int k = 0; k < thresholds.length; k++) {
            String label = labels.get(k);
            put(head, label, "threshold", thresholds[k]);
            put(head, label, "coverage_estimate", known.get(k).estimate());
            put(head, label, "coverage_low", known.get(k).low());
            put(head, label, "coverage_high", known.get(k).high());
            put(head, label, "ess", known.get(k).effectiveSampleSize());
            if (ledger != null && ledger.decayingBound().speaksOf(h)) {
                put(head, label, "decaying_gap", ledger.decayingBound().gap(h, k));
                put(head, label, "decaying_bound", ledger.decayingBound().bound(h, k));
            }
            if (ledger != null && measures.queries(k) > 0) {
                largestBound = Math.max(largestBound, ledger.theorem1().bound(h, k));
                if (last) {
                    reportTheorems(h, head, k, label);
                }
            }
        }
        if (ledger != null && ledger.theorem1().speaksOf(h)) {
            put(head, "", "theorem1_bound", largestBound);
        }
    }

    private void reportTheorems(int h, String head, int k, String label) {
        put(head, label, "propensity_lower_bound", ledger.propensityLowerBound(k));
        Theorem1 coverage = ledger.theorem1();
        if (coverage.speaksOf(h)) {
            put(head, label, "theorem1_gap", coverage.gap(measures.misses(h, k), k));
            put(head, label, "theorem1_threshold_term", coverage.thresholdTerm(h, k));
            put(head, label, "theorem1_deviation_term", coverage.deviationTerm(k));
            put(head, label, "theorem1_bound", coverage.bound(h, k));
            put(head, label, "corollary1_bound", coverage.boundOfUniformPolicy(h, k));
        }
        Theorem2 regret = ledger.theorem2();
        if (regret.speaksOf(h)) {
            put(head, label, "theorem2_regret", regret.regret(h, k));
            put(head, label, "theorem2_bound", regret.bound(h, k));
            put(head, label, "theorem2_best_threshold", regret.bestThreshold(h, k));
            put(head, label, "theorem2_best_rate", regret.bestRate(h, k));
            put(head, label, "corollary2_bound", regret.boundOfUniformPolicy(h, k));
        }
        Theorem3 experts = ledger.theorem3();
        if (experts.speaksOf(h)) {
            put(head, label, "theorem3_regret", experts.regret(h, k));
            put(head, label, "theorem3_bound", experts.bound(h, k));
            put(head, label, "theorem3_assumption", experts.lossesWereBounded(h, k) ? 1 : 0);
        }
    }

    private void put(String head, String label, String metric, double value) {
        sink.put(steps, queries, head, label, metric, value);
    }
}
