package dev.setpoint.cli.paper;

import dev.setpoint.cli.draw.Ink;
import dev.setpoint.cli.draw.Panel;
import dev.setpoint.cli.draw.PanelFigure;
import dev.setpoint.cli.draw.Scale;
import dev.setpoint.cli.report.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Figures 6 to 9: how much the learning rate of Algorithm 1 matters. */
final class RatesFigure {
    /** Largest over smallest size from which on sizes are called sensitive. */
    static final double SENSITIVE = 1.25;

    private final FigureInput input;
    private final String number;
    private final Feedback policy;
    private final String score;
    private final List<String> rates;

    private RatesFigure(FigureInput input, String number, Feedback policy, String score) {
        this.input = input;
        this.number = number;
        this.policy = policy;
        this.score = score;
        rates = runs(input, policy).stream()
                .flatMap(run -> run.rates(score).stream())
                .distinct()
                .sorted(Comparator.comparingDouble((String rate) -> Double.parseDouble(rate))
                        .reversed())
                .toList();
    }

    /** The figure; nothing if no data set was run under the policy, or none with Algorithm 1. */
    static Optional<FigureEntry> of(FigureInput input, String number, Feedback policy, String score) {
        RatesFigure figure = new RatesFigure(input, number, policy, score);
        return figure.rates.isEmpty() ? Optional.empty() : Optional.of(figure.entry());
    }

    private static List<FigureRun> runs(FigureInput input, Feedback policy) {
        return input.columns().stream()
                .flatMap(column -> column.run(policy).stream())
                .toList();
    }

    private FigureEntry entry() {
        PanelFigure figure = figure();
        List<Scale> coverage = new ArrayList<>();
        List<String> got = new ArrayList<>();
        List<Check> checks = new ArrayList<>();
        for (int c = 0; c < input.columns().size(); c++) {
            FigureColumn column = input.columns().get(c);
            FigureParts.missing(figure, c, 2, "not run");
            if (column.run(policy).isPresent()) {
                FigureRun run = column.run(policy).get();
                coverage.add(drawCoverage(figure.panel(0, c), run));
                drawSize(figure.panel(1, c), run);
                got.add(ends(column, run));
                check(column, run, checks);
            }
        }
        double floor =
                FigureParts.coverageFloor(coverage, runs(input, policy).get(0).target());
        for (int c = 0; c < input.columns().size(); c++) {
            figure.panel(0, c).range(floor, 1);
        }
        return new FigureEntry(
                number,
                figure,
                "A larger \u03b7\u2082 (darker) brings coverage under control sooner, but in general at the price of"
                        + " larger sets, and the size of sets depends on \u03b7\u2082 considerably. No one value suits every"
                        + " data set, which is the case for Algorithm 2.",
                got,
                checks,
                List.of("Figures 6 to 9: the paper does not list the values of \u03b7\u2082 it draws; ours are "
                        + String.join(", ", rates) + "."));
    }

    private PanelFigure figure() {
        PanelFigure figure = new PanelFigure(
                "figure-0" + number + "-rates-" + policy.text() + "-policy-" + score + "-score",
                "Algorithm 1 at different \u03b7\u2082: " + policy.text() + " policy, " + Words.score(score) + " score",
                "Over all queries so far; thick lines are the minimum class coverage, thin lines the maximum. "
                        + FigureParts.NO_BAND,
                FigureParts.BATCHES,
                input.columns().stream()
                        .map(column -> FigureParts.heading(column, policy, List.of()))
                        .toList(),
                List.of("Minimum and maximum class coverage", "Labels per set"));
        for (int i = 0; i < rates.size(); i++) {
            figure.legend("\u03b7\u2082 = " + rates.get(i), FigureInks.rate(i, rates.size(), 2));
        }
        figure.legend(
                "target " + Numbers.target(runs(input, policy).get(0).manifest().alpha()), Ink.target());
        return figure;
    }

    private Scale drawCoverage(Panel panel, FigureRun run) {
        Scale scale = FigureParts.scaleOf(run.head(score, rates.get(0), FigureRun.LEAST));
        for (int i = rates.size() - 1; i >= 0; i--) {
            String name = "\u03b7\u2082 = " + rates.get(i);
            FigureParts.curve(
                    panel,
                    name + ", maximum class coverage",
                    run.head(score, rates.get(i), FigureRun.MOST),
                    FigureInks.rate(i, rates.size(), 0.8),
                    false,
                    scale);
            FigureParts.curve(
                    panel,
                    name + ", minimum class coverage",
                    run.head(score, rates.get(i), FigureRun.LEAST),
                    FigureInks.rate(i, rates.size(), 1.9),
                    false,
                    scale);
        }
        panel.level("target", run.target(), Ink.target());
        return scale;
    }

    private void drawSize(Panel panel, FigureRun run) {
        Scale scale = new Scale(0);
        for (int i = rates.size() - 1; i >= 0; i--) {
            FigureParts.curve(
                    panel,
                    "\u03b7\u2082 = " + rates.get(i),
                    run.head(score, rates.get(i), FigureRun.SIZE),
                    FigureInks.rate(i, rates.size(), 1.9),
                    false,
                    scale);
        }
        panel.range(0, scale.high() * 1.05);
    }

    private String ends(FigureColumn column, FigureRun run) {
        List<String> parts = new ArrayList<>();
        for (String rate : rates) {
            HeadCurves curves = HeadCurves.of(run, score, rate);
            parts.add(rate + ": " + Numbers.two(curves.size().end()) + " ("
                    + Numbers.three(curves.least().end()) + ")");
        }
        return column.title() + ", labels per set (minimum class coverage) at the end, by \u03b7\u2082: "
                + String.join("; ", parts) + ".";
    }

    private void check(FigureColumn column, FigureRun run, List<Check> checks) {
        List<HeadCurves> byRate = rates.stream()
                .map(rate -> HeadCurves.of(run, score, rate))
                .filter(curves -> !curves.isEmpty())
                .toList();
        int pairs = byRate.size() * (byRate.size() - 1) / 2;
        if (pairs == 0) {
            return;
        }
        int sooner = 0;
        int later = 0;
        int larger = 0;
        for (int i = 0; i < byRate.size(); i++) {
            for (int j = i + 1; j < byRate.size(); j++) { // of a smaller rate
                int order =
                        Double.compare(byRate.get(i).settledAt(), byRate.get(j).settledAt());
                sooner += order < 0 ? 1 : 0;
                later += order > 0 ? 1 : 0;
                larger += byRate.get(i).size().end() > byRate.get(j).size().end() ? 1 : 0;
            }
        }
        checks.add(new Check(
                "A larger \u03b7\u2082 brings coverage under control sooner",
                column.title(),
                sooner + later == 0 ? Outcome.FAILS : Outcome.ofMost(sooner, sooner + later),
                "of " + pairs + " pairs of rates the larger one is there sooner in " + sooner + ", later in " + later));
        checks.add(new Check(
                "A larger \u03b7\u2082 gives larger sets, in general",
                column.title(),
                Outcome.ofMost(larger, pairs),
                "in " + larger + " of " + pairs + " pairs of rates"));
        double most =
                byRate.stream().mapToDouble(curves -> curves.size().end()).max().orElseThrow();
        double least =
                byRate.stream().mapToDouble(curves -> curves.size().end()).min().orElseThrow();
        checks.add(new Check(
                "The size of sets is sensitive to \u03b7\u2082",
                column.title(),
                most >= SENSITIVE * least ? Outcome.HOLDS : Outcome.FAILS,
                "from " + Numbers.two(least) + " to " + Numbers.two(most) + " labels"));
    }
}
