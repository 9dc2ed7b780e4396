package dev.setpoint.cli.paper.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.setpoint.cli.Cli;
import dev.setpoint.cli.Killed;
import dev.setpoint.random.Draws;
import dev.setpoint.sim.data.FeatureFileWriter;
import dev.setpoint.sim.data.FeatureHeader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The paper's runs with a model of core's, which needs no engine; setpoint-deep's tests have networks. */
@Timeout(300)
class PaperTest {
    private static final String MODEL = "mlp(hidden=8, optimizer=adam(rate=0.01))";

    @TempDir
    Path folder;

    private Cli paper(Object... more) {
        Object[] start = {"paper", "--network", MODEL, "--seeds", 1, "--batch", 16, "--out", folder.resolve("out")};
        return Cli.run(Stream.concat(Stream.of(start), Stream.of(more)).toArray());
    }

    private Path features(String name, int rows) throws IOException {
        Path file = folder.resolve(name + ".features");
        long noise = Draws.stream(3, 0, 0);
        int[] label = new int[rows];
        float[] values = new float[256 * 4];
        FeatureHeader header =
                new FeatureHeader(name, List.of("a", "b", "c"), rows, 4, "net.onnx", "", 32, Map.of(), "none");
        for (int i = 0; i < rows; i++) {
            label[i] = i % 3;
        }
        try (FeatureFileWriter writer = FeatureFileWriter.open(file, header, label)) {
            while (writer.rowsOfNext() > 0) {
                for (int i = 0; i < writer.rowsOfNext() * 4; i++) {
                    int row = writer.rows() + i / 4;
                    values[i] = (float) (2 * Draws.uniform(noise, row * 4 + i % 4) - 1 + (row % 3 == i % 4 ? 1 : 0));
                }
                writer.append(values);
            }
            writer.finish();
        }
        return file;
    }

    private JsonNode manifest(String run) throws IOException {
        return new ObjectMapper()
                .readTree(folder.resolve("out")
                        .resolve(run)
                        .resolve("manifest.json")
                        .toFile());
    }

    private String text(String run, String file) throws IOException {
        return Files.readString(folder.resolve("out").resolve(run).resolve(file), StandardCharsets.UTF_8);
    }

    @Test
    void quickRunDrivesAllHeadsAndDrawsEveryFigure() throws IOException {
        Cli cli = paper("--quick", "--steps", 20, "--points", 5).succeeded();
        assertThat(cli.out()).contains("report.html");
        for (String feedback : List.of("softmax", "uniform", "labels")) {
            String run = "segments-" + feedback;
            assertThat(text(run, "heads.csv").lines().filter(line -> line.startsWith("1,20,")))
                    .hasSize(27);
            assertThat(text(run, "model.csv").lines()).hasSize(1 + 5);
            assertThat(text(run, "pulls.csv").lines()).hasSize(1 + 5 * 10);
            assertThat(text(run, "coverage.csv").lines()).hasSize(1 + 270);
            assertThat(manifest(run).path("stepsDone").path("1").asInt()).isEqualTo(20);
            assertThat(manifest(run).path("deviations").toString()).contains("generated pictures");
        }
        assertThat(cli.err()).contains("warning: floor: 0 with policy softmax");
        assertThat(cli.err().lines().filter(line -> line.contains("warning: ")))
                .doesNotHaveDuplicates()
                .filteredOn(line -> line.contains("above the least score"))
                .singleElement()
                .asString()
                .contains("heads raps 0.1, raps 0.05, ");
        try (Stream<Path> figures = Files.list(folder.resolve("out/figures"))) {
            assertThat(figures.filter(file -> file.toString().endsWith(".svg"))).hasSize(12);
        }
        paper("--quick", "--steps", 10, "--points", 5).succeeded(); // restarts
        assertThat(manifest("segments-labels").path("stepsDone").path("1").asInt())
                .isEqualTo(10);
    }

    @Test
    void labelsAreToldToTheOracleAndOnlyToIt() throws IOException {
        Path file = features("clouds", 600);
        paper("--features", file, "--steps", 150, "--points", 3).succeeded();
        double oracle = last("clouds-labels");
        assertThat(last("clouds-softmax")).isGreaterThan(oracle);
        assertThat(last("clouds-uniform")).isGreaterThan(oracle);
    }

    /** The accumulated cross-entropy at the end. */
    private double last(String run) throws IOException {
        List<String> lines = text(run, "model.csv").lines().toList();
        return Double.parseDouble(lines.get(lines.size() - 1).split(",", -1)[2]);
    }

    @Test
    void runThatIsThereIsNeitherOverwrittenNorContinuedOtherwise() throws IOException {
        Path file = features("clouds", 300);
        Object[] run = {"--features", file, "--steps", 6, "--points", 2, "--feedback", "uniform", "--threads", 1};
        paper(run).succeeded();
        String before = text("clouds-uniform", "metrics.csv");
        paper(run).refusedData("clouds-uniform: has a run (expected: --resume to resume it, or another --out)");
        Cli.run(
                        "paper",
                        "--network",
                        MODEL,
                        "--seeds",
                        1,
                        "--batch",
                        16,
                        "--out",
                        folder.resolve("out"),
                        "--resume",
                        "--features",
                        file,
                        "--steps",
                        6,
                        "--points",
                        2,
                        "--feedback",
                        "uniform",
                        "--threads",
                        2)
                .refusedData("begun with threads 1 (expected: 2 as now, or another --out)");
        paper("--resume", "--features", file, "--steps", 6, "--points", 2, "--feedback", "uniform", "--threads", 1)
                .succeeded();
        assertThat(text("clouds-uniform", "metrics.csv")).isEqualTo(before);
    }

    /** Of a run on features, in one thread. */
    private static List<String> arguments(Path features, int seeds, int steps, int points, String feedback) {
        Object[] options = {"--features", features, "--steps", steps, "--points", points, "--feedback", feedback};
        Object[] common = {"paper", "--network", MODEL, "--seeds", seeds, "--batch", 16, "--threads", 1};
        return Stream.of(common, options)
                .flatMap(Stream::of)
                .map(String::valueOf)
                .toList();
    }

    /** The same, with a checkpoint after every step, begun or resumed in the folder {@code out}. */
    private List<String> resuming(List<String> arguments) {
        List<String> resumed = new ArrayList<>(arguments);
        resumed.addAll(List.of(
                "--checkpoint", "0", "--resume", "--out", folder.resolve("out").toString()));
        return resumed;
    }

    @Test
    void checkpointThatCannotBeWrittenLeavesTheLastOne() throws Exception {
        Path file = features("clouds", 300);
        List<String> run = resuming(arguments(file, 1, 60, 6, "uniform"));
        Path saved = folder.resolve("out/clouds-uniform/seeds/seed-1.checkpoint");
        Process process = Killed.start(folder.resolve("killed.log"), run);
        Killed.awaitExists(saved);
        process.destroyForcibly().waitFor();
        byte[] last = Files.readAllBytes(saved);

        Path part = folder.resolve("out/clouds-uniform/seeds/seed-1.checkpoint.part");
        Files.deleteIfExists(part);
        Files.createDirectories(part.resolve("in the way"));
        Cli failed = Cli.run(run.toArray());
        assertThat(failed.exit()).isEqualTo(1);
        assertThat(failed.err()).contains("seed-1.checkpoint: ", "an earlier checkpoint stays as it is");
        assertThat(saved).hasBinaryContent(last);

        Files.delete(part.resolve("in the way"));
        Files.delete(part);
        Cli.run(run.toArray()).succeeded();
        assertThat(manifest("clouds-uniform").path("stepsDone").path("1").asInt())
                .isEqualTo(60);
    }

    @Test
    void killedAgainAndAgainItResumesToTheSameNumbers() throws Exception {
        Path file = features("clouds", 300);
        List<String> arguments = arguments(file, 2, 200, 15, "softmax");
        List<String> whole = new ArrayList<>(arguments);
        whole.addAll(List.of("--out", folder.resolve("whole").toString()));
        Cli.run(whole.toArray()).succeeded();

        List<String> killed = resuming(arguments);
        Path saved = folder.resolve("out/clouds-softmax/seeds/seed-1.checkpoint");
        for (int attempt = 0; attempt < 4; attempt++) {
            Process process = Killed.start(folder.resolve("killed.log"), killed);
            Killed.awaitExists(saved);
            boolean over = process.waitFor(200 + 700L * attempt, TimeUnit.MILLISECONDS);
            process.destroyForcibly().waitFor(); // SIGKILL
            assertThat(attempt > 0 || !over)
                    .as("killed on the way at least once")
                    .isTrue();
        }
        Cli.run(killed.toArray()).succeeded();
        for (String name : List.of(
                "metrics.csv",
                "summary.json",
                "manifest.json",
                "heads.csv",
                "coverage.csv",
                "seeds/seed-2.checkpoint")) {
            assertThat(folder.resolve("out/clouds-softmax/" + name))
                    .hasSameBinaryContentAs(folder.resolve("whole/clouds-softmax/" + name));
        }
    }

    @Test
    void runBegunByAnEarlierVersionResumesToTheSameNumbers() throws Exception {
        Path file = features("clouds", 300);
        List<String> arguments = arguments(file, 2, 100, 10, "uniform");
        Cli.run(Stream.concat(arguments.stream(), Stream.of("--out", folder.resolve("whole")))
                        .toArray())
                .succeeded();
        List<String> resumed = resuming(arguments);
        Process process = Killed.start(folder.resolve("killed.log"), resumed);
        Killed.awaitExists(folder.resolve("out/clouds-uniform/seeds/seed-2.checkpoint"));
        process.destroyForcibly().waitFor();
        asAnEarlierVersionLeftIt(folder.resolve("out/clouds-uniform"));

        resumed.set(resumed.indexOf("100"), "101");
        Cli.run(resumed.toArray())
                .refusedData("clouds-uniform: begun by an earlier version with another steps (expected: the same");
        resumed.set(resumed.indexOf("101"), "100");
        Cli.run(resumed.toArray()).succeeded();
        for (String name : List.of("metrics.csv", "summary.json", "manifest.json", "heads.csv", "coverage.csv")) {
            assertThat(folder.resolve("out/clouds-uniform/" + name))
                    .hasSameBinaryContentAs(folder.resolve("whole/clouds-uniform/" + name));
        }
        try (Stream<Path> files = Files.list(folder.resolve("out/clouds-uniform"))) {
            assertThat(files.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "manifest.json",
                            "metrics.csv",
                            "summary.json",
                            "model.csv",
                            "pulls.csv",
                            "heads.csv",
                            "coverage.csv",
                            "seeds",
                            ".setpoint-lock");
        }
    }

    private static void asAnEarlierVersionLeftIt(Path run) throws IOException {
        Path seeds = run.resolve("seeds");
        for (int seed = 1; seed <= 2; seed++) {
            StringBuilder metrics = new StringBuilder("step\thead\tlabel\tmetric\tvalue\n");
            for (String line : Files.readAllLines(seeds.resolve("seed-" + seed + ".metrics.csv"))) {
                String[] fields = line.replace("correct_pulls", "right_pulls").split(",", -1);
                if (fields.length == 7) {
                    metrics.append(String.join("\t", fields[1], fields[3], fields[4], fields[5], fields[6]))
                            .append('\n');
                }
            }
            Files.writeString(run.resolve("seed-" + seed + ".metrics.tsv"), metrics);
            Files.move(seeds.resolve("seed-" + seed + ".checkpoint"), run.resolve("seed-" + seed + ".checkpoint"));
            Files.writeString(run.resolve("seed-" + seed + ".steps"), "100\n");
        }
        Files.writeString(run.resolve("lock"), "");
        Files.writeString(
                run.resolve("manifest.json"),
                "{\"data\": \"clouds\", \"steps\": 100, \"batch\": 16, \"threads\": 1, \"stepsDone\": {\"1\": 100},"
                        + " \"labels\": [], \"seeds\": [1, 2], \"versions\": {\"setpoint\": \"0.1.0\"}}");
        for (String name : List.of("metrics.csv", "summary.json")) {
            Files.deleteIfExists(run.resolve(name));
        }
        try (Stream<Path> files = Files.list(seeds)) {
            for (Path left : files.toList()) {
                Files.delete(left);
            }
        }
        Files.delete(seeds);
    }

    @Test
    void wrongUsageIsToldInOneSentence() {
        Cli.run("paper").refusedUsage("DATASET: none (expected: one or more of cifar10, cifar100, svhn");
        Cli.run("paper", "--quick", "cifar10").refusedUsage("--quick: with a data set (expected: alone");
        Cli.run("paper", "--quick", "--steps", 0).refusedUsage("--steps: 0 (expected: >= 1)");
        Cli.run("paper", "--quick", "--network", "resnet51", "--out", folder)
                .refusedUsage("--network: model: 'resnet51' (expected: softmax-regression, mlp");
        Cli.run("paper", "letter", "--out", folder).refusedUsage("data set: letter (expected: a set of images");
        Cli.run("paper", "cifar10", "--data", folder, "--out", folder.resolve("out"))
                .refusedData("missing (expected: the data set cifar10.");
        Cli.run("paper", "--features", folder.resolve("none"), "--out", folder.resolve("out"))
                .refusedData("none: missing (expected: a readable file)");
    }
}
