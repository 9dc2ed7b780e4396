package dev.setpoint.track;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.score.ScoreRange;
import dev.setpoint.testing.Laws;
import org.junit.jupiter.api.Test;

class ScoreBinsTest {
    private final ScoreBins unit = new ScoreBins(ScoreRange.UNIT);
    private final ScoreBins wide = new ScoreBins(new ScoreRange(-8, 24));

    @Test
    void everyNumberLiesBetweenTheEdgesOfItsBin() {
        Laws.forAll(2000, random -> {
            double towardsAnEnd = Math.pow(2, -random.between(0, 25)) * random.uniform();
            double number = random.chance(0.5) ? towardsAnEnd : 1 - towardsAnEnd;
            int bin = unit.bin(number);
            assertThat(number).isBetween(unit.lowerEdge(bin), unit.lowerEdge(bin + 1));
        });
    }

    @Test
    void edgesRiseFromEndToEndAndBinsNeverFallWithTheNumber() {
        assertThat(unit.lowerEdge(0)).isZero();
        assertThat(unit.lowerEdge(ScoreBins.COUNT)).isEqualTo(1);
        int last = 0;
        for (int i = 0; i < ScoreBins.COUNT; i++) {
            double lower = unit.lowerEdge(i);
            double upper = unit.lowerEdge(i + 1);
            assertThat(lower).isLessThan(upper);
            assertThat(unit.bin((lower + upper) / 2)).isEqualTo(i);
            assertThat(unit.bin(lower)).isBetween(Math.max(0, i - 1), i).isGreaterThanOrEqualTo(last);
            last = unit.bin(lower);
        }
    }

    @Test
    void whatLiesOutsideGoesToTheEnds() {
        for (double low : new double[] {-1e300, -1, -0.0, 0, Double.MIN_VALUE, 1e-300}) {
            assertThat(unit.bin(low)).isZero();
        }
        for (double high : new double[] {1, 1.5, 1e300}) {
            assertThat(unit.bin(high)).isEqualTo(ScoreBins.COUNT - 1);
        }
        assertThat(wide.bin(-8.5)).isZero();
        assertThat(wide.bin(25)).isEqualTo(ScoreBins.COUNT - 1);
    }

    @Test
    void otherRangesAreTheUnitIntervalMovedAndStretched() {
        assertThat(wide.lowerEdge(0)).isEqualTo(-8);
        assertThat(wide.lowerEdge(ScoreBins.COUNT)).isEqualTo(24);
        Laws.forAll(200, random -> {
            double share = random.uniform();
            assertThat(wide.bin(-8 + 32 * share)).isBetween(unit.bin(share) - 1, unit.bin(share) + 1);
            int bin = wide.bin(-8 + 32 * share);
            assertThat(wide.lowerEdge(bin)).isEqualTo(-8 + 32 * unit.lowerEdge(bin));
        });
    }

    @Test
    void noBinIsWiderThanOnePartIn256AndThoseAtTheEndsAreFarFiner() {
        for (int i = 0; i < ScoreBins.COUNT; i++) {
            assertThat(unit.lowerEdge(i + 1) - unit.lowerEdge(i)).isLessThanOrEqualTo(1.0 / 256);
        }
        assertThat(unit.lowerEdge(1)).isLessThan(2e-6);
        assertThat(1 - unit.lowerEdge(ScoreBins.COUNT - 1)).isLessThan(2e-6);
    }
}
