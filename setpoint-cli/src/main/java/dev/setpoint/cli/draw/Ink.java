package dev.setpoint.cli.draw;

import java.util.List;

/**
 * How a line is drawn, or an area filled.
 *
 * @param colour as {@code #rrggbb}
 * @param width of the line in pixels; 0 fills the area instead
 * @param dash lengths drawn and left out in turn; empty for a solid line
 * @param opacity in (0, 1]
 */
public record Ink(String colour, double width, List<Double> dash, double opacity) {
    private static final Ink TARGET = new Ink(Palette.STRONG, 1.3, List.of(2.0, 3.5), 1);

    /** Validates and copies. */
    public Ink {
        if (!colour.matches("#[0-9a-f]{6}")) {
            throw new IllegalArgumentException("colour: " + colour + " (expected: #rrggbb)");
        }
        if (!(width >= 0 && opacity > 0 && opacity <= 1)) {
            throw new IllegalArgumentException(
                    "width, opacity: " + width + ", " + opacity + " (expected: >= 0, in (0, 1])");
        }
        dash = List.copyOf(dash);
    }

    /** A solid line. */
    public static Ink line(String colour, double width) {
        return new Ink(colour, width, List.of(), 1);
    }

    /** A broken line: lengths drawn and left out in turn. */
    public static Ink dashed(String colour, double width, Double... dash) {
        return new Ink(colour, width, List.of(dash), 1);
    }

    /** The dotted line of what a curve is measured against. */
    public static Ink target() {
        return TARGET;
    }

    /** An area, filled. */
    public static Ink fill(String colour, double opacity) {
        return new Ink(colour, 0, List.of(), opacity);
    }

    /** The same in another colour. */
    Ink in(String other) {
        return new Ink(other, width, dash, opacity);
    }

    boolean isFill() {
        return width == 0;
    }
}
