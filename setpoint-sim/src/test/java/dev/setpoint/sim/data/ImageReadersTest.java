package dev.setpoint.sim.data;

import static dev.setpoint.sim.data.DataFiles.assertRefused;
import static dev.setpoint.sim.data.DataFiles.gzip;
import static dev.setpoint.sim.data.DataFiles.row;
import static dev.setpoint.sim.data.DataFiles.vector;
import static dev.setpoint.sim.data.DataFiles.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.sim.data.CifarReader.Format;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import us.hebi.matlab.mat.format.Mat5;
import us.hebi.matlab.mat.format.Mat5File;
import us.hebi.matlab.mat.types.MatlabType;
import us.hebi.matlab.mat.types.Matrix;
import us.hebi.matlab.mat.types.Sink;
import us.hebi.matlab.mat.types.Sinks;

class ImageReadersTest {
    @TempDir
    private Path folder;

    private static byte[] idxImages(int magic, int count, int height, int width, int... pixels) {
        ByteBuffer file = ByteBuffer.allocate(16 + pixels.length);
        file.putInt(magic).putInt(count).putInt(height).putInt(width);
        for (int pixel : pixels) {
            file.put((byte) pixel);
        }
        return file.array();
    }

    private static byte[] idxLabels(int magic, int count, int... labels) {
        ByteBuffer file = ByteBuffer.allocate(8 + labels.length);
        file.putInt(magic).putInt(count);
        for (int label : labels) {
            file.put((byte) label);
        }
        return file.array();
    }

    /** Record i has its label bytes and then the bytes (i + position) mod 256. */
    private static byte[] cifar(int... labelBytesOfOneRecord) {
        byte[] record = new byte[labelBytesOfOneRecord.length + 3072];
        for (int i = 0; i < record.length; i++) {
            record[i] = (byte)
                    (i < labelBytesOfOneRecord.length ? labelBytesOfOneRecord[i] : i - labelBytesOfOneRecord.length);
        }
        return record;
    }

    private static byte[] both(byte[] one, byte[] two) {
        byte[] both = Arrays.copyOf(one, one.length + two.length);
        System.arraycopy(two, 0, both, one.length, two.length);
        return both;
    }

    private LabelledData idx(byte[] images, byte[] labels) throws IOException {
        return IdxReader.read(write(folder, "i.idx", images), write(folder, "l.idx", labels));
    }

    @Test
    void idxPixelsAreScaledRowByRow() throws IOException {
        byte[] images = idxImages(0x803, 2, 1, 3, 0, 51, 255, 102, 128, 1);
        byte[] labels = idxLabels(0x801, 2, 9, 0);
        for (LabelledData data : List.of(idx(images, labels), idx(gzip(images), gzip(labels)))) {
            assertThat(data.size()).isEqualTo(2);
            assertThat(data.dimension()).isEqualTo(3);
            assertThat(vector(data, 0).isDense()).isTrue();
            assertThat(row(data, 0)).containsExactly(0, 51 / 255f, 1);
            assertThat(row(data, 1)).containsExactly(102 / 255f, 128 / 255f, 1 / 255f);
            assertThat(data.labels().get(data.label(0))).isEqualTo("9");
            assertThat(data.label(1)).isZero();
        }
    }

    @Test
    void idxLabelBytesAboveOneHundredTwentySevenAreNotNegative() throws IOException {
        List<String> names = IntStream.range(0, 256).mapToObj(Integer::toString).toList();
        LabelledData data = IdxReader.read(
                write(folder, "i", idxImages(0x803, 1, 1, 1, 7)), write(folder, "l", idxLabels(0x801, 1, 200)), names);
        assertThat(data.label(0)).isEqualTo(200);
    }

    @Test
    void idxFilesThatDoNotFitAreRefused() throws IOException {
        byte[] images = idxImages(0x803, 2, 1, 2, 1, 2, 3, 4);
        byte[] labels = idxLabels(0x801, 2, 1, 2);
        assertThat(idx(images, labels).size()).isEqualTo(2);
        assertRefused(() -> idx(labels, images), "l.idx, byte 0, magic number: 0x00000803 (expected: 0x00000801");
        assertRefused(() -> idx(images, images), "l.idx, byte 0, magic number");
        assertRefused(() -> idx(new byte[0], labels), "i.idx, byte 0, magic number: file ends after 0 bytes");
        assertRefused(() -> idx(Arrays.copyOf(images, 19), labels), "i.idx, byte 18, image 1: file ends after 1 bytes");
        assertRefused(() -> idx(Arrays.copyOf(images, 21), labels), "i.idx, byte 20, end: more bytes");
        assertRefused(() -> idx(images, Arrays.copyOf(labels, 9)), "l.idx, byte 9, label 1: file ends");
        assertRefused(() -> idx(images, Arrays.copyOf(labels, 11)), "l.idx, byte 10, end: more bytes");
        assertRefused(() -> idx(images, idxLabels(0x801, 3, 1, 2, 3)), "i.idx, byte 4, images: 2 (expected: 3");
        assertRefused(
                () -> idx(images, idxLabels(0x801, 2, 1, 10)), "l.idx, byte 9, label 1: 10 (expected: in [0, 10))");
        assertRefused(() -> idx(images, idxLabels(0x801, -1)), "labels: -1 (expected: >= 1)");
        assertRefused(() -> idx(idxImages(0x803, 2, 0, 5), labels), "image size: 0 x 5");
    }

    @Test
    void forgedSizesAreRefusedWithoutTakingMemory() throws IOException {
        byte[] labels = idxLabels(0x801, Integer.MAX_VALUE, 1);
        assertRefused(
                () -> idx(idxImages(0x803, Integer.MAX_VALUE, 65536, 65536), labels), "image size: 65536 x 65536");
        assertRefused(
                () -> idx(idxImages(0x803, Integer.MAX_VALUE, 4096, 4096, 1), labels), "image 0: file ends after 1");
    }

    @Test
    void cifar10BatchesAreReadInOrder() throws IOException {
        Path one = write(folder, "1.bin", both(cifar(3), cifar(9)));
        Path two = write(folder, "2.bin", gzip(cifar(0)));
        LabelledData data = CifarReader.read(Format.CIFAR_10, List.of(one, two));
        assertThat(data.size()).isEqualTo(3);
        assertThat(data.dimension()).isEqualTo(3072);
        assertThat(data.labels()).hasSize(10);
        assertThat(data.labels().get(data.label(0))).isEqualTo("cat");
        assertThat(data.labels().get(data.label(2))).isEqualTo("airplane");
        assertThat(row(data, 1)[1]).isEqualTo(1 / 255f);
        assertThat(row(data, 1)[255]).isEqualTo(1);
        assertThat(row(data, 1)[256]).isZero();
    }

    @Test
    void cifar100HasCoarseThenFineLabels() throws IOException {
        List<Path> file = List.of(write(folder, "train.bin", both(cifar(11, 19), cifar(19, 99))));
        LabelledData fine = CifarReader.read(Format.CIFAR_100_FINE, file);
        LabelledData coarse = CifarReader.read(Format.CIFAR_100_COARSE, file);
        assertThat(fine.labels()).hasSize(100).doesNotHaveDuplicates();
        assertThat(coarse.labels()).hasSize(20).doesNotHaveDuplicates();
        assertThat(fine.labels().get(fine.label(0))).isEqualTo("cattle");
        assertThat(coarse.labels().get(coarse.label(0))).isEqualTo("large_omnivores_and_herbivores");
        assertThat(fine.label(1)).isEqualTo(99);
        assertThat(row(fine, 1)).isEqualTo(row(coarse, 0));
        assertThat(row(fine, 1)[2]).isEqualTo(2 / 255f);
    }

    @Test
    void cifarFilesThatAreNotWholeRecordsAreRefused() throws IOException {
        Path cut = write(folder, "cut.bin", Arrays.copyOf(both(cifar(3), cifar(4)), 3073 + 10));
        assertRefused(
                () -> CifarReader.read(Format.CIFAR_10, List.of(cut)),
                "cut.bin, byte 3074, image 1: file ends after 9 bytes");
        Path label = write(folder, "label.bin", cifar(10));
        assertRefused(
                () -> CifarReader.read(Format.CIFAR_10, List.of(label)), "byte 0, label 0: 10 (expected: in [0, 10))");
        Path fine = write(folder, "fine.bin", cifar(19, 100));
        assertRefused(() -> CifarReader.read(Format.CIFAR_100_COARSE, List.of(fine)), "byte 1, label 0: 100");
        Path empty = write(folder, "empty.bin", new byte[0]);
        assertRefused(() -> CifarReader.read(Format.CIFAR_10, List.of(empty)), "empty.bin: empty file");
    }

    private Path mat(String name, Matrix images, Matrix labels) throws IOException {
        Path file = folder.resolve(name);
        try (Mat5File mat = Mat5.newMatFile();
                Sink sink = Sinks.newStreamingFile(file.toFile())) {
            mat.addArray("X", images).addArray("y", labels).writeTo(sink);
        }
        return file;
    }

    private static Matrix labels(int... values) {
        Matrix labels = Mat5.newMatrix(values.length, 1, MatlabType.UInt8);
        for (int i = 0; i < values.length; i++) {
            labels.setInt(i, values[i]);
        }
        return labels;
    }

    /** The pixel of image n at row y, column x, channel c is (7n + 5y + 3x + c) mod 256. */
    private static Matrix images(int count) {
        Matrix images = Mat5.newMatrix(new int[] {32, 32, 3, count}, MatlabType.UInt8);
        for (int n = 0; n < count; n++) {
            for (int c = 0; c < 3; c++) {
                for (int x = 0; x < 32; x++) {
                    for (int y = 0; y < 32; y++) {
                        images.setByte(new int[] {y, x, c, n}, (byte) (7 * n + 5 * y + 3 * x + c));
                    }
                }
            }
        }
        return images;
    }

    @Test
    void svhnPixelsAreInTheOrderOfCifarAndTenIsZero() throws IOException {
        Path file = mat("t.mat", images(3), labels(10, 1, 9));
        LabelledData data = SvhnReader.read(List.of(file, file));
        assertThat(data.size()).isEqualTo(6);
        assertThat(data.dimension()).isEqualTo(3072);
        assertThat(new int[] {data.label(0), data.label(1), data.label(2), data.label(3)})
                .containsExactly(0, 1, 9, 0);
        float[] second = row(data, 1);
        for (int c = 0; c < 3; c++) {
            for (int y = 0; y < 32; y++) {
                for (int x = 0; x < 32; x++) {
                    assertThat(second[c * 1024 + y * 32 + x]).isEqualTo(((7 + 5 * y + 3 * x + c) & 0xFF) / 255f);
                }
            }
        }
    }

    @Test
    void svhnFilesThatAreNotSvhnAreRefused() throws IOException {
        Path label = mat("label.mat", images(2), labels(1, 11));
        assertRefused(
                () -> SvhnReader.read(List.of(label)), "label.mat, y[1]: 11.0 (expected: a whole number in [1, 10])");
        Path count = mat("count.mat", images(2), labels(1, 2, 3));
        assertRefused(() -> SvhnReader.read(List.of(count)), "count.mat, y: 3 labels (expected: 2");
        Path shape = mat("shape.mat", Mat5.newMatrix(4, 3072, MatlabType.UInt8), labels(1, 2, 3, 4));
        assertRefused(() -> SvhnReader.read(List.of(shape)), "shape.mat, X: ", "[4, 3072]");
        Path type = mat("type.mat", Mat5.newMatrix(new int[] {32, 32, 3, 1}, MatlabType.Double), labels(1));
        assertRefused(() -> SvhnReader.read(List.of(type)), "type.mat, X: ");
        Path text = write(folder, "text.mat", "this is not a MATLAB file");
        assertRefused(() -> SvhnReader.read(List.of(text)), "text.mat: damaged");
        Path empty = write(folder, "empty.mat", new byte[0]);
        assertRefused(() -> SvhnReader.read(List.of(empty)), "empty.mat: damaged");
    }

    @Test
    void damagedSvhnFilesAreRefusedOrReadButNeverFailOtherwise() throws IOException {
        byte[] whole = Files.readAllBytes(mat("t.mat", images(2), labels(10, 1)));
        for (int length = 0; length < whole.length; length += 97) {
            Path cut = write(folder, "cut.mat", Arrays.copyOf(whole, length));
            assertRefused(() -> SvhnReader.read(List.of(cut)), "cut.mat");
        }
        for (int at = 124; at < 200; at++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] forged = whole.clone();
                forged[at] ^= (byte) (1 << bit);
                readsOrRefuses(write(folder, "forged.mat", forged));
            }
        }
    }

    private static void readsOrRefuses(Path file) throws IOException {
        try {
            SvhnReader.read(List.of(file));
        } catch (DataFormatException refused) {
            assertThat(refused).hasMessageContaining("forged.mat").message().doesNotContain("\n");
        }
    }
}
