package dev.setpoint.bench.deep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.HeadSettings;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LoopTest {
    @Test
    void allHeadsAreThePapersAndAuto() {
        assertThat(Loop.allHeads(new GivenProbabilities()).heads())
                .hasSize(27)
                .extracting(HeadSettings::name)
                .doesNotHaveDuplicates();
        assertThat(Loop.oneHead(new GivenProbabilities()).heads()).hasSize(1);
    }

    /** The mean of 10,000 probabilities of deviation at most 0.5 is within 0.025 but for one seed in 10^6. */
    @Test
    void givenProbabilitiesPullCorrectlyAsOftenAsSaid() {
        SplittableRandom random = new SplittableRandom(5);
        double correct = 0;
        double all = 0;
        for (int i = 0; i < 10_000; i++) {
            float[] probabilities = GivenProbabilities.draw(10, i % 10, random);
            correct += probabilities[i % 10] / 10_000;
            for (float probability : probabilities) {
                all += probability / 10_000;
            }
        }
        assertThat(all).isCloseTo(1, within(1e-6));
        assertThat(correct).isCloseTo(0.75, within(0.025));
    }

    @Test
    void stepsWithoutANetworkGoThroughEveryHead() {
        Loop loop = Loop.ofProbabilities(true, 8);
        loop.step();
        loop.step();
        assertThat(loop.steps()).isEqualTo(2);
    }
}
