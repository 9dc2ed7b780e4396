package dev.setpoint.cli.draw;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A line plot: title, lines named at their right end, shaded bands, one dotted line for a target. Where a line leaves the
 * frame, a small triangle at the edge says so.
 */
public final class LinePlot {
    private static final int WIDTH = 800;
    private static final int LEFT = 58;
    private static final int RIGHT = 630;
    private static final int HEIGHT_OF_FRAME = 304;
    private static final int BELOW = 48;
    private static final int NUMBER_OF_TICKS = 6;
    private static final int NAME_HEIGHT = 16;
    private static final int NAME_LENGTH = 21;
    private static final int NAME_LEFT = RIGHT + 21;
    private static final double LEADER_OPACITY = 0.6;
    private static final double BOLD_FROM_WIDTH = 2;
    private static final double MARK = 4;

    private final String title;
    private final String subtitle;
    private final String xName;
    private final List<Double> x;
    private final Panel panel = new Panel();

    /**
     * A plot without lines yet.
     *
     * @param xName what is counted along x
     * @param x where the lines have their points, ascending; at least one
     */
    public LinePlot(String title, String subtitle, String xName, List<Double> x) {
        this.title = title;
        this.subtitle = subtitle;
        this.xName = xName;
        this.x = List.copyOf(x);
    }

    /** A line; it is named at its end unless the name is empty. */
    public void line(String name, List<Double> y, Ink ink) {
        panel.curve(name, x, y, ink);
    }

    /** A shaded band between two lines, drawn below all lines. */
    public void band(List<Double> from, List<Double> to, String colour) {
        panel.band(x, from, to, colour);
    }

    /** The same, filled in a way of its own. */
    public void band(List<Double> from, List<Double> to, Ink fill) {
        panel.band(x, from, to, fill);
    }

    /** A line across that others are measured against. */
    public void target(String name, double y) {
        panel.level(name, y, Ink.target());
    }

    /** The y axis; what lies outside is cut off at the frame. */
    public void range(double from, double to) {
        panel.range(from, to);
    }

    /**
     * The plot as SVG.
     *
     * @param id a name of letters, digits and dashes that no other plot of the page has
     */
    public String svg(String id) {
        return drawing(id).svg();
    }

    Drawing drawing(String id) {
        Heading heading = Heading.of(title, subtitle, WIDTH);
        Frame frame = new Frame(LEFT, heading.bottom() + 19, RIGHT - LEFT, HEIGHT_OF_FRAME);
        Axes axes = panel.axes(frame, x.get(x.size() - 1), Lettering.TEXT, NUMBER_OF_TICKS);
        return new Drawing(id, title, subtitle, WIDTH, (int) Math.ceil(frame.bottom() + BELOW), canvas -> {
            heading.draw(canvas);
            panel.draw(canvas, axes, xName);
            for (Panel.Item line : panel.curves()) {
                marks(canvas, axes, line);
            }
            names(canvas, axes);
        });
    }

    /** A triangle at the frame for every stretch of a line outside it, where the line is farthest out. */
    private static void marks(Canvas canvas, Axes axes, Panel.Item line) {
        int farthest = -1;
        for (int i = 0; i <= line.y().size(); i++) {
            double outside =
                    i < line.y().size() ? axes.spanOfY().outside(line.y().get(i)) : 0;
            if (outside > 0) {
                boolean isFarther = farthest < 0
                        || outside > axes.spanOfY().outside(line.y().get(farthest));
                farthest = isFarther ? i : farthest;
            } else if (farthest >= 0) {
                mark(canvas, axes, line, farthest);
                farthest = -1;
            }
        }
    }

    private static void mark(Canvas canvas, Axes axes, Panel.Item line, int at) {
        Frame frame = axes.frame();
        double value = line.y().get(at);
        boolean above = value > axes.spanOfY().high();
        double edge = above ? frame.top() : frame.bottom();
        double base = above ? edge + 2 * MARK : edge - 2 * MARK;
        double middle = Math.max(frame.left() + MARK, axes.x(line.x().get(at)));
        String where = String.format(
                Locale.ROOT,
                "outside the frame, %.3f at %,d",
                value,
                Math.round(line.x().get(at)));
        canvas.draw(
                "outside",
                line.name().isEmpty() ? where : line.name() + ": " + where,
                Outline.triangle(middle - MARK, base, middle + MARK, base, middle, edge),
                Ink.fill(line.ink().colour(), 1));
    }

    /** Names at the right ends, moved apart where they would overlap, and then led to by a line from their curve's end. */
    private void names(Canvas canvas, Axes axes) {
        Frame frame = axes.frame();
        List<Name> names = new ArrayList<>();
        for (Panel.Level target : panel.levels()) {
            names.add(new Name(target.name(), target.ink(), axes.y(target.y())));
        }
        for (Panel.Item line : panel.curves()) {
            double end = lastOf(line.y());
            if (!line.name().isEmpty() && Double.isFinite(end)) {
                double within = Math.max(frame.top(), Math.min(frame.bottom(), axes.y(end)));
                names.add(new Name(line.name(), line.ink(), within));
            }
        }
        names.sort(Comparator.comparingDouble(Name::y));
        double[] places =
                Spacing.apart(names.stream().mapToDouble(Name::y).toArray(), NAME_HEIGHT, frame.top(), frame.bottom());
        for (int i = 0; i < places.length; i++) {
            Name name = names.get(i);
            String colour = name.ink().colour();
            canvas.draw(
                    "leader",
                    "",
                    Outline.line(RIGHT + 3, name.y(), NAME_LEFT - 4, places[i]),
                    new Ink(colour, 1, List.of(), LEADER_OPACITY));
            canvas.write(
                    "name",
                    NAME_LEFT,
                    places[i] + 4,
                    shortened(name.text()),
                    Lettering.TEXT.in(colour).bold(name.ink().width() >= BOLD_FROM_WIDTH));
        }
    }

    /** A name cut to what fits beside the plot. */
    public static String shortened(String name) {
        return Lettering.shortened(name, NAME_LENGTH);
    }

    private static double lastOf(List<Double> y) {
        for (int i = y.size() - 1; i >= 0; i--) {
            if (Double.isFinite(y.get(i))) {
                return y.get(i);
            }
        }
        return Double.NaN;
    }

    private record Name(String text, Ink ink, double y) {}
}
