package dev.setpoint.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PullTest {
    @Test
    void drawFallsOnThePositionWhoseShareItLiesIn() {
        float[] probabilities = {0.5f, 0.25f, 0.25f};
        assertThat(Pull.position(probabilities, 3, 0)).isZero();
        assertThat(Pull.position(probabilities, 3, 0.4999)).isZero();
        assertThat(Pull.position(probabilities, 3, 0.5)).isEqualTo(1);
        assertThat(Pull.position(probabilities, 3, 0.75)).isEqualTo(2);
        assertThat(Pull.position(probabilities, 3, 0.9999)).isEqualTo(2);
    }

    @Test
    void positionsAreHitAsOftenAsTheirSharesOfTheSumSay() {
        float[] probabilities = {0.1f, 0, 0.2f, 0.6f, 0.3f, 9}; // adds up to 1.2, and the last is not asked for
        int[] hits = new int[probabilities.length];
        int draws = 12_000;
        for (int i = 0; i < draws; i++) {
            hits[Pull.position(probabilities, 5, (i + 0.5) / draws)]++;
        }
        assertThat(hits).containsExactly(1000, 0, 2000, 6000, 3000, 0);
    }

    @Test
    void roundingNeverPullsALabelOfProbabilityZero() {
        assertThat(Pull.position(new float[] {0, 0.3f, 0.7f, 0}, 4, 0)).isEqualTo(1);
        float[] rounded = new float[12]; // ten tiny ones, each rounded up when added to 1, and a 0
        Arrays.fill(rounded, 1, 11, 1.2e-16f);
        rounded[0] = 1;
        assertThat(Pull.position(rounded, 12, Math.nextDown(1.0))).isEqualTo(10);
    }

    @Test
    void whatIsNoDistributionIsRefused() {
        assertThatThrownBy(() -> Pull.position(new float[] {0.5f, -0.1f}, 2, 0))
                .hasMessage("probability: -0.1 (expected: >= 0)");
        assertThatThrownBy(() -> Pull.position(new float[] {Float.NaN}, 1, 0))
                .hasMessage("probability: NaN (expected: >= 0)");
        assertThatThrownBy(() -> Pull.position(new float[] {0, 0}, 2, 0))
                .hasMessage("sum of probabilities: 0.0 (expected: > 0)");
    }

    @Test
    void drawsDependOnSeedAndQueryAloneAndFillTheUnitInterval() {
        assertThat(Pull.draw(5, 7)).isEqualTo(Pull.draw(5, 7));
        assertThat(Pull.draw(5, 7)).isNotEqualTo(Pull.draw(6, 7)).isNotEqualTo(Pull.draw(5, 8));
        double sum = 0;
        for (int query = 0; query < 10_000; query++) {
            sum += Pull.draw(5, query);
        }
        assertThat(sum / 10_000).isCloseTo(0.5, within(0.015)); // over five standard deviations
    }
}
