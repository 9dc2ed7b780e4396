package dev.setpoint.cli.paper.run;

import dev.setpoint.cli.file.AtomicOutput;
import dev.setpoint.cli.run.MetricsFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The metrics of several seeds in tables of few columns and six digits, which figures are drawn from. */
final class PaperTables {
    /** Their names in a run folder. */
    static final String[] FILES = {"model.csv", "pulls.csv", "heads.csv", "coverage.csv"};

    private static final Set<String> MODEL =
            Set.of("cross_entropy", "cross_entropy_window", "correct_pulls", "correct_pulls_window");
    private static final Set<String> HEAD = Set.of(
            "coverage_min",
            "coverage_max",
            "size",
            "coverage_window_min",
            "coverage_window_max",
            "size_window",
            "coverage",
            "coverage_window");

    private final StringBuilder model =
            new StringBuilder("seed,step,cross_entropy,cross_entropy_window,correct_pulls,correct_pulls_window\n");
    private final StringBuilder pulls = new StringBuilder("seed,step,label,correct_pulls\n");
    private final StringBuilder heads = new StringBuilder(
            "seed,step,head,coverage_min,coverage_max,size," + "coverage_window_min,coverage_window_max,size_window\n");
    private final StringBuilder coverage = new StringBuilder("seed,step,head,label,coverage,coverage_window\n");

    /** Whether a metric is in one of the tables; a run of the paper leaves the others out, of which 27 heads have too many. */
    static boolean has(String head, String metric) {
        return head.isEmpty() ? MODEL.contains(metric) : HEAD.contains(metric);
    }

    /** Where a metric stands. */
    private record Place(long step, String head, String label) {}

    /**
     * Adds the metrics of one seed.
     *
     * @param upTo the step up to which they count: those after the last checkpoint will be taken again
     */
    void add(long seed, Path file, long upTo) throws IOException {
        Map<Place, Map<String, String>> rows = new LinkedHashMap<>();
        MetricsFile.read(file, row -> {
            if (row.step() <= upTo) {
                rows.computeIfAbsent(new Place(row.step(), row.head(), row.label()), place -> new LinkedHashMap<>())
                        .put(row.metric(), row.value());
            }
        });
        long last = rows.keySet().stream().mapToLong(Place::step).max().orElse(0);
        rows.forEach((place, values) -> add(seed, place, values, place.step() == last));
    }

    private void add(long seed, Place place, Map<String, String> values, boolean atEnd) {
        String start = seed + "," + place.step();
        if (place.head().isEmpty() && place.label().isEmpty()) {
            model.append(start)
                    .append(columns(
                            values, "cross_entropy", "cross_entropy_window", "correct_pulls", "correct_pulls_window"));
        } else if (place.head().isEmpty()) {
            pulls.append(start).append(',').append(quoted(place.label())).append(columns(values, "correct_pulls"));
        } else if (place.label().isEmpty()) {
            heads.append(start)
                    .append(',')
                    .append(place.head())
                    .append(columns(
                            values,
                            "coverage_min",
                            "coverage_max",
                            "size",
                            "coverage_window_min",
                            "coverage_window_max",
                            "size_window"));
        } else if (atEnd) {
            coverage.append(start)
                    .append(',')
                    .append(place.head())
                    .append(',')
                    .append(quoted(place.label()))
                    .append(columns(values, "coverage", "coverage_window"));
        }
    }

    private static String columns(Map<String, String> values, String... names) {
        StringBuilder columns = new StringBuilder();
        for (String name : names) {
            columns.append(',').append(rounded(values.get(name)));
        }
        return columns.append('\n').toString();
    }

    private static String rounded(String value) {
        if (value == null || value.equals("NaN")) {
            return "";
        }
        String text = String.format(Locale.ROOT, "%.5f", Double.parseDouble(value));
        return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
    }

    private static String quoted(String text) {
        return text.matches("[^\",\\r\\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    void write(Path folder) throws IOException {
        List<StringBuilder> tables = List.of(model, pulls, heads, coverage);
        for (int i = 0; i < FILES.length; i++) {
            write(folder.resolve(FILES[i]), tables.get(i));
        }
    }

    private static void write(Path file, StringBuilder text) throws IOException {
        AtomicOutput.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
    }
}
