package dev.setpoint.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.setpoint.cli.Cli;
import dev.setpoint.cli.WhatIfAgreement;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo on the real messages that ship with the project. */
class DemoTest {
    @TempDir
    static Path folder;

    private static Cli result;

    @BeforeAll
    static void demo() {
        result = demo("one");
    }

    private static Cli demo(String name) {
        return Cli.run("demo", "--data", Cli.DATA, "--out", folder.resolve(name), "--log", log(name));
    }

    private static Path log(String name) {
        return folder.resolve(name + ".jsonl.gz");
    }

    private static JsonNode json(String name) throws IOException {
        return new ObjectMapper()
                .readTree(Files.readString(folder.resolve("one").resolve(name)));
    }

    private static Map<String, String> contents(String run) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (var files = Files.walk(folder.resolve(run))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(folder.resolve(run).relativize(file).toString(), Files.readString(file));
            }
        }
        return contents;
    }

    @Test
    void itMeetsWhatIsAskedOfTheDemo() throws IOException {
        result.succeeded();
        JsonNode summary = json("summary.json");
        JsonNode issuing = summary.at("/heads/0");
        assertThat(issuing.get("name").textValue())
                .isEqualTo("auto")
                .isEqualTo(json("manifest.json").get("issuingHead").textValue());
        double[] correctPulls = {0.73, 0.88, 0.91, 0.91};
        double[] sizes = {3.31, 1.12, 1.01, 0.97};
        for (int quarter = 0; quarter < 4; quarter++) {
            assertThat(summary.at("/correctPulls/" + quarter).doubleValue())
                    .as("share of correct pulls in quarter %s", quarter + 1)
                    .isGreaterThanOrEqualTo(correctPulls[quarter]);
            assertThat(issuing.at("/coverageMin/" + quarter).doubleValue())
                    .as("minimum class coverage in quarter %s, target 0.9", quarter + 1)
                    .isGreaterThanOrEqualTo(quarter < 3 ? 0.87 : 0.89);
            assertThat(issuing.at("/size/" + quarter).doubleValue())
                    .as("mean set size of 10 in quarter %s", quarter + 1)
                    .isLessThanOrEqualTo(sizes[quarter]);
        }
    }

    /**
     * Every decision with its probabilities and thresholds, as ever. Should it have to change, the changelog says why, and this number is
     * the one that the failure names.
     */
    @Test
    void itsDecisionsAreTheSameToTheLastBitAsInEarlierBuilds() throws IOException {
        CRC32C checksum = new CRC32C();
        try (InputStream decisions = new GZIPInputStream(Files.newInputStream(log("one")))) {
            String all = new String(decisions.readAllBytes(), StandardCharsets.UTF_8);
            checksum.update(
                    all.replaceFirst("\"seed\":1,", "").getBytes(StandardCharsets.UTF_8)); // in logs since later
        }
        assertThat(checksum.getValue()).isEqualTo(833_965_527L);
    }

    @Test
    void aSecondDemoIsTheSameInEveryByte() throws IOException {
        Cli second = demo("two").succeeded();
        assertThat(contents("two")).isEqualTo(contents("one"));
        assertThat(log("two")).hasSameBinaryContentAs(log("one"));
        assertThat(second.out().replace("two", "one")).isEqualTo(result.out().replace("two", "one"));
    }

    @Test
    void whatIfSaysOfItsHeadsWhatItMeasuredItself() throws IOException {
        Path csv = folder.resolve("whatif.csv");
        Cli.run(
                        "whatif",
                        log("one"),
                        "--score",
                        "softmax,aps,raps",
                        "--tracker",
                        "auto,experts(etas=[0.01, 0.003, 0.001, 0.0003]),sgd(eta=0.001)",
                        "--csv",
                        csv)
                .succeeded();
        WhatIfAgreement.assertSame(folder.resolve("one"), 1, csv);
    }

    @Test
    void itSaysWhatItDidInWords() throws IOException {
        assertThat(result.out())
                .contains("auto", "Algorithm 2 softmax", "target for every class: 0.900", "correct pulls by quarter: ")
                .contains("    set {", ", acted on ", ": correct", ": incorrect, it was ")
                .endsWith("report: " + folder.resolve("one/report.html") + "\n")
                .doesNotContain("\u001b");
        assertThat(result.err()).startsWith("22500 messages, 10 departments, feedback: correct or incorrect\n");
        assertThat(json("manifest.json").get("examples")).hasSize(3);
    }

    @Test
    void messagesOfNoKnownClassAreShownApart() throws IOException {
        assertThat(json("manifest.json").at("/data/outOfScope").intValue()).isEqualTo(1200);
        JsonNode summary = json("summary.json");
        assertThat(summary.get("outOfScope")).hasSameSizeAs(summary.get("heads"));
        for (int h = 0; h < summary.get("heads").size(); h++) {
            JsonNode unknown = summary.get("outOfScope").get(h);
            assertThat(unknown.get("name"))
                    .isEqualTo(summary.get("heads").get(h).get("name"));
            assertThat(unknown.get("emptyShare").doubleValue()).isBetween(0.0, 1.0);
            assertThat(unknown.get("inScopeEmptyShare").doubleValue())
                    .as("an empty set is a miss")
                    .isBetween(
                            0.0,
                            1 - summary.at("/heads/" + h + "/coverageMin/3").doubleValue());
        }
        assertThat(result.out()).contains("of no class", "of a class, last quarter");
        assertThat(Files.readString(folder.resolve("one/report.html"))).contains("Queries of no known class");
    }

    @Test
    void withoutItsDataItSaysWhereTheyAreHad() throws IOException {
        Cli missing = Cli.run(
                "demo", "--data", Files.createDirectory(folder.resolve("nothing")), "--out", folder.resolve("three"));
        missing.refusedData("clinc150", "data_full.json", "Take ");
        assertThat(folder.resolve("three")).doesNotExist();
    }
}
