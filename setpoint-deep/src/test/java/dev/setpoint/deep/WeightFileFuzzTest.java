package dev.setpoint.deep;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Any bytes are read or refused by our exception. Without {@code JAZZER_FUZZ=1} these run the stored inputs once; with it,
 * one method at a time, they search for new ones.
 */
class WeightFileFuzzTest {
    private interface Attempt {
        Map<String, WeightTensor> read() throws IOException;
    }

    /** What is read must keep the contract of {@link WeightTensor}; what is refused must be refused in one line. */
    private static void readsOrRefuses(Attempt attempt) throws IOException {
        Map<String, WeightTensor> tensors;
        try {
            tensors = attempt.read();
        } catch (WeightFileException refused) {
            assertThat(refused.getMessage()).doesNotContain("\n", "\r").contains("(expected: ");
            return;
        }
        assertThat(tensors).isNotEmpty();
        tensors.forEach((name, tensor) -> {
            long product = 1;
            for (long length : tensor.shape()) {
                product *= length;
            }
            assertThat(tensor.name()).isEqualTo(name);
            assertThat((long) tensor.values().length).isEqualTo(product);
            for (float value : tensor.values()) {
                assertThat(Float.isFinite(value)).isTrue();
            }
        });
    }

    private static void readsOrRefuses(byte[] bytes) throws IOException {
        Path file = Files.createTempFile("weights", null);
        try {
            Files.write(file, bytes);
            readsOrRefuses(() -> WeightFile.read(file));
        } finally {
            Files.delete(file);
        }
    }

    @FuzzTest(maxDuration = "1m")
    void files(byte[] bytes) throws IOException {
        readsOrRefuses(bytes);
    }

    /** One array without the checksums of a zip file, which a fuzzer does not get past. */
    @FuzzTest(maxDuration = "1m")
    void arrays(byte[] bytes) throws IOException {
        readsOrRefuses(() ->
                Map.of("a", NpzReader.array(new ByteArrayInputStream(bytes), "a", bytes.length, "fuzz, tensor 'a'")));
    }

    /** The array of a zip file whose checksums are correct. */
    @FuzzTest(maxDuration = "1m")
    void zippedArrays(byte[] bytes) throws IOException {
        readsOrRefuses(WeightBytes.zip(bytes.length % 2 == 0, "a.npy", bytes, "b.npy", WeightBytes.vector(1)));
    }

    /** The header of a safetensors file, up to the first line break; the rest is data. */
    @FuzzTest(maxDuration = "1m")
    void safetensors(byte[] bytes) throws IOException {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int end = text.indexOf('\n') < 0 ? text.length() : text.indexOf('\n');
        byte[] data = text.substring(Math.min(text.length(), end + 1)).getBytes(StandardCharsets.ISO_8859_1);
        readsOrRefuses(WeightBytes.safetensors(text.substring(0, end), data));
    }
}
