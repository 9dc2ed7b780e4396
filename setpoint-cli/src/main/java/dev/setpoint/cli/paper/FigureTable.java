package dev.setpoint.cli.paper;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.setpoint.cli.report.MetricNames;
import dev.setpoint.cli.report.Series;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * One CSV file of a run: measures by seed, step and, in some files, a name.
 *
 * <p>A run may have been stopped in the middle of a row. What cannot be read is passed over, and one sentence per file
 * says so; of rows for the same seed, step and name the last one counts.
 */
final class FigureTable {
    private final List<String> measures;
    private final Map<String, Map<String, NavigableMap<Double, double[]>>> byName = new LinkedHashMap<>();
    private final Map<String, FigureCurve> curves = new HashMap<>();

    private FigureTable(List<String> measures) {
        this.measures = List.copyOf(measures);
    }

    /**
     * Reads what can be read.
     *
     * @param file relative to {@code out}, also for messages
     * @param name the column with the name; empty for a file without one
     * @param measures columns with numbers
     * @param warn told in one sentence if something cannot be read
     */
    static FigureTable read(Path out, String file, String name, List<String> measures, Consumer<String> warn)
            throws IOException {
        FigureTable table = new FigureTable(measures);
        Path path = out.resolve(file);
        if (!Files.isRegularFile(path)) {
            warn.accept(file + ": not there.");
            return table;
        }
        // Without bytes that are not UTF-8: a damaged file is read as far as it can be.
        String text = new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
        int end = text.lastIndexOf('\n') + 1;
        Damage damage = new Damage();
        if (end < text.length()) {
            damage.add("the last row is cut off");
        }
        List<CsvRecord> rows = new ArrayList<>();
        try (CsvReader<CsvRecord> reader = CsvReader.builder()
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .ofCsvRecord(text.substring(0, end))) {
            reader.forEach(rows::add);
        } catch (CsvParseException e) {
            damage.add("not readable as CSV after row " + rows.size());
        }
        if (rows.isEmpty()) {
            damage.add("no row");
        } else {
            table.addAll(rows, name, damage);
        }
        damage.tell(file, warn);
        return table;
    }

    private void addAll(List<CsvRecord> rows, String name, Damage damage) {
        List<String> header =
                rows.get(0).getFields().stream().map(MetricNames::present).toList();
        List<String> wanted = new ArrayList<>(List.of("seed", "step"));
        if (!name.isEmpty()) {
            wanted.add(name);
        }
        wanted.addAll(measures);
        if (!header.containsAll(wanted)) {
            damage.add("header " + String.join(",", header) + " (expected: " + String.join(",", wanted) + ")");
            return;
        }
        int[] places = wanted.stream().mapToInt(header::indexOf).toArray();
        for (CsvRecord row : rows.subList(1, rows.size())) {
            try {
                if (row.getFieldCount() != header.size()) {
                    throw new IllegalArgumentException(
                            row.getFieldCount() + " fields (expected: " + header.size() + ")");
                }
                add(row, places, name.isEmpty() ? 2 : 3);
            } catch (IllegalArgumentException e) {
                damage.add("line " + row.getStartingLineNumber() + ": " + e.getMessage());
            }
        }
    }

    private void add(CsvRecord row, int[] places, int first) {
        double step = number(row, places[1], "step");
        if (!(step >= 0)) {
            throw new IllegalArgumentException("step: " + row.getField(places[1]) + " (expected: a number >= 0)");
        }
        double[] values = new double[measures.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = number(row, places[first + i], measures.get(i));
        }
        byName.computeIfAbsent(first == 2 ? "" : row.getField(places[2]), key -> new HashMap<>())
                .computeIfAbsent(row.getField(places[0]), key -> new TreeMap<>())
                .put(step, values);
    }

    private static double number(CsvRecord row, int place, String what) {
        String text = row.getField(place);
        if (text.isEmpty()) {
            return Double.NaN;
        }
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(what + ": " + text + " (expected: a number, NaN or nothing)", e);
        }
    }

    /** The names with rows, in the order of the file. */
    List<String> names() {
        return List.copyOf(byName.keySet());
    }

    /** The last step of each seed. */
    Map<String, Long> lastSteps() {
        Map<String, Long> last = new TreeMap<>();
        byName.values()
                .forEach(bySeed -> bySeed.forEach(
                        (seed, rows) -> last.merge(seed, rows.lastKey().longValue(), Math::max)));
        return last;
    }

    /** A measure over time, {@link FigureCurve#NONE} where the file has none. */
    FigureCurve curve(String name, String measure) {
        return curves.computeIfAbsent(measure + " " + name, key -> folded(name, measure));
    }

    private FigureCurve folded(String name, String measure) {
        Map<String, NavigableMap<Double, double[]>> bySeed = byName.getOrDefault(name, Map.of());
        if (bySeed.isEmpty()) {
            return FigureCurve.NONE;
        }
        int place = measures.indexOf(measure);
        Set<Double> steps = new TreeSet<>();
        bySeed.values().forEach(rows -> steps.addAll(rows.keySet()));
        List<Double> ordered = List.copyOf(steps);
        Series series = new Series();
        for (String seed : new TreeSet<>(bySeed.keySet())) { // sums are the same in whatever order rows came
            NavigableMap<Double, double[]> rows = bySeed.get(seed);
            for (int i = 0; i < ordered.size(); i++) {
                double[] values = rows.get(ordered.get(i));
                if (values != null) {
                    series.add(i, values[place]);
                }
            }
        }
        return new FigureCurve(ordered, series);
    }

    /** What is wrong with a file: the first thing in words, how many others. */
    private static final class Damage {
        private final List<String> found = new ArrayList<>();

        void add(String what) {
            found.add(what);
        }

        void tell(String file, Consumer<String> warn) {
            if (!found.isEmpty()) {
                String others = found.size() == 1 ? "" : ", and " + (found.size() - 1) + " more of the kind";
                warn.accept(file + ": " + found.get(0) + others + "; the rest is drawn.");
            }
        }
    }
}
