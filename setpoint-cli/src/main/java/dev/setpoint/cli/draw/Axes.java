package dev.setpoint.cli.draw;

import dev.setpoint.cli.draw.Lettering.Anchor;
import java.util.List;

/**
 * The axes of a plot: where in its frame a value is drawn, lines across at the ticks of y, marks below at the ticks of x, and
 * the name of x.
 *
 * @param numbers how the numbers at the ticks are set
 * @param ticksOfY about how many
 */
record Axes(Frame frame, Span spanOfX, Span spanOfY, Lettering numbers, int ticksOfY) {
    private static final Ink GRID = Ink.line(Palette.GRID, 1);
    private static final Ink EDGE = Ink.line(Palette.EDGE, 1);
    private static final int TICKS_OF_X = 6;

    double x(double value) {
        return frame.left() + frame.width() * spanOfX.share(value);
    }

    double y(double value) {
        double place = frame.top() + frame.height() * (1 - spanOfY.share(value));
        // The frame cuts it off anyway; far-away numbers only upset renderers.
        return Math.max(frame.top() - 2 * frame.height(), Math.min(frame.top() + 3 * frame.height(), place));
    }

    List<Double> xs(List<Double> values) {
        return values.stream().map(this::x).toList();
    }

    /** NaN where a value is not finite. */
    List<Double> ys(List<Double> values) {
        return values.stream()
                .map(value -> Double.isFinite(value) ? y(value) : Double.NaN)
                .toList();
    }

    /**
     * Draws them.
     *
     * @param xName drawn below the numbers; empty for none
     */
    void draw(Canvas canvas, String xName) {
        Lettering lettering = numbers.at(Anchor.MIDDLE);
        Ticks ys = spanOfY.ticks(ticksOfY);
        for (double place : ys.places()) {
            double at = y(place);
            canvas.draw("grid", "", Outline.line(frame.left(), at, frame.right(), at), GRID);
            canvas.write(frame.left() - 8, at + numbers.size() / 3, ys.name(place), lettering.at(Anchor.END));
        }
        double bottom = frame.bottom();
        Ticks xs = spanOfX.ticks(TICKS_OF_X);
        for (double place : xs.places()) {
            double at = x(place);
            canvas.draw("tick", "", Outline.line(at, bottom, at, bottom + 5), EDGE);
            canvas.write(at, bottom + 7 + numbers.size(), xs.name(place), lettering);
        }
        canvas.draw("axis", "", Outline.line(frame.left(), bottom, frame.right(), bottom), EDGE);
        if (!xName.isEmpty()) {
            canvas.write(frame.middle(), bottom + 14 + 2 * numbers.size(), xName, lettering);
        }
    }

    /** Draws what {@code drawing} draws, cut off at the frame; lines along its edges keep their width. */
    void within(Canvas canvas, Runnable drawing) {
        canvas.within(frame.left(), frame.top() - 2, frame.width() + 2, frame.height() + 4, drawing);
    }
}
