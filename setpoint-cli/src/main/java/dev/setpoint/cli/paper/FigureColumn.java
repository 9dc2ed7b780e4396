package dev.setpoint.cli.paper;

import java.util.Map;
import java.util.Optional;

/**
 * The runs of one data set: a column of every figure.
 *
 * @param data its name in files
 * @param title its name for people
 */
record FigureColumn(String data, String title, Map<Feedback, FigureRun> runs) {
    FigureColumn {
        runs = Map.copyOf(runs);
    }

    Optional<FigureRun> run(Feedback feedback) {
        return Optional.ofNullable(runs.get(feedback));
    }

    /** The size an oracle's sets have, NaN where no run was told every label. */
    double oracleSize() {
        return run(Feedback.LABELS).map(FigureRun::oracleSize).orElse(Double.NaN);
    }

    int classes() {
        return runs.values().stream()
                .mapToInt(run -> run.manifest().classes())
                .max()
                .orElse(0);
    }
}
