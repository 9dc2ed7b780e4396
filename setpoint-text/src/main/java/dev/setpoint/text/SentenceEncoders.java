package dev.setpoint.text;

import dev.setpoint.feature.TextEncoder;
import dev.setpoint.feature.TextEncoderPlugin;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** Opens {@code minilm}: all-MiniLM-L6-v2 in the form whose weights are of eight bits, 384 numbers a text. */
public final class SentenceEncoders implements TextEncoderPlugin {
    private static final String NAME = "minilm";
    private static final String FILES = "/all-minilm-l6-v2-q";

    /** For the service loader. */
    public SentenceEncoders() {}

    @Override
    public List<String> names() {
        return List.of(NAME);
    }

    @Override
    public TextEncoder open(String name, int threads) {
        if (!NAME.equals(name)) {
            throw new IllegalArgumentException("text encoder: " + name + " (expected: " + NAME + ")");
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads: " + threads + " (expected: >= 1)");
        }
        return new SentenceEncoder(resource(FILES + ".onnx"), resource(FILES + "-tokenizer.json"), threads);
    }

    static byte[] resource(String path) {
        try (InputStream in = SentenceEncoders.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("text encoder: " + path.substring(1)
                        + ": not on the class path (expected: in the jar that the module setpoint-text names)");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
