package dev.setpoint.cli.paper;

import dev.setpoint.cli.draw.Panel;
import dev.setpoint.cli.draw.PanelFigure;
import dev.setpoint.cli.draw.Scale;
import dev.setpoint.cli.report.Numbers;
import java.util.ArrayList;
import java.util.List;

/** Figure 1: accumulated cross-entropy under the two policies. */
final class CrossEntropyFigure {
    private static final String CLAIM = "The softmax policy lowers the cross-entropy faster than the uniform policy";

    private CrossEntropyFigure() {}

    static FigureEntry of(FigureInput input) {
        List<FigureColumn> columns = input.columns();
        PanelFigure figure = new PanelFigure(
                "figure-01-cross-entropy",
                "Accumulated cross-entropy under the softmax and the uniform policy",
                "Of the model's probability of the true label, mean over all queries so far. " + FigureParts.BAND,
                FigureParts.BATCHES,
                columns.stream()
                        .map(column -> FigureParts.heading(column, Feedback.SOFTMAX, List.of()))
                        .toList(),
                List.of("Cross-entropy"));
        figure.legend("softmax policy", FigureInks.policy(Feedback.SOFTMAX));
        figure.legend("uniform policy", FigureInks.policy(Feedback.UNIFORM));
        List<String> got = new ArrayList<>();
        List<Check> checks = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            FigureColumn column = columns.get(c);
            draw(figure.panel(0, c), column);
            got.add(ends(column));
            check(column, checks);
        }
        return new FigureEntry(
                "1",
                figure,
                "Under both policies the loss falls on all three data sets, and it falls faster under the softmax policy"
                        + " throughout: pulling by the model's own probabilities is correct more often, so more queries"
                        + " teach the model something.",
                got,
                checks,
                List.of());
    }

    private static void draw(Panel panel, FigureColumn column) {
        Scale scale = new Scale(0);
        for (Feedback policy : List.of(Feedback.SOFTMAX, Feedback.UNIFORM)) {
            FigureParts.curve(
                    panel,
                    column.title() + ", " + policy.text() + " policy",
                    curve(column, policy),
                    FigureInks.policy(policy),
                    true,
                    scale);
        }
        panel.range(0, scale.high() * 1.05);
        panel.note("no data");
    }

    private static FigureCurve curve(FigureColumn column, Feedback policy) {
        return column.run(policy).map(FigureRun::crossEntropy).orElse(FigureCurve.NONE);
    }

    private static String ends(FigureColumn column) {
        FigureCurve softmax = curve(column, Feedback.SOFTMAX);
        FigureCurve uniform = curve(column, Feedback.UNIFORM);
        return column.title() + ": at the end " + Numbers.two(softmax.end())
                + " under the softmax policy (after a tenth"
                + " of the run " + Numbers.two(softmax.afterBeginning()) + "), " + Numbers.two(uniform.end())
                + " under the uniform policy (" + Numbers.two(uniform.afterBeginning()) + ").";
    }

    private static void check(FigureColumn column, List<Check> checks) {
        FigureCurve softmax = curve(column, Feedback.SOFTMAX);
        FigureCurve uniform = curve(column, Feedback.UNIFORM);
        int lower = 0;
        int common = 0;
        for (double step : softmax.steps()) {
            double difference = softmax.at(step) - uniform.at(step);
            common += Double.isFinite(difference) ? 1 : 0;
            lower += difference < 0 ? 1 : 0;
        }
        if (common > 0) {
            checks.add(new Check(
                    CLAIM,
                    column.title(),
                    Outcome.ofAll(lower, common),
                    "lower at " + lower + " of " + common + " checkpoints"));
        }
    }
}
