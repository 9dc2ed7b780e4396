package dev.setpoint.cli.report;

import dev.setpoint.cli.draw.Ink;
import dev.setpoint.cli.draw.LinePlot;
import dev.setpoint.cli.draw.Palette;
import dev.setpoint.cli.draw.Scale;
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
    /** Widths of lines: the issuing head's, and those of heads it is compared with. */
    private static final double MAIN = 2.4;

    private static final double OTHER = 1.1;

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
        files.put("coverage.svg", plots.coverage().svg("coverage"));
        files.put("coverage-window.svg", plots.coverageOfWindows().svg("coverage-window"));
        files.put("size.svg", plots.size().svg("size"));
        files.put("cross-entropy.svg", plots.crossEntropy().svg("cross-entropy"));
        files.put("correct-pulls.svg", plots.correctPulls().svg("correct-pulls"));
        files.put("thresholds.svg", plots.thresholds().svg("thresholds"));
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
            plot.band(
                    values(i -> clip(run.target() - bound.mean(i))),
                    values(i -> clip(run.target() + bound.mean(i))),
                    Ink.fill(Palette.ALLOWED, 0.13));
        }
        Scale scale = scaleFrom(WARM_UP);
        scale.include(run.target());
        for (Summary.Head other : others) {
            Series least = metrics.series("coverage_min", other.name(), "");
            Series most = metrics.series("coverage_max", other.name(), "");
            String colour = Palette.colour(1 + others.indexOf(other));
            plot.line(other.name(), scale.include(x, mean(least)), Ink.line(colour, OTHER));
            plot.line("", scale.include(x, mean(most)), Ink.dashed(colour, OTHER, 5.0, 3.0));
        }
        Series least = metrics.series("coverage_min", issuing, "");
        Series most = metrics.series("coverage_max", issuing, "");
        band(plot, least, Palette.colour(0));
        band(plot, most, Palette.colour(0));
        plot.line(ofIssuing("maximum"), scale.include(x, mean(most)), Ink.dashed(Palette.colour(0), MAIN, 7.0, 4.0));
        plot.line(ofIssuing("minimum"), scale.include(x, mean(least)), Ink.line(Palette.colour(0), MAIN));
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
            plot.line(other.name(), scale.include(x, mean(series)), Ink.line(colour(other), OTHER));
        }
        Series issuing = metrics.series(metric, run.issuing().name(), "");
        band(plot, issuing, Palette.colour(0));
        plot.line(run.issuing().name(), scale.include(x, mean(issuing)), Ink.line(Palette.colour(0), MAIN));
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
        band(plot, least, Palette.colour(0));
        band(plot, most, Palette.colour(0));
        plot.line("maximum", scale.include(x, mean(most)), Ink.dashed(Palette.colour(0), MAIN, 7.0, 4.0));
        plot.line("minimum", scale.include(x, mean(least)), Ink.line(Palette.colour(0), MAIN));
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
                    Ink.line(colour(other), OTHER));
        }
        Series issuing = metrics.series("size", run.issuing().name(), "");
        band(plot, issuing, Palette.colour(0));
        plot.line(run.issuing().name(), scale.include(x, mean(issuing)), Ink.line(Palette.colour(0), MAIN));
        plot.range(Math.max(0, Math.min(1, scale.low())), scale.high() * 1.05);
        return plot;
    }

    private LinePlot crossEntropy() {
        LinePlot plot =
                plot("Cross-entropy of the model", "It learns from correct-or-incorrect answers only" + shadeNote());
        Scale scale = scaleFrom(0);
        Series window = metrics.series("cross_entropy_window", "", "");
        Series all = metrics.series("cross_entropy", "", "");
        band(plot, window, Palette.colour(1));
        band(plot, all, Palette.colour(0));
        plot.line("last window", scale.include(x, mean(window)), Ink.line(Palette.colour(1), 1.3));
        plot.line("since the start", scale.include(x, mean(all)), Ink.line(Palette.colour(0), MAIN));
        plot.range(0, scale.high() * 1.05);
        return plot;
    }

    private LinePlot correctPulls() {
        LinePlot plot = plot("Correct pulls", "Share of the queries so far, by class and overall" + classesNote());
        Scale scale = scaleFrom(0);
        classes(plot, scale, label -> metrics.series("correct_pulls", "", label));
        Series all = metrics.series("correct_pulls", "", "");
        band(plot, all, Palette.STRONG);
        plot.line("all queries", scale.include(x, mean(all)), Ink.line(Palette.STRONG, MAIN));
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
            band(plot, one, Palette.colour(0));
            plot.line("the threshold", scale.include(x, mean(one)), Ink.line(Palette.colour(0), MAIN));
        } else {
            plot = plot("Threshold of each class", "Head " + LinePlot.shortened(issuing) + classesNote());
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
                plot.line("", scale.include(x, mean(of.apply(run.labels().get(label)))), Ink.line(Palette.QUIET, 0.8));
            }
        }
        for (int i = 0; i < shown.size(); i++) {
            String label = run.labels().get(shown.get(i));
            plot.line(label, scale.include(x, mean(of.apply(label))), Ink.line(Palette.colour(i), 1.4));
        }
    }

    private LinePlot plot(String title, String subtitle) {
        return new LinePlot(title, subtitle, QUERIES, x);
    }

    private void band(LinePlot plot, Series series, String colour) {
        if (metrics.seeds() > 1 && !series.isEmpty()) {
            plot.band(values(series::least), values(series::greatest), colour);
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

    private String classesNote() {
        return (run.selection().isEmpty() ? "" : "; " + run.selection()) + seedsNote();
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
