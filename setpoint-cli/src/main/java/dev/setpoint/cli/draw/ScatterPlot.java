package dev.setpoint.cli.draw;

import java.util.ArrayList;
import java.util.List;

/**
 * Numbered points in groups: each group in one colour with a dotted upright line for its target, if it has one, the names
 * of the points beside the plot. A point one of whose coordinates cannot be drawn is named alone.
 */
public final class ScatterPlot {
    private static final String ID = "points";
    private static final int WIDTH = 940;
    private static final int LEFT = 58;
    private static final int LEAST_RIGHT = 560;
    private static final int MOST_RIGHT = 760;
    private static final int LEAST_HEIGHT_OF_FRAME = 304;
    private static final int BELOW = 48;
    private static final int NUMBER_OF_TICKS = 6;
    private static final int NAME_HEIGHT = 16;
    private static final int NAME_LENGTH = 58;
    private static final double RADIUS = 4.5;
    private static final double POINT_OPACITY = 0.8;
    private static final double LEADER_OPACITY = 0.7;
    private static final double DIGIT = 7;
    private static final double LETTER = 6.6;
    private static final double MARGIN = 0.06;

    private final String title;
    private final String subtitle;
    private final String xName;
    private final String yName;
    private final List<Group> groups = new ArrayList<>();
    private boolean logarithmic;
    private int points;

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
        groups.add(new Group(name, Palette.colour(groups.size()), target, new ArrayList<>()));
    }

    /** Adds a point to the group begun last; points are numbered from 1 in this order. */
    public void point(String name, double x, double y) {
        groups.get(groups.size() - 1).points().add(new Point(++points, name, x, y));
    }

    /** The picture. The same points give the same text on every machine. */
    public String svg() {
        return drawing().svg();
    }

    Drawing drawing() {
        Heading heading = Heading.of(title, subtitle, WIDTH);
        double right = (int) Math.max(LEAST_RIGHT, Math.min(MOST_RIGHT, WIDTH - 36 - LETTER * longestName()));
        Frame frame = new Frame(
                LEFT,
                heading.bottom() + 39,
                right - LEFT,
                Math.max(LEAST_HEIGHT_OF_FRAME, NAME_HEIGHT * (points + groups.size())));
        Axes axes = new Axes(frame, spanOfX(), spanOfY(), Lettering.TEXT, NUMBER_OF_TICKS);
        return new Drawing(ID, title, subtitle, WIDTH, (int) Math.ceil(frame.bottom() + BELOW), canvas -> {
            heading.draw(canvas);
            canvas.write(LEFT, frame.top() - 12, yName, Lettering.TEXT);
            axes.draw(canvas, xName);
            FreePlaces places = new FreePlaces();
            groups.forEach(group -> target(canvas, axes, places, group));
            groups.forEach(group -> dots(canvas, axes, places, group));
            groups.forEach(group -> numbers(canvas, axes, places, group));
            names(canvas, frame);
        });
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

    private Span spanOfX() {
        Scale scale = new Scale(Double.NEGATIVE_INFINITY);
        for (Group group : groups) {
            scale.include(place(group.target()));
            drawn(group).forEach(point -> scale.include(place(point.x())));
        }
        double margin = Math.max(0.005, (scale.high() - scale.low()) * MARGIN);
        double low = scale.low() - margin;
        double high = scale.high() + margin;
        return logarithmic ? Span.logarithmic(Math.exp(low), Math.exp(high)) : Span.of(low, high);
    }

    private Span spanOfY() {
        Scale scale = new Scale(Double.NEGATIVE_INFINITY);
        for (Group group : groups) {
            drawn(group).forEach(point -> scale.include(point.y()));
        }
        double margin = scale.high() > scale.low() ? (scale.high() - scale.low()) * MARGIN : 0.05;
        return Span.of(Math.max(0, scale.low() - margin), scale.high() + margin);
    }

    private void target(Canvas canvas, Axes axes, FreePlaces places, Group group) {
        if (!Double.isFinite(place(group.target()))) {
            return;
        }
        Frame frame = axes.frame();
        double at = axes.x(group.target());
        places.take(new Frame(at - 1, frame.top(), 2, frame.height()));
        canvas.draw(
                "target",
                "",
                Outline.line(at, frame.top(), at, frame.bottom()),
                Ink.target().in(group.colour()));
    }

    private void dots(Canvas canvas, Axes axes, FreePlaces places, Group group) {
        for (Point point : drawn(group)) {
            double x = axes.x(point.x());
            double y = axes.y(point.y());
            places.take(new Frame(x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS));
            canvas.dot(
                    "point", group.name() + ": " + point.name(), x, y, RADIUS, Ink.fill(group.colour(), POINT_OPACITY));
        }
    }

    /** Each number beside its point; one that is not right beside it is led to by a line. */
    private void numbers(Canvas canvas, Axes axes, FreePlaces places, Group group) {
        for (Point point : drawn(group)) {
            String number = String.valueOf(point.number());
            double x = axes.x(point.x());
            double y = axes.y(point.y());
            FreePlaces.Place place = places.beside(x, y, RADIUS, DIGIT * number.length(), Lettering.SMALL.size());
            Frame box = place.box();
            if (!place.isNext()) {
                double nearestX = Math.max(box.left(), Math.min(box.right(), x));
                double nearestY = Math.max(box.top(), Math.min(box.bottom(), y));
                canvas.draw(
                        "leader",
                        "",
                        Outline.line(x, y, nearestX, nearestY),
                        new Ink(group.colour(), 1, List.of(), LEADER_OPACITY));
            }
            canvas.write("number", box.left(), box.top() + 10, number, Lettering.SMALL.in(group.colour()));
        }
    }

    private void names(Canvas canvas, Frame frame) {
        double at = frame.top() + 4;
        for (Group group : groups) {
            Lettering lettering = Lettering.TEXT.in(group.colour());
            name(canvas, frame, at, group.name(), lettering.bold(true));
            for (Point point : group.points()) {
                at += NAME_HEIGHT;
                name(canvas, frame, at, label(point), lettering);
            }
            at += NAME_HEIGHT;
        }
    }

    private static void name(Canvas canvas, Frame frame, double at, String text, Lettering lettering) {
        canvas.write("name", frame.right() + 16, at, Lettering.shortened(text, NAME_LENGTH), lettering);
    }

    /** Where a value of x lies for the axis: equal distances are drawn equally long. Not finite if nowhere. */
    private double place(double x) {
        return logarithmic ? Math.log(x) : x;
    }

    private boolean isDrawn(Point point) {
        return Double.isFinite(place(point.x())) && Double.isFinite(point.y());
    }

    private List<Point> drawn(Group group) {
        return group.points().stream().filter(this::isDrawn).toList();
    }

    private record Point(int number, String name, double x, double y) {}

    private record Group(String name, String colour, double target, List<Point> points) {}

    /** How the text of every plot begins, as a regular expression. */
    public static String beginning() {
        return SvgCanvas.beginning();
    }
}
