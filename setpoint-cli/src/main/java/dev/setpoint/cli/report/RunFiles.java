package dev.setpoint.cli.report;

import dev.setpoint.notation.Excerpt;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The three files of a run folder, read and reconciled.
 *
 * @param heads heads to draw: those of the summary, in its order
 * @param labels labels to draw: those with rows in {@code metrics.csv}, in the order of the manifest; of more than {@value
 *     #MOST_LABELS} that many, spread evenly over the order of the issuing head's final coverage
 * @param issuing the head whose sets were issued, one of {@code heads}
 */
record RunFiles(
        Metrics metrics,
        Summary summary,
        Manifest manifest,
        List<Summary.Head> heads,
        List<String> labels,
        Summary.Head issuing) {
    /** Classes drawn in colour unless the reader picks others; the rest stay grey behind them. */
    private static final int SHOWN_CLASSES = 6;

    /** More rows than these are not read, and more lines are one grey area. */
    private static final int MOST_LABELS = 300;

    RunFiles {
        heads = List.copyOf(heads);
        labels = List.copyOf(labels);
    }

    static RunFiles read(Path folder) throws IOException {
        Manifest manifest = Manifest.read(folder);
        Summary summary = Summary.read(folder);
        Metrics metrics = Metrics.read(folder);
        Summary.Head issuing = summary.heads().stream()
                .filter(head -> head.name().equals(manifest.issuingHead()))
                .findFirst()
                .orElseThrow(() -> new ReportException(Manifest.FILE + ": issuingHead: "
                        + Excerpt.of(manifest.issuingHead()) + " (expected: a head of " + Summary.FILE + ")."));
        Set<String> heads = summary.heads().stream().map(Summary.Head::name).collect(Collectors.toSet());
        for (String head : metrics.heads()) {
            if (!heads.contains(head)) {
                throw new ReportException(
                        Metrics.FILE + ": head: " + Excerpt.of(head) + " (expected: one of " + Summary.FILE + ").");
            }
        }
        Set<String> labels = new LinkedHashSet<>(manifest.labels());
        labels.retainAll(metrics.labels());
        labels.addAll(metrics.labels());
        List<String> drawn =
                spread(List.copyOf(labels), MOST_LABELS, label -> finalCoverage(metrics, issuing.name(), label));
        return new RunFiles(metrics, summary, manifest, summary.heads(), drawn, issuing);
    }

    /** Whether the target is for all queries together, and the files say how well they were covered. */
    boolean isMarginal() {
        return summary.marginal()
                && !metrics.series("coverage_marginal", issuing.name(), "").isEmpty();
    }

    /** How many of how many classes are drawn, as "300 of 10,000 classes"; empty where all are. */
    String selection() {
        int all = metrics.labels().size();
        return labels.size() == all ? "" : labels.size() + " of " + Numbers.whole(all) + " classes";
    }

    double target() {
        return 1 - summary.alpha();
    }

    /**
     * The classes worth a colour: all of up to eight, otherwise six spread evenly over the order of the issuing head's
     * final coverage, minimum and maximum among them, so that the choice flatters nobody. Indices into
     * {@link #labels()}, ascending.
     */
    List<Integer> shownClasses() {
        List<Integer> all = IntStream.range(0, labels.size()).boxed().toList();
        return all.size() <= SHOWN_CLASSES + 2
                ? all
                : spread(all, SHOWN_CLASSES, i -> finalCoverage(metrics, issuing.name(), labels.get(i)));
    }

    private static double finalCoverage(Metrics metrics, String head, String label) {
        return metrics.series("coverage", head, label).mean(metrics.last());
    }

    /**
     * All of them, or so many of those whose coverage is known, spread evenly over its order, least and greatest among them. Where too few
     * are known, the first others make up the number. In the order they were given in.
     */
    private static <T> List<T> spread(List<T> all, int most, ToDoubleFunction<T> coverage) {
        if (all.size() <= most) {
            return all;
        }
        List<T> known = all.stream()
                .filter(one -> Double.isFinite(coverage.applyAsDouble(one)))
                .sorted(Comparator.comparingDouble(coverage))
                .toList();
        Set<T> chosen = new HashSet<>();
        for (int place : PageData.thinned(known.size(), most)) {
            chosen.add(known.get(place));
        }
        for (int i = 0; chosen.size() < most; i++) {
            chosen.add(all.get(i));
        }
        return all.stream().filter(chosen::contains).toList();
    }
}
