package dev.setpoint.cli.whatif;

import dev.setpoint.ConformalLayer;
import dev.setpoint.HeadSettings;
import dev.setpoint.Normalization;
import dev.setpoint.cli.log.LogException;
import dev.setpoint.cli.log.LogLine;
import dev.setpoint.cli.log.LogSteps;
import dev.setpoint.measure.CoverageEstimate;
import dev.setpoint.measure.HeadMeasures;
import dev.setpoint.score.Score;
import dev.setpoint.step.LabelSums;
import dev.setpoint.track.TrackerSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Runs many conformal layers over one log at once, each as if it had issued the sets. Memory does not grow with the log. */
final class WhatIf {
    /**
     * One combination of settings.
     *
     * @param scoreName the score as the user wrote it
     * @param trackerName the tracker as the user wrote it
     */
    record Setting(double alpha, Score score, TrackerSettings tracker, String scoreName, String trackerName) {
        String name() {
            return scoreName + " with " + trackerName;
        }

        ConformalLayer layer(int labels, Normalization normalization) {
            return new ConformalLayer(new HeadSettings(name(), score, tracker), labels, alpha, normalization);
        }
    }

    /** What is known of a setting over a part of the log. */
    static final class SettingMetrics {
        private final double alpha;
        private final int labels;
        private final HeadMeasures measures;
        /** Of the step under way: a learner, too, adds up its steps first, and the two agree to the last bit. */
        private final LabelSums step;

        private final long[] queries;
        private final long[] covered;

        private SettingMetrics(double alpha, int labels) {
            this.alpha = alpha;
            this.labels = labels;
            this.measures = new HeadMeasures(labels);
            this.step = new LabelSums(labels, CoverageEstimate.SUMS);
            this.queries = new long[labels];
            this.covered = new long[labels];
        }

        private void add(LogLine line, ConformalLayer layer, int size) {
            measures.sizes().add(size);
            if (Boolean.TRUE.equals(line.correct())) {
                double weight = layer.weight(line.arm());
                CoverageEstimate.addTo(step, line.arm(), weight, Double.POSITIVE_INFINITY, layer.contains(line.arm()));
            }
            if (line.label() >= 0) {
                queries[line.label()]++;
                covered[line.label()] += layer.contains(line.label()) ? 1 : 0;
            }
        }

        /** The estimated coverage of a class; NaN without evidence. */
        double coverage(int label) {
            return measures.coverage().coverage(label);
        }

        /** What the evidence on a class is worth, in answers of weight 1. */
        double effectiveSampleSize(int label) {
            return measures.coverage().effectiveSampleSize(label);
        }

        /** By how much the estimate of a class may well be off; NaN without evidence. */
        double error(int label) {
            return measures.coverage().error(label, alpha);
        }

        /** Whether so many errors above its estimate every calibrated class is at the target. */
        boolean mayReach(double errors) {
            return IntStream.range(0, labels)
                    .filter(this::isCalibrated)
                    .allMatch(k -> coverage(k) + errors * error(k) >= 1 - alpha);
        }

        /** Whether the evidence on a class is worth enough to count. */
        boolean isCalibrated(int label) {
            return measures.coverage().isCalibrated(label, alpha);
        }

        /** The coverage of a class by the labels in the log; NaN if it does not occur among them. */
        double trueCoverage(int label) {
            return (double) covered[label] / queries[label];
        }

        /** The calibrated class with the smallest estimated coverage, or -1 if none is calibrated. */
        int labelOfMinimumCoverage() {
            int least = -1;
            for (int k = 0; k < labels; k++) {
                if (isCalibrated(k) && (least < 0 || coverage(k) < coverage(least))) {
                    least = k;
                }
            }
            return least;
        }

        /** The smallest estimated coverage of a calibrated class; NaN if none is calibrated. */
        double minimumCoverage() {
            return calibrated().min().orElse(Double.NaN);
        }

        /** The largest estimated coverage of a calibrated class; NaN if none is calibrated. */
        double maximumCoverage() {
            return calibrated().max().orElse(Double.NaN);
        }

        private DoubleStream calibrated() {
            return IntStream.range(0, labels).filter(this::isCalibrated).mapToDouble(this::coverage);
        }

        /** How many classes are not calibrated. */
        int uncalibrated() {
            return labels - (int) calibrated().count();
        }

        /** The smallest true coverage of a class that occurs among the labels; NaN if there are none. */
        double minimumTrueCoverage() {
            return IntStream.range(0, labels)
                    .mapToDouble(this::trueCoverage)
                    .filter(coverage -> !Double.isNaN(coverage))
                    .min()
                    .orElse(Double.NaN);
        }

        void endStep() {
            measures.coverage().add(step);
            step.clear();
        }

        double size() {
            return measures.sizes().mean();
        }

        double emptyShare() {
            return (double) measures.sizes().count(0) / measures.sizes().sets();
        }

        int labels() {
            return labels;
        }
    }

    /** The metrics of one setting; those of the last quarter are null where the log's length is not known. */
    record Result(Setting setting, SettingMetrics whole, SettingMetrics lastQuarter) {}

    private final List<Setting> settings;
    private final Normalization normalization;
    private final LogSteps steps;
    private final long total;
    private final List<ConformalLayer> layers = new ArrayList<>();
    private final List<Result> results = new ArrayList<>();
    private long answered;
    private long labelled;
    private long completed;

    /**
     * Before the first line.
     *
     * @param total how many lines there will be, or 0 if that is not known
     */
    WhatIf(List<Setting> settings, Normalization normalization, long seed, long total) {
        this.settings = List.copyOf(settings);
        this.normalization = normalization;
        this.steps = new LogSteps(seed, 0);
        this.total = total;
    }

    void add(LogLine line) throws LogException {
        boolean isFirst = lines() == 0;
        if (isFirst) {
            start(line.probabilities().length);
        }
        if (steps.begins(line) && !isFirst) {
            endStep();
        }
        boolean isLate = total > 0 && 4 * (lines() - 1) / total >= 3; // as experiments cut their quarters
        double[] u = steps.u(line);
        for (int i = 0; i < layers.size(); i++) {
            ConformalLayer layer = layers.get(i);
            layer.issue(line.probabilities(), u, line.pull());
            if (line.correct() != null) {
                layer.answer(line.arm(), line.propensity(), line.correct());
            }
            int size = 0;
            for (int k = 0; k < layer.labels(); k++) {
                size += layer.contains(k) ? 1 : 0;
            }
            results.get(i).whole().add(line, layer, size);
            if (isLate) {
                results.get(i).lastQuarter().add(line, layer, size);
            }
        }
        answered += line.correct() != null ? 1 : 0;
        labelled += line.label() >= 0 ? 1 : 0;
    }

    private void start(int labels) {
        for (Setting setting : settings) {
            layers.add(setting.layer(labels, normalization));
            SettingMetrics lastQuarter = total > 0 ? new SettingMetrics(setting.alpha(), labels) : null;
            results.add(new Result(setting, new SettingMetrics(setting.alpha(), labels), lastQuarter));
        }
    }

    private void endStep() {
        layers.forEach(ConformalLayer::endStep);
        for (Result result : results) {
            result.whole().endStep();
            if (result.lastQuarter() != null) {
                result.lastQuarter().endStep();
            }
        }
        completed++;
    }

    /** Ends the last step. */
    void finish() {
        endStep();
    }

    long lines() {
        return steps.lines();
    }

    /** How many steps have ended. */
    long steps() {
        return completed;
    }

    long answered() {
        return answered;
    }

    /** Whether any line gave its true label. */
    boolean isLabelled() {
        return labelled > 0;
    }

    /** The metrics, in the order of the settings. */
    List<Result> results() {
        return List.copyOf(results);
    }
}
