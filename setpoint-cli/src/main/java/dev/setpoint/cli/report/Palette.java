package dev.setpoint.cli.report;

import java.util.List;

/** The colours of plots, told apart by the colour-blind, too. */
public final class Palette {
    /** Okabe and Ito (2008), without yellow, which is lost on white. */
    public static final List<String> COLOURS =
            List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b87a00", "#6b4e9b", "#3d9bd1", "#5f6368");

    private Palette() {}
}
