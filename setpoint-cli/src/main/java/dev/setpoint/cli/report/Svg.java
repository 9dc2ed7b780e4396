package dev.setpoint.cli.report;

import java.util.Locale;

/** What all plots have in common: how they begin, and how they write numbers. */
final class Svg {
    private Svg() {}

    /** Begins a picture with its name and description for those who cannot see it. */
    static void open(StringBuilder out, String title, String description, int width, int height) {
        open(out, "", title, description, width, height);
    }

    /** The same, with something before its inner names that keeps them apart from those of others on the same page. */
    static void open(StringBuilder out, String prefix, String title, String description, int width, int height) {
        put(
                out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                        + " role=\"img\" aria-labelledby=\"%stitle %sdesc\" font-family=\"system-ui, -apple-system,"
                        + " 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif\" font-size=\"12\">%n",
                width,
                height,
                width,
                height,
                prefix,
                prefix);
        put(out, "<title id=\"%stitle\">%s</title>%n", prefix, Markup.text(title));
        put(out, "<desc id=\"%sdesc\">%s</desc>%n", prefix, Markup.text(description));
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
