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
import java.util.HashMap;
import java.util.Map;

/** Holds what {@code whatif} says of a run's own settings against what the run measured. */
public final class WhatIfAgreement {
    private static final int LAST = 3;

    private WhatIfAgreement() {}

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
    public static void assertSame(Path run, long seed, Path csv) throws IOException {
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
}
