package dev.setpoint.cli.report;

import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/** What all plots have in common: how they begin, their axes, and how they write numbers. */
final class Svg {
    private Svg() {}

    /** Begins a picture with its name and description for those who cannot see it. */
    static void open(StringBuilder out, String title, String description, int width, int height) {
        put(
                out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                        + " role=\"img\" aria-labelledby=\"title desc\" font-family=\"system-ui, -apple-system,"
                        + " 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif\" font-size=\"12\">%n",
                width,
                height,
                width,
                height);
        put(out, "<title id=\"title\">%s</title>%n", Markup.text(title));
        put(out, "<desc id=\"desc\">%s</desc>%n", Markup.text(description));
    }

    /** The background, and the title and subtitle on it. */
    static void titles(StringBuilder out, String title, String subtitle, int width, int height) {
        put(out, "<rect width=\"%d\" height=\"%d\" rx=\"6\" fill=\"#ffffff\"/>%n", width, height);
        put(
                out,
                "<text x=\"20\" y=\"30\" font-size=\"17\" font-weight=\"600\" fill=\"#1c1d1f\">%s</text>%n",
                Markup.text(title));
        put(out, "<text x=\"20\" y=\"49\" fill=\"#5f6368\">%s</text>%n", Markup.text(subtitle));
    }

    /** Lines across at the ticks of y, marks below at the ticks of x, and the name of x. */
    static void axes(
            StringBuilder out,
            Ticks ys,
            DoubleUnaryOperator y,
            Ticks xs,
            DoubleUnaryOperator x,
            String xName,
            int left,
            int right,
            int bottom) {
        for (double place : ys.places()) {
            double at = y.applyAsDouble(place);
            put(
                    out,
                    "<path d=\"M%d %sH%d\" stroke=\"#e6e6e3\"/><text x=\"%d\" y=\"%s\" text-anchor=\"end\""
                            + " fill=\"#5f6368\">%s</text>%n",
                    left,
                    at(at),
                    right,
                    left - 8,
                    at(at + 4),
                    ys.name(place));
        }
        for (double place : xs.places()) {
            String at = at(x.applyAsDouble(place));
            put(
                    out,
                    "<path d=\"M%s %dv5\" stroke=\"#9a9da1\"/><text x=\"%s\" y=\"%d\" text-anchor=\"middle\""
                            + " fill=\"#5f6368\">%s</text>%n",
                    at,
                    bottom,
                    at,
                    bottom + 19,
                    xs.name(place));
        }
        put(out, "<path d=\"M%d %dH%d\" stroke=\"#9a9da1\"/>%n", left, bottom, right);
        put(
                out,
                "<text x=\"%s\" y=\"%d\" text-anchor=\"middle\" fill=\"#5f6368\">%s</text>%n",
                at((left + right) / 2.0),
                bottom + 38,
                Markup.text(xName));
    }

    /** A coordinate to a tenth of a pixel, without needless zeros. */
    static String at(double value) {
        long tenths = Math.round(value * 10);
        if (Math.abs(value) < 1) {
            return String.format(Locale.ROOT, "%.2f", value);
        }
        return tenths % 10 == 0 ? Long.toString(tenths / 10) : String.format(Locale.ROOT, "%.1f", tenths / 10.0);
    }

    static void put(StringBuilder out, String format, Object... values) {
        out.append(String.format(Locale.ROOT, format.replace("%n", "\n"), values));
    }
}
