package dev.setpoint.cli.report;

import dev.setpoint.cli.report.Canvas.Anchor;
import dev.setpoint.cli.report.Canvas.Lettering;
import java.util.ArrayList;
import java.util.List;

/** One plot of a {@link PanelFigure}: curves, bands and level lines over a common x that begins at 0. */
public final class Panel {
    private static final double BAND_OPACITY = 0.16;
    private static final double TEXT_SIZE = 11;

    private final List<Item> bands = new ArrayList<>();
    private final List<Item> curves = new ArrayList<>();
    private final List<Level> levels = new ArrayList<>();
    private String note = "";
    private double low;
    private double high = 1;

    Panel() {}

    /**
     * A curve; points that are not finite interrupt it.
     *
     * @param name shown to who points at it; may be empty
     */
    public void curve(String name, List<Double> x, List<Double> y, Ink ink) {
        curves.add(new Item(name, x, y, y, ink));
    }

    /** A shaded band between two curves, below all curves. */
    public void band(List<Double> x, List<Double> from, List<Double> to, String colour) {
        bands.add(new Item("", x, from, to, Ink.fill(colour, BAND_OPACITY)));
    }

    /** A line across. */
    public void level(String name, double y, Ink ink) {
        levels.add(new Level(name, y, ink));
    }

    /** The y axis; what lies outside is cut off at the frame. Without width, it is made one unit wide. */
    public void range(double from, double to) {
        low = from;
        high = to > from ? to : from + 1;
    }

    /** Words in the middle, where there is nothing to draw. */
    public void note(String text) {
        note = text;
    }

    /** The largest x with a curve, 0 without one. */
    double mostX() {
        return curves.stream()
                .flatMap(curve -> curve.x().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
    }

    /** Draws it into a frame, x from 0 to {@code mostX}. */
    void draw(Canvas canvas, Frame frame, double mostX, String xName) {
        if (curves.isEmpty()) {
            canvas.draw(
                    "empty", "", Outline.box(frame.left, frame.top, frame.width, frame.height), Ink.fill("#f6f6f3", 1));
            canvas.write(
                    frame.left + frame.width / 2,
                    frame.top + frame.height / 2,
                    note,
                    new Lettering(12, false, "#5f6368", Anchor.MIDDLE));
            return;
        }
        Axes.draw(
                canvas,
                Ticks.over(low, high, 5),
                value -> y(frame, value),
                Ticks.over(0, mostX, 6),
                value -> x(frame, value, mostX),
                xName,
                frame.left,
                frame.left + frame.width,
                frame.top + frame.height,
                TEXT_SIZE);
        canvas.within(frame.left, frame.top - 2, frame.width + 2, frame.height + 4, () -> {
            for (Item band : bands) {
                canvas.draw(
                        "area",
                        band.name(),
                        Outline.band(xs(frame, band, mostX), ys(frame, band.from()), ys(frame, band.to())),
                        band.ink());
            }
            for (Level level : levels) {
                double at = y(frame, level.y());
                canvas.draw(
                        "target",
                        level.name(),
                        Outline.line(frame.left, at, frame.left + frame.width, at),
                        level.ink());
            }
            for (Item curve : curves) {
                canvas.draw(
                        "series",
                        curve.name(),
                        Outline.curve(xs(frame, curve, mostX), ys(frame, curve.from())),
                        curve.ink());
            }
        });
    }

    private static double x(Frame frame, double value, double mostX) {
        return frame.left + frame.width * (mostX > 0 ? value / mostX : 1);
    }

    private double y(Frame frame, double value) {
        double place = frame.top + frame.height * (1 - (value - low) / (high - low));
        // The frame cuts it off anyway; far-away numbers only upset renderers.
        return Math.max(frame.top - 2 * frame.height, Math.min(frame.top + 3 * frame.height, place));
    }

    private static List<Double> xs(Frame frame, Item item, double mostX) {
        return item.x().stream().map(value -> x(frame, value, mostX)).toList();
    }

    private List<Double> ys(Frame frame, List<Double> values) {
        return values.stream()
                .map(value -> Double.isFinite(value) ? y(frame, value) : Double.NaN)
                .toList();
    }

    private record Item(String name, List<Double> x, List<Double> from, List<Double> to, Ink ink) {
        Item {
            x = List.copyOf(x);
            from = List.copyOf(from);
            to = List.copyOf(to);
            if (from.size() != x.size() || to.size() != x.size()) {
                throw new IllegalArgumentException("y: " + from.size() + " and " + to.size()
                        + " values (expected: one for each of " + x.size() + " x)");
            }
        }
    }

    private record Level(String name, double y, Ink ink) {}

    /** Where the plot itself is, without the numbers at its axes. */
    record Frame(double left, double top, double width, double height) {}
}
