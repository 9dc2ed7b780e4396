package dev.setpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import dev.setpoint.score.Score;
import dev.setpoint.track.TrackerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code whatif} says of the settings that WERE running is what the run itself measured, to the last bit. {@link DemoTest}
 * asks the same of the demo.
 */
class WhatIfRunTest {
    private static final int LAST = 3;

    @TempDir
    Path folder;

    /** Label, metric and head to value, at the end of the stream. */
    private static Map<String, Double> metrics(Path run, long seed) throws IOException {
        Map<String, Double> metrics = new HashMap<>();
        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(run.resolve("metrics.csv"))) {
            for (NamedCsvRecord row : csv) {
                if (Long.parseLong(row.getField("seed")) == seed) { // the last one stays
                    metrics.put(
                            row.getField("head") + "/" + row.getField("label") + "/" + row.getField("metric"),
                            Double.valueOf(row.getField("value")));
                }
            }
        }
        return metrics;
    }

    private static Map<String, NamedCsvRecord> rows(Path file) throws IOException {
        Map<String, NamedCsvRecord> rows = new HashMap<>();
        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(file)) {
            for (NamedCsvRecord row : csv) {
                rows.put(
                        String.join(
                                "/",
                                row.getField("score"),
                                row.getField("tracker"),
                                row.getField("part"),
                                row.getField("label")),
                        row);
            }
        }
        return rows;
    }

    private static double number(NamedCsvRecord row, String column) {
        return Double.parseDouble(row.getField(column));
    }

    /** Holds the CSV of whatif against the files of the run folder, head by head and class by class. */
    static void assertSame(Path run, long seed, Path csv) throws IOException {
        ObjectMapper json = new ObjectMapper();
        JsonNode summary = json.readTree(Files.readString(run.resolve("summary.json")));
        JsonNode heads = summary.get("heads");
        boolean oneSeed = summary.get("seeds").intValue() == 1; // its quarters are means over seeds
        JsonNode labels =
                json.readTree(Files.readString(run.resolve("manifest.json"))).get("labels");
        Map<String, Double> metrics = metrics(run, seed);
        Map<String, NamedCsvRecord> rows = rows(csv);
        assertThat(heads).isNotEmpty();
        for (JsonNode head : heads) {
            String name = head.get("name").textValue();
            String setting = Score.parse(head.get("score").textValue()) + "/"
                    + TrackerSettings.parse(head.get("tracker").textValue());
            double leastTrueOfLast = 1;
            for (int k = 0; k < labels.size(); k++) {
                NamedCsvRecord whole = rows.get(setting + "/whole/" + k);
                assertThat(whole).as(setting).isNotNull();
                String ofLabel = name + "/" + labels.get(k).textValue() + "/";
                assertThat(number(whole, "coverage_estimate")).isEqualTo(metrics.get(ofLabel + "coverage_estimate"));
                assertThat(number(whole, "ess")).isEqualTo(metrics.get(ofLabel + "ess"));
                assertThat(number(whole, "coverage")).isEqualTo(metrics.get(ofLabel + "coverage"));
                assertThat(number(whole, "size")).isEqualTo(metrics.get(name + "//size"));
                assertThat(number(whole, "empty_share")).isEqualTo(metrics.get(name + "//empty_share"));
                NamedCsvRecord last = rows.get(setting + "/last-quarter/" + k);
                leastTrueOfLast = Math.min(leastTrueOfLast, number(last, "coverage"));
                if (oneSeed) {
                    assertThat(number(last, "size"))
                            .isEqualTo(head.get("size").get(LAST).doubleValue());
                }
            }
            if (oneSeed) {
                assertThat(leastTrueOfLast)
                        .isEqualTo(head.get("coverageMin").get(LAST).doubleValue());
            }
        }
    }

    private Path whatIf(Path log, Object... more) {
        Path csv = folder.resolve("whatif.csv");
        List<Object> command = new ArrayList<>(List.of("whatif", log, "--csv", csv));
        command.addAll(List.of(more));
        Cli.run(command.toArray()).succeeded();
        return csv;
    }

    @Test
    void onBatchesDividedByTheirCorrectPullsWithAnotherSeedAndAlpha() throws IOException {
        Clouds.write(folder, 401); // the last batch is not full
        Path spec = Files.writeString(folder.resolve("spec.yaml"), """
                data: {format: csv, files: rows.csv, label: class}
                batch: 8
                alpha: 0.2
                normalize: correct-pulls
                standardize: true
                policy: uniform
                heads:
                  - {name: one, score: softmax, tracker: sgd(eta=0.02)}
                  - {name: two, score: aps, tracker: "experts(etas=[0.1, 0.01])"}
                  - {name: three, score: "raps(lambda=0.05, kreg=0)", tracker: sgd(eta=0.02)}
                  - {name: four, score: "aps(randomised=false)", tracker: sgd(eta=0.02)}
                  - {name: five, score: softmax, tracker: auto}
                  - {name: six, score: softmax, tracker: weighted-quantile}
                  - {name: seven, score: aps, tracker: strongly-adaptive}
                  - {name: eight, score: aps, tracker: outer(tracker=scale-free)}
                seeds: [17]
                """);
        Path run = folder.resolve("run");
        Path log = folder.resolve("log.jsonl");
        Cli.run("run", spec, "--out", run, "--log", log).succeeded();
        Object[] settings = {
            "--alpha",
            0.2,
            "--score",
            "softmax,aps,raps(lambda=0.05, kreg=0),aps(randomised=false)",
            "--tracker",
            "sgd(eta=0.02),experts(etas=[0.1, 0.01]),auto,weighted-quantile,strongly-adaptive,outer(tracker=scale-free)",
            "--normalize",
            "correct-pulls",
            "--seed",
            17
        };
        assertSame(run, 17, whatIf(log, settings));

        // only the weighted quantile looks at the pull distribution: of the others a log without it says the same
        List<String> before = Files.readAllLines(folder.resolve("whatif.csv"));
        String text = Files.readString(log);
        Files.writeString(log, text.replaceAll("\"pi\":\\[[^]]*\\],", ""));
        assertThat(log).content().hasSizeLessThan(text.length()).doesNotContain("\"pi\"");
        List<String> after = Files.readAllLines(whatIf(log, settings));
        assertThat(withoutQuantile(after)).isEqualTo(withoutQuantile(before)).isNotEmpty();
    }

    @Test
    void ofSeveralSeedsTheLogIsTheFirst() throws IOException {
        Clouds.write(folder, 200);
        Path spec = Files.writeString(folder.resolve("spec.yaml"), """
                data: {format: csv, files: rows.csv, label: class}
                heads: [{name: one, score: aps, tracker: sgd(eta=0.02)}]
                seeds: [5, 6, 7]
                """);
        Path run = folder.resolve("run");
        Path log = folder.resolve("log.jsonl");
        Cli.run("run", spec, "--out", run, "--log", log, "--threads", 2).succeeded();
        String sameDraws = Files.readString(whatIf(log, "--score", "aps", "--tracker", "sgd(eta=0.02)", "--seed", 5));
        assertSame(run, 5, folder.resolve("whatif.csv"));
        assertThat(whatIf(log, "--score", "aps", "--tracker", "sgd(eta=0.02)", "--seed", 6))
                .as("other random numbers")
                .content()
                .isNotEqualTo(sameDraws);
    }

    private static List<String> withoutQuantile(List<String> lines) {
        return lines.stream()
                .filter(line -> !line.contains("weighted-quantile"))
                .toList();
    }
}
