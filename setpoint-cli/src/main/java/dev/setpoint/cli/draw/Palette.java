package dev.setpoint.cli.draw;

import java.util.List;

/** The colours of plots, told apart by the colour-blind, too. */
public final class Palette {
    /** Okabe and Ito (2008), without yellow, which is lost on white. */
    public static final List<String> COLOURS =
            List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b87a00", "#6b4e9b", "#3d9bd1", "#5f6368");

    /** What is read first: titles, targets, the curve of all classes together. */
    public static final String STRONG = "#1c1d1f";

    /** Curves that are there to be compared with, and not to be told apart. */
    public static final String QUIET = "#c9ccd0";

    /** Areas that something is allowed to be in. */
    public static final String ALLOWED = "#8a8d91";

    /** Text beside the curves. */
    public static final String SOFT = "#5f6368";

    static final String EDGE = "#9a9da1";
    static final String GRID = "#e6e6e3";
    static final String EMPTY = "#f6f6f3";
    static final String PAPER = "#ffffff";

    private Palette() {}

    /** The colour of the i-th of things that are to be told apart; they repeat when there are more than colours. */
    public static String colour(int i) {
        return COLOURS.get(i % COLOURS.size());
    }
}
