package dev.setpoint.sim.data;

import dev.setpoint.random.Draws;
import java.util.stream.IntStream;

/**
 * Generated pictures of the ten digits as a seven-segment display shows them, 3 x 16 x 16, shifted, in any colours, with noise: images for
 * trying a network where no data set is at hand. Real in nothing but their shape.
 */
public final class SegmentDigits {
    private static final int SIDE = 16;
    private static final int PURPOSE = 201;
    private static final double NOISE = 0.35;
    /** Which of the segments top, upper left, upper right, middle, lower left, lower right, bottom a digit lights. */
    private static final int[] LIT = {
        0b1110111, 0b0010010, 0b1011101, 0b1011011, 0b0111010, 0b1101011, 0b1101111, 0b1010010, 0b1111111, 0b1111011
    };

    private SegmentDigits() {}

    /** So many pictures, the same for the same seed. */
    public static LabelledData generate(int count, long seed) {
        int[] label = new int[count];
        float[][] rows = new float[count][];
        for (int i = 0; i < count; i++) {
            long stream = Draws.stream(seed, PURPOSE, i);
            label[i] = (int) (Draws.uniform(stream, 0) * LIT.length);
            rows[i] = picture(LIT[label[i]], stream);
        }
        return LabelledData.dense(
                "segments",
                IntStream.range(0, LIT.length).mapToObj(String::valueOf).toList(),
                label,
                rows);
    }

    private static float[] picture(int lit, long stream) {
        int left = 2 + (int) (Draws.uniform(stream, 1) * 6);
        int top = 1 + (int) (Draws.uniform(stream, 2) * 4);
        float[] picture = new float[3 * SIDE * SIDE];
        for (int channel = 0; channel < 3; channel++) {
            double ground = Draws.uniform(stream, 3 + channel);
            double ink = Draws.uniform(stream, 6 + channel);
            for (int y = 0; y < SIDE; y++) {
                for (int x = 0; x < SIDE; x++) {
                    int place = (channel * SIDE + y) * SIDE + x;
                    double noise = NOISE * (Draws.uniform(stream, 10 + place) - 0.5);
                    double shade = isInk(lit, x - left, y - top) ? ink : ground;
                    picture[place] = (float) Math.max(0, Math.min(1, shade + noise));
                }
            }
        }
        return picture;
    }

    /** Whether a place of the 6 x 11 display is lit; segments are one pixel thick. */
    private static boolean isInk(int lit, int x, int y) {
        if (x < 0 || x > 5 || y < 0 || y > 10) {
            return false;
        }
        boolean across = x > 0 && x < 5;
        boolean upper = y > 0 && y < 5;
        boolean lower = y > 5 && y < 10;
        return (across && y == 0 && has(lit, 6))
                || (x == 0 && upper && has(lit, 5))
                || (x == 5 && upper && has(lit, 4))
                || (across && y == 5 && has(lit, 3))
                || (x == 0 && lower && has(lit, 2))
                || (x == 5 && lower && has(lit, 1))
                || (across && y == 10 && has(lit, 0));
    }

    private static boolean has(int lit, int bit) {
        return (lit >> bit & 1) == 1;
    }
}
