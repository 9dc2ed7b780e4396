package dev.setpoint.cli.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The three files of a run folder, read and reconciled.
 *
 * @param heads heads to draw: those of the summary, in its order
 * @param labels labels to draw: those with rows in {@code metrics.csv}, in the order of the manifest
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
                .orElseThrow(() -> new ReportException(Manifest.FILE + ": issuingHead: " + manifest.issuingHead()
                        + " (expected: a head of " + Summary.FILE + ")."));
        Set<String> labels = new LinkedHashSet<>(manifest.labels());
        labels.retainAll(metrics.labels());
        labels.addAll(metrics.labels());
        return new RunFiles(metrics, summary, manifest, summary.heads(), List.copyOf(labels), issuing);
    }

    /** Whether the target is for all queries together, and the files say how well they were covered. */
    boolean isMarginal() {
        return summary.marginal()
                && !metrics.series("coverage_marginal", issuing.name(), "").isEmpty();
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
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < labels.size(); i++) {
            all.add(i);
        }
        if (all.size() <= SHOWN_CLASSES + 2) {
            return all;
        }
        List<Integer> byCoverage = all.stream()
                .filter(i -> Double.isFinite(finalCoverage(i)))
                .sorted(Comparator.comparingDouble(this::finalCoverage))
                .toList();
        List<Integer> from = byCoverage.size() < SHOWN_CLASSES ? all : byCoverage;
        Set<Integer> shown = new LinkedHashSet<>();
        for (int i = 0; i < SHOWN_CLASSES; i++) {
            shown.add(from.get((int) Math.round(i * (from.size() - 1) / (double) (SHOWN_CLASSES - 1))));
        }
        return shown.stream().sorted().toList();
    }

    private double finalCoverage(int label) {
        return metrics.series("coverage", issuing.name(), labels.get(label)).mean(metrics.last());
    }
}
