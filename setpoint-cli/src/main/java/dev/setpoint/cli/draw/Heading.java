package dev.setpoint.cli.draw;

import java.util.List;

/**
 * What stands over a picture: its title, and below it lines of text.
 *
 * @param lines as wide as the picture lets them be
 */
record Heading(String title, List<String> lines) {
    /** From the picture's edge to what is drawn in it. */
    static final int MARGIN = 20;

    /** From one line of text to the next. */
    static final int LINE = 15;

    Heading {
        lines = List.copyOf(lines);
    }

    /** The heading of a picture of this width. */
    static Heading of(String title, String subtitle, int width) {
        return new Heading(title, Lettering.TEXT.wrapped(subtitle, width - 2.0 * MARGIN));
    }

    /** Where it ends. */
    double bottom() {
        return 34 + LINE * (double) lines.size();
    }

    void draw(Canvas canvas) {
        canvas.write(MARGIN, 28, title, Lettering.TITLE);
        for (int i = 0; i < lines.size(); i++) {
            canvas.write(MARGIN, 47 + LINE * (double) i, lines.get(i), Lettering.TEXT);
        }
    }
}
