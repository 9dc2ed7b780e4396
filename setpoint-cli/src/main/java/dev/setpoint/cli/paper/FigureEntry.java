package dev.setpoint.cli.paper;

import dev.setpoint.cli.draw.PanelFigure;
import java.util.List;

/**
 * A figure with what is said of it.
 *
 * @param number as the report counts figures
 * @param paper what the paper's figure shows
 * @param got what ours shows, a sentence each; from the data alone
 * @param checks the paper's statements held against the data
 * @param readings where this figure is not drawn as the paper's is, or the paper leaves open how
 */
record FigureEntry(
        String number, PanelFigure picture, String paper, List<String> got, List<Check> checks, List<String> readings) {
    FigureEntry {
        got = List.copyOf(got);
        checks = List.copyOf(checks);
        readings = List.copyOf(readings);
    }
}
