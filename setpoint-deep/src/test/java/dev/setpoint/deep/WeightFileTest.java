package dev.setpoint.deep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of NumPy, PyTorch and safetensors themselves; see README.md beside them. */
class WeightFileTest {
    private static final float[] HALVES = {0, 1, -2, 65504, 0x1.0p-14f, 0x1.0p-24f, 0.33325195f};

    @TempDir
    private Path folder;

    static Path golden(String name) {
        try {
            return Path.of(Objects.requireNonNull(WeightFileTest.class.getResource("weights/" + name), name)
                    .toURI());
        } catch (URISyntaxException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** i / denominator + start for i from 0 on. */
    private static float[] steps(int count, float denominator, float start) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = i / denominator + start;
        }
        return values;
    }

    private static void assertTensor(WeightTensor tensor, long[] shape, float... values) {
        assertThat(tensor.shape()).as(tensor.name()).containsExactly(shape);
        assertThat(tensor.values()).as(tensor.name()).containsExactly(values);
    }

    private static long[] shape(long... lengths) {
        return lengths;
    }

    @ParameterizedTest
    @ValueSource(strings = {"network.npz", "network.safetensors"})
    void aNetworkOfPyTorchIsRead(String name) throws IOException {
        Map<String, WeightTensor> tensors = WeightFile.read(golden(name));
        assertThat(tensors)
                .containsOnlyKeys(
                        "0.weight",
                        "1.weight",
                        "1.bias",
                        "1.running_mean",
                        "1.running_var",
                        "1.num_batches_tracked",
                        "2.weight",
                        "2.bias");
        tensors.forEach((key, tensor) -> assertThat(tensor.name()).isEqualTo(key));
        assertTensor(tensors.get("0.weight"), shape(2, 1, 3, 3), steps(18, 8, -1));
        assertTensor(tensors.get("1.running_var"), shape(2), -1, -0.875f);
        assertTensor(tensors.get("1.num_batches_tracked"), shape(), 1);
        assertTensor(tensors.get("2.weight"), shape(3, 2), steps(6, 8, -1));
        assertTensor(tensors.get("2.bias"), shape(3), steps(3, 8, -1));
    }

    @Test
    void tensorsAreInTheFilesOrder() throws IOException {
        assertThat(WeightFile.read(golden("network.npz")).keySet().stream().limit(3))
                .containsExactly("0.weight", "1.weight", "1.bias");
        assertThat(WeightFile.read(golden("network.safetensors")).keySet().stream()
                        .limit(3))
                .containsExactly("1.num_batches_tracked", "0.weight", "1.bias");
    }

    @ParameterizedTest
    @ValueSource(strings = {"arrays.npz", "arrays-compressed.npz"})
    void everyTypeAndOrderOfNumpyIsRead(String name) throws IOException {
        Map<String, WeightTensor> tensors = WeightFile.read(golden(name));
        assertThat(tensors.keySet()).containsExactly("f4", "f8", "f2", "fortran", "scalar", "empty", "zeros");
        for (String grid : List.of("f4", "f8", "fortran")) {
            assertTensor(tensors.get(grid), shape(2, 3, 4), steps(24, 4, -2));
        }
        assertTensor(tensors.get("f2"), shape(7), HALVES);
        assertTensor(tensors.get("scalar"), shape(), 16777216); // 2^24 + 1 is no float
        assertTensor(tensors.get("empty"), shape(0, 3));
        assertTensor(tensors.get("zeros"), shape(30, 10), new float[300]);
    }

    @Test
    void theFortranArrayIsStoredInFortransOrder() throws IOException {
        // else the test above would say nothing
        try (InputStream in = Files.newInputStream(golden("version2.npy"))) {
            assertThat(NpyHeader.read(in, "array").columnMajor()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"version2.npy", "version3.npy"})
    void laterVersionsOfTheArrayFormatAreRead(String name) throws IOException {
        Path file = golden(name);
        try (InputStream in = Files.newInputStream(file)) {
            WeightTensor tensor = NpzReader.array(in, name, Files.size(file), name);
            assertTensor(tensor, shape(2, 3, 4), steps(24, 4, -2));
        }
    }

    @Test
    void everyTypeOfSafetensorsIsRead() throws IOException {
        Map<String, WeightTensor> tensors = WeightFile.read(golden("tensors.safetensors"));
        assertThat(tensors.keySet()).containsExactly("f32", "f64", "f16", "bf16", "scalar", "empty");
        assertTensor(tensors.get("f32"), shape(2, 3, 4), steps(24, 4, -2));
        assertTensor(tensors.get("f64"), shape(2, 3, 4), steps(24, 4, -2));
        assertTensor(tensors.get("f16"), shape(7), HALVES);
        assertTensor(tensors.get("bf16"), shape(4), 0, 1, -2, 3.140625f);
        assertTensor(tensors.get("scalar"), shape(), 16777216);
        assertTensor(tensors.get("empty"), shape(0, 3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"network.npz", "arrays-compressed.npz", "tensors.safetensors", "network.safetensors"})
    void aFileThatIsCutAnywhereIsRefused(String name) throws IOException {
        byte[] whole = Files.readAllBytes(golden(name));
        Path file = folder.resolve("cut");
        for (int length = 0; length < whole.length; length += length < 64 ? 1 : 7) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> WeightFile.read(file))
                    .as("%d bytes", length)
                    .isInstanceOf(WeightFileException.class)
                    .hasMessageStartingWith(file.toString())
                    .hasMessageContaining("(expected: ");
        }
    }

    @Test
    void formatsAreToldApartByTheirFirstBytes() throws IOException {
        assertThat(WeightFile.format(golden("arrays.npz"))).isEqualTo(WeightFile.Format.NPZ);
        assertThat(WeightFile.format(golden("tensors.safetensors"))).isEqualTo(WeightFile.Format.SAFETENSORS);
        Path file = folder.resolve("w");
        Files.writeString(file, "SETPOINT and more");
        assertThat(WeightFile.format(file)).isEqualTo(WeightFile.Format.CHECKPOINT);
        Files.write(file, new byte[] {'P', 'K', 0, 0, 0, 0, 0, 0, '{'}); // a header of 19,280 bytes
        assertThat(WeightFile.format(file)).isEqualTo(WeightFile.Format.SAFETENSORS);
    }

    @Test
    void whatIsNoWeightFileIsRefusedInOneSentence() throws IOException {
        Path missing = folder.resolve("missing.npz");
        assertThatThrownBy(() -> WeightFile.read(missing))
                .hasMessage(missing + ": missing (expected: a readable file)");
        assertThatThrownBy(() -> WeightFile.read(folder))
                .hasMessage(folder + ": not a readable file (expected: a readable file)");
        Path text = folder.resolve("notes.txt");
        Files.writeString(text, "not weights at all");
        assertThatThrownBy(() -> WeightFile.read(text))
                .hasMessage(text + ": no weight file, or one with a header of 7451598620781211502 bytes"
                        + " (expected: an .npz or .safetensors file; a header of 2 to 10 bytes)");
        Files.writeString(text, "SETPOINT");
        assertThatThrownBy(() -> WeightFile.read(text))
                .hasMessage(text + ": damaged, or no checkpoint of a learner (expected: a whole checkpoint)");
    }
}
