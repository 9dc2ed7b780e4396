package dev.setpoint.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table of measurements, each held against its limit. */
final class Report {
    /** A bound that noise keeps, and that an object of the least size, 16 bytes, once in 800 operations does not. */
    private static final double MOST_BYTES_PER_OPERATION = 0.02;

    private final Measurement empty;
    private final List<String> rows = new ArrayList<>();
    private boolean missed;

    Report(Measurement empty) {
        this.empty = empty;
    }

    /** Adds a measurement whose time has no limit. */
    void add(String benchmark, String workload, Measurement measurement) {
        add(benchmark, workload, measurement, Double.NaN, "");
    }

    /** Adds a measurement that may take {@code most} microseconds. */
    void add(String benchmark, String workload, Measurement measurement, double most) {
        add(
                benchmark,
                workload,
                measurement,
                measurement.mean() / most,
                format("%.2f of %s us", measurement.mean() / most, most));
    }

    private void add(String benchmark, String workload, Measurement measurement, double ofLimit, String limit) {
        double bytes = Math.abs(measurement.bytesPerOperation(empty)); // below 0 is noise just as well
        boolean miss = bytes > MOST_BYTES_PER_OPERATION || ofLimit > 1;
        missed |= miss;
        rows.add(format(
                "| `%s` | %s | %.2f | %.2f | %.2f | %.3f | %s | %s |",
                benchmark,
                workload,
                measurement.mean(),
                measurement.error(),
                measurement.elapsed(),
                bytes,
                limit,
                miss ? "miss" : "pass"));
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
