package dev.setpoint.cli.features;

import dev.setpoint.feature.Embedder;
import dev.setpoint.feature.EmbedderPlugin;
import java.nio.charset.StandardCharsets;

/**
 * Networks for tests, written as words: {@code planes} gives the mean of each of three planes and the side it was opened with;
 * {@code planes fails-at-N} fails when asked the N-th time, {@code planes nan} gives no number. With the system property
 * {@code setpoint.test.waitsAt} any of them waits when asked that time, to be killed.
 */
public final class PlaneEmbedders implements EmbedderPlugin {
    @Override
    public Embedder open(byte[] network, int side, int threads) {
        String words = new String(network, StandardCharsets.UTF_8);
        if (!words.startsWith("planes")) {
            throw new IllegalArgumentException("network: no words (expected: planes)");
        }
        return new Planes(words, side);
    }

    /** Long enough to be killed meanwhile. */
    static void sleep() {
        try {
            Thread.sleep(60_000);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Planes implements Embedder {
        private final String words;
        private final int enlarged;
        private int calls;

        Planes(String words, int enlarged) {
            this.words = words;
            this.enlarged = enlarged;
        }

        @Override
        public int dimension() {
            return 4;
        }

        @Override
        public void embedInto(float[] images, int count, int channels, int side, float[] into) {
            if (words.endsWith("fails-at-" + ++calls)) {
                throw new IllegalStateException("network: fails as asked");
            }
            if (calls == Integer.getInteger("setpoint.test.waitsAt", 0)) {
                sleep();
            }
            int plane = side * side;
            for (int i = 0; i < count; i++) {
                for (int channel = 0; channel < 3; channel++) {
                    int from = (i * channels + (channels == 1 ? 0 : channel)) * plane;
                    double sum = 0;
                    for (int j = from; j < from + plane; j++) {
                        sum += images[j];
                    }
                    into[i * 4 + channel] = words.endsWith("nan") ? Float.NaN : (float) (sum / plane);
                }
                into[i * 4 + 3] = enlarged;
            }
        }

        @Override
        public void close() {}
    }
}
