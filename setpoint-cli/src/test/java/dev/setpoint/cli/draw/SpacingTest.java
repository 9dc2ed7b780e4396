package dev.setpoint.cli.draw;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SpacingTest {
    @Test
    void whatIsFarEnoughApartStays() {
        assertThat(Spacing.apart(new double[] {10, 30, 46}, 16, 0, 100)).containsExactly(10, 30, 46);
        assertThat(Spacing.apart(new double[0], 16, 0, 100)).isEmpty();
    }

    @Test
    void whatWouldOverlapMovesToBothSidesAlike() {
        assertThat(Spacing.apart(new double[] {50, 50}, 16, 0, 100)).containsExactly(42, 58);
        assertThat(Spacing.apart(new double[] {10, 50, 50, 50}, 16, 0, 100)).containsExactly(10, 34, 50, 66);
    }

    @Test
    void nothingLeavesTheFrameUnlessThereIsNoRoom() {
        assertThat(Spacing.apart(new double[] {-5, 0}, 16, 0, 100)).containsExactly(0, 16);
        assertThat(Spacing.apart(new double[] {99, 120}, 16, 0, 100)).containsExactly(84, 100);
        assertThat(Spacing.apart(new double[] {5, 5, 5}, 16, 0, 20)).containsExactly(0, 16, 32);
    }

    @Test
    void anyPlacesEndUpApartAndInTheirOrder() {
        SplittableRandom random = new SplittableRandom(7);
        for (int trial = 0; trial < 500; trial++) {
            double[] wanted =
                    random.doubles(random.nextInt(1, 12), 0, 300).sorted().toArray();
            double[] places = Spacing.apart(wanted, 16, 0, 300);
            for (int i = 0; i < places.length; i++) {
                assertThat(places[i]).as(Arrays.toString(wanted)).isBetween(-1e-9, 300 + 1e-9);
                assertThat(i == 0 ? 16 : places[i] - places[i - 1]).isGreaterThan(16 - 1e-9);
            }
        }
    }
}
