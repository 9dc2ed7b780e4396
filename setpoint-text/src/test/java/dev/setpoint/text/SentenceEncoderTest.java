package dev.setpoint.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.feature.TextEncoder;
import dev.setpoint.sim.data.LabelledTexts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SentenceEncoderTest {
    /** What a start in a process of its own says; run by a test below. */
    public static void main(String[] arguments) {
        try (TextEncoder encoder = new SentenceEncoders().open("minilm", 1)) {
            System.out.println(encoder.dimension());
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }

    @Test
    void namesOfLabelsFindTheirMessages() throws IOException {
        LabelledTexts messages = Clinc.byIntent();
        List<String> names =
                messages.labels().stream().map(name -> name.replace('_', ' ')).toList();
        try (TextEncoder encoder = new SentenceEncoders().open("minilm", 1)) {
            assertThat(encoder.dimension()).isEqualTo(384);
            float[] labels = new float[names.size() * encoder.dimension()];
            encoder.encodeInto(names, labels);
            int correct = 0;
            int asked = 0;
            for (int row = 0; row < messages.size(); row += 60) {
                correct += nearest(encoder.encode(messages.texts().get(row)), labels) == messages.label(row) ? 1 : 0;
                asked++;
            }
            // 0.691 over all messages; of 375 taken evenly the standard error is 0.024
            assertThat((double) correct / asked).isBetween(0.60, 0.78);
        }
    }

    private static int nearest(float[] vector, float[] labels) {
        int best = 0;
        double most = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < labels.length / vector.length; k++) {
            double cosine = 0;
            for (int j = 0; j < vector.length; j++) {
                cosine += vector[j] * labels[k * vector.length + j];
            }
            if (cosine > most) {
                most = cosine;
                best = k;
            }
        }
        return best;
    }

    @Test
    void moreThreadsGiveNearlyTheSame() {
        try (TextEncoder one = new SentenceEncoders().open("minilm", 1);
                TextEncoder two = new SentenceEncoders().open("minilm", 2)) {
            float[] first = one.encode("my card was charged twice");
            float[] second = two.encode("my card was charged twice");
            for (int j = 0; j < first.length; j++) {
                assertThat((double) Math.abs(first[j] - second[j])).isLessThan(1e-5);
            }
        }
    }

    @Test
    void mistakesAreSaidInOneSentence() {
        SentenceEncoders encoders = new SentenceEncoders();
        assertThat(encoders.names()).containsExactly("minilm");
        assertThatThrownBy(() -> encoders.open("maxilm", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("text encoder: maxilm (expected: minilm)");
        assertThatThrownBy(() -> encoders.open("minilm", 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("threads: 0 (expected: >= 1)");
        byte[] vocabulary = SentenceEncoders.resource("/all-minilm-l6-v2-q-tokenizer.json");
        assertThatThrownBy(() -> new SentenceEncoder(new byte[] {1, 2, 3}, vocabulary, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("(expected: the bytes of an ONNX network)");
        assertThatThrownBy(() -> SentenceEncoders.resource("/none.onnx"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("text encoder: none.onnx: not on the class path");
    }

    @Test
    void aMachineWithoutALibraryIsNamed() throws IOException, InterruptedException {
        assertThat(started("-Dos.arch=pdp11"))
                .isEqualTo("text encoder: ONNX Runtime cannot be loaded on " + System.getProperty("os.name")
                        + ", pdp11 (expected: Linux or macOS or Windows on x86-64 or 64-bit ARM)");
        assertThat(started("-Donnxruntime.native.onnxruntime.path="
                        + Path.of("none").toAbsolutePath()))
                .startsWith("text encoder: ONNX Runtime cannot be loaded on ");
    }

    private static String started(String option) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        option,
                        "-cp",
                        String.join(
                                System.getProperty("path.separator"),
                                System.getProperty("java.class.path"),
                                System.getProperty("surefire.test.class.path", "")),
                        SentenceEncoderTest.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        return said;
    }
}
