package dev.setpoint.bench.peers;

import dev.setpoint.cli.draw.Ink;
import dev.setpoint.cli.draw.Palette;
import dev.setpoint.cli.draw.Panel;
import dev.setpoint.cli.draw.PanelFigure;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Correct pulls along streams, one panel per stream. */
final class PeerFigure {
    private static final double WIDTH = 1.8;

    private PeerFigure() {}

    /** The figure as SVG, for at least one stream. */
    static String svg(String id, String title, List<StreamOutcome> outcomes) {
        PanelFigure figure = new PanelFigure(
                id,
                title,
                "Share of correct pulls in each fortieth of the stream, mean over seeds",
                "percent of the stream",
                outcomes.stream().map(PeerFigure::column).toList(),
                List.of("correct pulls"));
        Ink setpoint = Ink.line(Palette.COLOURS.get(0), WIDTH);
        Ink peer = Ink.line(Palette.COLOURS.get(1), WIDTH);
        figure.legend("Setpoint", setpoint);
        figure.legend("Vowpal Wabbit, best settings", peer);
        List<Double> x = IntStream.range(0, Tally.PARTS)
                .mapToObj(part -> 100.0 * (part + 1) / Tally.PARTS)
                .toList();
        for (int i = 0; i < outcomes.size(); i++) {
            Panel panel = figure.panel(0, i);
            StreamOutcome outcome = outcomes.get(i);
            panel.range(0, 1);
            panel.curve("Vowpal Wabbit", x, outcome.peer().curve(), peer);
            panel.curve("Setpoint", x, outcome.setpoint().curve(), setpoint);
        }
        return figure.svg();
    }

    private static PanelFigure.Column column(StreamOutcome outcome) {
        PeerStream stream = outcome.stream();
        String size = String.format(
                Locale.ROOT, "%d labels, %,d queries", stream.labels().size(), stream.queries());
        return new PanelFigure.Column(stream.name(), List.of(size), List.of());
    }
}
