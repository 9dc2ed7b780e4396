package dev.setpoint.bench.peers;

import dev.setpoint.cli.draw.ScatterPlot;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The table, the figure and the file of numbers of a frontier. */
final class FrontierReport {
    private FrontierReport() {}

    /** One table per stream, in markdown; what is on the frontier is marked. */
    static String markdown(List<FrontierOutcome> outcomes) {
        StringBuilder text = new StringBuilder();
        for (FrontierOutcome outcome : outcomes) {
            PeerStream stream = outcome.stream();
            text.append(format(
                    "%s**%s** (K=%d, %,d queries)%n%n",
                    text.isEmpty() ? "" : "\n", stream.name(), stream.labels().size(), stream.queries()));
            text.append("""
                    | family | recipe | W | correct pulls by quarter | whole | mean importance weight 1/pi(y) by quarter | last three | set size | minimum class coverage | interval from | |
                    |---|---|---:|---|---:|---|---:|---:|---:|---:|---|
                    """);
            for (FrontierOutcome.Entry entry : outcome.entries()) {
                FrontierMetrics mean = entry.mean();
                text.append(format(
                        "| %s | %s | %.0f | %s | %.3f | %s | %.2f | %.2f | %.3f | %.3f | %s |%n",
                        entry.recipe().family().title(),
                        entry.recipe().name(),
                        entry.mostEvidence(),
                        quarters("%.3f", mean.correct()),
                        mean.whole(),
                        quarters("%.1f", mean.weights()),
                        mean.price(),
                        mean.size(),
                        mean.minimumCoverage(),
                        mean.low(),
                        mark(outcome, entry)));
            }
        }
        return text.toString();
    }

    private static String mark(FrontierOutcome outcome, FrontierOutcome.Entry entry) {
        if (outcome.isOnFrontier(entry)) {
            return "frontier";
        }
        return outcome.isOnFrontierAtItsWeight(entry) ? "at its W" : "";
    }

    /** One line per stream, recipe and seed. */
    static String csv(List<FrontierOutcome> outcomes, List<Long> seeds) {
        StringBuilder text = new StringBuilder(
                "stream,family,policy,floor_first,floor,most_evidence,seed,correct_1,correct_2,correct_3,correct_4,correct,"
                        + "importance_weight_1,importance_weight_2,importance_weight_3,importance_weight_4,importance_weight_2_to_4,"
                        + "set_size_4,minimum_class_coverage_4,interval_low\n");
        for (FrontierOutcome outcome : outcomes) {
            for (FrontierOutcome.Entry entry : outcome.entries()) {
                FrontierRecipe recipe = entry.recipe();
                for (int i = 0; i < seeds.size(); i++) {
                    FrontierMetrics metrics = entry.seeds().get(i);
                    text.append(format(
                            "%s,%s,%s,%s,%s,%s,%d,%s,%s,%s,%s,%s,%s,%s%n",
                            outcome.stream().name(),
                            recipe.family().title(),
                            recipe.policy(),
                            recipe.first(),
                            recipe.floor(),
                            entry.mostEvidence(),
                            seeds.get(i),
                            commas(metrics.correct()),
                            metrics.whole(),
                            commas(metrics.weights()),
                            metrics.price(),
                            metrics.size(),
                            metrics.minimumCoverage(),
                            metrics.low()));
                }
            }
        }
        return text.toString();
    }

    /** Correct pulls against the price of coverage, as SVG. */
    static String svg(FrontierOutcome outcome, int seeds) {
        ScatterPlot plot = new ScatterPlot(
                "Correct pulls and what coverage costs: " + outcome.stream().name(),
                format(
                        "Mean over %d seeds; up and to the left is better. pi(y|x): how probable it is that the true label is"
                                + " pulled; if it is, it counts for 1/pi(y|x) queries",
                        seeds),
                "price of coverage: mean importance weight 1/pi(y|x) over the last three quarters, logarithmic",
                "correct pulls, whole stream");
        plot.logarithmicX();
        for (FrontierRecipe.Family family : FrontierRecipe.Family.values()) {
            plot.group(family.title());
            for (FrontierOutcome.Entry entry : outcome.entries()) {
                if (entry.recipe().family() == family) {
                    FrontierMetrics mean = entry.mean();
                    plot.point(entry.recipe().name(), mean.price(), mean.whole());
                }
            }
        }
        return plot.svg();
    }

    private static String quarters(String format, List<Double> values) {
        return values.stream().map(value -> format(format, value)).collect(Collectors.joining(" "));
    }

    private static String commas(List<Double> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values).replace("\r\n", "\n");
    }
}
