package dev.setpoint.cli.draw;

/** What pictures are drawn on, in pixels from the upper left corner; whatever it is made of, the picture is the same. */
interface Canvas {
    /**
     * Draws or fills an outline.
     *
     * @param kind what it stands for, for those who read the picture by program
     * @param name what it shows, for those who point at it; may be empty
     */
    void draw(String kind, String name, Outline outline, Ink ink);

    /** Fills a disc; {@code kind} and {@code name} as in {@link #draw}. */
    void dot(String kind, String name, double x, double y, double radius, Ink ink);

    /** Writes one line of text; {@code kind} as in {@link #draw}, may be empty. */
    void write(String kind, double x, double y, String text, Lettering lettering);

    /** Writes one line of text that stands for nothing a program would look for. */
    default void write(double x, double y, String text, Lettering lettering) {
        write("", x, y, text, lettering);
    }

    /** Draws what {@code drawing} draws, cut off at a box. */
    void within(double x, double y, double width, double height, Runnable drawing);
}
