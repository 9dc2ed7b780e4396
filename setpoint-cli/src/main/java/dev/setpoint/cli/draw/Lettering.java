package dev.setpoint.cli.draw;

import java.util.ArrayList;
import java.util.List;

/**
 * How text is set.
 *
 * @param anchor which of its points is at the place given
 */
record Lettering(double size, boolean isBold, String colour, Anchor anchor) {
    /** The title of a picture. */
    static final Lettering TITLE = new Lettering(17, true, Palette.STRONG, Anchor.START);

    /** The title of a part of a picture. */
    static final Lettering HEADING = new Lettering(13, true, Palette.STRONG, Anchor.START);

    /** What is read beside the curves. */
    static final Lettering TEXT = new Lettering(12, false, Palette.SOFT, Anchor.START);

    /** The same where many plots share the room. */
    static final Lettering SMALL = new Lettering(11, false, Palette.SOFT, Anchor.START);

    /** Where along a text its place is. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    Lettering at(Anchor other) {
        return new Lettering(size, isBold, colour, other);
    }

    Lettering in(String other) {
        return new Lettering(size, isBold, other, anchor);
    }

    Lettering bold(boolean bold) {
        return new Lettering(size, bold, colour, anchor);
    }

    /** About how wide a text is: fonts differ from machine to machine, the layout must not. */
    double widthOf(String text) {
        return text.codePointCount(0, text.length()) * size * (isBold ? 0.6 : 0.56);
    }

    /** A text cut to what fits, with some air: widths are estimates. */
    String shortened(String text, double width) {
        return shortened(text, (int) ((width - 8) / (1.1 * widthOf("x"))));
    }

    /** A text of at most as many characters, the last of which tells that it was cut. */
    static String shortened(String text, int most) {
        return text.codePointCount(0, text.length()) <= most
                ? text
                : text.substring(0, text.offsetByCodePoints(0, most - 1)) + "\u2026";
    }

    /** A text in lines that fit, broken between words. */
    List<String> wrapped(String text, double width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.strip().split("\\s+", -1)) {
            if (line.length() > 0 && widthOf(line + " " + word) > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        if (line.length() > 0) {
            lines.add(line.toString());
        }
        return lines;
    }
}
