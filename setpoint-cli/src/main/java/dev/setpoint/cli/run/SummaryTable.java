package dev.setpoint.cli.run;

import dev.setpoint.Coverage;
import dev.setpoint.LearnerSettings;
import dev.setpoint.cli.report.Report;
import dev.setpoint.sim.RunSummary;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A run's summary as a table for a terminal. */
public final class SummaryTable {
    private static final int LAST = 3;
    private static final int MANY_LABELS = 50;

    private SummaryTable() {}

    /** Coverage and size of every head, what the target is for, and the pulls. */
    public static String of(RunSummary summary, LearnerSettings settings, int seeds) {
        if (!hasQuarters(summary)) {
            return "quarters of the stream are not compared: in one of them no query is measured (expected: a longer stream)\n";
        }
        String names = names(summary);
        StringBuilder text = new StringBuilder();
        text.append(line(names + "   %-21s   %-21s%n", "", "last quarter", "whole stream"));
        text.append(
                line(names + "   %-15s %5s   %-15s %5s%n", "head", "class coverage", "size", "class coverage", "size"));
        for (RunSummary.Head head : summary.heads()) {
            text.append(line(
                    names + "   %.3f to %.3f  %5.2f   %.3f to %.3f  %5.2f%n",
                    head.name(),
                    head.coverageMin().get(LAST),
                    head.coverageMax().get(LAST),
                    head.size().get(LAST),
                    head.accumulated().coverageMin(),
                    head.accumulated().coverageMax(),
                    head.accumulated().size()));
        }
        double missed = 1 - settings.alpha() - Report.TOLERANCE;
        text.append(line(
                "target for %s: %.3f%s; correct pulls by quarter: %s%s%n",
                settings.coverage() == Coverage.MARGINAL ? "all queries together (below)" : "every class",
                1 - settings.alpha(),
                missed > 0 ? line(", called missed below %.3f", missed) : "",
                quarters("%.3f", summary.correctPulls()),
                seeds > 1 ? "; all are means over " + seeds + " seeds" : ""));
        return text.toString();
    }

    /** The coverage of all queries together, where that is what thresholds are made for; empty otherwise. */
    public static String marginal(RunSummary summary, LearnerSettings settings) {
        if (settings.coverage() != Coverage.MARGINAL || !hasQuarters(summary)) {
            return "";
        }
        String names = names(summary);
        StringBuilder text = new StringBuilder();
        text.append(line("%n" + names + "   %s%n", "head", "coverage of all queries together, by quarter"));
        for (RunSummary.Head head : summary.heads()) {
            text.append(line(names + "   %s%n", head.name(), quarters("%.3f", head.coverageMarginal())));
        }
        text.append(line("target for all queries together, not for every class: %.3f%n", 1 - settings.alpha()));
        return text.toString();
    }

    /** The mean over classes, where a class has so few queries that the minimum says little; empty otherwise. */
    public static String means(RunSummary summary, LearnerSettings settings) {
        if (settings.labels().size() < MANY_LABELS || !hasQuarters(summary)) {
            return "";
        }
        String names = names(summary);
        StringBuilder text = new StringBuilder();
        text.append(
                line("%n" + names + "   %-31s   %s%n", "head", "mean class coverage, by quarter", "size, by quarter"));
        for (RunSummary.Head head : summary.heads()) {
            text.append(line(
                    names + "   %-31s   %s%n",
                    head.name(),
                    quarters("%.3f", head.coverageMean()),
                    quarters("%.2f", head.size())));
        }
        return text.toString();
    }

    private static String quarters(String format, List<Double> metrics) {
        return metrics.stream().map(value -> line(format, value)).collect(Collectors.joining(" "));
    }

    /** What queries of no known class were answered with, and its price; empty if there were none. */
    public static String outOfScope(RunSummary summary) {
        if (summary.outOfScope().isEmpty()) {
            return "";
        }
        String names = names(summary);
        StringBuilder text = new StringBuilder();
        text.append(line("%n" + names + "   %-14s   %-24s%n", "", "of no class", "of a class, last quarter"));
        text.append(line(names + "   %-6s  %6s   %-6s  %-16s%n", "head", "none", "size", "none", "class coverage"));
        for (int h = 0; h < summary.heads().size(); h++) {
            RunSummary.Head head = summary.heads().get(h);
            RunSummary.OutOfScope unknown = summary.outOfScope().get(h);
            text.append(line(
                    names + "   %-6.3f  %6.2f   %-6.3f  %.3f to %.3f%n",
                    head.name(),
                    unknown.emptyShare(),
                    unknown.meanSize(),
                    unknown.inScopeEmptyShare(),
                    head.coverageMin().get(LAST),
                    head.coverageMax().get(LAST)));
        }
        text.append(line(
                "none: the share answered by the empty set, correct for messages of no class, a miss for others%n"));
        return text.toString();
    }

    /** Whether every quarter of the stream has a query that is measured: there are four, and under a shift one of the target in each. */
    private static boolean hasQuarters(RunSummary summary) {
        return summary.correctPulls().stream().noneMatch(share -> share.isNaN());
    }

    private static String names(RunSummary summary) {
        int width = summary.heads().stream()
                .mapToInt(head -> head.name().length())
                .max()
                .orElse(4);
        return "%-" + Math.max(4, width) + "s";
    }

    private static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
