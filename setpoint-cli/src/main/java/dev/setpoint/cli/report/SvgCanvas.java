package dev.setpoint.cli.report;

import java.util.stream.Collectors;

/** A figure as SVG text: the same bytes on every machine. */
final class SvgCanvas implements Canvas {
    private final StringBuilder out;
    private final String id;
    private int boxes;

    /** Goes on with a picture that was begun; without {@link #within}, whose boxes would need a name. */
    SvgCanvas(StringBuilder begun) {
        out = begun;
        id = "";
    }

    /** Begins a picture; {@code id} keeps its inner names apart from those of others on the same page. */
    SvgCanvas(String id, String title, String description, int width, int height) {
        out = new StringBuilder(1 << 16);
        this.id = id;
        Svg.open(out, id + "-", title, description, width, height);
    }

    @Override
    public void draw(String kind, String name, Outline outline, Ink ink) {
        if (outline.pieces().isEmpty()) {
            return;
        }
        Svg.put(out, "<path class=\"%s\" d=\"%s\"", Markup.text(kind), outline.data());
        if (ink.isFill()) {
            Svg.put(out, " fill=\"%s\"", ink.colour());
            if (ink.opacity() < 1) {
                Svg.put(out, " fill-opacity=\"%s\"", Svg.at(ink.opacity()));
            }
        } else {
            Svg.put(
                    out,
                    " fill=\"none\" stroke-linejoin=\"round\" stroke=\"%s\" stroke-width=\"%s\"",
                    ink.colour(),
                    Svg.at(ink.width()));
            if (!ink.dash().isEmpty()) {
                String dash = ink.dash().stream().map(Svg::at).collect(Collectors.joining(" "));
                Svg.put(out, " stroke-dasharray=\"%s\"", dash);
            }
        }
        Svg.put(out, name.isEmpty() ? "/>%n" : "><title>%s</title></path>%n", Markup.text(name));
    }

    @Override
    public void write(double x, double y, String text, Lettering lettering) {
        Svg.put(
                out,
                "<text x=\"%s\" y=\"%s\" font-size=\"%s\" fill=\"%s\"%s%s>%s</text>%n",
                Svg.at(x),
                Svg.at(y),
                Svg.at(lettering.size()),
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
        Svg.put(
                out,
                "<clipPath id=\"%s\"><rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/></clipPath>%n"
                        + "<g clip-path=\"url(#%s)\">%n",
                box,
                Svg.at(x),
                Svg.at(y),
                Svg.at(width),
                Svg.at(height),
                box);
        drawing.run();
        Svg.put(out, "</g>%n");
    }

    /** The picture, ended. */
    String svg() {
        return out + "</svg>\n";
    }
}
