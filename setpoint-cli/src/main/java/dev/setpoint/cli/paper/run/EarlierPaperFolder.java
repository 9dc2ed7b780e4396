package dev.setpoint.cli.paper.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.setpoint.cli.report.MetricNames;
import dev.setpoint.cli.run.MetricsFile;
import dev.setpoint.cli.run.RunPipeline;
import dev.setpoint.cli.run.RunPlan;
import dev.setpoint.cli.terminal.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A folder that an earlier version of {@code paper} began: checkpoints and metrics, as text with tabs and without numbers of
 * queries, lie beside the tables. It is brought into the present form, from which the run resumes.
 */
final class EarlierPaperFolder {
    private static final int FIELDS = 5;

    private final Path folder;
    private final PaperRun run;
    private final RunPlan plan;

    EarlierPaperFolder(Path folder, PaperRun run, RunPlan plan) {
        this.folder = folder;
        this.run = run;
        this.plan = plan;
    }

    /** Whether the folder is of that form. */
    boolean isThere() {
        return Files.exists(manifest()) && !Files.exists(folder.resolve("seeds"));
    }

    private Path manifest() {
        return folder.resolve("manifest.json");
    }

    /**
     * Refuses a run that was begun otherwise.
     *
     * @throws Failure in one sentence
     */
    void expectSame() throws IOException {
        ObjectMapper json = new ObjectMapper();
        JsonNode found = json.readTree(manifest().toFile());
        Map<String, String> given = new LinkedHashMap<>();
        given.put("threads", String.valueOf(plan.particulars().get("threads")));
        given.put("steps", String.valueOf(run.steps()));
        given.put("batch", String.valueOf(run.batch()));
        given.put("points", String.valueOf(run.points()));
        given.put("images", run.images().toString());
        given.put("learner", plan.settings().learner().toString());
        given.put("sha256", json.valueToTree(run.checksums()).toString());
        for (Map.Entry<String, String> field : given.entrySet()) {
            JsonNode before = found.path(field.getKey());
            String text = before.isObject() ? before.toString() : before.asText();
            if (!before.isMissingNode() && !text.equals(field.getValue())) { // not all was written from the beginning
                throw Failure.data(folder + ": begun by an earlier version with another " + field.getKey()
                        + " (expected: the same as now, or another --out)");
            }
        }
    }

    /** Brings the folder into the present form; interrupted, it can be done again. */
    void convert(RunPipeline pipeline) throws IOException {
        Path seeds = Files.createDirectories(folder.resolve("seeds.part"));
        JsonNode done = new ObjectMapper().readTree(manifest().toFile()).path("stepsDone");
        Map<Long, Long> stepsDone = new LinkedHashMap<>();
        for (long seed : plan.seeds()) {
            String name = "seed-" + seed + ".";
            boolean isBegun = Files.exists(folder.resolve(name + "checkpoint"));
            stepsDone.put(seed, isBegun ? done.path(String.valueOf(seed)).asLong(0) : 0);
            for (String kind : isBegun ? List.of("checkpoint", "speed.csv") : List.<String>of()) {
                if (Files.exists(folder.resolve(name + kind))) {
                    Files.copy(
                            folder.resolve(name + kind),
                            seeds.resolve(name + kind),
                            StandardCopyOption.REPLACE_EXISTING);
                }
            }
            if (isBegun) {
                convertMetrics(folder.resolve(name + "metrics.tsv"), seeds.resolve(name + "metrics.csv"), seed);
            }
        }
        pipeline.adopt(seeds, stepsDone);
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (String.valueOf(file.getFileName())
                        .matches("lock|seed-.*\\.(checkpoint|steps|metrics\\.tsv|speed\\.csv)")) {
                    Files.delete(file);
                }
            }
        }
    }

    private void convertMetrics(Path from, Path to, long seed) throws IOException {
        try (MetricsFile metrics = MetricsFile.open(to, seed, 0, PaperTables::has)) {
            for (String line : Files.readAllLines(from, StandardCharsets.UTF_8)) {
                String[] fields = line.split("\t", -1);
                if (fields.length == FIELDS && Character.isDigit(line.charAt(0)) && !fields[4].isEmpty()) {
                    long step = Long.parseLong(fields[0]);
                    metrics.put(
                            step,
                            step * run.batch(),
                            fields[1],
                            fields[2],
                            MetricNames.present(fields[3]),
                            Double.parseDouble(fields[4]));
                }
            }
        }
    }
}
