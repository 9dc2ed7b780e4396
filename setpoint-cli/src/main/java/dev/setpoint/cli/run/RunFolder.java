package dev.setpoint.cli.run;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.setpoint.LearnerSettings;
import dev.setpoint.cli.data.DataSource;
import dev.setpoint.cli.file.AtomicOutput;
import dev.setpoint.cli.spec.Spec;
import dev.setpoint.cli.terminal.Versions;
import dev.setpoint.sim.Drift;
import dev.setpoint.sim.ExperimentSettings;
import dev.setpoint.sim.MetricSink;
import dev.setpoint.sim.RunSummary;
import dev.setpoint.sim.Shift;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The files of a run: {@code metrics.csv}, {@code summary.json}, {@code manifest.json}. The report is drawn from them. */
final class RunFolder {
    private static final List<String> HEADER = List.of("seed", "step", "queries", "head", "label", "metric", "value");

    /** The metrics of one seed, kept apart until all are done. */
    static final class MetricsFile implements MetricSink, Closeable {
        private final CsvWriter writer;
        private final String seed;

        private MetricsFile(Path file, long seed) throws IOException {
            this.writer = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file, StandardCharsets.UTF_8);
            this.seed = String.valueOf(seed);
        }

        @Override
        public void put(long step, long queries, String head, String label, String metric, double value) {
            writer.writeRecord(
                    seed, String.valueOf(step), String.valueOf(queries), head, label, metric, String.valueOf(value));
        }

        @Override
        public void close() throws IOException {
            writer.close();
        }
    }

    private final Path folder;
    private final ObjectMapper json = new ObjectMapper().registerModule(numbersOrNull());

    RunFolder(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    /** JSON has no NaN: a metric that does not exist is null. */
    private static SimpleModule numbersOrNull() {
        JsonSerializer<Double> serializer = new JsonSerializer<>() {
            @Override
            public void serialize(Double value, JsonGenerator out, SerializerProvider provider) throws IOException {
                if (Double.isFinite(value)) {
                    out.writeNumber(value);
                } else {
                    out.writeNull();
                }
            }
        };
        return new SimpleModule().addSerializer(Double.class, serializer).addSerializer(double.class, serializer);
    }

    MetricsFile metrics(long seed) throws IOException {
        return new MetricsFile(part(seed), seed);
    }

    /** Joins the metrics of all seeds, in their order, into metrics.csv. */
    void joinMetrics(List<Long> seeds) throws IOException {
        Path joined = folder.resolve("metrics.csv.part");
        try (OutputStream out = Files.newOutputStream(joined)) {
            out.write((String.join(",", HEADER) + "\n").getBytes(StandardCharsets.UTF_8));
            for (long seed : seeds) {
                Files.copy(part(seed), out);
            }
        }
        AtomicOutput.moveIntoPlace(joined, folder.resolve("metrics.csv"));
    }

    /** Removes what {@link #joinMetrics} joins, whether it came to that or not. */
    void discardParts(List<Long> seeds) throws IOException {
        Files.deleteIfExists(folder.resolve("metrics.csv.part"));
        for (long seed : seeds) {
            Files.deleteIfExists(part(seed));
        }
    }

    void writeSummary(LearnerSettings learner, int seeds, RunSummary summary) throws IOException {
        ObjectNode root = json.createObjectNode();
        root.put("alpha", learner.alpha());
        root.put("coverage", learner.coverage().toString());
        root.put("seeds", seeds);
        root.set("correctPulls", json.valueToTree(summary.correctPulls()));
        root.set("rightPulls", json.valueToTree(summary.correctPulls())); // its earlier name, for scripts
        root.set("crossEntropy", json.valueToTree(summary.crossEntropy()));
        root.set("heads", json.valueToTree(summary.heads()));
        if (!summary.outOfScope().isEmpty()) {
            root.set("outOfScope", json.valueToTree(summary.outOfScope()));
        }
        write("summary.json", root);
    }

    void writeManifest(
            Spec spec,
            DataSource source,
            ExperimentSettings settings,
            List<Long> seeds,
            List<String> warnings,
            List<RunExample> examples)
            throws IOException {
        ObjectNode root = json.createObjectNode();
        root.put("title", spec.title(source.data().name()));
        root.put("description", spec.description());
        root.put("issuingHead", settings.learner().heads().get(0).name());
        root.set("labels", json.valueToTree(settings.learner().labels()));
        root.set("seeds", json.valueToTree(seeds));
        root.put("queries", settings.queries());
        root.put("window", settings.window());
        if (!(settings.drift() instanceof Drift.None)) {
            root.put("drift", settings.drift().sentence(settings.queries()));
        }
        if (!(settings.shift() instanceof Shift.None)) {
            root.put("shift", settings.shift().sentence());
        }
        root.put("spec", spec.text());
        root.put("learner", settings.learner().toString());
        root.set("warnings", json.valueToTree(warnings));
        ObjectNode data = root.putObject("data");
        data.put("name", source.data().name());
        data.put("rows", source.data().size());
        if (!source.outOfScope().isEmpty()) {
            data.put("outOfScope", source.outOfScope().size());
        }
        ObjectNode checksums = data.putObject("sha256");
        for (Map.Entry<String, String> entry : source.checksums().entrySet()) {
            checksums.put(entry.getKey(), entry.getValue());
        }
        ObjectNode versions = root.putObject("versions");
        versions.put("setpoint", Versions.setpoint());
        versions.put("commit", Versions.commit());
        versions.put("java", Runtime.version().toString());
        versions.put("vm", System.getProperty("java.vm.name"));
        versions.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        ArrayNode shown = root.putArray("examples");
        for (RunExample example : examples) {
            shown.add(json.<ObjectNode>valueToTree(example));
        }
        write("manifest.json", root);
    }

    private void write(String name, ObjectNode root) throws IOException {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
        ObjectWriter writer = json.writer(printer);
        AtomicOutput.write(
                folder.resolve(name), (writer.writeValueAsString(root) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private Path part(long seed) {
        return folder.resolve("metrics-" + seed + ".csv.part");
    }
}
