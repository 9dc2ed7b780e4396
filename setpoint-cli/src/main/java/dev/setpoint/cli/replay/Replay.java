package dev.setpoint.cli.replay;

import dev.setpoint.ConformalLayer;
import dev.setpoint.cli.log.LogLine;
import dev.setpoint.cli.log.LogSteps;
import dev.setpoint.cli.report.Numbers;
import dev.setpoint.measure.CoverageEstimate;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

/** Feeds the lines of a log to a conformal layer and writes what it issues. */
final class Replay {
    private final double alpha;
    private final long seed;
    private final Writer sets;
    private final Writer thresholds;
    private ConformalLayer layer;
    private CoverageEstimate estimate;
    private LogSteps steps;
    private final StringBuilder text = new StringBuilder();

    private long members;
    private long answered;
    private long labelled;
    private long covered;

    /** Writers may be null. */
    Replay(double alpha, long seed, Writer sets, Writer thresholds) {
        this.alpha = alpha;
        this.seed = seed;
        this.sets = sets;
        this.thresholds = thresholds;
    }

    boolean isStarted() {
        return layer != null;
    }

    void start(ConformalLayer given) throws IOException {
        layer = given;
        estimate = new CoverageEstimate(layer.labels());
        steps = new LogSteps(seed, layer.steps());
        if (thresholds != null) {
            text.setLength(0);
            text.append("step");
            for (int k = 0; k < layer.labels(); k++) {
                text.append(',').append(k);
            }
            thresholds.append(text.append('\n'));
        }
    }

    void add(LogLine line) throws IOException {
        boolean isFirst = steps.lines() == 0;
        if (steps.begins(line)) {
            if (!isFirst) {
                layer.endStep();
            }
            writeThresholds();
        }
        issue(line);
    }

    private void writeThresholds() throws IOException {
        if (thresholds != null) {
            text.setLength(0);
            text.append(steps.step());
            for (int k = 0; k < layer.labels(); k++) {
                text.append(',').append(layer.threshold(k));
            }
            thresholds.append(text.append('\n'));
        }
    }

    private void issue(LogLine line) throws IOException {
        layer.issue(line.probabilities(), steps.u(line), line.pull());
        text.setLength(0);
        text.append("{\"step\":").append(steps.step());
        text.append(",\"row\":").append(steps.row()).append(",\"set\":[");
        int size = 0;
        for (int k = 0; k < layer.labels(); k++) {
            if (layer.contains(k)) {
                text.append(size++ == 0 ? "" : ",").append(k);
            }
        }
        members += size;
        if (sets != null) {
            sets.append(text.append("]}\n"));
        }
        if (line.label() >= 0) {
            labelled++;
            covered += layer.contains(line.label()) ? 1 : 0;
        }
        if (line.correct() != null) {
            answered++;
            layer.answer(line.arm(), line.propensity(), line.correct());
            if (line.correct()) {
                estimate.add(line.arm(), layer.weight(line.arm()), layer.contains(line.arm()));
            }
        }
    }

    void finish() {
        layer.endStep();
    }

    long lines() {
        return steps.lines();
    }

    byte[] snapshot() {
        return layer.snapshot();
    }

    String summary() {
        int least = -1;
        int counted = 0;
        for (int k = 0; k < layer.labels(); k++) {
            double coverage = estimate.coverage(k);
            if (!Double.isNaN(coverage)) {
                least = least < 0 || coverage < estimate.coverage(least) ? k : least;
                counted++;
            }
        }
        String summary = String.format(
                Locale.ROOT,
                "%s, %s, %d labels; %d answered; mean set size %.3f; minimum estimated class coverage %s%d of %d"
                        + " classes seen)",
                Numbers.count(lines(), "line"),
                Numbers.count(layer.steps(), "step"),
                layer.labels(),
                answered,
                (double) members / lines(),
                counted == 0
                        ? "unknown ("
                        : String.format(
                                Locale.ROOT,
                                "%.3f +- %.3f (class %d; ",
                                estimate.coverage(least),
                                estimate.error(least, alpha),
                                least),
                counted,
                layer.labels());
        return labelled == 0
                ? summary
                : summary
                        + String.format(
                                Locale.ROOT,
                                "; true coverage %.3f of %d labelled",
                                (double) covered / labelled,
                                labelled);
    }
}
