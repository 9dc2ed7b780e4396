package dev.setpoint.cli.report;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.setpoint.notation.Excerpt;
import dev.setpoint.notation.Notation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * What {@code metrics.csv} says, folded over the seeds.
 *
 * <p>The file may have millions of rows, so it is read once and no row is kept: what is drawn over time becomes a
 * {@link Series}; what is only shown at the end ({@link #FINAL}) keeps one number per seed, because whether a bound
 * held is a question to each seed and not to their mean. Metrics the report does not know are passed over.
 */
final class Metrics {
    static final String FILE = "metrics.csv";

    private static final List<String> HEADER = List.of("seed", "step", "queries", "head", "label", "metric", "value");

    private static final Set<String> DRAWN = Set.of(
            "cross_entropy",
            "cross_entropy_window",
            "correct_pulls",
            "correct_pulls_window",
            "share",
            "coverage_min",
            "coverage_max",
            "coverage_window_min",
            "coverage_window_max",
            "coverage_marginal",
            "coverage_marginal_window",
            "coverage_marginal_estimate",
            "size",
            "size_window",
            "empty_share",
            "coverage",
            "coverage_window",
            "threshold",
            "coverage_estimate");

    private static final Set<String> FINAL = Set.of(
            "coverage_low",
            "coverage_high",
            "ess",
            "decaying_gap",
            "decaying_bound",
            "theorem1_gap",
            "theorem1_bound",
            "theorem2_regret",
            "theorem2_bound",
            "theorem3_regret",
            "theorem3_bound",
            "theorem3_assumption");

    private final Map<String, Map<String, Map<String, Series>>> series = new HashMap<>();
    private final Map<String, Map<String, Map<String, Finals>>> finals = new HashMap<>();
    private final Map<String, Integer> seeds = new LinkedHashMap<>();
    private final Map<Long, Integer> checkpoints = new LinkedHashMap<>();
    private final Set<String> heads = new LinkedHashSet<>();
    private final Set<String> labels = new LinkedHashSet<>();
    private long[] queries = {};

    private Metrics() {}

    static Metrics read(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        if (!Files.isRegularFile(file)) {
            throw new ReportException(FILE + ": not found in " + folder + " (expected: a run folder).");
        }
        Metrics metrics = new Metrics();
        try (CsvReader<CsvRecord> rows = CsvReader.builder()
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .ofCsvRecord(file, StandardCharsets.UTF_8)) {
            boolean header = true;
            for (CsvRecord row : rows) {
                if (header) {
                    checkHeader(row);
                    header = false;
                } else {
                    metrics.add(row);
                }
            }
        } catch (CsvParseException e) {
            throw new ReportException(
                    FILE + ": not readable as CSV (quotes that are not closed, or a field too long).", e);
        } catch (UncheckedIOException e) {
            throw new ReportException(FILE + ": cannot be read (" + e.getMessage() + ").", e);
        }
        if (metrics.checkpoints.isEmpty()) {
            throw new ReportException(FILE + ": 0 rows (expected: at least one checkpoint).");
        }
        metrics.order();
        return metrics;
    }

    /** Queries answered at each checkpoint, ascending. */
    long[] queries() {
        return queries.clone();
    }

    int checkpoints() {
        return queries.length;
    }

    int last() {
        return queries.length - 1;
    }

    int seeds() {
        return seeds.size();
    }

    /** Heads with rows of their own, in the order of the file. */
    Set<String> heads() {
        return Collections.unmodifiableSet(heads);
    }

    /** Labels with rows of their own, in the order of the file. */
    Set<String> labels() {
        return Collections.unmodifiableSet(labels);
    }

    /** The metric over time, {@link Series#NONE} where the file has none; an empty name means "not applicable". */
    Series series(String metric, String head, String label) {
        return series.getOrDefault(metric, Map.of())
                .getOrDefault(head, Map.of())
                .getOrDefault(label, Series.NONE);
    }

    /** The last value of each seed, NaN for a seed without one; as long as {@link #seeds()}. */
    double[] finals(String metric, String head, String label) {
        Finals found = finals.getOrDefault(metric, Map.of())
                .getOrDefault(head, Map.of())
                .get(label);
        double[] values = new double[seeds.size()];
        Arrays.fill(values, Double.NaN);
        if (found != null) {
            System.arraycopy(found.values, 0, values, 0, found.values.length);
        }
        return values;
    }

    private static void checkHeader(CsvRecord row) throws ReportException {
        if (!row.getFields().equals(HEADER)) {
            throw new ReportException(FILE + ": header " + Excerpt.of(String.join(",", row.getFields()))
                    + " (expected: " + String.join(",", HEADER) + ").");
        }
    }

    private void add(CsvRecord row) throws ReportException {
        if (row.getFieldCount() != HEADER.size()) {
            throw at(row, row.getFieldCount() + " fields (expected: " + HEADER.size() + ")");
        }
        String head = row.getField(3);
        String label = row.getField(4);
        String metric = MetricNames.present(row.getField(5));
        boolean isFinal = !label.isEmpty() && FINAL.contains(metric);
        // Without a label theorem1_bound is the largest over classes, and has a value at every checkpoint.
        boolean isDrawn = DRAWN.contains(metric) || (label.isEmpty() && metric.equals("theorem1_bound"));
        if (!isFinal && !isDrawn) {
            return;
        }
        long answered = whole(row, 2, 0);
        whole(row, 1, 0);
        double value = value(row);
        Integer seed = seeds.get(row.getField(0));
        if (seed == null) {
            whole(row, 0, Long.MIN_VALUE);
            seed = seeds.size();
            seeds.put(row.getField(0), seed);
        }
        Integer checkpoint = checkpoints.get(answered);
        if (checkpoint == null) {
            checkpoint = checkpoints.size();
            checkpoints.put(answered, checkpoint);
        }
        if (isFinal) {
            cell(finals, metric, head, label, Finals::new).set(seed, answered, value);
        } else {
            cell(series, metric, head, label, Series::new).add(checkpoint, value);
        }
        if (!head.isEmpty()) {
            heads.add(head);
        }
        if (!label.isEmpty()) {
            labels.add(label);
        }
    }

    private static long whole(CsvRecord row, int field, long least) throws ReportException {
        try {
            long number = Long.parseLong(row.getField(field));
            if (number >= least) {
                return number;
            }
        } catch (NumberFormatException e) {
            // falls through to the one message for both
        }
        throw at(
                row,
                HEADER.get(field) + ": " + Excerpt.of(row.getField(field)) + " (expected: a whole number"
                        + (least == 0 ? " >= 0" : "") + ")");
    }

    private static double value(CsvRecord row) throws ReportException {
        String text = row.getField(6);
        if (text.isEmpty()) {
            return Double.NaN;
        }
        try {
            return Notation.number("value", text);
        } catch (IllegalArgumentException e) {
            throw at(row, "value: " + Excerpt.of(text) + " (expected: a number, NaN or nothing)");
        }
    }

    private static ReportException at(CsvRecord row, String what) {
        return new ReportException(FILE + " line " + row.getStartingLineNumber() + ": " + what + ".");
    }

    private static <T> T cell(
            Map<String, Map<String, Map<String, T>>> table,
            String metric,
            String head,
            String label,
            Supplier<T> fresh) {
        return table.computeIfAbsent(metric, key -> new HashMap<>())
                .computeIfAbsent(head, key -> new HashMap<>())
                .computeIfAbsent(label, key -> fresh.get());
    }

    /** Seeds may come one after the other or interleaved; the axis is ascending either way. */
    private void order() {
        long[] found = checkpoints.keySet().stream().mapToLong(Long::longValue).toArray();
        int[] order = IntStream.range(0, found.length)
                .boxed()
                .sorted(Comparator.comparingLong(i -> found[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        queries = Arrays.stream(order).mapToLong(i -> found[i]).toArray();
        if (!Arrays.equals(queries, found)) {
            series.values()
                    .forEach(byHead ->
                            byHead.values().forEach(byLabel -> byLabel.values().forEach(one -> one.reorder(order))));
        }
    }

    /** The last value seen of each seed. */
    private static final class Finals {
        private double[] values = {};
        private long[] answered = {};

        void set(int seed, long queries, double value) {
            int before = values.length;
            if (seed >= before) {
                values = Arrays.copyOf(values, seed + 1);
                answered = Arrays.copyOf(answered, seed + 1);
                Arrays.fill(values, before, values.length, Double.NaN);
                Arrays.fill(answered, before, answered.length, -1);
            }
            if (queries >= answered[seed]) {
                values[seed] = value;
                answered[seed] = queries;
            }
        }
    }
}
