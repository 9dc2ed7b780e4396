package dev.setpoint.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PoliciesTest {
    @Nested
    class Softmax extends PolicyContract {
        @Override
        Policy policy() {
            return new SoftmaxPolicy(1);
        }
    }

    @Nested
    class ColdSoftmax extends PolicyContract {
        @Override
        Policy policy() {
            return new SoftmaxPolicy(0.1);
        }
    }

    @Nested
    class ColdestSoftmax extends PolicyContract {
        @Override
        Policy policy() {
            return new SoftmaxPolicy(Double.MIN_VALUE);
        }
    }

    @Nested
    class HotSoftmax extends PolicyContract {
        @Override
        Policy policy() {
            return new SoftmaxPolicy(3.5);
        }
    }

    @Nested
    class HottestSoftmax extends PolicyContract {
        @Override
        Policy policy() {
            return new SoftmaxPolicy(Double.MAX_VALUE);
        }
    }

    @Nested
    class Uniform extends PolicyContract {
        @Override
        Policy policy() {
            return new UniformPolicy();
        }
    }

    @Nested
    class EpsilonGreedy extends PolicyContract {
        @Override
        Policy policy() {
            return new EpsilonGreedyPolicy(0.1);
        }
    }

    @Nested
    class Greedy extends PolicyContract {
        @Override
        Policy policy() {
            return new EpsilonGreedyPolicy(0);
        }
    }

    private static double[] pulls(Policy policy, double... probabilities) {
        double[] distribution = new double[probabilities.length];
        policy.distributionInto(probabilities, new boolean[probabilities.length], distribution);
        return distribution;
    }

    @Test
    void softmaxAtTemperatureOneIsTheModel() {
        assertThat(pulls(new SoftmaxPolicy(1), 0.7, 0.2, 0.1)).containsExactly(0.7, 0.2, 0.1);
    }

    @Test
    void temperatureIsTheRootOfTheProbabilities() {
        // p^(1/2) of (0.64, 0.36): 0.8 and 0.6; p^2 of (0.75, 0.25): 9/16 and 1/16
        assertThat(pulls(new SoftmaxPolicy(2), 0.64, 0.36))
                .usingComparatorWithPrecision(1e-15)
                .containsExactly(0.8 / 1.4, 0.6 / 1.4);
        assertThat(pulls(new SoftmaxPolicy(0.5), 0.75, 0.25))
                .usingComparatorWithPrecision(1e-15)
                .containsExactly(0.9, 0.1);
    }

    @Test
    void uniformPullsAllAlike() {
        assertThat(pulls(new UniformPolicy(), 0.97, 0.01, 0.01, 0.01)).containsExactly(0.25, 0.25, 0.25, 0.25);
    }

    @Test
    void epsilonGreedyPullsTheBestAndTheLowestOfSeveralBest() {
        double[] pulls = pulls(new EpsilonGreedyPolicy(0.3), 0.2, 0.4, 0.4);
        assertThat(pulls[0]).isCloseTo(0.1, within(1e-15));
        assertThat(pulls[1]).isCloseTo(0.8, within(1e-15));
        assertThat(pulls[2]).isCloseTo(0.1, within(1e-15));
    }

    @Test
    void constantsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> new SoftmaxPolicy(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("temperature: 0.0 (expected: finite and > 0)");
        assertThatThrownBy(() -> new SoftmaxPolicy(Double.POSITIVE_INFINITY)).hasMessageStartingWith("temperature");
        assertThatThrownBy(() -> new SoftmaxPolicy(Double.NaN)).hasMessageStartingWith("temperature");
        assertThatThrownBy(() -> new EpsilonGreedyPolicy(-0.1)).hasMessage("epsilon: -0.1 (expected: in [0, 1])");
        assertThatThrownBy(() -> new EpsilonGreedyPolicy(1.1)).hasMessageStartingWith("epsilon: 1.1");
        assertThatThrownBy(() -> new EpsilonGreedyPolicy(Double.NaN)).hasMessageStartingWith("epsilon");
    }
}
