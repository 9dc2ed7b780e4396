package dev.setpoint.cli.paper;

import dev.setpoint.cli.draw.Ink;
import dev.setpoint.cli.draw.Panel;
import dev.setpoint.cli.draw.PanelFigure;
import dev.setpoint.cli.draw.Scale;
import java.util.ArrayList;
import java.util.List;

/** What figures have in common: how a curve and its spread are drawn, and how far axes reach. */
final class FigureParts {
    static final String BATCHES = "batches";
    static final String BAND = "Lines are means over seeds, bands reach from the least to the greatest seed.";
    static final String NO_BAND = "Lines are means over seeds.";

    /** The first stretch of a run, where a few queries move a class from 0 to 1, does not set the scale. */
    private static final double WARM_UP = 0.05;

    private FigureParts() {}

    /** Over each column its data, the network, and whatever else is to be said. */
    static PanelFigure.Column heading(FigureColumn column, Feedback feedback, List<String> more) {
        List<String> notes = new ArrayList<>();
        column.run(feedback)
                .or(() -> column.runs().values().stream().findFirst())
                .map(run -> run.manifest().what().isEmpty()
                        ? run.manifest().network()
                        : run.manifest().what())
                .ifPresent(notes::add);
        notes.addAll(more);
        return new PanelFigure.Column(column.title(), notes, List.of());
    }

    /** Draws the mean and, if asked for and known, the spread; takes them into the scale. */
    static void curve(Panel panel, String name, FigureCurve curve, Ink ink, boolean band, Scale scale) {
        if (curve.isEmpty()) {
            return;
        }
        if (band && curve.hasSpread()) {
            panel.band(
                    curve.steps(),
                    scale.include(curve.steps(), curve.least()),
                    scale.include(curve.steps(), curve.greatest()),
                    ink.colour());
        }
        panel.curve(name, curve.steps(), scale.include(curve.steps(), curve.mean()), ink);
    }

    /** A scale that leaves out the beginning of a run. */
    static Scale scaleOf(FigureCurve curve) {
        return new Scale(curve.isEmpty() ? 0 : WARM_UP * curve.steps().get(curve.last()));
    }

    /** The lower end of an axis of coverage: below all that is drawn, and some way below the target. */
    static double coverageFloor(List<Scale> scales, double target) {
        double low = scales.stream().mapToDouble(Scale::low).min().orElse(target);
        return Math.max(0, Math.floor(100 * (Math.min(low, target - 0.04) - 0.005)) / 100);
    }

    static void missing(PanelFigure figure, int column, int rows, String why) {
        for (int row = 0; row < rows; row++) {
            figure.panel(row, column).note(why);
        }
    }
}
