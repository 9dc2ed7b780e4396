package dev.setpoint.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table of measurements, each held against its limit. */
final class Report {
    private final Measurement empty;
    private final List<String> rows = new ArrayList<>();
    private boolean missed;

    Report(Measurement empty) {
        this.empty = empty;
    }

    /** Adds a measurement, which must not allocate. */
    void add(String benchmark, String workload, Measurement measurement) {
        double bytes = measurement.bytesPerOperation(empty);
        missed |= bytes > 0;
        rows.add(format(
                "| `%s` | %s | %.2f | %.2f | %.2f | %.3f | | %s |",
                benchmark,
                workload,
                measurement.mean(),
                measurement.error(),
                measurement.elapsed(),
                bytes,
                bytes > 0 ? "miss" : "pass"));
    }

    /**
     * Adds how many times as long as another a measurement takes.
     *
     * @param most how many times it may; infinite for no limit
     */
    void addRatio(String title, Measurement measurement, Measurement yardstick, double most) {
        double ratio = measurement.mean() / yardstick.mean();
        String limit = Double.isInfinite(most) ? "" : format("%.2f of %s", ratio / most, most);
        missed |= ratio > most;
        rows.add(format("| %s | ratio | %.2f | | | | %s | %s |", title, ratio, limit, ratio > most ? "miss" : "pass"));
    }

    boolean missed() {
        return missed;
    }

    @Override
    public String toString() {
        return """
                | benchmark | workload | CPU us/op | error | elapsed us/op | B/op | of its limit | |
                |---|---|---:|---:|---:|---:|---|---|
                """ + String.join("\n", rows);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
