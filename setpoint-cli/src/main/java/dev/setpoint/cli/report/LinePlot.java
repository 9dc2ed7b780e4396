package dev.setpoint.cli.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A line plot as SVG: title, lines named at their right end, shaded bands, one dashed line for a target. Where a line leaves the
 * frame, a small triangle at the edge says so.
 *
 * <p>Written by hand rather than by a chart library. XChart lays text out with the fonts of the machine and draws it as
 * outlines: the bytes would differ from machine to machine, and the words could not be searched or read aloud. Its
 * SVG encoder also needs a library under the LGPL that it no longer brings along.
 */
final class LinePlot {
    private static final int WIDTH = 800;
    private static final int HEIGHT = 420;
    private static final int LEFT = 58;
    private static final int RIGHT = 630;
    private static final int TOP = 68;
    private static final int BOTTOM = 372;
    private static final int NAME_HEIGHT = 16;
    private static final int NAME_LENGTH = 21;
    private static final int NAME_LEFT = RIGHT + 21;
    private static final double MARK = 4;

    private final String title;
    private final String subtitle;
    private final String xName;
    private final List<Double> x;
    private final List<Area> areas = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();
    private String targetName = "";
    private double target = Double.NaN;
    private double low;
    private double high = 1;

    LinePlot(String title, String subtitle, String xName, List<Double> x) {
        this.title = title;
        this.subtitle = subtitle;
        this.xName = xName;
        this.x = List.copyOf(x);
    }

    /** A line; names are drawn only where not empty. {@code dash} as in SVG, empty for a solid line. */
    void line(String name, List<Double> y, String colour, double width, String dash) {
        lines.add(new Line(name, y, colour, width, dash));
    }

    /** A shaded area between two lines, drawn below all lines. */
    void area(List<Double> from, List<Double> to, String colour, double opacity) {
        areas.add(new Area(from, to, colour, opacity));
    }

    void target(String name, double y) {
        targetName = name;
        target = y;
    }

    /** The y axis; what lies outside is cut off at the frame. */
    void range(double from, double to) {
        low = from;
        high = to > from ? to : from + 1;
    }

    String svg() {
        StringBuilder out = new StringBuilder(32_768);
        Svg.open(out, title, subtitle, WIDTH, HEIGHT);
        Svg.put(
                out,
                "<clipPath id=\"frame\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/></clipPath>%n",
                LEFT,
                TOP - 2,
                RIGHT - LEFT + 2,
                BOTTOM - TOP + 4);
        Svg.titles(out, title, subtitle, WIDTH, HEIGHT);
        Axes.draw(
                new SvgCanvas(out),
                Ticks.over(low, high, 6),
                this::y,
                Ticks.over(0, x.get(x.size() - 1), 6),
                this::x,
                xName,
                LEFT,
                RIGHT,
                BOTTOM,
                12);
        Svg.put(out, "<g clip-path=\"url(#frame)\" fill=\"none\" stroke-linejoin=\"round\">%n");
        for (Area area : areas) {
            area(out, area);
        }
        if (Double.isFinite(target)) {
            Svg.put(
                    out,
                    "<path class=\"target\" d=\"M%d %sH%d\" stroke=\"#1c1d1f\" stroke-width=\"1.2\""
                            + " stroke-dasharray=\"2 4\"/>%n",
                    LEFT,
                    Svg.at(y(target)),
                    RIGHT);
        }
        for (Line line : lines) {
            Svg.put(
                    out,
                    "<path class=\"series\" d=\"%s\" stroke=\"%s\" stroke-width=\"%s\"%s>%s</path>%n",
                    Outline.curve(places(), ys(line.y())).data(),
                    line.colour(),
                    Svg.at(line.width()),
                    line.dash().isEmpty() ? "" : " stroke-dasharray=\"" + line.dash() + "\"",
                    line.name().isEmpty() ? "" : "<title>" + Markup.text(line.name()) + "</title>");
        }
        Svg.put(out, "</g>%n");
        for (Line line : lines) {
            marks(out, line);
        }
        names(out);
        return out.append("</svg>\n").toString();
    }

    private void area(StringBuilder out, Area area) {
        Svg.put(
                out,
                "<path class=\"area\" d=\"%s\" fill=\"%s\" fill-opacity=\"%s\"/>%n",
                Outline.band(places(), ys(area.from()), ys(area.to())).data(),
                area.colour(),
                Svg.at(area.opacity()));
    }

    private List<Double> places() {
        return x.stream().map(this::x).toList();
    }

    private List<Double> ys(List<Double> values) {
        return values.stream()
                .map(value -> Double.isFinite(value) ? y(value) : Double.NaN)
                .toList();
    }

    /** A triangle at the frame for every stretch of a line outside it, where the line is farthest out. */
    private void marks(StringBuilder out, Line line) {
        int farthest = -1;
        for (int i = 0; i <= line.y().size(); i++) {
            double outside = i < line.y().size() ? outside(line.y().get(i)) : 0;
            if (outside > 0) {
                farthest = farthest < 0 || outside > outside(line.y().get(farthest)) ? i : farthest;
            } else if (farthest >= 0) {
                mark(out, line, farthest);
                farthest = -1;
            }
        }
    }

    /** How far a value is outside the axis of y; 0 if it is within, or is none. */
    private double outside(double value) {
        return Double.isFinite(value) ? Math.max(0, Math.max(low - value, value - high)) : 0;
    }

    private void mark(StringBuilder out, Line line, int at) {
        boolean above = line.y().get(at) > high;
        double edge = above ? TOP : BOTTOM;
        double base = above ? edge + 2 * MARK : edge - 2 * MARK;
        double middle = Math.max(LEFT + MARK, x(x.get(at)));
        Svg.put(
                out,
                "<path class=\"outside\" d=\"M%s %sL%s %sL%s %sZ\" fill=\"%s\"><title>%s</title></path>%n",
                Svg.at(middle - MARK),
                Svg.at(base),
                Svg.at(middle + MARK),
                Svg.at(base),
                Svg.at(middle),
                Svg.at(edge),
                line.colour(),
                Markup.text((line.name().isEmpty() ? "" : line.name() + ": ") + "outside the frame, "
                        + Numbers.three(line.y().get(at)) + " at " + Numbers.whole(Math.round(x.get(at)))));
    }

    /** Names at the right ends, moved apart where they would overlap, and then led to by a line from their curve's end. */
    private void names(StringBuilder out) {
        List<Name> names = new ArrayList<>();
        if (Double.isFinite(target)) {
            names.add(new Name(targetName, "#1c1d1f", y(target), 400));
        }
        for (Line line : lines) {
            double end = lastOf(line.y());
            if (!line.name().isEmpty() && Double.isFinite(end)) {
                double within = Math.max(TOP, Math.min(BOTTOM, y(end)));
                names.add(new Name(line.name(), line.colour(), within, line.width() >= 2 ? 600 : 400));
            }
        }
        names.sort(Comparator.comparingDouble(Name::y));
        double[] places = Spacing.apart(names.stream().mapToDouble(Name::y).toArray(), NAME_HEIGHT, TOP, BOTTOM);
        for (int i = 0; i < places.length; i++) {
            Name name = names.get(i);
            Svg.put(
                    out,
                    "<path class=\"leader\" d=\"M%d %sL%d %s\" fill=\"none\" stroke=\"%s\" stroke-opacity=\"0.6\"/>%n",
                    RIGHT + 3,
                    Svg.at(name.y()),
                    NAME_LEFT - 4,
                    Svg.at(places[i]),
                    name.colour());
            Svg.put(
                    out,
                    "<text class=\"name\" x=\"%d\" y=\"%s\" fill=\"%s\" font-weight=\"%d\">%s</text>%n",
                    NAME_LEFT,
                    Svg.at(places[i] + 4),
                    name.colour(),
                    name.weight(),
                    Markup.text(shortened(name.text())));
        }
    }

    /** A name cut to what fits beside the plot. */
    static String shortened(String name) {
        return shortened(name, NAME_LENGTH);
    }

    static String shortened(String name, int most) {
        return name.codePointCount(0, name.length()) <= most
                ? name
                : name.substring(0, name.offsetByCodePoints(0, most - 1)) + "\u2026";
    }

    private static double lastOf(List<Double> y) {
        for (int i = y.size() - 1; i >= 0; i--) {
            if (isThere(y, i)) {
                return y.get(i);
            }
        }
        return Double.NaN;
    }

    private static boolean isThere(List<Double> y, int i) {
        return Double.isFinite(y.get(i));
    }

    private double x(double queries) {
        double most = x.get(x.size() - 1);
        return LEFT + (RIGHT - LEFT) * (most > 0 ? queries / most : 1);
    }

    private double y(double value) {
        double place = BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low);
        // The frame cuts it off anyway; far-away numbers only upset renderers.
        return Math.max(-HEIGHT, Math.min(2.0 * HEIGHT, place));
    }

    private record Line(String name, List<Double> y, String colour, double width, String dash) {}

    private record Area(List<Double> from, List<Double> to, String colour, double opacity) {}

    private record Name(String text, String colour, double y, int weight) {}
}
