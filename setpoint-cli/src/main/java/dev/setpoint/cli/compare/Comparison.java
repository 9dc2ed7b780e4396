package dev.setpoint.cli.compare;

import dev.setpoint.cli.file.FileKind;
import dev.setpoint.sim.RunSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * What {@code compare} has found on one data set.
 *
 * @param name of the data set
 * @param bandit all heads on one trajectory of bandit feedback, and their twins whose thresholds were fed the true labels
 * @param labels everything fed the true labels
 * @param paper the paper's recipe end to end
 */
record Comparison(String name, RunSummary bandit, RunSummary labels, RunSummary paper) {
    static final FileKind MARKDOWN = FileKind.of("a table of compare", "\\| data \\| what \\| size");
    static final FileKind CSV = FileKind.of("a table of compare", "data,run,head,quarter,");

    private static final int LAST = 3;
    private static final double TARGET = 0.9;
    private static final double SLACK = 0.01;
    private static final String AUTO = "auto";
    private static final String ALGORITHM_2 = "Algorithm 2";

    /** A row of the table. */
    private record Row(String what, RunSummary.Head head, List<Double> correctPulls) {}

    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.add(new Row("auto", head(bandit, AUTO), bandit.correctPulls()));
        rows.add(new Row(ALGORITHM_2, head(bandit, ALGORITHM_2), bandit.correctPulls()));
        rows.add(
                new Row("Algorithm 2, paper's grid", head(bandit, "Algorithm 2, paper's grid"), bandit.correctPulls()));
        RunSummary.Head best = bestOfAlgorithmOne();
        rows.add(new Row(best.name() + " (best)", best, bandit.correctPulls()));
        rows.add(new Row("oracle (a): thresholds see labels", oracle(), bandit.correctPulls()));
        rows.add(new Row("oracle (b): everything sees labels", head(labels, AUTO), labels.correctPulls()));
        rows.add(new Row("paper end to end: IPW, Algorithm 2", head(paper, ALGORITHM_2), paper.correctPulls()));
        return rows;
    }

    private RunSummary.Head oracle() {
        return head(bandit, AUTO + " (oracle)");
    }

    private static RunSummary.Head head(RunSummary run, String name) {
        return run.heads().stream()
                .filter(head -> head.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /**
     * The rate with the smallest sets in the last quarter among those that cover every class there up to 0.01; if there is none,
     * the one with the largest minimum class coverage. Chosen by hindsight, which no user has.
     */
    private RunSummary.Head bestOfAlgorithmOne() {
        List<RunSummary.Head> rates = bandit.heads().stream()
                .filter(head ->
                        head.name().startsWith("Algorithm 1") && !head.name().endsWith("(oracle)"))
                .toList();
        return rates.stream()
                .filter(head -> head.coverageMin().get(LAST) >= TARGET - SLACK)
                .min(Comparator.comparingDouble(head -> head.size().get(LAST)))
                .orElseGet(() -> rates.stream()
                        .max(Comparator.comparingDouble(
                                head -> head.coverageMin().get(LAST)))
                        .orElseThrow());
    }

    static String markdown(List<Comparison> comparisons) {
        StringBuilder text = new StringBuilder();
        text.append("| data | what | size, whole stream | size, last quarter | class coverage, last quarter"
                + " | minimum class coverage by quarter | correct pulls by quarter |\n");
        text.append("|---|---|---|---|---|---|---|\n");
        for (Comparison comparison : comparisons) {
            for (Row row : comparison.rows()) {
                RunSummary.Head head = row.head();
                text.append(line(
                        "| %s | %s | %.3f | %.3f | %.3f to %.3f | %s | %s |%n",
                        comparison.name,
                        row.what(),
                        head.accumulated().size(),
                        head.size().get(LAST),
                        head.coverageMin().get(LAST),
                        head.coverageMax().get(LAST),
                        perQuarter(head.coverageMin()),
                        perQuarter(row.correctPulls())));
            }
        }
        text.append(
                "\n| data | auto's size against oracle (a): whole stream, last quarter | against Algorithm 2 on the same"
                        + " trajectory: whole stream, last quarter | end to end against the paper's recipe: size, whole stream and"
                        + " last quarter; correct pulls, last quarter |\n|---|---|---|---|\n");
        for (Comparison comparison : comparisons) {
            RunSummary.Head auto = head(comparison.bandit, AUTO);
            RunSummary.Head recipe = head(comparison.paper, ALGORITHM_2);
            text.append(line(
                    "| %s | %s, %s | %s, %s | %s, %s; %+.3f |%n",
                    comparison.name,
                    change(auto, comparison.oracle(), false),
                    change(auto, comparison.oracle(), true),
                    change(auto, head(comparison.bandit, ALGORITHM_2), false),
                    change(auto, head(comparison.bandit, ALGORITHM_2), true),
                    change(auto, recipe, false),
                    change(auto, recipe, true),
                    comparison.bandit.correctPulls().get(LAST)
                            - comparison.paper.correctPulls().get(LAST)));
        }
        return text.toString();
    }

    private static String change(RunSummary.Head head, RunSummary.Head against, boolean lastQuarter) {
        double ratio = lastQuarter
                ? head.size().get(LAST) / against.size().get(LAST)
                : head.accumulated().size() / against.accumulated().size();
        return line("%+.1f%%", 100 * (ratio - 1));
    }

    private static String perQuarter(List<Double> values) {
        return line("%.3f %.3f %.3f %.3f", values.toArray());
    }

    static String csv(List<Comparison> comparisons) {
        StringBuilder text = new StringBuilder("data,run,head,quarter,coverage_min,coverage_max,size,correct_pulls\n");
        for (Comparison comparison : comparisons) {
            appendRun(text, comparison.name, "bandit", comparison.bandit);
            appendRun(text, comparison.name, "labels", comparison.labels);
            appendRun(text, comparison.name, "paper", comparison.paper);
        }
        return text.toString();
    }

    private static void appendRun(StringBuilder text, String data, String run, RunSummary summary) {
        for (RunSummary.Head head : summary.heads()) {
            for (int q = 0; q <= LAST; q++) {
                text.append(line(
                        "%s,%s,\"%s\",%d,%s,%s,%s,%s%n",
                        data,
                        run,
                        head.name(),
                        q + 1,
                        head.coverageMin().get(q),
                        head.coverageMax().get(q),
                        head.size().get(q),
                        summary.correctPulls().get(q)));
            }
        }
    }

    private static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values).replace("\r\n", "\n");
    }
}
