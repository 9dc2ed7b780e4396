package dev.setpoint.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.setpoint.cli.Cli;
import dev.setpoint.cli.Clouds;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --log}: the decisions of the first seed. What they are worth is in {@code WhatIfRunTest}. */
class RunLogTest {
    private static final String SPEC = """
            data: {format: csv, files: rows.csv, label: class}
            batch: 7
            seeds: [4, 2]
            """;

    @TempDir
    Path folder;

    private Path log;

    @BeforeEach
    void files() throws IOException {
        Clouds.write(folder, 100);
        log = folder.resolve("log.jsonl");
    }

    private Cli run(String spec, Object file) throws IOException {
        Path path = Files.writeString(folder.resolve("spec.yaml"), spec);
        return Cli.run("run", path, "--out", folder.resolve("out"), "--log", file);
    }

    private static List<JsonNode> decisions(Iterable<String> lines) throws IOException {
        List<JsonNode> decisions = new ArrayList<>();
        for (String line : lines) {
            decisions.add(new ObjectMapper().readTree(line));
        }
        return decisions;
    }

    @Test
    void theLogIsValidAndHoldsTheFirstSeedOnly() throws IOException {
        Cli result = run(SPEC, log).succeeded();
        assertThat(result.out()).contains("log: " + log + " (of seed 4; with --seed 4, replay and whatif draw");
        assertThat(Cli.run("validate-log", log).succeeded().out())
                .contains("valid; 100 lines, 15 steps, 3 labels; 100 answered");
        List<JsonNode> lines = decisions(Files.readAllLines(log));
        assertThat(lines.get(0).get("seed").asInt()).isEqualTo(4);
        assertThat(lines.get(1).has("seed")).isFalse();
        for (int i = 0; i < lines.size(); i++) {
            JsonNode line = lines.get(i);
            assertThat(line.get("id").asInt()).isEqualTo(i);
            assertThat(line.get("step").asInt()).isEqualTo(i / 7);
            assertThat(line.get("pi").get(line.get("arm").asInt()).asDouble())
                    .isEqualTo(line.get("propensity").asDouble());
            assertThat(line.get("correct").asBoolean())
                    .isEqualTo(line.get("arm").asInt() == line.get("label").asInt());
        }
    }

    @Test
    void aNameThatEndsInGzGivesGzip() throws IOException {
        Path packed = folder.resolve("log.jsonl.gz");
        run(SPEC, log).succeeded();
        run(SPEC, packed).succeeded();
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(packed)), StandardCharsets.UTF_8))) {
            assertThat(in.lines()).containsExactlyElementsOf(Files.readAllLines(log));
        }
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void lostAnswersAreNullAndFlippedOnesAsTheyWereGiven() throws IOException {
        run(SPEC + "feedback: {delay: 20, dropout: 0.3, noise: 0.2}\n", log).succeeded();
        int lost = 0;
        int flipped = 0;
        for (JsonNode line : decisions(Files.readAllLines(log))) {
            boolean correct = line.get("arm").asInt() == line.get("label").asInt();
            lost += line.get("correct").isNull() ? 1 : 0;
            flipped += !line.get("correct").isNull() && line.get("correct").asBoolean() != correct ? 1 : 0;
        }
        // of 100 decisions, 30 and 14 expected; the seed is fixed, so these do not vary
        assertThat(lost).isBetween(15, 45);
        assertThat(flipped).isBetween(4, 26);
    }

    @Test
    void refusesAPlaceWhereNoLogCanBe() throws IOException {
        run(SPEC, folder.resolve("none/log.jsonl")).refusedData("none/log.jsonl: no such folder");
        run(SPEC, folder.resolve("spec.yaml")).refusedUsage("SPEC.yaml and --log", "(expected: different files)");
        run(SPEC, "-").refusedUsage("--log: - (expected: a file");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void aFailedRunLeavesNoLog() throws IOException {
        Files.writeString(log, "old");
        Files.writeString(folder.resolve("out"), "in the way");
        run(SPEC, log).refusedData("out");
        assertThat(log).hasContent("old");
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }
}
