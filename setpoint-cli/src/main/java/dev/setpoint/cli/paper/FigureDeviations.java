package dev.setpoint.cli.paper;

import dev.setpoint.cli.report.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Everything in which the runs and the figures are not the paper's, each said once. */
final class FigureDeviations {
    private FigureDeviations() {}

    /**
     * What the manifests say, with the runs it is true of unless it is all; what was not run, or not to its end; how
     * figures are to be read.
     */
    static List<String> of(FigureInput input, List<FigureEntry> figures) {
        List<String> all = new ArrayList<>();
        said(input)
                .forEach((deviation, runs) -> all.add(
                        runs.size() == input.runs().size() ? deviation : deviation + " (" + names(input, runs) + ")"));
        missing(input, all);
        input.runs().forEach(run -> unfinished(run, all));
        Set<String> readings = new LinkedHashSet<>();
        figures.forEach(figure -> readings.addAll(figure.readings()));
        all.addAll(readings);
        return all;
    }

    private static Map<String, List<FigureRun>> said(FigureInput input) {
        Map<String, List<FigureRun>> said = new LinkedHashMap<>();
        for (FigureRun run : input.runs()) {
            for (String deviation : new LinkedHashSet<>(run.manifest().deviations())) {
                said.computeIfAbsent(deviation.strip(), key -> new ArrayList<>())
                        .add(run);
            }
        }
        return said;
    }

    /** The data alone where all of its runs are meant. */
    private static String names(FigureInput input, List<FigureRun> runs) {
        Set<String> names = new LinkedHashSet<>();
        for (FigureRun run : runs) {
            boolean all = input.runs().stream()
                    .filter(other ->
                            other.manifest().data().equals(run.manifest().data()))
                    .allMatch(runs::contains);
            names.add(all ? run.manifest().title() : run.manifest().name());
        }
        return String.join("; ", names);
    }

    private static void missing(FigureInput input, List<String> into) {
        List<String> notRun = new ArrayList<>();
        List<String> noOracle = new ArrayList<>();
        Published.titles().forEach((data, title) -> {
            if (input.columns().stream().noneMatch(column -> column.data().equals(data))) {
                notRun.add(title);
            }
        });
        for (FigureColumn column : input.columns()) {
            for (Feedback policy : List.of(Feedback.SOFTMAX, Feedback.UNIFORM)) {
                if (column.run(policy).isEmpty()) {
                    notRun.add(column.title() + " with the " + policy.text() + " policy");
                }
            }
            if (Double.isNaN(column.oracleSize())) {
                noOracle.add(column.title());
            }
        }
        if (!notRun.isEmpty()) {
            into.add("Not run: " + Words.list(notRun) + ".");
        }
        if (!noOracle.isEmpty()) {
            into.add("No run was told every label of " + Words.list(noOracle)
                    + ": figures 2 to 5 have no oracle line there.");
        }
    }

    private static void unfinished(FigureRun run, List<String> into) {
        long planned = run.manifest().steps();
        Map<String, Long> done = run.stepsDone();
        List<String> parts = new ArrayList<>();
        done.forEach((seed, steps) -> {
            if (steps < planned) {
                parts.add("seed " + seed + " ended after " + Numbers.whole(steps) + " of " + Numbers.whole(planned)
                        + " batches");
            }
        });
        for (String seed : run.manifest().seeds()) {
            if (!done.containsKey(seed)) {
                parts.add("seed " + seed + " has no rows");
            }
        }
        if (!parts.isEmpty()) {
            into.add(run.manifest().name() + ": " + Words.list(parts)
                    + ". Each point of a curve is the mean over the seeds that came so far.");
        }
    }
}
