package dev.setpoint.cli.paper.run;

import dev.setpoint.cli.file.AtomicOutput;
import dev.setpoint.cli.report.MetricNames;
import dev.setpoint.sim.MetricSink;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The metrics of one seed as they are taken: a line per value, of those the paper's figures need, in full precision. A run that
 * resumes keeps the lines up to the step it resumes from, so that the file is that of an uninterrupted run.
 */
final class PaperMetrics implements MetricSink, Closeable {
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
    private static final String HEADER = "step\thead\tlabel\tmetric\tvalue";
    private static final int FIELDS = 5;
    private static final int METRIC = 3;

    private final Writer writer;

    private PaperMetrics(Writer writer) {
        this.writer = writer;
    }

    /** Opens the file of one seed, keeping what was written up to a step; 0 to restart. */
    static PaperMetrics open(Path file, long upTo) throws IOException {
        List<String> kept = new ArrayList<>(List.of(HEADER));
        if (upTo > 0) {
            for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                int tab = line.indexOf('\t');
                if (tab > 0 && Character.isDigit(line.charAt(0)) && Long.parseLong(line.substring(0, tab)) <= upTo) {
                    kept.add(withPresentName(line));
                }
            }
        }
        AtomicOutput.write(file, (String.join("\n", kept) + "\n").getBytes(StandardCharsets.UTF_8));
        return new PaperMetrics(Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.APPEND));
    }

    /** An earlier version may have begun the run. */
    private static String withPresentName(String line) {
        String[] fields = line.split("\t", -1);
        if (fields.length == FIELDS) {
            fields[METRIC] = MetricNames.present(fields[METRIC]);
        }
        return String.join("\t", fields);
    }

    @Override
    public void put(long step, long queries, String head, String label, String metric, double value) {
        boolean wanted = head.isEmpty() ? MODEL.contains(metric) : HEAD.contains(metric);
        if (!wanted) {
            return;
        }
        try {
            writer.write(step + "\t" + head + "\t" + label + "\t" + metric + "\t" + value + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Hands everything to the system, as a checkpoint must not be ahead of its metrics. */
    void flush() throws IOException {
        writer.flush();
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }

    // ---------------------------------------------------------------- tables of all seeds

    /** Collects the metrics of several seeds in tables of few columns and six digits, which figures are drawn from. */
    static final class Tables {
        private final StringBuilder model =
                new StringBuilder("seed,step,cross_entropy,cross_entropy_window,correct_pulls,correct_pulls_window\n");
        private final StringBuilder pulls = new StringBuilder("seed,step,label,correct_pulls\n");
        private final StringBuilder heads = new StringBuilder("seed,step,head,coverage_min,coverage_max,size,"
                + "coverage_window_min,coverage_window_max,size_window\n");
        private final StringBuilder coverage = new StringBuilder("seed,step,head,label,coverage,coverage_window\n");

        /** Adds the lines of one seed's file. */
        void add(long seed, Path file) throws IOException {
            Map<String, Map<String, String>> rows = new LinkedHashMap<>();
            String last = "";
            for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                String[] fields = line.split("\t", -1);
                if (fields.length == FIELDS && !line.equals(HEADER)) {
                    rows.computeIfAbsent(fields[0] + "\t" + fields[1] + "\t" + fields[2], k -> new LinkedHashMap<>())
                            .put(MetricNames.present(fields[METRIC]), fields[4]);
                    last = fields[0];
                }
            }
            for (Map.Entry<String, Map<String, String>> row : rows.entrySet()) {
                String[] key = row.getKey().split("\t", -1);
                add(seed, key[0], key[1], key[2], row.getValue(), key[0].equals(last));
            }
        }

        private void add(long seed, String step, String head, String label, Map<String, String> values, boolean atEnd) {
            String start = seed + "," + step;
            if (head.isEmpty() && label.isEmpty()) {
                model.append(start)
                        .append(columns(
                                values,
                                "cross_entropy",
                                "cross_entropy_window",
                                "correct_pulls",
                                "correct_pulls_window"));
            } else if (head.isEmpty()) {
                pulls.append(start).append(',').append(quoted(label)).append(columns(values, "correct_pulls"));
            } else if (label.isEmpty()) {
                heads.append(start)
                        .append(',')
                        .append(head)
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
                        .append(head)
                        .append(',')
                        .append(quoted(label))
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
            write(folder.resolve("model.csv"), model);
            write(folder.resolve("pulls.csv"), pulls);
            write(folder.resolve("heads.csv"), heads);
            write(folder.resolve("coverage.csv"), coverage);
        }

        private static void write(Path file, StringBuilder text) throws IOException {
            AtomicOutput.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
        }
    }
}
