package dev.setpoint.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The {@linkplain ClassTally tallies} of a run, from the shares that {@code metrics.csv} has at its checkpoints. */
final class Tallies {
    private final RunFiles run;
    private final Metrics metrics;
    private final RunSettings settings;
    private final long[] queries;

    Tallies(RunFiles run, RunSettings settings) {
        this.run = run;
        this.metrics = run.metrics();
        this.settings = settings;
        this.queries = metrics.queries();
    }

    /** Of all classes with queries in the last quarter, or of all queries where the target is for them; the least covered first. */
    List<ClassTally> of(String head) {
        int from = checkpoint(0.75);
        List<ClassTally> found = new ArrayList<>();
        if (run.isMarginal()) {
            found.add(allQueries(head, from));
        } else {
            for (String label : metrics.labels()) {
                found.add(ofClass(head, label, from));
            }
        }
        return found.stream()
                .filter(tally -> tally.queries() >= 0.5 && Double.isFinite(tally.coverage()))
                .sorted(Comparator.comparingDouble(ClassTally::coverage))
                .toList();
    }

    /** The share of a class's queries, or of all, whose set held the true label, between two points of the stream; NaN if it had none. */
    double coverage(String head, String name, double from, double to) {
        int first = checkpoint(from);
        int last = checkpoint(to);
        double count = count(name, last) - count(name, first);
        if (count < 0.5) {
            return Double.NaN;
        }
        double share = (covered(head, name, last) - covered(head, name, first)) / count;
        return Math.max(0, Math.min(1, share)); // shares of several seeds are not quite those of their sums
    }

    private ClassTally ofClass(String head, String label, int from) {
        int last = metrics.last();
        return new ClassTally(
                label,
                count(label, last) - count(label, from),
                coverage(head, label, 0.75, 1),
                count(label, last),
                metrics.series("coverage", head, label).mean(last),
                metrics.series("correct_pulls", "", label).mean(last),
                metrics.series("coverage_estimate", head, label).mean(last),
                Arrays.stream(metrics.finals("ess", head, label)).average().orElse(Double.NaN));
    }

    private ClassTally allQueries(String head, int from) {
        int last = metrics.last();
        String name = ClassTally.ALL_QUERIES;
        return new ClassTally(
                name,
                count(name, last) - count(name, from),
                coverage(head, name, 0.75, 1),
                count(name, last),
                metrics.series("coverage_marginal", head, "").mean(last),
                metrics.series("correct_pulls", "", "").mean(last),
                metrics.series("coverage_marginal_estimate", head, "").mean(last),
                Double.NaN);
    }

    /** The checkpoint nearest to this share of the stream; -1 for its beginning. */
    private int checkpoint(double share) {
        double wanted = share * queries[metrics.last()];
        int nearest = -1;
        double least = wanted;
        for (int i = 0; i < queries.length; i++) {
            if (Math.abs(queries[i] - wanted) < least) {
                nearest = i;
                least = Math.abs(queries[i] - wanted);
            }
        }
        return nearest;
    }

    private double count(String name, int checkpoint) {
        if (checkpoint < 0) {
            return 0;
        }
        double all = queries[checkpoint] * settings.measuredShare() * metrics.seeds();
        return name.equals(ClassTally.ALL_QUERIES)
                ? all
                : all * orZero(metrics.series("share", "", name).mean(checkpoint));
    }

    private double covered(String head, String name, int checkpoint) {
        if (checkpoint < 0) {
            return 0;
        }
        Series coverage = name.equals(ClassTally.ALL_QUERIES)
                ? metrics.series("coverage_marginal", head, "")
                : metrics.series("coverage", head, name);
        return count(name, checkpoint) * orZero(coverage.mean(checkpoint));
    }

    private static double orZero(double value) {
        return Double.isFinite(value) ? value : 0;
    }
}
