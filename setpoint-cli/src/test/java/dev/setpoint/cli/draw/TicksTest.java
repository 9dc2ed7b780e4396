package dev.setpoint.cli.draw;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TicksTest {
    @Test
    void areRoundNumbersWithinTheRange() {
        assertThat(names(0.7, 1, 6)).containsExactly("0.70", "0.75", "0.80", "0.85", "0.90", "0.95", "1.00");
        assertThat(names(0, 38_400, 6)).containsExactly("0", "10k", "20k", "30k");
        assertThat(names(0, 2_400_000, 5)).containsExactly("0", "0.5M", "1.0M", "1.5M", "2.0M");
        assertThat(names(-3, 4, 6)).containsExactly("-2", "0", "2", "4");
    }

    @Test
    void areOnePlaceWhereTheRangeHasNoWidth() {
        assertThat(names(0, 0, 6)).containsExactly("0");
    }

    @Test
    void areOnePlaceWhereAStepIsNoNormalNumber() {
        assertThat(names(0, Double.MIN_VALUE, 6)).containsExactly("0");
        assertThat(names(0, 6 * Double.MIN_NORMAL, 6)).hasSizeBetween(2, 7);
        assertThat(Ticks.over(-Double.MAX_VALUE, Double.MAX_VALUE, 6).places()).containsExactly(-Double.MAX_VALUE);
        assertThat(Ticks.over(1e300, Math.nextUp(1e300), 6).places()).hasSizeLessThan(20);
    }

    private static List<String> names(double low, double high, int wanted) {
        Ticks ticks = Ticks.over(low, high, wanted);
        return ticks.places().stream().map(ticks::name).toList();
    }
}
