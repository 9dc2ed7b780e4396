package dev.setpoint.cli.paper;

import dev.setpoint.cli.report.ReportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Everything in an output folder that can be drawn.
 *
 * @param columns data sets with a run of bandit feedback, those of the paper first, in its order
 * @param runs all runs, in the order of the columns
 * @param warnings a sentence for each thing that could not be read
 */
record FigureInput(List<FigureColumn> columns, List<FigureRun> runs, List<String> warnings) {
    private static final List<String> ORDER = List.copyOf(Published.titles().keySet());

    FigureInput {
        columns = List.copyOf(columns);
        runs = List.copyOf(runs);
        warnings = List.copyOf(warnings);
    }

    /**
     * Reads the folders below {@code out} that have a manifest. What is damaged is left out with a sentence.
     *
     * @throws ReportException if there is no run with bandit feedback at all
     */
    static FigureInput read(Path out) throws IOException {
        List<String> warnings = new ArrayList<>();
        Map<String, Map<Feedback, FigureRun>> found = new LinkedHashMap<>();
        for (String folder : folders(out)) {
            try {
                FigureRun run = FigureRun.read(out, folder, warnings::add);
                FigureRun other = found.computeIfAbsent(run.manifest().data(), data -> new EnumMap<>(Feedback.class))
                        .putIfAbsent(run.manifest().feedback(), run);
                if (other != null) {
                    warnings.add(folder + ": the same data and feedback as "
                            + other.manifest().folder() + "; left out.");
                }
            } catch (ReportException e) {
                warnings.add(e.getMessage().replaceFirst("\\.$", "") + "; the run is left out.");
            }
        }
        List<FigureColumn> columns = new ArrayList<>();
        List<FigureRun> runs = new ArrayList<>();
        found.entrySet().stream()
                .sorted(Comparator.comparingInt(
                                (Map.Entry<String, Map<Feedback, FigureRun>> entry) -> order(entry.getKey()))
                        .thenComparing(Map.Entry::getKey))
                .forEach(entry -> {
                    FigureRun any = entry.getValue().values().iterator().next();
                    runs.addAll(entry.getValue().values());
                    if (entry.getValue().containsKey(Feedback.SOFTMAX)
                            || entry.getValue().containsKey(Feedback.UNIFORM)) {
                        columns.add(
                                new FigureColumn(entry.getKey(), any.manifest().title(), entry.getValue()));
                    } else {
                        warnings.add(any.manifest().title()
                                + ": only told every label; there is no run with bandit feedback to draw.");
                    }
                });
        if (columns.isEmpty()) {
            throw new ReportException(out + ": nothing to draw (expected: folders such as cifar10-softmax, each with a"
                    + " manifest.json)." + (warnings.isEmpty() ? "" : " " + warnings.get(0)));
        }
        return new FigureInput(columns, runs, warnings);
    }

    private static int order(String data) {
        int place = ORDER.indexOf(data);
        return place < 0 ? ORDER.size() : place;
    }

    private static List<String> folders(Path out) throws IOException {
        if (!Files.isDirectory(out)) {
            throw new ReportException(out + ": no such folder.");
        }
        try (Stream<Path> entries = Files.list(out)) {
            return entries.filter(entry -> Files.isRegularFile(entry.resolve(FigureManifest.FILE)))
                    .map(entry -> entry.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }
}
