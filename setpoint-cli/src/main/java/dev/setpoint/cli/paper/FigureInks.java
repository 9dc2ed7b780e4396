package dev.setpoint.cli.paper;

import dev.setpoint.cli.draw.Ink;
import dev.setpoint.cli.draw.Palette;

/** Lines that mean the same in every figure. */
final class FigureInks {
    /** Curves of more classes than this are drawn alike: nobody tells so many apart. */
    static final int MOST_CLASSES = 24;

    private static final int[][] RATE_STOPS = {
        {0x2b, 0x0a, 0x4a}, {0x3e, 0x49, 0x89}, {0x26, 0x82, 0x8e}, {0x3d, 0xb3, 0x6f}, {0xd9, 0xb3, 0x10}
    };

    private FigureInks() {}

    static String scoreColour(String score) {
        return Palette.COLOURS.get(FigureRun.SCORES.indexOf(score));
    }

    static Ink score(String score) {
        return Ink.line(scoreColour(score), 2);
    }

    /** The same colour for the maximum class coverage: thinner, and broken. */
    static Ink scoreOfMost(String score) {
        return Ink.dashed(scoreColour(score), 1.3, 6.0, 3.0);
    }

    static Ink policy(Feedback policy) {
        return policy == Feedback.SOFTMAX
                ? Ink.line(Palette.colour(5), 2.2)
                : Ink.dashed(Palette.colour(4), 2.2, 8.0, 3.0);
    }

    /** From dark for the largest rate to light for the smallest, in steps the eye takes as even. */
    static Ink rate(int place, int rates, double width) {
        double at = rates > 1 ? (double) place / (rates - 1) * (RATE_STOPS.length - 1) : 0;
        int from = Math.min((int) at, RATE_STOPS.length - 2);
        StringBuilder colour = new StringBuilder("#");
        for (int channel = 0; channel < 3; channel++) {
            double mixed = RATE_STOPS[from][channel] * (1 - (at - from)) + RATE_STOPS[from + 1][channel] * (at - from);
            colour.append(String.format("%02x", Math.round(mixed)));
        }
        return Ink.line(colour.toString(), width);
    }

    /** Eight colours, then the same ones broken, then dotted. */
    static Ink label(int place, int labels) {
        if (labels > MOST_CLASSES) {
            return Ink.line(Palette.colour(0), 0.6);
        }
        String colour = Palette.colour(place);
        return switch (place / Palette.COLOURS.size()) {
            case 0 -> Ink.line(colour, 1.5);
            case 1 -> Ink.dashed(colour, 1.5, 6.0, 2.5);
            default -> Ink.dashed(colour, 1.7, 1.7, 2.5);
        };
    }

    /** For the legend, where a kind of line and not a colour is explained. */
    static Ink least() {
        return Ink.line(Palette.SOFT, 2);
    }

    static Ink most() {
        return Ink.dashed(Palette.SOFT, 1.3, 6.0, 3.0);
    }
}
