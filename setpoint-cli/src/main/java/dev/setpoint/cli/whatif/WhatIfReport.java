package dev.setpoint.cli.whatif;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.setpoint.cli.draw.ScatterPlot;
import dev.setpoint.cli.file.FileKind;
import dev.setpoint.cli.report.Numbers;
import dev.setpoint.cli.whatif.WhatIf.Result;
import dev.setpoint.cli.whatif.WhatIf.Setting;
import dev.setpoint.cli.whatif.WhatIf.SettingMetrics;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What {@code whatif} says: a table, a sentence per alpha, a CSV of every class, a plot. */
final class WhatIfReport {
    static final FileKind CSV = FileKind.of("a table of whatif", "alpha,score,tracker,part,label,");
    static final FileKind PLOT = FileKind.of("a plot of setpoint", ScatterPlot.beginning());

    /**
     * How many standard errors an estimate must be off the target before it says that it is missed, or reached. That is no test: where
     * few answers weigh most, two errors cover less often than 95%, see {@link dev.setpoint.measure.CoverageEstimate#standardError}.
     */
    private static final double ERRORS = 2;

    private static final String NONE = "-";

    private final List<Result> results;
    private final boolean isLabelled;

    WhatIfReport(WhatIf whatIf) {
        results = whatIf.results();
        isLabelled = whatIf.isLabelled();
    }

    // ---------------------------------------------------------------- table

    /** One row per setting, in their order. */
    String table() {
        List<List<String>> rows = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of("alpha", "score", "tracker"));
        header.addAll(columns());
        boolean hasLast = results.get(0).lastQuarter() != null;
        if (hasLast) {
            header.addAll(columns());
        }
        rows.add(header);
        for (Result result : results) {
            Setting setting = result.setting();
            List<String> row = new ArrayList<>(
                    List.of(String.valueOf(setting.alpha()), setting.scoreName(), setting.trackerName()));
            row.addAll(cells(result.whole()));
            if (hasLast) {
                row.addAll(cells(result.lastQuarter()));
            }
            rows.add(row);
        }
        int[] widths = new int[header.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        if (hasLast) {
            text.append(" ".repeat(placeOf(widths, 3)));
            text.append("whole log")
                    .append(" ".repeat(placeOf(widths, 3 + columns().size()) - placeOf(widths, 3) - 9));
            text.append("last quarter\n");
        }
        for (List<String> row : rows) {
            text.append(line(row, widths)).append('\n');
        }
        return text.toString();
    }

    private List<String> columns() {
        return isLabelled
                ? List.of("min", "max", "ess", "true", "few", "size", "empty")
                : List.of("min", "max", "ess", "few", "size", "empty");
    }

    private List<String> cells(SettingMetrics metrics) {
        List<String> cells = new ArrayList<>();
        int least = metrics.labelOfMinimumCoverage();
        cells.add(three(metrics.minimumCoverage()));
        cells.add(three(metrics.maximumCoverage()));
        cells.add(least < 0 ? NONE : String.format(Locale.ROOT, "%.0f", metrics.effectiveSampleSize(least)));
        if (isLabelled) {
            cells.add(three(metrics.minimumTrueCoverage()));
        }
        cells.add(String.valueOf(metrics.uncalibrated()));
        cells.add(three(metrics.size()));
        cells.add(three(metrics.emptyShare()));
        return cells;
    }

    /** Names to the left of their column, numbers to the right; more room between the parts. */
    private String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            line.append(" ".repeat(placeOf(widths, i) - line.length()));
            String cell = cells.get(i);
            line.append(i < 3 ? "" : " ".repeat(widths[i] - cell.length())).append(cell);
        }
        return line.toString();
    }

    private int placeOf(int[] widths, int column) {
        int place = 0;
        for (int i = 0; i < column; i++) {
            place += widths[i] + 2;
        }
        return place + 2 * ((column >= 3 ? 1 : 0) + (column >= 3 + columns().size() ? 1 : 0));
    }

    private static String three(double value) {
        return Double.isNaN(value) ? NONE : String.format(Locale.ROOT, "%.3f", value);
    }

    // ---------------------------------------------------------------- sentences

    /**
     * Per alpha one sentence: which setting has the smallest sets among those that are not estimated to miss the target, and among those
     * that are estimated to reach it, both by two standard errors. Estimates at their word would pass over a setting for the noise in its
     * minimum class coverage.
     */
    String verdicts() {
        StringBuilder text = new StringBuilder();
        for (double alpha : alphas()) {
            text.append("alpha ")
                    .append(alpha)
                    .append(": ")
                    .append(verdict(alpha))
                    .append('\n');
        }
        return text.toString();
    }

    private String verdict(double alpha) {
        List<Result> candidates =
                results.stream().filter(r -> r.setting().alpha() == alpha).toList();
        SettingMetrics any = candidates.get(0).whole(); // what the evidence is worth does not depend on the setting
        String worth = String.format(Locale.ROOT, "evidence on them is worth less than %.3g answers", 1 / alpha);
        if (any.uncalibrated() == any.labels()) {
            return "nothing can be said of any of the " + any.labels() + " classes: the " + worth;
        }
        String left = any.uncalibrated() == 0
                ? ""
                : String.format(
                        Locale.ROOT, " (%d of %d not counted: the %s)", any.uncalibrated(), any.labels(), worth);
        String target = "the target of " + Numbers.target(alpha);
        return smallest(candidates, ERRORS)
                .map(best -> String.format(
                                Locale.ROOT,
                                "of the settings not estimated to miss %s in any class by more than two standard errors%s,"
                                        + " %s has the smallest sets, %.3f labels, minimum class coverage %.3f +- %.3f;\n  ",
                                target,
                                left,
                                best.setting().name(),
                                best.whole().size(),
                                best.whole().minimumCoverage(),
                                ERRORS * best.whole().error(best.whole().labelOfMinimumCoverage()))
                        + reaching(candidates))
                .orElse("every setting is estimated to miss " + target
                        + " in some class by more than two standard errors" + left);
    }

    private static String reaching(List<Result> candidates) {
        return smallest(candidates, -ERRORS)
                .map(best -> String.format(
                        Locale.ROOT,
                        "of those estimated to reach it in every class by two standard errors, %s, %.3f labels",
                        best.setting().name(),
                        best.whole().size()))
                .orElse("none is estimated to reach it in every class by two standard errors");
    }

    private static Optional<Result> smallest(List<Result> candidates, double errors) {
        return candidates.stream()
                .filter(r -> r.whole().mayReach(errors))
                .min(Comparator.comparingDouble(r -> r.whole().size()));
    }

    private List<Double> alphas() {
        return results.stream().map(r -> r.setting().alpha()).distinct().toList();
    }

    // ---------------------------------------------------------------- files

    /** Every metric of every class, with the settings in full. */
    void writeCsv(Writer out) throws IOException {
        CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
        csv.writeRecord(
                "alpha",
                "score",
                "tracker",
                "part",
                "label",
                "coverage_estimate",
                "standard_error",
                "ess",
                "calibrated",
                "coverage",
                "size",
                "empty_share");
        for (Result result : results) {
            writeClasses(csv, result.setting(), "whole", result.whole());
            if (result.lastQuarter() != null) {
                writeClasses(csv, result.setting(), "last-quarter", result.lastQuarter());
            }
        }
        csv.flush(); // the file is the caller's to close
    }

    private static void writeClasses(CsvWriter csv, Setting setting, String part, SettingMetrics metrics) {
        for (int k = 0; k < metrics.labels(); k++) {
            csv.writeRecord(
                    String.valueOf(setting.alpha()),
                    setting.score().toString(),
                    setting.tracker().toString(),
                    part,
                    String.valueOf(k),
                    String.valueOf(metrics.coverage(k)),
                    String.valueOf(metrics.error(k)),
                    String.valueOf(metrics.effectiveSampleSize(k)),
                    String.valueOf(metrics.isCalibrated(k)),
                    String.valueOf(metrics.trueCoverage(k)),
                    String.valueOf(metrics.size()),
                    String.valueOf(metrics.emptyShare()));
        }
    }

    /** Size against the smallest class coverage, one point per setting, one colour per alpha. */
    String plot() {
        ScatterPlot plot = new ScatterPlot(
                "What other settings would have done",
                "Over the whole log; coverage is estimated from the answers; dashed: the target, 1 - alpha",
                "minimum class coverage",
                "labels per set");
        for (double alpha : alphas()) {
            plot.group("alpha " + alpha, 1 - alpha);
            for (Result result : results) {
                if (result.setting().alpha() == alpha) {
                    plot.point(
                            result.setting().name(),
                            result.whole().minimumCoverage(),
                            result.whole().size());
                }
            }
        }
        return plot.svg();
    }
}
