package dev.setpoint.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.setpoint.cli.Cli;
import dev.setpoint.cli.Clouds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run} and {@code report}: the files of a run folder. */
class RunTest {
    private static final String SPEC = """
            title: Three clouds
            data: {format: csv, files: rows.csv, label: class}
            passes: 2
            standardize: true
            heads:
              - {name: sgd, score: softmax, tracker: sgd(eta=0.01)}
              - {name: experts, score: aps, tracker: experts}
            checkpoints: 10
            seeds: [4, 2, 9]
            """;

    private final ObjectMapper json = new ObjectMapper();

    @TempDir
    Path folder;

    private Path spec;

    @BeforeEach
    void files() throws IOException {
        spec = Files.writeString(folder.resolve("clouds.yaml"), SPEC);
        Clouds.write(folder, 150);
    }

    private Path run(String out, Object... more) {
        Path target = folder.resolve(out);
        List<Object> command = new ArrayList<>(List.of("run", spec, "--out", target));
        command.addAll(List.of(more));
        Cli.run(command.toArray()).succeeded();
        return target;
    }

    private static Map<String, String> contents(Path folder) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (var files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(folder.relativize(file).toString(), Files.readString(file));
            }
        }
        return contents;
    }

    @Test
    void rowsMayBeTheProbabilitiesOfAnotherClassifier() throws IOException {
        String rows = "0.1,0.9,b\n0.9,0.1,a\n".repeat(200);
        Files.writeString(folder.resolve("given.csv"), "first,second,label\n" + rows);
        Files.writeString(spec, "data: {files: given.csv}\nmodel: given\n");
        JsonNode correct =
                json.readTree(run("given").resolve("summary.json").toFile()).path("correctPulls");
        assertThat(correct.get(0).doubleValue())
                .as("the first column is of the first label")
                .isGreaterThan(0.85);
        Files.writeString(folder.resolve("given.csv"), "b,a,label\n" + rows);
        Cli.run("run", spec, "--out", folder.resolve("other"))
                .refusedData("model: given, with columns [b, a] (expected: in the order of the labels, [a, b])");
    }

    @Test
    void theFolderIsCompleteAndDoesNotDependOnTheThreads() throws IOException {
        Map<String, String> one = contents(run("one", "--threads", 1));
        assertThat(one.keySet())
                .containsExactlyInAnyOrder(
                        ".setpoint-lock",
                        "manifest.json",
                        "metrics.csv",
                        "summary.json",
                        "report.html",
                        "plots/coverage.svg",
                        "plots/coverage-window.svg",
                        "plots/size.svg",
                        "plots/cross-entropy.svg",
                        "plots/correct-pulls.svg",
                        "plots/thresholds.svg");
        assertThat(contents(run("two", "--threads", 2))).isEqualTo(one);
        assertThat(contents(run("three", "--threads", 3))).isEqualTo(one);
        assertThat(contents(run("default"))).isEqualTo(one);
    }

    @Test
    void metricsAreOneRowPerFigureInTheOrderOfTheSeeds() throws IOException {
        List<String> rows = Files.readAllLines(run("out").resolve("metrics.csv"));
        assertThat(rows.get(0)).isEqualTo("seed,step,queries,head,label,metric,value");
        assertThat(rows.stream()
                        .skip(1)
                        .map(row -> row.substring(0, row.indexOf(',')))
                        .distinct())
                .containsExactly("4", "2", "9");
        List<String> queries = rows.stream()
                .skip(1)
                .map(row -> row.split(",", -1)[2])
                .distinct()
                .toList();
        assertThat(queries).containsExactly("30", "60", "90", "120", "150", "180", "210", "240", "270", "300");
        assertThat(rows).anyMatch(row -> row.startsWith("2,300,300,experts,c1,coverage,"));
    }

    @Test
    void theSummaryHasTheDocumentedShape() throws IOException {
        JsonNode summary = json.readTree(Files.readString(run("out").resolve("summary.json")));
        assertThat(names(summary))
                .containsExactly("alpha", "coverage", "seeds", "correctPulls", "rightPulls", "crossEntropy", "heads");
        assertThat(summary.get("alpha").doubleValue()).isEqualTo(0.1);
        assertThat(summary.get("seeds").intValue()).isEqualTo(3);
        assertNumbers(summary.get("correctPulls"), 4);
        assertThat(summary.get("rightPulls")).isEqualTo(summary.get("correctPulls"));
        assertNumbers(summary.get("crossEntropy"), 4);
        assertThat(summary.get("heads")).hasSize(2);
        for (JsonNode head : summary.get("heads")) {
            assertThat(names(head))
                    .containsExactly(
                            "name",
                            "score",
                            "tracker",
                            "coverageMin",
                            "coverageMax",
                            "coverageMean",
                            "coverageMarginal",
                            "size",
                            "emptyShare",
                            "accumulated");
            assertNumbers(head.get("coverageMin"), 4);
            assertNumbers(head.get("coverageMax"), 4);
            assertNumbers(head.get("size"), 4);
            assertNumbers(head.get("emptyShare"), 4);
            assertThat(names(head.get("accumulated"))).containsExactly("coverageMin", "coverageMax", "size");
            assertThat(head.get("accumulated")).allMatch(JsonNode::isNumber);
        }
        JsonNode first = summary.get("heads").get(0);
        assertThat(first.get("name").textValue()).isEqualTo("sgd");
        assertThat(first.get("score").textValue()).isEqualTo("softmax");
        assertThat(first.get("tracker").textValue()).isEqualTo("sgd(eta=0.01, start=0.0)");
    }

    @Test
    void theSummaryIsTheMeanOverTheSeedsOfTheMetrics() throws IOException {
        Path out = run("out");
        double sum = 0;
        for (String row : Files.readAllLines(out.resolve("metrics.csv"))) {
            String[] fields = row.split(",", -1);
            if (fields[2].equals("300") && fields[3].equals("sgd") && fields[5].equals("size")) {
                sum += Double.parseDouble(fields[6]);
            }
        }
        JsonNode summary = json.readTree(Files.readString(out.resolve("summary.json")));
        assertThat(summary.at("/heads/0/accumulated/size").doubleValue()).isCloseTo(sum / 3, within(1e-12));
    }

    @Test
    void theManifestSaysWhatWasRunOnWhat() throws IOException, NoSuchAlgorithmException {
        JsonNode manifest = json.readTree(Files.readString(run("out").resolve("manifest.json")));
        assertThat(manifest.get("title").textValue()).isEqualTo("Three clouds");
        assertThat(manifest.get("spec").textValue()).isEqualTo(SPEC);
        assertThat(manifest.get("seeds").toString()).isEqualTo("[4,2,9]");
        assertThat(manifest.get("labels").toString()).isEqualTo("[\"c0\",\"c1\",\"c2\"]");
        assertThat(manifest.get("queries").intValue()).isEqualTo(300);
        assertThat(manifest.get("issuingHead").textValue()).isEqualTo("sgd");
        assertThat(manifest.get("learner").textValue()).contains("alpha: 0.1", "head sgd: sgd(eta=0.01");
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(folder.resolve("rows.csv")));
        assertThat(manifest.at("/data/sha256/rows.csv").textValue())
                .isEqualTo(HexFormat.of().formatHex(hash));
        assertThat(manifest.at("/data/rows").intValue()).isEqualTo(150);
        assertThat(names(manifest.get("versions"))).containsExactly("setpoint", "commit", "java", "vm", "system");
        assertThat(manifest.at("/versions/java").textValue())
                .isEqualTo(Runtime.version().toString());
    }

    @Test
    void reportDrawsTheSameFilesAgain() throws IOException {
        Path out = run("out");
        Map<String, String> before = contents(out);
        Files.delete(out.resolve("report.html"));
        Files.writeString(out.resolve("plots/size.svg"), "spoiled");
        Cli result = Cli.run("report", out).succeeded();
        assertThat(result.out()).isEqualTo("report: " + out.resolve("report.html") + "\n");
        assertThat(contents(out)).isEqualTo(before);
    }

    @Test
    void reportRefusesWhatIsNoRunFolder() throws IOException {
        Cli.run("report", folder.resolve("none")).refusedData("none");
        Cli.run("report", folder).refusedData(folder.toString());
        Path out = run("out");
        Files.writeString(out.resolve("summary.json"), "{");
        Cli.run("report", out).refusedData("summary.json");
    }

    @Test
    void driftShiftAndOracleAreToldInTheFolder() throws IOException {
        Files.writeString(
                spec, SPEC + "drift: abrupt\nshift: covariate(tilt=1, weights=true)\noracle: true\nwindow: 40\n");
        Cli result = Cli.run("run", spec, "--out", folder.resolve("out")).succeeded();
        JsonNode manifest = json.readTree(Files.readString(folder.resolve("out/manifest.json")));
        assertThat(manifest.get("drift").textValue()).startsWith("After 150 of 300 queries the labels drift");
        assertThat(manifest.get("shift").textValue()).contains("the true dQ/dP");
        assertThat(manifest.get("window").intValue()).isEqualTo(40);
        JsonNode summary = json.readTree(Files.readString(folder.resolve("out/summary.json")));
        assertThat(summary.get("heads"))
                .extracting(head -> head.get("name").textValue())
                .containsExactly("sgd", "experts", "sgd (oracle)", "experts (oracle)");
        assertThat(result.out()).contains("\nexperts (oracle)   ");
        assertThat(Files.readString(folder.resolve("out/report.html")))
                .contains("After 150 of 300 queries the labels drift", "value=\"window\" checked");
        assertThat(Files.readString(folder.resolve("out/metrics.csv"))).contains(",sgd (oracle),c1,threshold,");
    }

    @Test
    void withoutThemTheFolderDoesNotSpeakOfThem() throws IOException {
        Path out = run("out");
        JsonNode manifest = json.readTree(Files.readString(out.resolve("manifest.json")));
        assertThat(manifest.has("drift") || manifest.has("shift")).isFalse();
        assertThat(Files.readString(out.resolve("metrics.csv"))).doesNotContain("out_of_scope", "(oracle)");
    }

    @Test
    void messagesOfNoKnownClassAreDecidedWhereTheDataHaveThem() throws IOException {
        Path data = Path.of(Cli.DATA, "clinc150").toAbsolutePath();
        for (String source : List.of(
                "clinc150-intents",
                "{format: clinc150, files: [" + data.resolve("data_full.json") + ", " + data.resolve("domains.json")
                        + "]}")) {
            Files.writeString(spec, "data: " + source + "\nqueries: 40\ncheckpoints: 2\noutofscope: true\n");
            Cli result = Cli.run("run", spec, "--out", folder.resolve("out"), "--data", Cli.DATA)
                    .succeeded();
            JsonNode manifest = json.readTree(Files.readString(folder.resolve("out/manifest.json")));
            assertThat(manifest.at("/data/outOfScope").intValue()).isEqualTo(1200);
            assertThat(result.out()).contains("of no class");
        }
    }

    @Test
    void aTableGoesToStandardOutput() {
        Cli result = Cli.run("run", spec, "--out", folder.resolve("out")).succeeded();
        assertThat(result.out().lines().toList())
                .hasSize(6)
                .anyMatch(line -> line.matches("sgd +[01]\\.\\d{3} to [01]\\.\\d{3} +\\d\\.\\d\\d .*"))
                .anyMatch(line -> line.startsWith(
                        "target for every class: 0.900, called missed below 0.880; correct pulls by quarter: 0."))
                .last()
                .isEqualTo("report: " + folder.resolve("out/report.html"));
        assertThat(result.err()).isEqualTo("""
                rows.csv: 150 rows
                  class  label
                  x      number, -0.9360 to 3.021
                  y      number, -0.8385 to 4.710
                labels: c0 47, c1 49, c2 54
                setpoint: warning: 300 queries of 150 rows: rows repeat, and what was learned from a row helps when it returns; \
                correct decisions and sets are then better than on new rows (use queries: 150 or fewer to judge by, or more rows)
                """);
    }

    @Test
    void theTargetIsSaidOfWhatItIsFor() throws IOException {
        Files.writeString(spec, SPEC + "coverage: marginal\n");
        assertThat(Cli.run("run", spec, "--out", folder.resolve("out"))
                        .succeeded()
                        .out())
                .contains(
                        "target for all queries together (below): 0.900, called missed below 0.880; correct pulls by quarter: 0.")
                .contains("coverage of all queries together, by quarter")
                .contains("\ntarget for all queries together, not for every class: 0.900\n")
                .doesNotContain("target for every class");
    }

    @Test
    void warnsOfFewPullsByAFigureThatIsNotRoundedAway() throws IOException {
        Files.writeString(
                spec, SPEC.replace("passes: 2", "queries: 4") + "floor: 0.03\npolicy: epsilon-greedy(epsilon=0)\n");
        assertThat(Cli.run("run", spec, "--out", folder.resolve("out"))
                        .succeeded()
                        .err())
                .contains(
                        "exploration alone acts correctly on each class about 0.0",
                        " times, so a class that the model does not recognise",
                        "(300 queries would be enough; a larger floor also helps")
                .doesNotContain("0.0 correct");
    }

    @Test
    void warnsOfSettingsThatLoseTheGuarantee() throws IOException {
        Files.writeString(spec, SPEC + "floor: 0\n");
        Cli result = Cli.run("run", spec, "--out", folder.resolve("out")).succeeded();
        assertThat(result.afterStart().err()).contains("setpoint: warning: floor: 0 with policy trade-off");
    }

    @Test
    void aRunOfFewerThanFourQueriesIsDrawnToo() throws IOException {
        Files.writeString(spec, SPEC.replace("passes: 2", "queries: 3"));
        Cli.run("run", spec, "--out", folder.resolve("out")).succeeded();
        assertThat(folder.resolve("out/report.html")).exists();
    }

    @Test
    void aModelThatOverflowsIsAMistakeInTheSpec() throws IOException {
        Files.writeString(spec, SPEC + "model: softmax-regression(optimizer=sgd(rate=1e38))\n");
        Path out = folder.resolve("out");
        Cli.run("run", spec, "--out", out, "--threads", 2)
                .afterWarnings()
                .refusedData(spec.toString(), "a smaller learning rate may help");
        try (var left = Files.list(out)) {
            assertThat(left).as("no half-written files").containsExactly(out.resolve(".setpoint-lock"));
        }
    }

    @Test
    void wrongOptionsAreRefused() {
        Cli.run("run", spec, "--threads", 0).refusedUsage("--threads: 0 (expected: in [1, 4096])");
        Cli.run("run", spec, "--threads", "x").refusedUsage("--threads");
        Cli.run("run").refusedUsage("SPEC.yaml");
    }

    private static List<String> names(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static void assertNumbers(JsonNode array, int count) {
        assertThat(array).hasSize(count).allMatch(JsonNode::isNumber);
    }
}
