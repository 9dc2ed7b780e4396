package dev.setpoint.cli.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Numbered points in groups, as SVG: each group in one colour with a dashed upright line for its target, if it has one, the names
 * of the points beside the plot. A point one of whose coordinates cannot be drawn is named alone.
 */
public final class ScatterPlot {
    private static final int WIDTH = 940;
    private static final int LEFT = 58;
    private static final int LEAST_RIGHT = 560;
    private static final int MOST_RIGHT = 760;
    private static final int TOP = 88;
    private static final int LEAST_BOTTOM = 392;
    private static final int NAME_HEIGHT = 16;
    private static final int NAME_LENGTH = 58;
    private static final double RADIUS = 4.5;
    private static final double DIGIT = 7;
    private static final double LETTER = 6.6;
    private static final int SIDES = 8;
    private static final double[] GAPS = {3, 12, 21, 30};
    private static final double MARGIN = 0.06;

    private final String title;
    private final String subtitle;
    private final String xName;
    private final String yName;
    private final List<Group> groups = new ArrayList<>();
    private final List<double[]> taken = new ArrayList<>();
    private boolean logarithmic;
    private int points;
    private int bottom;
    private int right;
    private double lowX;
    private double highX;
    private double lowY;
    private double highY;

    /** An empty plot. */
    public ScatterPlot(String title, String subtitle, String xName, String yName) {
        this.title = title;
        this.subtitle = subtitle;
        this.xName = xName;
        this.yName = yName;
    }

    /** Makes the axis of x logarithmic; points whose x is not above 0 are then not drawn. */
    public void logarithmicX() {
        logarithmic = true;
    }

    /** Begins a group without a target. */
    public void group(String name) {
        group(name, Double.NaN);
    }

    /** Begins a group, whose target is a value of x. */
    public void group(String name, double target) {
        groups.add(new Group(name, target, new ArrayList<>()));
    }

    /** Adds a point to the group begun last; points are numbered from 1 in this order. */
    public void point(String name, double x, double y) {
        groups.get(groups.size() - 1).points().add(new Point(++points, name, x, y));
    }

    /** The picture. The same points give the same text on every machine. */
    public String svg() {
        bottom = Math.max(LEAST_BOTTOM, TOP + NAME_HEIGHT * (points + groups.size()));
        int height = bottom + 48;
        right = (int) Math.max(LEAST_RIGHT, Math.min(MOST_RIGHT, WIDTH - 36 - LETTER * longestName()));
        fit();
        taken.clear();
        StringBuilder out = new StringBuilder(16_384);
        Svg.open(out, title, subtitle, WIDTH, height);
        Svg.titles(out, title, subtitle, WIDTH, height);
        Svg.put(out, "<text x=\"%d\" y=\"%d\" fill=\"#5f6368\">%s</text>%n", LEFT, TOP - 12, Markup.text(yName));
        Axes.draw(
                new SvgCanvas(out),
                Ticks.over(lowY, highY, 6),
                this::y,
                logarithmic ? Ticks.logarithmic(Math.exp(lowX), Math.exp(highX), 6) : Ticks.over(lowX, highX, 6),
                this::x,
                xName,
                LEFT,
                right,
                bottom,
                12);
        for (int g = 0; g < groups.size(); g++) {
            if (!Double.isFinite(place(groups.get(g).target()))) {
                continue;
            }
            taken.add(new double[] {x(groups.get(g).target()) - 1, TOP, 2, bottom - TOP});
            Svg.put(
                    out,
                    "<path class=\"target\" d=\"M%s %dV%d\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\""
                            + " stroke-dasharray=\"2 4\"/>%n",
                    Svg.at(x(groups.get(g).target())),
                    TOP,
                    bottom,
                    colour(g));
        }
        marks(out);
        numbers(out);
        names(out);
        return out.append("</svg>\n").toString();
    }

    private int longestName() {
        int longest = 0;
        for (Group group : groups) {
            longest = Math.max(longest, group.name().length());
            for (Point point : group.points()) {
                longest = Math.max(longest, label(point).length());
            }
        }
        return Math.min(longest, NAME_LENGTH);
    }

    private String label(Point point) {
        return point.number() + "  " + point.name() + (isDrawn(point) ? "" : " (not known)");
    }

    private void fit() {
        lowX = Double.POSITIVE_INFINITY;
        highX = Double.NEGATIVE_INFINITY;
        lowY = Double.POSITIVE_INFINITY;
        highY = Double.NEGATIVE_INFINITY;
        for (Group group : groups) {
            double target = place(group.target());
            if (Double.isFinite(target)) {
                lowX = Math.min(lowX, target);
                highX = Math.max(highX, target);
            }
            for (Point point : drawn(group)) {
                lowX = Math.min(lowX, place(point.x()));
                highX = Math.max(highX, place(point.x()));
                lowY = Math.min(lowY, point.y());
                highY = Math.max(highY, point.y());
            }
        }
        if (!(lowY <= highY)) { // no point
            lowY = 0;
            highY = 1;
        }
        if (!(lowX <= highX)) {
            lowX = 0;
            highX = 1;
        }
        double marginX = Math.max(0.005, (highX - lowX) * MARGIN);
        double marginY = highY > lowY ? (highY - lowY) * MARGIN : 0.05;
        lowX -= marginX;
        highX += marginX;
        lowY = Math.max(0, lowY - marginY);
        highY += marginY;
    }

    private void marks(StringBuilder out) {
        for (int g = 0; g < groups.size(); g++) {
            for (Point point : drawn(groups.get(g))) {
                taken.add(new double[] {x(point.x()) - RADIUS, y(point.y()) - RADIUS, 2 * RADIUS, 2 * RADIUS});
                Svg.put(
                        out,
                        "<circle class=\"point\" cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"%s\""
                                + " fill-opacity=\"0.8\"><title>%s</title></circle>%n",
                        Svg.at(x(point.x())),
                        Svg.at(y(point.y())),
                        Svg.at(RADIUS),
                        colour(g),
                        Markup.text(groups.get(g).name() + ": " + point.name()));
            }
        }
    }

    /**
     * Each number beside its point, on the side, and at the distance, where it covers least of what is there; one that is not
     * right beside it is led to by a line.
     */
    private void numbers(StringBuilder out) {
        for (int g = 0; g < groups.size(); g++) {
            for (Point point : drawn(groups.get(g))) {
                String number = String.valueOf(point.number());
                double[] best = null;
                int ring = 0;
                double least = Double.POSITIVE_INFINITY;
                for (int i = 0; i < SIDES * GAPS.length && least > 0; i++) {
                    double[] box = beside(point, i % SIDES, GAPS[i / SIDES], DIGIT * number.length(), 11);
                    double covered = taken.stream()
                            .mapToDouble(other -> overlap(box, other))
                            .sum();
                    if (covered < least) {
                        least = covered;
                        best = box;
                        ring = i / SIDES;
                    }
                }
                taken.add(best);
                if (ring > 0) {
                    leader(out, point, best, colour(g));
                }
                Svg.put(
                        out,
                        "<text class=\"number\" x=\"%s\" y=\"%s\" font-size=\"11\" fill=\"%s\">%s</text>%n",
                        Svg.at(best[0]),
                        Svg.at(best[1] + 10),
                        colour(g),
                        number);
            }
        }
    }

    private void leader(StringBuilder out, Point point, double[] box, String colour) {
        double x = x(point.x());
        double y = y(point.y());
        Svg.put(
                out,
                "<path class=\"leader\" d=\"M%s %sL%s %s\" fill=\"none\" stroke=\"%s\" stroke-opacity=\"0.7\"/>%n",
                Svg.at(x),
                Svg.at(y),
                Svg.at(Math.max(box[0], Math.min(box[0] + box[2], x))),
                Svg.at(Math.max(box[1], Math.min(box[1] + box[3], y))),
                colour);
    }

    /** A box of this size on one of eight sides of a point: right, left, above, below, then the corners. */
    private double[] beside(Point point, int side, double gap, double width, double height) {
        double[] across = {1, -1, 0, 0, 1, 1, -1, -1};
        double[] down = {0, 0, -1, 1, -1, 1, -1, 1};
        double x = x(point.x()) + across[side] * (RADIUS + gap + width / 2) - width / 2;
        double y = y(point.y()) + down[side] * (RADIUS + gap + height / 2) - height / 2;
        return new double[] {x, y, width, height};
    }

    private static double overlap(double[] a, double[] b) {
        double across = Math.min(a[0] + a[2], b[0] + b[2]) - Math.max(a[0], b[0]);
        double down = Math.min(a[1] + a[3], b[1] + b[3]) - Math.max(a[1], b[1]);
        return across > 0 && down > 0 ? across * down : 0;
    }

    private void names(StringBuilder out) {
        int at = TOP + 4;
        for (int g = 0; g < groups.size(); g++) {
            Group group = groups.get(g);
            name(out, at, colour(g), 600, group.name());
            for (Point point : group.points()) {
                at += NAME_HEIGHT;
                name(out, at, colour(g), 400, label(point));
            }
            at += NAME_HEIGHT;
        }
    }

    private void name(StringBuilder out, int at, String colour, int weight, String text) {
        Svg.put(
                out,
                "<text class=\"name\" x=\"%d\" y=\"%d\" fill=\"%s\" font-weight=\"%d\">%s</text>%n",
                right + 16,
                at,
                colour,
                weight,
                Markup.text(LinePlot.shortened(text, NAME_LENGTH)));
    }

    private static String colour(int group) {
        return Palette.COLOURS.get(group % Palette.COLOURS.size());
    }

    private double x(double value) {
        return LEFT + (right - LEFT) * (place(value) - lowX) / (highX - lowX);
    }

    /** Where on the axis of x, whose ends are lowX and highX, a value lies; not finite if nowhere. */
    private double place(double x) {
        return logarithmic ? Math.log(x) : x;
    }

    private double y(double value) {
        return bottom - (bottom - TOP) * (value - lowY) / (highY - lowY);
    }

    private boolean isDrawn(Point point) {
        return Double.isFinite(place(point.x())) && Double.isFinite(point.y());
    }

    private List<Point> drawn(Group group) {
        return group.points().stream().filter(this::isDrawn).toList();
    }

    private record Point(int number, String name, double x, double y) {}

    private record Group(String name, double target, List<Point> points) {}
}
