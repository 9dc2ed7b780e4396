package dev.setpoint.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.policy.SoftmaxPolicy;
import dev.setpoint.policy.SquareCbPolicy;
import org.junit.jupiter.api.Test;

class FallingShareTest {
    private static final double[] PROBABILITIES = {0.7, 0.3, 0, 0};

    @Test
    void shareFallsLinearlyAndStaysAtItsEnd() {
        FallingShare falling = new FallingShare(new SoftmaxPolicy(1), 0.1, 0.02, 100);
        assertThat(falling.share()).isEqualTo(0.1);
        falling.next(25);
        assertThat(falling.share()).isCloseTo(0.08, within(1e-15));
        falling.next(100);
        assertThat(falling.share()).isEqualTo(0.02);
        falling.next(1000);
        assertThat(falling.share()).isEqualTo(0.02);
    }

    @Test
    void withTheFloorOfTheLearnerExactlyTheShareIsSpreadEvenly() {
        FallingShare falling = new FallingShare(new SoftmaxPolicy(1), 0.1, 0.02, 100);
        double[] pulls = new double[4];
        for (int query : new int[] {0, 50, 100}) {
            falling.next(query);
            falling.distributionInto(PROBABILITIES, null, pulls);
            double share = 0.1 - 0.0008 * query;
            for (int k = 0; k < 4; k++) {
                double floored = (1 - 0.02) * pulls[k] + 0.02 / 4;
                assertThat(floored).isCloseTo((1 - share) * PROBABILITIES[k] + share / 4, within(1e-15));
            }
        }
    }

    @Test
    void itPromisesNoMoreThanItsPolicy() {
        assertThat(new FallingShare(new SoftmaxPolicy(1), 0.1, 0.02, 100).probabilityLowerBound(4))
                .isZero();
        assertThat(new FallingShare(new SquareCbPolicy(6), 0.1, 0.02, 100).probabilityLowerBound(4))
                .isEqualTo(0.1);
    }

    @Test
    void aShareThatRisesIsRefused() {
        assertThatThrownBy(() -> new FallingShare(new SoftmaxPolicy(1), 0.01, 0.02, 100))
                .hasMessage("share: 0.01 to 0.02 (expected: falling, from at most 1 to at least 0)");
    }
}
