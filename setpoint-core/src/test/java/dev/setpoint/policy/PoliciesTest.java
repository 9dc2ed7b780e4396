package dev.setpoint.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.testing.Laws;
import dev.setpoint.testing.PolicyContract;
import java.util.Arrays;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PoliciesTest {
    @Nested
    class Softmax extends PolicyContract {
        @Override
        protected Policy policy() {
            return new SoftmaxPolicy(1);
        }
    }

    @Nested
    class ColdSoftmax extends PolicyContract {
        @Override
        protected Policy policy() {
            return new SoftmaxPolicy(0.1);
        }
    }

    @Nested
    class ColdestSoftmax extends PolicyContract {
        @Override
        protected Policy policy() {
            return new SoftmaxPolicy(Double.MIN_VALUE);
        }
    }

    @Nested
    class HotSoftmax extends PolicyContract {
        @Override
        protected Policy policy() {
            return new SoftmaxPolicy(3.5);
        }
    }

    @Nested
    class HottestSoftmax extends PolicyContract {
        @Override
        protected Policy policy() {
            return new SoftmaxPolicy(Double.MAX_VALUE);
        }
    }

    @Nested
    class Uniform extends PolicyContract {
        @Override
        protected Policy policy() {
            return new UniformPolicy();
        }
    }

    @Nested
    class EpsilonGreedy extends PolicyContract {
        @Override
        protected Policy policy() {
            return new EpsilonGreedyPolicy(0.1);
        }
    }

    @Nested
    class Greedy extends PolicyContract {
        @Override
        protected Policy policy() {
            return new EpsilonGreedyPolicy(0);
        }
    }

    @Nested
    class SquareCb extends PolicyContract {
        @Override
        protected Policy policy() {
            return new SquareCbPolicy(100);
        }
    }

    @Nested
    class SquareCbWithoutGamma extends PolicyContract {
        @Override
        protected Policy policy() {
            return new SquareCbPolicy(0);
        }
    }

    @Nested
    class SteepSquareCb extends PolicyContract {
        @Override
        protected Policy policy() {
            return new SquareCbPolicy(1e300);
        }
    }

    @Nested
    class SetAware extends PolicyContract {
        @Override
        protected Policy policy() {
            return new SetAwarePolicy(1);
        }
    }

    @Nested
    class ColdSetAware extends PolicyContract {
        @Override
        protected Policy policy() {
            return new SetAwarePolicy(0.2);
        }
    }

    @Nested
    class TradeOff extends PolicyContract {
        @Override
        protected Policy policy() {
            return new TradeOffPolicy(0.01);
        }
    }

    @Nested
    class CheapTradeOff extends PolicyContract {
        @Override
        protected Policy policy() {
            return new TradeOffPolicy(1e-9);
        }
    }

    @Nested
    class DearTradeOff extends PolicyContract {
        @Override
        protected Policy policy() {
            return new TradeOffPolicy(1e6);
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
    void squareCbPullsByTheInverseGap() {
        // K = 3, gamma = 10: 1 / (3 + 10 * 0.3), 1 / (3 + 10 * 0.4), and the rest for the best
        assertThat(pulls(new SquareCbPolicy(10), 0.2, 0.5, 0.3))
                .usingComparatorWithPrecision(1e-15)
                .containsExactly(1.0 / 6, 1 - 1.0 / 6 - 1.0 / 5, 1.0 / 5);
        // equally probable labels are pulled alike, whatever gamma
        assertThat(pulls(new SquareCbPolicy(10), 0.5, 0.5)).containsExactly(0.5, 0.5);
        assertThat(pulls(new SquareCbPolicy(0), 0.9, 0.1, 0, 0)).containsExactly(0.25, 0.25, 0.25, 0.25);
    }

    @Test
    void squareCbKeepsItsPromiseToTheLetter() {
        // a sure model makes the gap 1; rounding in the model may make it a little more
        Policy policy = new SquareCbPolicy(100);
        assertThat(policy.probabilityLowerBound(4)).isEqualTo(1.0 / 104);
        assertThat(pulls(policy, 0, 1, 0, 0)[2]).isEqualTo(1.0 / 104);
        assertThat(pulls(policy, 0, 1.00005, 0, 0)[2]).isEqualTo(1.0 / 104);
    }

    @Test
    void tradeOffPullsByTheRootOfTheOdds() {
        // two labels, c = price / 2: 1/4 and 3/4 of the pulls if c p / (mu - p) is 1/16 and 9/16, so p = mu / (16 c +
        // 1), ...
        double c = 0.05;
        double mu = 1 / (1 / (16 * c + 1) + 9 / (16 * c + 9));
        assertThat(pulls(new TradeOffPolicy(2 * c), mu / (16 * c + 1), 9 * mu / (16 * c + 9)))
                .usingComparatorWithPrecision(1e-6)
                .containsExactly(0.25, 0.75);
        assertThat(pulls(new TradeOffPolicy(1e-9), 0.2, 0.7, 0.1)[1]).isGreaterThan(0.9998);
        assertThat(pulls(new TradeOffPolicy(1e6), 0.16, 0.36, 0.48)) // nearly the roots 0.4, 0.6 and 0.693
                .usingComparatorWithPrecision(1e-6)
                .containsExactly(pulls(new SoftmaxPolicy(2), 0.16, 0.36, 0.48));
    }

    /** Correct pulls less the price of the weights; no other distribution may have more. */
    @Test
    void tradeOffIsTheBestOfAllDistributions() {
        Laws.forAll(300, random -> {
            double[] p = random.chance(0.5)
                    ? random.distribution(random.within(2, 200))
                    : random.distributionWithTies(random.within(2, 200));
            double price = Math.pow(10, 6 * random.uniform() - 5);
            double[] best = pulls(new TradeOffPolicy(price), p);
            double value = worth(p, best, price);
            double step = random.oneOf(1e-3, 0.1, 1.0);
            double[] other = random.distribution(p.length);
            for (int k = 0; k < p.length; k++) {
                other[k] = (1 - step) * best[k] + step * other[k];
            }
            assertThat(worth(p, other, price)).isLessThanOrEqualTo(value + 1e-9 * (1 + Math.abs(value)));
        });
    }

    private static double worth(double[] p, double[] pulls, double price) {
        double sum = 0;
        for (int k = 0; k < p.length; k++) {
            sum += p[k] > 0 ? p[k] * (pulls[k] - price / p.length / pulls[k]) : 0;
        }
        return sum;
    }

    @Test
    void setAwarePullsAmongTheMembersByTheirProbability() {
        double[] distribution = new double[4];
        double[] p = {0.4, 0.3, 0.2, 0.1};
        new SetAwarePolicy(1).distributionInto(p, new boolean[] {false, true, false, true}, distribution);
        assertThat(distribution).usingComparatorWithPrecision(1e-15).containsExactly(0, 0.75, 0, 0.25);
        new SetAwarePolicy(0.5).distributionInto(p, new boolean[] {false, true, false, true}, distribution);
        assertThat(distribution).usingComparatorWithPrecision(1e-15).containsExactly(0, 0.9, 0, 0.1);
        new SetAwarePolicy(1).distributionInto(p, new boolean[] {false, false, true, false}, distribution);
        assertThat(distribution).containsExactly(0, 0, 1, 0);
    }

    @Test
    void setAwareIsSoftmaxWhereTheSetIsEmptyOrHoldsAll() {
        Laws.forAll(100, random -> {
            double[] p = random.distribution(random.within(2, 20));
            double temperature = random.oneOf(0.3, 1.0, 2.0);
            double[] expected = pulls(new SoftmaxPolicy(temperature), p);
            for (boolean members : new boolean[] {false, true}) {
                boolean[] inSet = new boolean[p.length];
                Arrays.fill(inSet, members);
                double[] found = new double[p.length];
                new SetAwarePolicy(temperature).distributionInto(p, inSet, found);
                for (int k = 0; k < p.length; k++) {
                    assertThat(found[k]).isCloseTo(expected[k], within(1e-14));
                }
            }
        });
    }

    @Test
    void setAwarePullsMembersThatTheModelThinksImpossibleAllAlike() {
        double[] distribution = new double[3];
        new SetAwarePolicy(1).distributionInto(new double[] {1, 0, 0}, new boolean[] {false, true, true}, distribution);
        assertThat(distribution).containsExactly(0, 0.5, 0.5);
    }

    @Test
    void constantsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> new SquareCbPolicy(-1)).hasMessage("gamma: -1.0 (expected: finite and >= 0)");
        assertThatThrownBy(() -> new SquareCbPolicy(Double.NaN)).hasMessageStartingWith("gamma: NaN");
        assertThatThrownBy(() -> new SquareCbPolicy(Double.POSITIVE_INFINITY)).hasMessageStartingWith("gamma");
        assertThatThrownBy(() -> new SetAwarePolicy(0)).hasMessage("temperature: 0.0 (expected: finite and > 0)");

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
