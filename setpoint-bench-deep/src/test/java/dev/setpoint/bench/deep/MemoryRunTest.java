package dev.setpoint.bench.deep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryRunTest {
    @Test
    void slopeIsThatOfMostPoints() {
        List<double[]> points = List.of(
                new double[] {10, 105},
                new double[] {20, 110},
                new double[] {30, 500}, // an odd one
                new double[] {40, 120},
                new double[] {50, 125});
        assertThat(MemoryRun.slope(points)).isCloseTo(0.5, within(1e-12));
        assertThat(MemoryRun.slope(points.subList(0, 1))).isZero();
    }
}
