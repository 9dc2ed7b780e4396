package dev.setpoint.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
    void binsOfAWiderRangeAreOthersOnlyWhereTheRangeAsks() {
        assertThat(wide.covering(new ScoreRange(-8, 3))).isSameAs(wide);
        assertThat(unit.covering(new ScoreRange(-0.25, 1)).range()).isEqualTo(new ScoreRange(-1, 1));
        assertThat(unit.covering(new ScoreRange(-5, 1.5)).range()).isEqualTo(new ScoreRange(-5, 2));
    }

    @Test
    void quantilesStayWithinTwoBinsWhereTheRangeGrows() {
        Laws.forAll(200, random -> {
            ScoreSpread before = new ScoreSpread(2, ScoreRange.UNIT);
            ScoreSpread after = new ScoreSpread(2, ScoreRange.UNIT);
            double shape = Math.exp(random.between(-2, 2));
            for (int i = 0; i < 300; i++) {
                int label = random.below(2);
                double score = Math.pow(random.uniform(), shape);
                before.add(label, score, 1);
                after.add(label, score, 1);
            }
            assertThat(after.grow(3, new ScoreRange(-2, 1))).isTrue();
            double level = random.between(0.02, 0.98);
            double borrowed = random.oneOf(0.0, 10.0);
            double one = before.quantile(0, level, borrowed, 1, 0.5);
            double other = after.quantile(0, level, borrowed, 1, 0.5);
            if (one != Tracker.ALWAYS) { // the first bin, which says nothing, is no longer the first
                assertThat(other).isCloseTo(one, within(2 * 3 / 256.0));
            }
            after.add(2, -1.5, 1); // has a bin of its own
            assertThat(after.quantile(2, 0.5, 0, 0.1, 0.5)).isBetween(-1.5 - 3 / 256.0, -1.5);
        });
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
