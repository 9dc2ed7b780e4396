package dev.setpoint.cli.paper;

import dev.setpoint.cli.report.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** How the figures and the report name things. */
final class Words {
    private Words() {}

    static String score(String score) {
        return score.equals("softmax") ? score : score.toUpperCase(Locale.ROOT);
    }

    /** One number for each score, in the paper's order: {@code 3.70 / 4.05 / 3.25}. */
    static String perScore(Function<String, String> of) {
        return FigureRun.SCORES.stream().map(of).collect(Collectors.joining(" / "));
    }

    static String step(double step) {
        return Double.isFinite(step) ? Numbers.whole(Math.round(step)) : "never";
    }

    /** {@code +3.2%}; a dash where there is nothing to compare. */
    static String change(double now, double before) {
        double change = 100 * (now / before - 1);
        return Double.isFinite(change) ? String.format(Locale.ROOT, "%+.1f%%", change) : Numbers.NONE;
    }

    /** {@code +0.012}; a dash where there is nothing to compare. */
    static String difference(double now, double before) {
        return Double.isFinite(now - before) ? String.format(Locale.ROOT, "%+.3f", now - before) : Numbers.NONE;
    }

    static String list(List<String> items) {
        return items.size() < 2
                ? String.join("", items)
                : String.join(", ", items.subList(0, items.size() - 1)) + " and " + items.get(items.size() - 1);
    }
}
