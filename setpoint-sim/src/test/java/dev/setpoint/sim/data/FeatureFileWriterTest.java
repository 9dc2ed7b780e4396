package dev.setpoint.sim.data;

import static dev.setpoint.sim.data.DataFiles.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeatureFileWriterTest {
    private static final int ROWS = 600;
    private static final int[] LABEL = IntStream.range(0, ROWS).map(i -> i % 3).toArray();
    private static final FeatureHeader HEADER = header(ROWS, 131, "ab");

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void place() {
        file = folder.resolve("x.part");
    }

    private static FeatureHeader header(int rows, int side, String sha256) {
        return new FeatureHeader(
                "set", List.of("a", "b", "c"), rows, 2, "net", sha256, side, Map.of("one.bin", "01"), "none");
    }

    private static float value(int i) {
        return i * 0.25f - 7;
    }

    private static float[] block(int first, int rows) {
        float[] block = new float[rows * 2];
        for (int i = 0; i < block.length; i++) {
            block[i] = value(first * 2 + i);
        }
        return block;
    }

    /** Writes what is missing; returns how many rows were there before. */
    private int complete() throws IOException {
        try (FeatureFileWriter writer = FeatureFileWriter.open(file, HEADER, LABEL)) {
            int before = writer.rows();
            while (writer.rowsOfNext() > 0) {
                writer.append(block(writer.rows(), writer.rowsOfNext()));
            }
            writer.finish();
            return before;
        }
    }

    private byte[] uninterrupted() throws IOException {
        assertThat(complete()).isZero();
        byte[] bytes = Files.readAllBytes(file);
        Files.delete(file);
        return bytes;
    }

    @Test
    void blocksOf256RowsAreReadBackAsTheyWere() throws IOException {
        complete();
        LabelledData data = FeatureFile.read(file).data();
        assertThat(data.size()).isEqualTo(ROWS);
        for (int row = 0; row < ROWS; row++) {
            assertThat(data.label(row)).isEqualTo(LABEL[row]);
            assertThat(DataFiles.row(data, row)).containsExactly(value(row * 2), value(row * 2 + 1));
        }
    }

    /** Wherever a process was killed, the next one makes the same bytes, and keeps every complete block. */
    @Test
    void whereverItWasCutTheResultIsTheSame() throws IOException {
        byte[] whole = uninterrupted();
        int block = 256 * 2 * 4 + 4;
        int last = (ROWS - 512) * 2 * 4 + 4;
        int start = whole.length - 32 - last - 2 * block;
        Set<Integer> edges = Set.of(0, 16, start - 4, start, start + block, whole.length - 32, whole.length);
        for (int length = 0; length <= whole.length; length++) {
            int cut = length;
            if (cut % 97 > 0 && edges.stream().noneMatch(edge -> Math.abs(cut - edge) < 6)) {
                continue; // every length would take long: each is one that is brought to the disk
            }
            Files.write(file, Arrays.copyOf(whole, cut));
            int kept = cut >= whole.length - 32 ? ROWS : Math.max(0, cut - start) / block * 256;
            assertThat(complete()).as("rows kept of %s bytes", cut).isEqualTo(kept);
            assertThat(Files.readAllBytes(file)).as("cut at %s", cut).isEqualTo(whole);
        }
    }

    @Test
    void aDamagedBlockIsWrittenAnewWithAllAfterIt() throws IOException {
        byte[] whole = uninterrupted();
        byte[] damaged = whole.clone();
        damaged[whole.length - 32 - ((ROWS - 512) * 8 + 4) - 100] ^= 1; // in the second block
        Files.write(file, damaged);
        assertThat(complete()).isEqualTo(256);
        assertThat(Files.readAllBytes(file)).isEqualTo(whole);
    }

    @Test
    void zerosAfterTheLastBlockAreNoBlock() throws IOException {
        byte[] whole = uninterrupted();
        byte[] zeros = Arrays.copyOf(Arrays.copyOf(whole, whole.length - 32 - ((ROWS - 512) * 8 + 4)), whole.length);
        Files.write(file, zeros); // what a file system may leave after a power cut
        assertThat(complete()).isEqualTo(512);
        assertThat(Files.readAllBytes(file)).isEqualTo(whole);
    }

    @Test
    void bytesBeyondTheEndAreCutOff() throws IOException {
        byte[] whole = uninterrupted();
        Files.write(file, Arrays.copyOf(whole, whole.length + 1000));
        assertThat(complete()).isEqualTo(ROWS);
        assertThat(Files.readAllBytes(file)).isEqualTo(whole);
    }

    @Test
    void untilItIsFinishedItIsNoFileOfFeatures() throws IOException {
        try (FeatureFileWriter writer = FeatureFileWriter.open(file, HEADER, LABEL)) {
            while (writer.rowsOfNext() > 0) {
                assertRefused(() -> FeatureFile.read(file), "bytes");
                writer.append(block(writer.rows(), writer.rowsOfNext()));
            }
            assertRefused(() -> FeatureFile.read(file), "bytes");
            writer.finish();
            byte[] finished = Files.readAllBytes(file);
            writer.finish();
            assertThat(Files.readAllBytes(file)).isEqualTo(finished);
            assertThat(FeatureFile.read(file).data().size()).isEqualTo(ROWS);
        }
    }

    @Test
    void otherFeaturesAreNotGoneOnWithAndNotTouched() throws IOException {
        byte[] begun = Arrays.copyOf(uninterrupted(), 4000);
        Files.write(file, begun);
        assertOther(header(ROWS, 99, "ab"), LABEL, "x.part, side: 131 (expected: 99 to resume");
        assertOther(header(ROWS, 131, "ac"), LABEL, "network sha256: ab (expected: ac to resume");
        assertOther(header(599, 131, "ab"), Arrays.copyOf(LABEL, 599), "rows: 600 (expected: 599");
        FeatureHeader data =
                new FeatureHeader("set", HEADER.labels(), ROWS, 2, "net", "ab", 131, Map.of("one.bin", "02"), "none");
        assertOther(data, LABEL, "data file one.bin: 01 (expected: 02");
        int[] label = LABEL.clone();
        label[5] = 0;
        assertOther(HEADER, label, "labels of the rows: others");
        assertThat(Files.readAllBytes(file)).isEqualTo(begun);
    }

    private void assertOther(FeatureHeader header, int[] label, String sentence) {
        assertRefused(() -> FeatureFileWriter.open(file, header, label).close(), sentence, "delete it");
    }

    @Test
    void somethingElseOfThatNameIsNotOverwritten() throws IOException {
        for (String text : List.of("x", "my notes", "SETPFEAT and then a text that is none of ours")) {
            Files.writeString(file, text);
            assertRefused(() -> FeatureFileWriter.open(file, HEADER, LABEL).close(), "not begun by this command");
            assertThat(file).hasContent(text);
        }
    }

    @Test
    void onlyOneWriterHasTheFile() throws IOException {
        FeatureFileWriter first = FeatureFileWriter.open(file, HEADER, LABEL);
        assertRefused(() -> FeatureFileWriter.open(file, HEADER, LABEL).close(), "being written by another process");
        first.append(block(0, 256));
        first.close();
        assertThat(complete()).isEqualTo(256);
    }

    @Test
    void wrongUseChangesNothing() throws IOException {
        try (FeatureFileWriter writer = FeatureFileWriter.open(file, HEADER, LABEL)) {
            float[] bad = block(0, 256);
            bad[300] = Float.POSITIVE_INFINITY;
            assertThatThrownBy(() -> writer.append(bad)).hasMessage("row 150: Infinity (expected: finite)");
            assertThatThrownBy(() -> writer.append(new float[511])).hasMessageContaining("values: 511");
            assertThatThrownBy(writer::finish).hasMessageContaining("rows: 0 (expected: 600");
            assertThat(writer.rows()).isZero();
        }
        complete();
        try (FeatureFileWriter writer = FeatureFileWriter.open(file, HEADER, LABEL)) {
            assertThatThrownBy(() -> writer.append(new float[512])).hasMessageContaining("all 600 written");
        }
        assertThatThrownBy(
                        () -> FeatureFileWriter.open(file, HEADER, new int[3]).close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("label: 3 entries");
    }
}
