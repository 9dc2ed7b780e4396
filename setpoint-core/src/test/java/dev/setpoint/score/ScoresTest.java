package dev.setpoint.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.testing.Laws;
import dev.setpoint.testing.ScoreContract;
import java.util.Arrays;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScoresTest {
    @Nested
    class Softmax extends ScoreContract {
        @Override
        protected Score score() {
            return Score.softmax();
        }
    }

    @Nested
    class RandomisedAps extends ScoreContract {
        @Override
        protected Score score() {
            return Score.aps();
        }
    }

    @Nested
    class Aps extends ScoreContract {
        @Override
        protected Score score() {
            return new ApsScore(false);
        }
    }

    @Nested
    class RandomisedRaps extends ScoreContract {
        @Override
        protected Score score() {
            return Score.raps(0.01, 1);
        }
    }

    @Nested
    class Raps extends ScoreContract {
        @Override
        protected Score score() {
            return new RapsScore(0.7, 5, false);
        }
    }

    @Nested
    class RapsFromTheFirstRank extends ScoreContract {
        @Override
        protected Score score() {
            return new RapsScore(0.3, 0, true);
        }
    }

    private static double[] scores(Score score, double[] u, double... probabilities) {
        RankedProbabilities ranked = new RankedProbabilities(probabilities.length);
        ranked.set(probabilities, 0);
        double[] scores = new double[probabilities.length];
        score.scoresInto(ranked, u, scores);
        return scores;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "softmax",
                "aps",
                "aps(randomised=false)",
                "raps(lambda=0.01, kreg=1)",
                "raps(lambda=0.7, kreg=5, randomised=false)",
                "raps(lambda=0.3, kreg=0)"
            })
    void rangeIsReached(String notation) {
        Score score = Score.parse(notation);
        // all on the first label, U = 0 for it and 1 for the last: the best and the worst score there are
        for (int labels : new int[] {2, 7, 40}) {
            double[] p = new double[labels];
            p[0] = 1;
            double[] u = new double[labels];
            u[labels - 1] = 1;
            double least = scores(score, u, p)[labels - 1];
            double most = least;
            double[] even = new double[labels];
            Arrays.fill(even, 1.0 / labels);
            for (double[] best : new double[][] {scores(score, u, p), scores(score, u, even)}) {
                most = Math.max(most, Arrays.stream(best).max().orElseThrow());
            }
            // without U a score is at most 1 minus the largest probability
            double missing = score.randomised() || score.equals(Score.softmax()) ? 0 : 1.0 / labels;
            assertThat(most + missing).isCloseTo(score.range(labels).most(), within(1e-12));
            assertThat(least).isCloseTo(score.range(labels).least(), within(1e-12));
        }
    }

    @Test
    void softmaxScoreIsTheProbability() {
        assertThat(scores(Score.softmax(), null, 0.2, 0.5, 0.3)).containsExactly(0.2, 0.5, 0.3);
    }

    @Test
    void apsTakesOffWhatIsRankedAboveAndUTimesItsOwn() {
        // ranks: label 1 (0.5), label 2 (0.3), label 0 (0.2)
        double[] scores = scores(Score.aps(), new double[] {0.5, 0.1, 0.9}, 0.2, 0.5, 0.3);
        assertThat(scores[1]).isCloseTo(1 - 0.1 * 0.5, within(1e-15));
        assertThat(scores[2]).isCloseTo(1 - 0.5 - 0.9 * 0.3, within(1e-15));
        assertThat(scores[0]).isCloseTo(1 - 0.5 - 0.3 - 0.5 * 0.2, within(1e-15));
    }

    @Test
    void apsWithoutRandomnessTakesUAsOne() {
        double[] scores = scores(new ApsScore(false), null, 0.2, 0.5, 0.3);
        assertThat(scores[1]).isCloseTo(0.5, within(1e-15));
        assertThat(scores[2]).isCloseTo(0.2, within(1e-15));
        assertThat(scores[0]).isCloseTo(0, within(1e-15));
    }

    @Test
    void rapsTakesOffLambdaPerRankBeyondKreg() {
        // ranks of 0.1, 0.4, 0.3, 0.2: label 1 first, then 2, 3, 0; kreg 2: ranks 3 and 4 pay 1 and 2 lambda
        double[] u = {0.25, 0.5, 0.75, 1};
        double[] scores = scores(Score.raps(0.05, 2), u, 0.1, 0.4, 0.3, 0.2);
        assertThat(scores[1]).isCloseTo(1 - 0.5 * 0.4, within(1e-15));
        assertThat(scores[2]).isCloseTo(0.6 - 0.75 * 0.3, within(1e-15));
        assertThat(scores[3]).isCloseTo(0.3 - 1 * 0.2 - 0.05, within(1e-15));
        assertThat(scores[0]).isCloseTo(0.1 - 0.25 * 0.1 - 0.10, within(1e-15));
    }

    @Test
    void rapsWithKregZeroPenalisesTheFirstRankToo() {
        double[] scores = scores(new RapsScore(0.5, 0, false), null, 0.75, 0.25);
        assertThat(scores).containsExactly(1 - 0.75 - 0.5, 0 - 1.0);
    }

    @Test
    void tiesRankTheLowerLabelFirst() {
        assertThat(scores(new ApsScore(false), null, 0.25, 0.25, 0.25, 0.25)).containsExactly(0.75, 0.5, 0.25, 0);
        assertThat(scores(new ApsScore(false), null, 0.25, 0.5, 0.25)).containsExactly(0.25, 0.5, 0);
    }

    @Test
    void apsStaysInTheUnitIntervalAndRapsInItsRange() {
        Laws.forAll(200, random -> {
            int labels = random.within(2, 200);
            double[] p = random.distribution(labels);
            double[] u = random.uniforms(labels);
            double lambda = random.between(0, 2);
            int kreg = random.below(labels + 3);
            for (double s : scores(Score.aps(), u, p)) {
                assertThat(s).isBetween(-1e-12, 1.0);
            }
            double least = -lambda * Math.max(0, labels - kreg);
            for (double s : scores(Score.raps(lambda, kreg), u, p)) {
                assertThat(s).isBetween(least - 1e-12, 1.0);
            }
        });
    }

    @Test
    void rangesAreThoseOfTheFormulas() {
        assertThat(Score.softmax().range(10).width()).isEqualTo(1);
        assertThat(Score.aps().range(10).width()).isEqualTo(1);
        assertThat(Score.raps(0.5, 3).range(10).width()).isEqualTo(1 + 0.5 * 7);
        assertThat(Score.raps(0.5, 12).range(10).width()).isEqualTo(1);
        assertThat(Score.raps(0.5, 0).range(10).width()).isEqualTo(1 + 0.5 * 9);
    }

    @Test
    void rapsWithoutPenaltyIsAps() {
        Laws.forAll(100, random -> {
            int labels = random.within(2, 60);
            double[] p = random.distributionWithTies(labels);
            double[] u = random.uniforms(labels);
            assertThat(scores(Score.raps(0, 1), u, p)).isEqualTo(scores(Score.aps(), u, p));
            assertThat(scores(Score.raps(3, labels), u, p)).isEqualTo(scores(Score.aps(), u, p));
        });
    }

    @Test
    void rapsRefusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> new RapsScore(-0.1, 1, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("lambda: -0.1 (expected: in [0, 1000000.0])");
        assertThatThrownBy(() -> new RapsScore(Double.NaN, 1, true)).hasMessageStartingWith("lambda: NaN");
        assertThatThrownBy(() -> new RapsScore(Double.POSITIVE_INFINITY, 1, true))
                .hasMessageStartingWith("lambda: Infinity");
        assertThatThrownBy(() -> new RapsScore(0.1, -1, true)).hasMessage("kreg: -1 (expected: >= 0)");
    }
}
