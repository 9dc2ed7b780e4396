package dev.setpoint.deep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BilinearTest {
    private static float[] resized(int from, int to, float... plane) {
        float[] into = new float[to * to];
        new Bilinear(from, to).resizeInto(plane, 0, 1, into);
        return into;
    }

    /** Centres of four pixels over two lie at -0.25, 0.25, 0.75 and 1.25 of theirs; the outer two are at the edge. */
    @Test
    void twoBecomeFourByHand() {
        assertThat(resized(2, 4, 0, 4, 8, 12))
                .containsExactly(
                        0, 1, 3, 4, // at the upper edge
                        2, 3, 5, 6, // a quarter down
                        6, 7, 9, 10, // three quarters down
                        8, 9, 11, 12);
    }

    /** Centres of three pixels over two: -1/6 (the edge), 1/2, 7/6 (the edge). */
    @Test
    void twoBecomeThreeByHand() {
        assertThat(resized(2, 3, 0, 4, 8, 12)).containsExactly(0, 2, 4, 4, 6, 8, 8, 10, 12);
    }

    /** Centres of two pixels over three lie at 0.25 and 1.75. */
    @Test
    void threeBecomeTwoByHand() {
        assertThat(resized(3, 2, 0, 4, 8, 12, 16, 20, 24, 28, 32)).containsExactly(4, 10, 22, 28);
    }

    @Test
    void onePixelFillsThePlane() {
        assertThat(resized(1, 3, 5)).containsOnly(5);
    }

    @Test
    void anEqualSizeIsCopiedBitForBit() {
        float[] plane = new float[49];
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < plane.length; i++) {
            plane[i] = (float) random.nextDouble();
        }
        assertThat(resized(7, 7, plane)).containsExactly(plane);
    }

    /** Away from the edges, interpolation between points of a plane in space stays on that plane. */
    @Test
    void aSlopeStaysASlope() {
        int from = 32;
        int to = 131;
        float[] slope = new float[from * from];
        for (int y = 0; y < from; y++) {
            for (int x = 0; x < from; x++) {
                slope[y * from + x] = 0.25f * x + 3 * y;
            }
        }
        float[] into = resized(from, to, slope);
        for (int y = 2; y < to - 2; y++) {
            for (int x = 2; x < to - 2; x++) {
                double expected = 0.25 * ((x + 0.5) * from / to - 0.5) + 3 * ((y + 0.5) * from / to - 0.5);
                assertThat((double) into[y * to + x]).isCloseTo(expected, within(1e-4));
            }
        }
    }

    @Test
    void aPlaneIsReadFromWhereItStartsAndMultiplied() {
        float[] into = new float[4];
        new Bilinear(2, 2).resizeInto(new float[] {9, 9, 9, 1, 2, 3, 4, 9}, 3, 255, into);
        assertThat(into).containsExactly(255, 510, 765, 1020);
    }
}
