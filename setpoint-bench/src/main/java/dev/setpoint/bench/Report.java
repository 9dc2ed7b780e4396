package dev.setpoint.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table of measurements, each held against its limit. */
final class Report {
    /** What an iteration may seem to allocate beyond an empty one: the harness's own varies by less. */
    private static final double MOST_BYTES_OF_AN_ITERATION = 256;

    private final Measurement empty;
    private final List<String> rows = new ArrayList<>();
    private boolean missed;

    Report(Measurement empty) {
        this.empty = empty;
    }

    /** Adds a measurement, which must not allocate. */
    void add(String benchmark, String workload, Measurement measurement) {
        double bytes = measurement.bytesBeyond(empty);
        boolean kept = bytes <= MOST_BYTES_OF_AN_ITERATION; // not so if it is NaN
        missed |= !kept;
        rows.add(format(
                "| `%s` | %s | %.2f | %.2f | %.2f | %s | | %s |",
                benchmark,
                workload,
                measurement.mean(),
                measurement.error(),
                measurement.elapsed(),
                kept ? "0" : format("%.4f", bytes / measurement.operations()),
                kept ? "pass" : "miss"));
    }

    /**
     * Adds how many times as long as another a measurement takes.
     *
     * @param most how many times it may; infinite for no limit
     */
    void addRatio(String title, Measurement measurement, Measurement yardstick, double most) {
        double ratio = measurement.mean() / yardstick.mean();
        String limit = Double.isInfinite(most) ? "" : format("%.2f of %s", ratio / most, most);
        boolean kept = ratio <= most;
        missed |= !kept;
        rows.add(format("| %s | ratio | %.2f | | | | %s | %s |", title, ratio, limit, kept ? "pass" : "miss"));
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
