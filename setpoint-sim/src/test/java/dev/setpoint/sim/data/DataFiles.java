package dev.setpoint.sim.data;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.feature.FeatureVector;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Files that tests write, and vectors and refusals as tests look at them. */
final class DataFiles {
    private DataFiles() {}

    static Path write(Path folder, String name, String text) throws IOException {
        return write(folder, name, text.getBytes(StandardCharsets.UTF_8));
    }

    static Path write(Path folder, String name, byte... bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes);
    }

    static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    static float[] row(LabelledData data, int row) {
        FeatureVector vector = new FeatureVector();
        data.readInto(row, vector);
        float[] values = new float[vector.dimension()];
        vector.valuesInto(values, 0);
        return values;
    }

    static FeatureVector vector(LabelledData data, int row) {
        FeatureVector vector = new FeatureVector();
        data.readInto(row, vector);
        return vector;
    }

    /** Asserts a refusal of ours whose one-line message has all these parts. */
    static void assertRefused(ThrowingCallable call, String... parts) {
        assertThatThrownBy(call)
                .isInstanceOf(DataFormatException.class)
                .hasMessageContainingAll(parts)
                .hasMessageContaining("(expected: ")
                .message()
                .doesNotContain("\n");
    }
}
