package dev.setpoint.cli.draw;

import dev.setpoint.cli.draw.Lettering.Anchor;
import java.util.ArrayList;
import java.util.List;

/** Curves, bands and level lines over a common x that begins at 0: a {@link LinePlot}, or one of a {@link PanelFigure}. */
public final class Panel {
    private static final double BAND_OPACITY = 0.16;

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
        band(x, from, to, Ink.fill(colour, BAND_OPACITY));
    }

    /** The same, filled in a way of its own. */
    void band(List<Double> x, List<Double> from, List<Double> to, Ink fill) {
        bands.add(new Item("", x, from, to, fill));
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

    /** Where in a frame its values are drawn, x from 0 to {@code mostX}. */
    Axes axes(Frame frame, double mostX, Lettering numbers, int ticksOfY) {
        return new Axes(frame, Span.of(0, mostX), Span.of(low, high), numbers, ticksOfY);
    }

    /** Its curves, in the order in which they were given. */
    List<Item> curves() {
        return List.copyOf(curves);
    }

    /** Its lines across, in the order in which they were given. */
    List<Level> levels() {
        return List.copyOf(levels);
    }

    /** Draws it. */
    void draw(Canvas canvas, Axes axes, String xName) {
        Frame frame = axes.frame();
        if (curves.isEmpty()) {
            canvas.draw(
                    "empty",
                    "",
                    Outline.box(frame.left(), frame.top(), frame.width(), frame.height()),
                    Ink.fill(Palette.EMPTY, 1));
            canvas.write(frame.middle(), frame.top() + frame.height() / 2, note, Lettering.TEXT.at(Anchor.MIDDLE));
            return;
        }
        axes.draw(canvas, xName);
        axes.within(canvas, () -> {
            for (Item band : bands) {
                Outline area = Outline.band(axes.xs(band.x()), axes.ys(band.from()), axes.ys(band.to()));
                canvas.draw("area", band.name(), area, band.ink());
            }
            for (Level level : levels) {
                double at = axes.y(level.y());
                canvas.draw("target", level.name(), Outline.line(frame.left(), at, frame.right(), at), level.ink());
            }
            for (Item curve : curves) {
                canvas.draw("series", curve.name(), Outline.curve(axes.xs(curve.x()), axes.ys(curve.y())), curve.ink());
            }
        });
    }

    /** A curve, where {@code from} and {@code to} are the same, or a band. */
    record Item(String name, List<Double> x, List<Double> from, List<Double> to, Ink ink) {
        Item {
            x = List.copyOf(x);
            from = List.copyOf(from);
            to = List.copyOf(to);
            if (from.size() != x.size() || to.size() != x.size()) {
                throw new IllegalArgumentException("y: " + from.size() + " and " + to.size()
                        + " values (expected: one for each of " + x.size() + " x)");
            }
        }

        List<Double> y() {
            return to;
        }
    }

    record Level(String name, double y, Ink ink) {}
}
