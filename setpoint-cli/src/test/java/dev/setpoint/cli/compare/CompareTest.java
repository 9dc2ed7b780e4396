package dev.setpoint.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.setpoint.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareTest {
    @TempDir
    private static Path folder;

    private static Cli result;

    @BeforeAll
    static void compareOnTheDataThatShipWithTheProject() {
        result = Cli.run("compare", "--only", "clinc150", "--seeds", "1", "--data", Cli.DATA, "--out", folder);
    }

    private static JsonNode summary(String way) throws IOException {
        return new ObjectMapper()
                .readTree(
                        Files.readString(folder.resolve("clinc150").resolve(way).resolve("summary.json")));
    }

    private static JsonNode head(JsonNode summary, String name) {
        for (JsonNode head : summary.get("heads")) {
            if (head.get("name").textValue().equals(name)) {
                return head;
            }
        }
        throw new AssertionError(name);
    }

    private static List<String> cells(String row) {
        return List.of(row.strip().split("\\s*\\|\\s*"));
    }

    private static List<String> row(String what) throws IOException {
        return Files.readAllLines(folder.resolve("results.md")).stream()
                .filter(line -> line.startsWith("| clinc150 | " + what))
                .map(CompareTest::cells)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void tableHasTheFiguresOfTheRunFolders() throws IOException {
        result.succeeded();
        JsonNode auto = head(summary("bandit"), "auto");
        List<String> row = row("auto");
        assertThat(Double.parseDouble(row.get(3)))
                .isCloseTo(auto.at("/accumulated/size").doubleValue(), within(0.0005));
        assertThat(Double.parseDouble(row.get(4))).isCloseTo(auto.at("/size/3").doubleValue(), within(0.0005));
        JsonNode labels = head(summary("labels"), "auto");
        assertThat(Double.parseDouble(row("oracle (b").get(3)))
                .isCloseTo(labels.at("/accumulated/size").doubleValue(), within(0.0005));
        assertThat(result.out()).startsWith(Files.readString(folder.resolve("results.md")));
    }

    @Test
    void whoIsToldMoreHasSmallerSetsAndMoreCorrectPulls() throws IOException {
        double auto = head(summary("bandit"), "auto").at("/accumulated/size").doubleValue();
        double oracle =
                head(summary("bandit"), "auto (oracle)").at("/accumulated/size").doubleValue();
        assertThat(oracle).isLessThan(auto);
        assertThat(auto)
                .isLessThan(head(summary("bandit"), "Algorithm 2")
                        .at("/accumulated/size")
                        .doubleValue());
        assertThat(summary("labels").at("/correctPulls/0").doubleValue())
                .isGreaterThan(summary("bandit").at("/correctPulls/0").doubleValue());
        assertThat(summary("bandit").at("/correctPulls/0").doubleValue())
                .isGreaterThan(summary("paper").at("/correctPulls/0").doubleValue());
    }

    @Test
    void bestRateOfAlgorithmOneIsTheSmallestThatCovers() throws IOException {
        String best = row("Algorithm 1").get(2).replace(" (best)", "");
        JsonNode chosen = head(summary("bandit"), best);
        for (JsonNode head : summary("bandit").get("heads")) {
            String name = head.get("name").textValue();
            boolean covers = head.at("/coverageMin/3").doubleValue() >= 0.89;
            if (name.startsWith("Algorithm 1") && !name.endsWith("(oracle)") && covers) {
                assertThat(chosen.at("/coverageMin/3").doubleValue()).isGreaterThanOrEqualTo(0.89);
                assertThat(chosen.at("/size/3").doubleValue())
                        .isLessThanOrEqualTo(head.at("/size/3").doubleValue());
            }
        }
    }

    @Test
    void csvHasEveryHeadOfEveryRunByQuarter() throws IOException {
        List<String> lines = Files.readAllLines(folder.resolve("results.csv"));
        int heads = 0;
        for (String way : List.of("bandit", "labels", "paper")) {
            heads += summary(way).get("heads").size();
        }
        assertThat(lines).hasSize(1 + 4 * heads);
        assertThat(lines.get(0)).isEqualTo("data,run,head,quarter,coverage_min,coverage_max,size,correct_pulls");
    }

    @Test
    void refusesWhatItDoesNotKnowBeforeItRuns() {
        Cli.run("compare", "--only", "iris", "--out", folder.resolve("x"))
                .refusedUsage("--only: 'iris' (expected: some of clinc150,");
        Cli.run("compare", "--seeds", "0", "--out", folder.resolve("x"))
                .refusedUsage("--seeds: 0 (expected: in [1, 10000])");
        Cli.run("compare", "--only", "clinc150,letter", "--data", folder, "--out", folder.resolve("x"))
                .refusedData("clinc150: not in ", "where to get it: ", "--only");
        assertThat(folder.resolve("x")).doesNotExist();
    }
}
