package dev.setpoint.cli.report;

/** What figures are drawn on, in pixels from the upper left corner; whatever it is made of, the picture is the same. */
interface Canvas {
    /**
     * Draws or fills an outline.
     *
     * @param kind what it stands for, for those who read the picture by program
     * @param name what it shows, for those who point at it; may be empty
     */
    void draw(String kind, String name, Outline outline, Ink ink);

    /** Writes one line of text. */
    void write(double x, double y, String text, Lettering lettering);

    /** Draws what {@code drawing} draws, cut off at a box. */
    void within(double x, double y, double width, double height, Runnable drawing);

    /**
     * How text is set.
     *
     * @param anchor which of its points is at the place given
     */
    record Lettering(double size, boolean isBold, String colour, Anchor anchor) {
        /** About how wide a text is: fonts differ from machine to machine, the layout must not. */
        double widthOf(String text) {
            return text.codePointCount(0, text.length()) * size * (isBold ? 0.6 : 0.56);
        }

        Lettering at(Anchor other) {
            return new Lettering(size, isBold, colour, other);
        }
    }

    /** Where along a text its place is. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }
}
