package dev.setpoint.cli.report;

import dev.setpoint.cli.report.Canvas.Anchor;
import dev.setpoint.cli.report.Canvas.Lettering;
import java.util.function.DoubleUnaryOperator;

/** The axes of a plot: lines across at the ticks of y, marks below at the ticks of x, and the name of x. */
final class Axes {
    private static final Ink GRID = Ink.line("#e6e6e3", 1);
    private static final Ink EDGE = Ink.line("#9a9da1", 1);
    private static final String TEXT = "#5f6368";

    private Axes() {}

    /**
     * Draws them.
     *
     * @param xName drawn below the numbers; empty for none
     */
    static void draw(
            Canvas canvas,
            Ticks ys,
            DoubleUnaryOperator y,
            Ticks xs,
            DoubleUnaryOperator x,
            String xName,
            double left,
            double right,
            double bottom,
            double textSize) {
        Lettering lettering = new Lettering(textSize, false, TEXT, Anchor.MIDDLE);
        for (double place : ys.places()) {
            double at = y.applyAsDouble(place);
            canvas.draw("grid", "", Outline.line(left, at, right, at), GRID);
            canvas.write(left - 8, at + textSize / 3, ys.name(place), lettering.at(Anchor.END));
        }
        for (double place : xs.places()) {
            double at = x.applyAsDouble(place);
            canvas.draw("tick", "", Outline.line(at, bottom, at, bottom + 5), EDGE);
            canvas.write(at, bottom + 7 + textSize, xs.name(place), lettering);
        }
        canvas.draw("axis", "", Outline.line(left, bottom, right, bottom), EDGE);
        if (!xName.isEmpty()) {
            canvas.write((left + right) / 2, bottom + 14 + 2 * textSize, xName, lettering);
        }
    }
}
