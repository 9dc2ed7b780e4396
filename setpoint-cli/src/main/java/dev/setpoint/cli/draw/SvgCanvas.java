package dev.setpoint.cli.draw;

import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A picture as SVG text: the same bytes on every machine. The only place that writes SVG.
 *
 * <p>Written by hand rather than by a chart library. XChart lays text out with the fonts of the machine and draws it as
 * outlines: the bytes would differ from machine to machine, and the words could not be searched or read aloud. Its
 * SVG encoder also needs a library under the LGPL that it no longer brings along.
 */
final class SvgCanvas implements Canvas {
    private final StringBuilder out = new StringBuilder(1 << 16);
    private final String id;
    private int boxes;

    /** Begins a picture with its name and description for those who cannot see it. */
    SvgCanvas(String id, String title, String description, int width, int height) {
        this.id = id;
        put(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                        + " role=\"img\" aria-labelledby=\"%s-title %s-desc\" font-family=\"system-ui, -apple-system,"
                        + " 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif\" font-size=\"12\">%n",
                width, height, width, height, id, id);
        put("<title id=\"%s-title\">%s</title>%n", id, Markup.text(title));
        put("<desc id=\"%s-desc\">%s</desc>%n", id, Markup.text(description));
        put("<rect width=\"%d\" height=\"%d\" rx=\"6\" fill=\"%s\"/>%n", width, height, Palette.PAPER);
    }

    /** How every plot's text begins, as a regular expression. */
    static String beginning() {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\\d+\" height=\"\\d+\" viewBox=\"0 0 \\d+ \\d+\" role=\"img\"";
    }

    @Override
    public void draw(String kind, String name, Outline outline, Ink ink) {
        if (outline.pieces().isEmpty()) {
            return;
        }
        put("<path class=\"%s\" d=\"%s\"%s", Markup.text(kind), data(outline), paint(ink));
        end("path", name);
    }

    @Override
    public void dot(String kind, String name, double x, double y, double radius, Ink ink) {
        put(
                "<circle class=\"%s\" cx=\"%s\" cy=\"%s\" r=\"%s\"%s",
                Markup.text(kind), at(x), at(y), at(radius), paint(ink));
        end("circle", name);
    }

    @Override
    public void write(String kind, double x, double y, String text, Lettering lettering) {
        put(
                "<text%s x=\"%s\" y=\"%s\" font-size=\"%s\" fill=\"%s\"%s%s>%s</text>%n",
                kind.isEmpty() ? "" : " class=\"" + Markup.text(kind) + "\"",
                at(x),
                at(y),
                at(lettering.size()),
                lettering.colour(),
                lettering.isBold() ? " font-weight=\"600\"" : "",
                switch (lettering.anchor()) {
                    case START -> "";
                    case MIDDLE -> " text-anchor=\"middle\"";
                    case END -> " text-anchor=\"end\"";
                },
                Markup.text(text));
    }

    @Override
    public void within(double x, double y, double width, double height, Runnable drawing) {
        String box = id + "-box" + ++boxes;
        put(
                "<clipPath id=\"%s\"><rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/></clipPath>%n"
                        + "<g clip-path=\"url(#%s)\">%n",
                box, at(x), at(y), at(width), at(height), box);
        drawing.run();
        put("</g>%n");
    }

    /** The picture, ended. */
    String svg() {
        return out + "</svg>\n";
    }

    private static String paint(Ink ink) {
        if (ink.isFill()) {
            return " fill=\"" + ink.colour() + "\"" + opacity("fill", ink);
        }
        String line = " fill=\"none\" stroke-linejoin=\"round\" stroke=\"" + ink.colour() + "\" stroke-width=\""
                + at(ink.width()) + "\"" + opacity("stroke", ink);
        return ink.dash().isEmpty()
                ? line
                : line + " stroke-dasharray=\""
                        + ink.dash().stream().map(SvgCanvas::at).collect(Collectors.joining(" ")) + "\"";
    }

    private static String opacity(String of, Ink ink) {
        return ink.opacity() < 1 ? " " + of + "-opacity=\"" + at(ink.opacity()) + "\"" : "";
    }

    private void end(String element, String name) {
        put(name.isEmpty() ? "/>%n" : "><title>%s</title></" + element + ">%n", Markup.text(name));
    }

    private static String data(Outline outline) {
        StringBuilder data = new StringBuilder();
        for (double[] piece : outline.pieces()) {
            for (int i = 0; i < piece.length; i += 2) {
                data.append(i == 0 ? 'M' : 'L').append(at(piece[i])).append(' ').append(at(piece[i + 1]));
            }
            data.append(outline.isClosed() ? "Z" : "");
        }
        return data.toString();
    }

    /** A coordinate to a tenth of a pixel, without needless zeros. */
    private static String at(double value) {
        long tenths = Math.round(value * 10);
        if (Math.abs(value) < 1) {
            return String.format(Locale.ROOT, "%.2f", value);
        }
        return tenths % 10 == 0 ? Long.toString(tenths / 10) : String.format(Locale.ROOT, "%.1f", tenths / 10.0);
    }

    private void put(String format, Object... values) {
        out.append(String.format(Locale.ROOT, format.replace("%n", "\n"), values));
    }
}
