package dev.setpoint.cli.features;

import dev.setpoint.feature.TextEncoder;
import dev.setpoint.feature.TextEncoderPlugin;
import java.util.List;

/**
 * Text encoders for tests: {@code lengths} gives the sine and cosine of a text's length, {@code broken} cannot be opened. With the
 * system property {@code setpoint.test.waitsAt} it waits when asked that time, to be killed.
 */
public final class LengthEncoders implements TextEncoderPlugin {
    @Override
    public List<String> names() {
        return List.of("lengths", "broken");
    }

    @Override
    public TextEncoder open(String name, int threads) {
        if (name.equals("broken")) {
            throw new IllegalStateException("text encoder: no engine for this machine (expected: another)");
        }
        return new Lengths();
    }

    static final String CHECKSUM = "ab".repeat(32);

    private static final class Lengths implements TextEncoder {
        private int calls;

        @Override
        public int dimension() {
            return 2;
        }

        @Override
        public String checksum() {
            return CHECKSUM;
        }

        @Override
        public void encodeInto(List<String> texts, float[] into) {
            if (++calls == Integer.getInteger("setpoint.test.waitsAt", 0)) {
                PlaneEmbedders.sleep();
            }
            for (int i = 0; i < texts.size(); i++) {
                into[2 * i] = (float) Math.sin(texts.get(i).length());
                into[2 * i + 1] = (float) Math.cos(texts.get(i).length());
            }
        }

        @Override
        public void close() {}
    }
}
