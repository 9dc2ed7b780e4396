package dev.setpoint.cli.paper;

import dev.setpoint.cli.draw.Ink;
import dev.setpoint.cli.draw.Panel;
import dev.setpoint.cli.draw.PanelFigure;
import dev.setpoint.cli.draw.PanelFigure.LegendKey;
import dev.setpoint.cli.draw.Scale;
import dev.setpoint.cli.report.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Figure 10: how often the pulled arm was correct, by class and policy. */
final class CorrectPullsFigure {
    /** How far from 1/K a share may be and still be called close to it. */
    static final double CLOSE = 0.01;

    private static final List<Feedback> POLICIES = List.of(Feedback.SOFTMAX, Feedback.UNIFORM);

    private CorrectPullsFigure() {}

    static FigureEntry of(FigureInput input) {
        List<FigureColumn> columns = input.columns();
        PanelFigure figure = new PanelFigure(
                "figure-10-correct-pulls",
                "Share of correct pulls by class under the softmax (top) and the uniform policy (bottom)",
                "Of all queries of a class so far, those whose pulled arm was the class. " + FigureParts.NO_BAND,
                FigureParts.BATCHES,
                columns.stream().map(CorrectPullsFigure::heading).toList(),
                List.of("Softmax policy", "Uniform policy"));
        figure.legend("1/K, for K classes", Ink.target());
        List<String> got = new ArrayList<>();
        List<Check> checks = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            FigureColumn column = columns.get(c);
            for (int row = 0; row < POLICIES.size(); row++) {
                draw(figure.panel(row, c), column, POLICIES.get(row));
            }
            got.add(ends(column));
            check(column, checks);
        }
        return new FigureEntry(
                "10",
                figure,
                "Under the softmax policy, which looks at the query, the arm is correct more often for every class, and"
                        + " increasingly so; under the uniform policy it is correct about once in K pulls.",
                got,
                checks,
                List.of(
                        "Figure 10: the paper's text speaks of the probability that the arm is correct given the class, its"
                                + " printed formula divides the pulls of a class by the queries of that class. We draw the"
                                + " former: correct pulls among the queries of a class."));
    }

    private static PanelFigure.Column heading(FigureColumn column) {
        List<String> labels = labels(column);
        List<LegendKey> keys = new ArrayList<>();
        if (labels.size() <= FigureInks.MOST_CLASSES) {
            for (int i = 0; i < labels.size(); i++) {
                String label = labels.get(i);
                String name = column.runs().values().stream()
                        .map(run -> run.labelName(label))
                        .findFirst()
                        .orElse(label);
                keys.add(new LegendKey(name.replace('_', ' '), FigureInks.label(i, labels.size())));
            }
        }
        PanelFigure.Column plain = FigureParts.heading(column, Feedback.SOFTMAX, List.of());
        return new PanelFigure.Column(plain.title(), plain.notes(), keys);
    }

    private static List<String> labels(FigureColumn column) {
        Set<String> labels = new LinkedHashSet<>();
        POLICIES.forEach(policy -> column.run(policy).ifPresent(run -> labels.addAll(run.pulledLabels())));
        return List.copyOf(labels);
    }

    private static void draw(Panel panel, FigureColumn column, Feedback policy) {
        panel.note("not run");
        if (column.run(policy).isEmpty()) {
            return;
        }
        FigureRun run = column.run(policy).get();
        List<String> labels = labels(column);
        Scale scale = labels.isEmpty() ? new Scale(0) : FigureParts.scaleOf(run.correctPulls(labels.get(0)));
        for (int i = 0; i < labels.size(); i++) {
            FigureParts.curve(
                    panel,
                    run.labelName(labels.get(i)),
                    run.correctPulls(labels.get(i)),
                    FigureInks.label(i, labels.size()),
                    false,
                    scale);
        }
        if (column.classes() > 0) {
            panel.level("1/K", 1.0 / column.classes(), Ink.target());
            scale.include(2.0 / column.classes());
        }
        panel.range(0, Math.min(1, scale.high() * 1.05));
    }

    /** The shares at the end, of classes that have one. */
    private static List<Double> shares(FigureColumn column, Feedback policy) {
        return column.run(policy).stream()
                .flatMap(run -> run.pulledLabels().stream()
                        .map(label -> run.correctPulls(label).end()))
                .filter(Double::isFinite)
                .toList();
    }

    private static String range(List<Double> shares) {
        double least = shares.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
        double most = shares.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
        return Numbers.three(least) + " to " + Numbers.three(most);
    }

    private static String ends(FigureColumn column) {
        List<String> parts = new ArrayList<>();
        for (Feedback policy : POLICIES) {
            List<Double> shares = shares(column, policy);
            parts.add(policy.text() + " policy "
                    + (shares.isEmpty() ? "not run" : "correct for " + range(shares) + " of a class's queries"));
        }
        return column.title() + ", at the end: " + String.join("; ", parts)
                + (column.classes() > 0 ? "; 1/K is " + Numbers.three(1.0 / column.classes()) + "." : ".");
    }

    private static void check(FigureColumn column, List<Check> checks) {
        if (column.classes() == 0) {
            return;
        }
        double chance = 1.0 / column.classes();
        List<Double> uniform = shares(column, Feedback.UNIFORM);
        if (!uniform.isEmpty()) {
            int close = (int) uniform.stream()
                    .filter(share -> Math.abs(share - chance) <= CLOSE)
                    .count();
            checks.add(new Check(
                    "Correct pulls of the uniform policy are close to 1/K",
                    column.title(),
                    Outcome.ofAll(close, uniform.size()),
                    close + " of " + uniform.size() + " classes within " + CLOSE));
        }
        List<Double> softmax = shares(column, Feedback.SOFTMAX);
        if (!softmax.isEmpty()) {
            int more = (int)
                    softmax.stream().filter(share -> share > chance + CLOSE).count();
            checks.add(new Check(
                    "The softmax policy is correct more often",
                    column.title(),
                    Outcome.ofAll(more, softmax.size()),
                    "more than 1/K + " + CLOSE + " for " + more + " of " + softmax.size() + " classes"));
        }
    }
}
