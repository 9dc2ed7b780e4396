package dev.setpoint.sim.data;

import static dev.setpoint.sim.data.DataFiles.assertRefused;
import static dev.setpoint.sim.data.DataFiles.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FeatureFileTest {
    static final String HEADER = "{\"name\":\"pets\",\"labels\":[\"cat\",\"dog\"],\"rows\":3,\"dimension\":2,"
            + "\"network\":{\"file\":\"net.onnx\",\"sha256\":\"ab\"},\"side\":64,\"sources\":{\"a.bin\":\"cd\"},"
            + "\"normalisation\":\"none\"}";

    @TempDir
    Path folder;

    private static FeatureHeader header() {
        return new FeatureHeader(
                "pets", List.of("cat", "dog"), 3, 2, "net.onnx", "ab", 64, Map.of("a.bin", "cd"), "none");
    }

    /** The byte map of docs/formats.md, written down a second time. */
    static byte[] bytes(String header, int[] labels, float[] values) throws Exception {
        byte[] json = header.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeBytes("SETPFEAT");
        out.writeInt(1);
        out.writeInt(json.length);
        out.write(json);
        for (int label : labels) {
            out.writeInt(label);
        }
        out.writeInt(crc(bytes, 0));
        int start = bytes.size();
        for (float value : values) {
            out.writeFloat(value);
        }
        out.writeInt(crc(bytes, start));
        out.write(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
        return bytes.toByteArray();
    }

    private static int crc(ByteArrayOutputStream out, int from) {
        CRC32C crc = new CRC32C();
        crc.update(out.toByteArray(), from, out.size() - from);
        return (int) crc.getValue();
    }

    static byte[] small() throws Exception {
        return bytes(HEADER, new int[] {1, 0, 1}, new float[] {1, 2, 3, 4, -5, 0.5f});
    }

    private static FeatureFile parse(byte[] bytes) throws IOException {
        return FeatureFile.parse("x.features", new ByteArrayInputStream(bytes), bytes.length);
    }

    @Test
    void theBytesAreThoseOfTheMap() throws Exception {
        Path file = folder.resolve("pets.features");
        try (FeatureFileWriter writer = FeatureFileWriter.open(file, header(), new int[] {1, 0, 1})) {
            writer.append(new float[] {1, 2, 3, 4, -5, 0.5f});
            writer.finish();
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(small());
        try (InputStream golden =
                FeatureFileTest.class.getResourceAsStream("FeatureFileFuzzTestInputs/features/three-rows")) {
            assertThat(golden.readAllBytes()).as("the file of version 1").isEqualTo(small());
        }
    }

    @Test
    void whatWasWrittenIsRead() throws Exception {
        FeatureFile file = FeatureFile.read(DataFiles.write(folder, "pets.features", small()));
        assertThat(file.header()).isEqualTo(header());
        LabelledData data = file.data();
        assertThat(data.name()).isEqualTo("pets");
        assertThat(data.labels()).containsExactly("cat", "dog");
        assertThat(data.size()).isEqualTo(3);
        assertThat(data.dimension()).isEqualTo(2);
        assertThat(new int[] {data.label(0), data.label(1), data.label(2)}).containsExactly(1, 0, 1);
        assertThat(row(data, 0)).containsExactly(1, 2);
        assertThat(row(data, 2)).containsExactly(-5, 0.5f);
        assertThatThrownBy(() -> row(data, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> row(data, -1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void featuresFromElsewhereNeedNoNetwork() throws Exception {
        String short1 = "{\"rows\":1,\"name\":\"mine\",\"dimension\":1,\"labels\":[\"a\"],\"more\":[1]}";
        FeatureHeader read =
                parse(bytes(short1, new int[] {0}, new float[] {7})).header();
        assertThat(read).isEqualTo(new FeatureHeader("mine", List.of("a"), 1, 1, "", "", 0, Map.of(), "none"));
    }

    @Test
    void noChangedByteGoesUnnoticed() throws Exception {
        byte[] right = small();
        for (int i = 0; i < right.length; i++) {
            for (int bit : new int[] {1, 0x80}) {
                byte[] damaged = right.clone();
                damaged[i] ^= (byte) bit;
                assertRefused(() -> parse(damaged), "x.features");
            }
        }
    }

    @Test
    void noCutOrLongerFileGoesUnnoticed() throws Exception {
        byte[] right = small();
        for (int length = 0; length < right.length; length++) {
            byte[] cut = Arrays.copyOf(right, length);
            assertRefused(() -> parse(cut), "x.features");
        }
        assertRefused(() -> parse(Arrays.copyOf(right, right.length + 1)), (right.length + 1) + " bytes");
    }

    /** A length that promises more than the stream has: the file shrank while it was read. */
    @Test
    void aFileThatEndsEarlierThanItsLengthIsRefused() throws Exception {
        byte[] right = small();
        byte[] cut = Arrays.copyOf(right, right.length - 40);
        assertRefused(() -> FeatureFile.parse("x", new ByteArrayInputStream(cut), right.length), "file ends after");
    }

    @Test
    void whatIsNoFileOfFeaturesIsSaid() throws Exception {
        assertRefused(() -> parse("a text file, long enough".getBytes(StandardCharsets.UTF_8)), "no file of features");
        assertRefused(() -> FeatureFile.read(folder.resolve("none")), "missing");
        assertRefused(() -> FeatureFile.read(folder), "not a readable file");
        byte[] newer = small();
        newer[11] = 2;
        assertRefused(() -> parse(newer), "byte 8, version: 2 (expected: 1)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"rows\":3 | \"rows\":0 | rows and dimension: 0 x 2",
                "\"rows\":3 | \"rows\":-3 | rows and dimension: -3 x 2",
                "\"rows\":3 | \"rows\":3.5 | rows: 3.5",
                "\"rows\":3 | \"rows\":99999999999 | rows: 99999999999",
                "\"rows\":3 | \"rows\":4 | bytes",
                "\"rows\":3,\"dimension\":2 | \"rows\":2,\"dimension\":3 | bytes",
                "\"dimension\":2 | \"dimension\":1048577 | rows and dimension: 3 x 1048577",
                "\"dimension\":2 | \"dimension\":\"2\" | dimension:",
                "\"rows\":3,\"dimension\":2 | \"rows\":2147483647,\"dimension\":2 | rows and dimension",
                "\"cat\",\"dog\" | | labels: none",
                "[\"cat\",\"dog\"] | {\"cat\":\"dog\"} | labels: OBJECT",
                "\"cat\",\"dog\" | 1,2 | labels: NUMBER",
                "\"pets\" | \" \" | name: blank",
                "\"pets\" | null | name: NULL",
                "\"side\":64 | \"side\":-1 | side: -1",
                "\"side\":64 | \"side\":64,\"side\":65 | not JSON",
                "{\"name\" | [{\"name\" | not JSON",
            })
    void aHeaderThatCannotBeIsRefusedBeforeAnythingElse(String part, String instead, String sentence) throws Exception {
        assertThat(HEADER).contains(part);
        byte[] bytes = bytes(HEADER.replace(part, instead == null ? "" : instead), new int[] {1, 0, 1}, new float[6]);
        assertRefused(() -> parse(bytes), sentence);
    }

    @Test
    void aHeaderTakesMemoryInProportionToItsLength() throws Exception {
        byte[] arrays = bytes("{\"labels\":[" + "[],".repeat(500_000) + "[]]}", new int[0], new float[0]);
        byte[] rows = bytes(HEADER.replace("\"rows\":3", "\"rows\":1073741000"), new int[3], new float[6]);
        assertRefused(() -> parse(arrays), "labels"); // classes are loaded
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        assertRefused(() -> parse(arrays), "labels: ARRAY (expected: a text)");
        assertRefused(() -> parse(rows), "bytes");
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100L * arrays.length);
    }

    @Test
    void labelsAndValuesOutOfRangeAreRefusedAlsoIfChecksumsAreRight() throws Exception {
        byte[] label = bytes(HEADER, new int[] {1, 2, 1}, new float[6]);
        assertRefused(() -> parse(label), "label of row 1: 2 (expected: in [0, 2))");
        byte[] negative = bytes(HEADER, new int[] {1, 0, -1}, new float[6]);
        assertRefused(() -> parse(negative), "label of row 2: -1");
        byte[] nan = bytes(HEADER, new int[3], new float[] {1, 2, 3, Float.NaN, 5, 6});
        assertRefused(() -> parse(nan), "row 1: NaN (expected: finite)");
    }

    @Test
    void headersAreChecked() {
        assertThatThrownBy(() -> new FeatureHeader("n", List.of(), 1, 1, "", "", 0, Map.of(), "none"))
                .hasMessageContaining("labels: none");
        assertThatThrownBy(() -> new FeatureHeader("n", List.of("a"), 1, 0, "", "", 0, Map.of(), "none"))
                .hasMessageContaining("rows and dimension: 1 x 0");
    }
}
