package dev.setpoint.cli.features;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.cli.Cli;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.sim.data.Checksums;
import dev.setpoint.sim.data.FeatureFile;
import dev.setpoint.sim.data.LabelledData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeaturesTest {
    private static final int BATCH_ROWS = 150;

    @TempDir
    Path folder;

    private Path network;
    private Path out;

    @BeforeEach
    void write() throws IOException {
        network = Files.writeString(folder.resolve("net.onnx"), "planes");
        out = folder.resolve("x.features");
        Files.createDirectories(folder.resolve("cifar10"));
        for (int batch = 0; batch < 5; batch++) {
            writeCifar("data_batch_" + (batch + 1) + ".bin", batch * BATCH_ROWS, BATCH_ROWS);
        }
        writeCifar("test_batch.bin", 1000, 7);
    }

    /** Row r has label r mod 10 and planes of r, 2r and 3r mod 256. */
    private void writeCifar(String name, int first, int rows) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int row = first; row < first + rows; row++) {
            bytes.write(row % 10);
            for (int plane = 1; plane <= 3; plane++) {
                byte[] pixels = new byte[1024];
                Arrays.fill(pixels, (byte) (row * plane));
                bytes.writeBytes(pixels);
            }
        }
        Files.write(folder.resolve("cifar10").resolve(name), bytes.toByteArray());
    }

    private Cli features(Object... more) {
        Object[] fixed = {"features", "cifar10", "--data", folder, "--network", network, "--out", out};
        Object[] all = Arrays.copyOf(fixed, fixed.length + more.length);
        System.arraycopy(more, 0, all, fixed.length, more.length);
        return run(all);
    }

    /** The small files of these tests are told from the official ones, which is not what they are about. */
    private static String withoutWarnings(String err) {
        return err.replaceAll("(?m)^setpoint: warning: cifar10/.*: not the known file, its checksum differs.*\\R", "");
    }

    private static Cli run(Object... arguments) {
        Cli ran = Cli.run(arguments);
        return new Cli(ran.exit(), ran.out(), withoutWarnings(ran.err()));
    }

    private static float[] row(LabelledData data, int row) {
        FeatureVector vector = new FeatureVector();
        data.readInto(row, vector);
        float[] values = new float[vector.dimension()];
        vector.valuesInto(values, 0);
        return values;
    }

    private static float[] expected(int row, float side) {
        return new float[] {(row & 0xFF) / 255f, ((row * 2) & 0xFF) / 255f, ((row * 3) & 0xFF) / 255f, side};
    }

    @Test
    void everyRowOfTheTrainingPartIsSentThrough() throws IOException {
        Cli result = features().succeeded();
        assertThat(result.out()).isEqualTo(out + ": 750 rows of 4\n");
        FeatureFile file = FeatureFile.read(out);
        assertThat(file.data().size()).isEqualTo(750);
        for (int row = 0; row < 750; row++) {
            assertThat(file.data().label(row)).isEqualTo(row % 10);
            assertThat(row(file.data(), row)).containsExactly(expected(row, 131), within());
        }
        assertThat(folder.resolve("x.features.part")).doesNotExist();
    }

    private static Offset<Float> within() {
        return Offset.offset(1e-6f);
    }

    @Test
    void theFileSaysWhatItWasComputedFrom() throws IOException {
        features("--side", 64, "--rows", 20, "--batch", 7, "--threads", 1).succeeded();
        FeatureFile file = FeatureFile.read(out);
        assertThat(file.header().name()).isEqualTo("cifar10");
        assertThat(file.header().labels()).startsWith("airplane", "automobile").hasSize(10);
        assertThat(file.header().rows()).isEqualTo(20);
        assertThat(file.header().network()).isEqualTo("net.onnx");
        assertThat(file.header().networkSha256()).isEqualTo(Checksums.sha256(network));
        assertThat(file.header().side()).isEqualTo(64);
        assertThat(file.header().sources())
                .hasSize(5)
                .containsEntry(
                        "cifar10/data_batch_2.bin", Checksums.sha256(folder.resolve("cifar10/data_batch_2.bin")));
        assertThat(row(file.data(), 19)).containsExactly(expected(19, 64), within());
    }

    @Test
    void allMeansTrainThenTest() throws IOException {
        features("--part", "all").succeeded();
        LabelledData data = FeatureFile.read(out).data();
        assertThat(data.size()).isEqualTo(757);
        assertThat(row(data, 756)).containsExactly(expected(1006, 131), within());
        Files.delete(folder.resolve("cifar10/test_batch.bin"));
        Files.delete(out);
        features("--part", "all").refusedData("cifar10/test_batch.bin: missing (expected: the data set cifar10");
        features("--part", "train").succeeded();
    }

    @Test
    void greyImagesEnterAsOnePlane() throws IOException {
        Files.createDirectories(folder.resolve("mnist"));
        byte[] images = new byte[16 + 8];
        System.arraycopy(new byte[] {0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2}, 0, images, 0, 16);
        Arrays.fill(images, 20, 24, (byte) 51);
        Files.write(folder.resolve("mnist/train-images-idx3-ubyte"), images);
        Files.write(folder.resolve("mnist/train-labels-idx1-ubyte"), new byte[] {0, 0, 8, 1, 0, 0, 0, 2, 3, 4});
        Cli result = run("features", "mnist", "--data", folder, "--network", network, "--out", out)
                .succeeded();
        assertThat(result.err().lines())
                .as("files that are not the published ones are named")
                .containsExactly(
                        "setpoint: warning: mnist/train-images-idx3-ubyte: not the known file, its checksum differs (use the file that ./setpoint datasets names, if the known data set is meant)",
                        "setpoint: warning: mnist/train-labels-idx1-ubyte: not the known file, its checksum differs (use the file that ./setpoint datasets names, if the known data set is meant)");
        LabelledData data = FeatureFile.read(out).data();
        assertThat(row(data, 0)).containsExactly(0, 0, 0, 131);
        assertThat(row(data, 1)).containsExactly(new float[] {0.2f, 0.2f, 0.2f, 131}, within());
    }

    @Test
    void aFailedJobResumesAfterItsLastCompleteBlock() throws IOException {
        features().succeeded();
        byte[] uninterrupted = Files.readAllBytes(out);
        Files.delete(out);
        // Twelve groups of 64; the tenth is in the third block. The network's name and bytes must not change.
        Path failing = Files.createDirectories(folder.resolve("failing")).resolve("net.onnx");
        Files.writeString(failing, "planes fails-at-10");
        Path place = folder.resolve("failing/x.features");
        Object[] command = {"features", "cifar10", "--data", folder, "--network", failing, "--out", place};
        run(command).refusedData(failing + ": network: fails as asked");
        assertThat(place).doesNotExist();
        Cli resumed = run(command).succeeded(); // four more groups, so the failure is not reached
        assertThat(resumed.err()).isEqualTo("setpoint: resuming after 512 of 750 rows\n");
        assertThat(FeatureFile.read(place).data().size()).isEqualTo(750);
        byte[] joined = Files.readAllBytes(place);
        int rows = 4 * 4 * 750 + 4 * 3;
        assertThat(Arrays.copyOfRange(joined, joined.length - 32 - rows, joined.length - 32))
                .isEqualTo(
                        Arrays.copyOfRange(uninterrupted, uninterrupted.length - 32 - rows, uninterrupted.length - 32));
    }

    /** A process of its own, ended as by {@code kill -9} in the middle of its work, twice. */
    @Test
    void aKilledProcessIsGoneOnWithToTheSameBytes() throws IOException, InterruptedException {
        features().succeeded();
        byte[] uninterrupted = Files.readAllBytes(out);
        Files.delete(out);
        Path part = folder.resolve("x.features.part");
        for (long enough : new long[] {5_000, 10_000}) {
            Process process = process();
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (!(Files.exists(part) && Files.size(part) > enough) && System.nanoTime() < deadline) {
                Thread.sleep(1);
            }
            process.destroyForcibly().waitFor();
            assertThat(part).as("killed in the middle").exists();
            assertThat(out).doesNotExist();
        }
        assertThat(features().succeeded().err()).startsWith("setpoint: resuming after 512 of 750 rows");
        assertThat(Files.readAllBytes(out)).isEqualTo(uninterrupted);
    }

    private Process process() throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dsetpoint.test.waitsAt=6", // four groups make a block
                "-cp",
                System.getProperty("java.class.path"),
                "dev.setpoint.cli.Main",
                "features",
                "cifar10",
                "--data",
                folder.toString(),
                "--network",
                network.toString(),
                "--out",
                out.toString());
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    @Test
    void otherFeaturesOfThatNameAreNeitherGoneOnWithNorReplaced() throws IOException {
        features().succeeded();
        byte[] before = Files.readAllBytes(out);
        assertThat(features().succeeded().out()).isEqualTo(out + ": complete already, 750 rows of 4\n");
        features("--side", 99).refusedData(out + ": holds other features (expected: another --out");
        assertThat(Files.readAllBytes(out)).isEqualTo(before);
        Files.write(folder.resolve("x.features.part"), Arrays.copyOf(before, before.length - 1000));
        Files.delete(out);
        features("--side", 99).refusedData("x.features.part, side: 131 (expected: 99 to resume");
        features("--rows", 700).refusedData("x.features.part, rows: 750 (expected: 700 to resume");
        Files.writeString(network, "planes nan");
        features().refusedData("x.features.part, network sha256: ");
        Files.writeString(out, "my notes");
        features().refusedUsage("--out: " + out + ", which is not a file of features (expected: a new file, or a");
        assertThat(out).hasContent("my notes");
    }

    @Test
    void everyMistakeIsSaidInOneSentence() throws IOException {
        features("--side", 0).refusedUsage("--side: 0 (expected: in [1, 4096])");
        features("--threads", 0).refusedUsage("--threads: 0 (expected: in [1, 4096])");
        features("--batch", 257).refusedUsage("--batch: 257 (expected: in [1, 256])");
        features("--rows", 0).refusedUsage("--rows: 0 (expected: >= 1)");
        features("--rows", 751).refusedUsage("--rows: 751 (expected: at most 750, as cifar10 has)");
        features("--part", "most").refusedUsage("most");
        run("features", "cifar10").refusedUsage("--out");
        run("features", "cifar10", "--out", out).refusedUsage("--network", "--encoder");
        run("features", "letter", "--network", network, "--out", out)
                .refusedUsage("data set: letter (expected: a set of images: fashion-mnist, mnist, cifar10");
        run("features", "clinc150", "--network", network, "--out", out)
                .refusedUsage("data set: clinc150 (expected: a set of images: fashion-mnist, mnist, cifar10");
        run("features", "cifar", "--network", network, "--out", out).refusedUsage("nearest: cifar10");
        run("features", "svhn", "--data", folder, "--network", network, "--out", out)
                .refusedData("svhn/train_32x32.mat: missing (expected: the data set svhn. Take train_32x32.mat");
        run("features", "cifar10", "--data", folder, "--network", network, "--out", network)
                .refusedUsage("--network and --out: both");
        run("features", "cifar10", "--data", folder, "--network", folder.resolve("none"), "--out", out)
                .refusedData("none: no such file");
        run("features", "cifar10", "--data", folder, "--network", folder, "--out", out)
                .refusedData(": a folder (expected: an ONNX file)");
        run("features", "cifar10", "--data", folder, "--network", network, "--out", folder)
                .refusedData(": a folder (expected: a file)");
        run("features", "cifar10", "--data", folder, "--network", network, "--out", folder.resolve("no/x"))
                .refusedData(": no such folder to write to");
        Files.writeString(network, "something");
        features().refusedData(network + ": network: no words (expected: planes)");
        Files.writeString(network, "planes nan");
        features().refusedData(network + ": row 0: NaN (expected: finite)");
        assertThat(out).doesNotExist();
    }

    @Test
    void anExperimentLearnsFromTheFile() throws IOException {
        features().succeeded();
        Path spec = Files.writeString(
                folder.resolve("spec.yaml"),
                "data: {format: features, files: [x.features]}\ncheckpoints: 2\nqueries: 300\n");
        run("run", spec, "--out", folder.resolve("run")).succeeded();
        assertThat(Files.readString(folder.resolve("run/manifest.json")))
                .contains("x.features", Checksums.sha256(out), "airplane");
        byte[] bytes = Files.readAllBytes(out);
        bytes[bytes.length - 100] ^= 1;
        Files.write(out, bytes);
        run("run", spec, "--out", folder.resolve("run"))
                .refusedData("x.features, byte ", "rows from 512: damaged (expected: as its checksum says)");
        Files.writeString(spec, "data: {format: features, files: [x.features, y.features]}\n");
        Files.write(folder.resolve("y.features"), bytes);
        run("run", spec, "--out", folder.resolve("run")).refusedData("files: 2 (expected: one for this format)");
    }
}
