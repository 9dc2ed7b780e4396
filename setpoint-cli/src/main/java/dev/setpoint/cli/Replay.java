package dev.setpoint.cli;

import dev.setpoint.ConformalLayer;
import dev.setpoint.cli.log.LogLine;
import dev.setpoint.measure.CoverageEstimate;
import dev.setpoint.random.Draws;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

/** Feeds the lines of a log to a conformal layer and writes what it issues. */
final class Replay {
    private final long seed;
    private final Writer sets;
    private final Writer thresholds;
    private ConformalLayer layer;
    private CoverageEstimate estimate;
    private double[] drawn;
    private final StringBuilder text = new StringBuilder();

    private boolean inStep;
    private boolean stepsAreNamed;
    private long step;
    private int row;
    private long lines;
    private long members;
    private long answered;
    private long labelled;
    private long covered;

    /** Writers may be null. */
    Replay(long seed, Writer sets, Writer thresholds) {
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
        drawn = new double[layer.labels()];
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
        if (lines == 0) {
            stepsAreNamed = line.hasStep();
        }
        if (line.hasStep() != stepsAreNamed) {
            throw Failure.data("line " + line.number() + ": step: " + (line.hasStep() ? "given" : "missing")
                    + " (expected: in all lines or in none)");
        }
        if (inStep && (!stepsAreNamed || line.step() != step)) {
            if (stepsAreNamed && line.step() < step) {
                throw Failure.data("line " + line.number() + ": step: " + line.step() + " after " + step
                        + " (expected: not decreasing)");
            }
            endStep();
        }
        if (!inStep) {
            beginStep(stepsAreNamed ? line.step() : layer.steps());
        }
        issue(line);
        lines++;
        row++;
    }

    private void beginStep(long number) throws IOException {
        step = number;
        row = 0;
        inStep = true;
        if (thresholds != null) {
            text.setLength(0);
            text.append(step);
            for (int k = 0; k < layer.labels(); k++) {
                text.append(',').append(layer.threshold(k));
            }
            thresholds.append(text.append('\n'));
        }
    }

    private void issue(LogLine line) throws IOException {
        layer.issue(line.probabilities(), line.u() == null ? draw(line) : line.u());
        text.setLength(0);
        text.append("{\"step\":").append(step).append(",\"row\":").append(row).append(",\"set\":[");
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

    private double[] draw(LogLine line) {
        long id = line.id() == null ? Draws.mix(step) + row : Draws.id(line.id());
        long stream = Draws.stream(seed, Draws.SCORE, id);
        for (int k = 0; k < drawn.length; k++) {
            drawn[k] = Draws.uniform(stream, k);
        }
        return drawn;
    }

    private void endStep() {
        layer.endStep();
        inStep = false;
    }

    void finish() {
        endStep();
    }

    long lines() {
        return lines;
    }

    byte[] snapshot() {
        return layer.snapshot();
    }

    String summary() {
        double least = 1;
        int counted = 0;
        for (int k = 0; k < layer.labels(); k++) {
            double coverage = estimate.coverage(k);
            if (!Double.isNaN(coverage)) {
                least = Math.min(least, coverage);
                counted++;
            }
        }
        String summary = String.format(
                Locale.ROOT,
                "%d lines, %d steps, %d labels; %d answered; mean set size %.3f; smallest estimated class coverage %s"
                        + " (%d of %d classes seen)",
                lines,
                layer.steps(),
                layer.labels(),
                answered,
                (double) members / lines,
                counted == 0 ? "unknown" : String.format(Locale.ROOT, "%.3f", least),
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
