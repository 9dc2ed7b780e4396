package dev.setpoint.cli;

import dev.setpoint.sim.RunSummary;
import java.util.Locale;

/** A run's summary as a table for a terminal. */
final class SummaryTable {
    private static final int LAST = 3;

    private SummaryTable() {}

    static String of(RunSummary summary, double alpha) {
        int width = summary.heads().stream()
                .mapToInt(head -> head.name().length())
                .max()
                .orElse(4);
        String names = "%-" + Math.max(4, width) + "s";
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
        text.append(line(
                "target for every class: %.3f; right pulls by quarter: %.3f %.3f %.3f %.3f%n",
                1 - alpha,
                summary.rightPulls().get(0),
                summary.rightPulls().get(1),
                summary.rightPulls().get(2),
                summary.rightPulls().get(LAST)));
        return text.toString();
    }

    private static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
