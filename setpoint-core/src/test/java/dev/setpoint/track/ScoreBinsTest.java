package dev.setpoint.track;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.testing.Laws;
import org.junit.jupiter.api.Test;

class ScoreBinsTest {
    @Test
    void everyNumberLiesBetweenTheEdgesOfItsBin() {
        Laws.forAll(2000, random -> {
            double towardsAnEnd = Math.pow(2, -random.between(0, 25)) * random.uniform();
            double number = random.chance(0.5) ? towardsAnEnd : 1 - towardsAnEnd;
            int bin = ScoreBins.bin(number);
            assertThat(number).isBetween(ScoreBins.lowerEdge(bin), ScoreBins.lowerEdge(bin + 1));
        });
    }

    @Test
    void edgesRiseFromZeroToOneAndBinsNeverFallWithTheNumber() {
        assertThat(ScoreBins.lowerEdge(0)).isZero();
        assertThat(ScoreBins.lowerEdge(ScoreBins.COUNT)).isEqualTo(1);
        int last = 0;
        for (int i = 0; i < ScoreBins.COUNT; i++) {
            double lower = ScoreBins.lowerEdge(i);
            double upper = ScoreBins.lowerEdge(i + 1);
            assertThat(lower).isLessThan(upper);
            assertThat(ScoreBins.bin((lower + upper) / 2)).isEqualTo(i);
            assertThat(ScoreBins.bin(lower)).isBetween(Math.max(0, i - 1), i).isGreaterThanOrEqualTo(last);
            last = ScoreBins.bin(lower);
        }
    }

    @Test
    void whatLiesOutsideGoesToTheEnds() {
        for (double low : new double[] {-1e300, -1, -0.0, 0, Double.MIN_VALUE, 1e-300}) {
            assertThat(ScoreBins.bin(low)).isZero();
        }
        for (double high : new double[] {1, 1.5, 1e300}) {
            assertThat(ScoreBins.bin(high)).isEqualTo(ScoreBins.COUNT - 1);
        }
    }

    @Test
    void octavesAreHalvings() {
        assertThat(ScoreBins.octave(ScoreBins.bin(0.3))).isEqualTo(ScoreBins.octave(ScoreBins.bin(0.49)));
        assertThat(ScoreBins.octave(ScoreBins.bin(0.2)))
                .isEqualTo(ScoreBins.octave(ScoreBins.bin(0.3)) - 1)
                .isEqualTo(ScoreBins.octave(ScoreBins.bin(0.13)));
        assertThat(ScoreBins.octave(ScoreBins.bin(0.8))).isEqualTo(ScoreBins.octave(ScoreBins.bin(0.6)) + 1);
    }
}
