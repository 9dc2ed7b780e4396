package dev.setpoint.cli.features;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.cli.Cli;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.sim.data.Checksums;
import dev.setpoint.sim.data.DatasetCatalog;
import dev.setpoint.sim.data.FeatureFile;
import dev.setpoint.sim.data.LabelledTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@link FeaturesTest} says of images, of texts. */
class TextFeaturesTest {
    @TempDir
    Path folder;

    private Path out;

    @BeforeEach
    void name() {
        out = folder.resolve("x.features");
    }

    private Cli features(Object... more) {
        Object[] fixed = {"features", "clinc150-intents", "--data", Cli.DATA, "--encoder", "lengths", "--out", out};
        Object[] all = Arrays.copyOf(fixed, fixed.length + more.length);
        System.arraycopy(more, 0, all, fixed.length, more.length);
        return Cli.run(all);
    }

    @Test
    void everyTextIsEncodedAndTheFileSaysByWhat() throws IOException {
        assertThat(features().succeeded().out()).isEqualTo(out + ": 22500 rows of 2\n");
        FeatureFile file = FeatureFile.read(out);
        LabelledTexts texts = DatasetCatalog.loadTexts("clinc150-intents", Path.of(Cli.DATA));
        assertThat(file.header().name()).isEqualTo("clinc150-intents");
        assertThat(file.header().labels()).isEqualTo(texts.labels());
        assertThat(file.header().network()).isEqualTo("lengths");
        assertThat(file.header().networkSha256()).isEqualTo(LengthEncoders.CHECKSUM);
        assertThat(file.header().side()).isZero();
        assertThat(file.header().sources())
                .hasSize(2)
                .containsEntry(
                        "clinc150/domains.json", Checksums.sha256(Path.of(Cli.DATA, "clinc150", "domains.json")));
        FeatureVector vector = new FeatureVector();
        float[] values = new float[2];
        for (int row = 0; row < texts.size(); row++) {
            file.data().readInto(row, vector);
            vector.valuesInto(values, 0);
            int length = texts.texts().get(row).length();
            assertThat(values).containsExactly((float) Math.sin(length), (float) Math.cos(length));
            assertThat(file.data().label(row)).isEqualTo(texts.label(row));
        }
    }

    @Test
    void anExperimentLearnsFromTheFile() throws IOException {
        features("--rows", 500).succeeded();
        Path spec = Files.writeString(
                folder.resolve("spec.yaml"),
                "data: {format: features, files: [x.features]}\ncheckpoints: 2\nqueries: 300\n");
        Cli.run("run", spec, "--out", folder.resolve("run")).succeeded();
        assertThat(Files.readString(folder.resolve("run/manifest.json"))).contains("x.features", "balance");
    }

    @Test
    void aKilledProcessIsGoneOnWithToTheSameBytes() throws IOException, InterruptedException {
        features("--rows", 1000).succeeded();
        byte[] uninterrupted = Files.readAllBytes(out);
        Files.delete(out);
        Path part = folder.resolve("x.features.part");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dsetpoint.test.waitsAt=10", // four groups make a block
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.setpoint.cli.Main",
                        "features",
                        "clinc150-intents",
                        "--data",
                        Cli.DATA,
                        "--encoder",
                        "lengths",
                        "--rows",
                        "1000",
                        "--out",
                        out.toString()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        int twoBlocks = uninterrupted.length - 32 - (1000 - 512) * 8 - 2 * 4;
        while (!(Files.exists(part) && Files.size(part) >= twoBlocks) && System.nanoTime() < deadline) {
            Thread.sleep(1);
        }
        process.destroyForcibly().waitFor();
        assertThat(out).doesNotExist();
        assertThat(features("--rows", 1000).succeeded().err()).startsWith("setpoint: resuming after 512 of 1000 rows");
        assertThat(Files.readAllBytes(out)).isEqualTo(uninterrupted);
    }

    @Test
    void everyMistakeIsSaidInOneSentence() throws IOException {
        features("--side", 99).refusedUsage("--side: given with --encoder (expected: with --network)");
        features("--part", "all").refusedUsage("--part: given with --encoder (expected: with --network)");
        features("--rows", 22501).refusedUsage("--rows: 22501 (expected: at most 22500, as clinc150-intents has)");
        features("--network", "x.onnx").refusedUsage("--network", "--encoder");
        Cli.run("features", "clinc150", "--data", Cli.DATA, "--encoder", "minlm", "--out", out)
                .refusedUsage("--encoder: text encoder: minlm (expected: lengths or broken)");
        Cli.run("features", "clinc150", "--data", Cli.DATA, "--encoder", "broken", "--out", out)
                .refusedData("text encoder: no engine for this machine");
        Cli.run("features", "letter", "--encoder", "lengths", "--out", out)
                .refusedUsage("data set: letter (expected: a set of texts for --encoder, or --network)");
        Cli.run("features", "clink150", "--encoder", "lengths", "--out", out).refusedUsage("nearest: clinc150");
        Cli.run("features", "banking77", "--data", folder, "--encoder", "lengths", "--out", out)
                .refusedData("banking77/train.csv: missing (expected: the data set banking77");
        Files.writeString(out, "my notes");
        features().refusedUsage("--out: " + out + ", which is not a file of features (expected: a new file, or a");
        assertThat(out).hasContent("my notes");
    }
}
