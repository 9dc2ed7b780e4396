package dev.setpoint.cli.report;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** The plots for a README: what each shows of a run. */
final class Plots {
    private static final String QUIET = "#c9ccd0";
    private static final String QUERIES = "queries answered";
    private static final int OTHERS = 5;

    /** With two lines each, more heads than these beside the issuing one are a tangle. */
    private static final int OTHERS_OF_COVERAGE = 2;

    /** The first stretch of a stream, where one query moves a class from 0 to 1, does not set the scale. */
    private static final double WARM_UP = 0.05;

    private final RunFiles run;
    private final Metrics metrics;
    private final List<Double> x;

    private Plots(RunFiles run) {
        this.run = run;
        this.metrics = run.metrics();
        this.x = Arrays.stream(metrics.queries()).mapToObj(q -> (double) q).toList();
    }

    /** File name to SVG text. */
    static Map<String, String> of(RunFiles run) {
        Plots plots = new Plots(run);
        Map<String, String> files = new LinkedHashMap<>();
        files.put("coverage.svg", plots.coverage().svg());
        files.put("coverage-window.svg", plots.coverageOfWindows().svg());
        files.put("size.svg", plots.size().svg());
        files.put("cross-entropy.svg", plots.crossEntropy().svg());
        files.put("correct-pulls.svg", plots.correctPulls().svg());
        files.put("thresholds.svg", plots.thresholds().svg());
        return files;
    }

    private LinePlot coverage() {
        if (run.isMarginal()) {
            return coverageOfAllQueries("coverage_marginal", "Coverage of all queries together", "Since the start");
        }
        String issuing = run.issuing().name();
        Series bound = metrics.series("theorem1_bound", issuing, "");
        List<Summary.Head> others = othersLikeIssuing();
        LinePlot plot = plot(
                "Minimum and maximum class coverage",
                "Since the start; solid: minimum, dashed: maximum" + shadeNote()
                        + (bound.isEmpty() ? "" : "; grey: theorem 1 allows it"));
        if (!bound.isEmpty()) {
            plot.area(
                    values(i -> clip(run.target() - bound.mean(i))),
                    values(i -> clip(run.target() + bound.mean(i))),
                    "#8a8d91",
                    0.13);
        }
        Scale scale = scaleFrom(WARM_UP);
        scale.include(run.target());
        for (Summary.Head other : others) {
            Series least = metrics.series("coverage_min", other.name(), "");
            Series most = metrics.series("coverage_max", other.name(), "");
            String colour = Palette.COLOURS.get(1 + others.indexOf(other));
            plot.line(other.name(), scale.include(x, mean(least)), colour, 1.1, "");
            plot.line("", scale.include(x, mean(most)), colour, 1.1, "5 3");
        }
        Series least = metrics.series("coverage_min", issuing, "");
        Series most = metrics.series("coverage_max", issuing, "");
        band(plot, least, Palette.COLOURS.get(0));
        band(plot, most, Palette.COLOURS.get(0));
        plot.line(ofIssuing("maximum"), scale.include(x, mean(most)), Palette.COLOURS.get(0), 2.4, "7 4");
        plot.line(ofIssuing("minimum"), scale.include(x, mean(least)), Palette.COLOURS.get(0), 2.4, "");
        plot.target("target " + Numbers.target(run.summary().alpha()), run.target());
        plot.range(Math.max(0, scale.low() - 0.02), Math.min(1, scale.high() + 0.02));
        return plot;
    }

    /** A line of the issuing head where others are drawn too: with its name in front if that fits. */
    private String ofIssuing(String what) {
        String named = run.issuing().name() + ", " + what;
        return LinePlot.shortened(named).equals(named) ? named : what;
    }

    /** One line per head: what is covered where the target is for all queries together. */
    private LinePlot coverageOfAllQueries(String metric, String title, String period) {
        LinePlot plot = plot(title, period + "; the target is for them, not for every class" + shadeNote());
        Scale scale = scaleFrom(WARM_UP);
        scale.include(run.target());
        for (Summary.Head other : others()) {
            Series series = metrics.series(metric, other.name(), "");
            plot.line(other.name(), scale.include(x, mean(series)), colour(other), 1.1, "");
        }
        Series issuing = metrics.series(metric, run.issuing().name(), "");
        band(plot, issuing, Palette.COLOURS.get(0));
        plot.line(run.issuing().name(), scale.include(x, mean(issuing)), Palette.COLOURS.get(0), 2.4, "");
        plot.target("target " + Numbers.target(run.summary().alpha()), run.target());
        plot.range(Math.max(0, scale.low() - 0.02), Math.min(1, scale.high() + 0.02));
        return plot;
    }

    /** What a drift does to coverage shows here and not in sums over the whole stream. */
    private LinePlot coverageOfWindows() {
        String issuing = run.issuing().name();
        long window = run.manifest().window();
        String period = window > 0
                ? "Each point: the last " + Numbers.whole(window) + " queries"
                : "Each point: the last window";
        if (run.isMarginal()) {
            return coverageOfAllQueries(
                    "coverage_marginal_window", "Coverage of all queries together, by window", period);
        }
        LinePlot plot = plot(
                "Minimum and maximum class coverage, by window",
                period + ", head " + LinePlot.shortened(issuing) + shadeNote());
        Series least = metrics.series("coverage_window_min", issuing, "");
        Series most = metrics.series("coverage_window_max", issuing, "");
        Scale scale = scaleFrom(WARM_UP);
        scale.include(run.target());
        band(plot, least, Palette.COLOURS.get(0));
        band(plot, most, Palette.COLOURS.get(0));
        plot.line("maximum", scale.include(x, mean(most)), Palette.COLOURS.get(0), 2.4, "7 4");
        plot.line("minimum", scale.include(x, mean(least)), Palette.COLOURS.get(0), 2.4, "");
        plot.target("target " + Numbers.target(run.summary().alpha()), run.target());
        plot.range(Math.max(0, scale.low() - 0.02), Math.min(1, scale.high() + 0.02));
        return plot;
    }

    private LinePlot size() {
        LinePlot plot = plot("Labels per set", "Mean over the stream so far" + shadeNote());
        Scale scale = scaleFrom(0);
        for (Summary.Head other : others()) {
            plot.line(
                    other.name(),
                    scale.include(x, mean(metrics.series("size", other.name(), ""))),
                    colour(other),
                    1.1,
                    "");
        }
        Series issuing = metrics.series("size", run.issuing().name(), "");
        band(plot, issuing, Palette.COLOURS.get(0));
        plot.line(run.issuing().name(), scale.include(x, mean(issuing)), Palette.COLOURS.get(0), 2.4, "");
        plot.range(Math.max(0, Math.min(1, scale.low())), scale.high() * 1.05);
        return plot;
    }

    private LinePlot crossEntropy() {
        LinePlot plot =
                plot("Cross-entropy of the model", "It learns from correct-or-incorrect answers only" + shadeNote());
        Scale scale = scaleFrom(0);
        Series window = metrics.series("cross_entropy_window", "", "");
        Series all = metrics.series("cross_entropy", "", "");
        band(plot, window, Palette.COLOURS.get(1));
        band(plot, all, Palette.COLOURS.get(0));
        plot.line("last window", scale.include(x, mean(window)), Palette.COLOURS.get(1), 1.3, "");
        plot.line("since the start", scale.include(x, mean(all)), Palette.COLOURS.get(0), 2.4, "");
        plot.range(0, scale.high() * 1.05);
        return plot;
    }

    private LinePlot correctPulls() {
        LinePlot plot = plot("Correct pulls", "Share of the queries so far, by class and overall" + seedsNote());
        Scale scale = scaleFrom(0);
        classes(plot, scale, label -> metrics.series("correct_pulls", "", label));
        Series all = metrics.series("correct_pulls", "", "");
        band(plot, all, "#1c1d1f");
        plot.line("all queries", scale.include(x, mean(all)), "#1c1d1f", 2.4, "");
        plot.range(0, Math.min(1, scale.high() * 1.1));
        return plot;
    }

    private LinePlot thresholds() {
        String issuing = run.issuing().name();
        Scale scale = scaleFrom(0);
        LinePlot plot;
        if (run.isMarginal() && !run.labels().isEmpty()) {
            plot = plot("The threshold", "One for all labels, head " + LinePlot.shortened(issuing) + shadeNote());
            Series one = metrics.series("threshold", issuing, run.labels().get(0));
            band(plot, one, Palette.COLOURS.get(0));
            plot.line("the threshold", scale.include(x, mean(one)), Palette.COLOURS.get(0), 2.4, "");
        } else {
            plot = plot("Threshold of each class", "Head " + LinePlot.shortened(issuing) + seedsNote());
            classes(plot, scale, label -> metrics.series("threshold", issuing, label));
        }
        double margin = Math.max(0.01, (scale.high() - scale.low()) * 0.05);
        plot.range(scale.low() - margin, scale.high() + margin);
        return plot;
    }

    private void classes(LinePlot plot, Scale scale, Function<String, Series> of) {
        List<Integer> shown = run.shownClasses();
        for (int label = 0; label < run.labels().size(); label++) {
            if (!shown.contains(label)) {
                plot.line("", scale.include(x, mean(of.apply(run.labels().get(label)))), QUIET, 0.8, "");
            }
        }
        for (int i = 0; i < shown.size(); i++) {
            String label = run.labels().get(shown.get(i));
            plot.line(
                    label,
                    scale.include(x, mean(of.apply(label))),
                    Palette.COLOURS.get(i % Palette.COLOURS.size()),
                    1.4,
                    "");
        }
    }

    private LinePlot plot(String title, String subtitle) {
        return new LinePlot(title, subtitle, QUERIES, x);
    }

    private void band(LinePlot plot, Series series, String colour) {
        if (metrics.seeds() > 1 && !series.isEmpty()) {
            plot.area(values(series::least), values(series::greatest), colour, 0.16);
        }
    }

    private List<Summary.Head> others() {
        return run.heads().stream()
                .filter(head -> !head.name().equals(run.issuing().name()))
                .limit(OTHERS)
                .toList();
    }

    /** Heads of the issuing one's score before others: what differs is then the tracker alone. */
    private List<Summary.Head> othersLikeIssuing() {
        return run.heads().stream()
                .filter(head -> !head.name().equals(run.issuing().name()))
                .sorted(Comparator.comparing(
                        head -> !head.score().equals(run.issuing().score())))
                .limit(OTHERS_OF_COVERAGE)
                .toList();
    }

    private String colour(Summary.Head other) {
        return Palette.COLOURS.get(1 + others().indexOf(other) % (Palette.COLOURS.size() - 1));
    }

    private String seedsNote() {
        return metrics.seeds() > 1 ? "; mean of " + metrics.seeds() + " seeds" : "";
    }

    private String shadeNote() {
        return metrics.seeds() > 1 ? seedsNote() + ", shade: their range" : "";
    }

    private Scale scaleFrom(double skipped) {
        return new Scale(x.get(x.size() - 1) * skipped);
    }

    private List<Double> mean(Series series) {
        return values(series::mean);
    }

    private List<Double> values(IntToDoubleFunction at) {
        return IntStream.range(0, x.size()).mapToObj(at::applyAsDouble).toList();
    }

    private static double clip(double share) {
        return Double.isNaN(share) ? share : Math.max(0, Math.min(1, share));
    }
}
