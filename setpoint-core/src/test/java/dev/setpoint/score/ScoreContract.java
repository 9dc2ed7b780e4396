package dev.setpoint.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.testing.Arrangement;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What every {@link Score} promises. */
abstract class ScoreContract {
    abstract Score score();

    private double[] scores(double[] probabilities, double[] u) {
        RankedProbabilities ranked = new RankedProbabilities(probabilities.length);
        ranked.set(probabilities, 0);
        double[] scores = new double[probabilities.length];
        Arrays.fill(scores, Double.NaN); // whatever was there must not matter
        score().scoresInto(ranked, u, scores);
        return scores;
    }

    private static double[] anyDistribution(Source random, int labels) {
        return random.chance(0.5) ? random.distribution(labels) : random.distributionWithTies(labels);
    }

    @Test
    void scoresAreFinite() {
        Laws.forAll(200, random -> {
            int labels = random.within(1, 300);
            double[] u = random.uniforms(labels);
            u[random.below(labels)] = 0;
            u[random.below(labels)] = 1;
            for (double s : scores(anyDistribution(random, labels), u)) {
                assertThat(s).isFinite();
            }
        });
    }

    @Test
    void sameInputGivesSameScores() {
        Laws.forAll(100, random -> {
            int labels = random.within(2, 50);
            double[] p = anyDistribution(random, labels);
            double[] u = random.uniforms(labels);
            double[] once = scores(p, u);
            scores(random.distribution(labels), random.uniforms(labels)); // a query in between leaves no trace
            assertThat(scores(p, u)).isEqualTo(once);
        });
    }

    @Test
    void renamingLabelsRenamesScores() {
        Laws.forAll(100, random -> {
            int labels = random.within(2, 50);
            double[] p = random.distribution(labels);
            double[] u = random.uniforms(labels);
            int[] to = random.permutation(labels);
            assertThat(scores(Arrangement.moved(p, to), Arrangement.moved(u, to)))
                    .isEqualTo(Arrangement.moved(scores(p, u), to));
        });
    }

    @Test
    void uMattersExactlyWhenRandomised() {
        Laws.forAll(100, random -> {
            int labels = random.within(2, 50);
            double[] p = random.distribution(labels);
            double[] once = scores(p, random.uniforms(labels));
            double[] again = scores(p, random.uniforms(labels));
            assertThat(Arrays.equals(once, again)).isEqualTo(!score().randomised());
        });
    }

    @Test
    void moreProbableLabelScoresHigherWhereUIsShared() {
        Laws.forAll(100, random -> {
            int labels = random.within(2, 50);
            double[] p = random.distribution(labels);
            double[] u = new double[labels];
            Arrays.fill(u, random.uniform());
            double[] scores = scores(p, u);
            int a = random.below(labels);
            int b = random.below(labels);
            if (p[a] > p[b]) {
                // strictly between, whatever U: 1 - above - U p falls by at least (1-U) p_a + U p_b per rank
                assertThat(scores[a]).isGreaterThanOrEqualTo(scores[b]);
            }
        });
    }

    @Test
    void scoresLieInTheRange() {
        Laws.forAll(100, random -> {
            int labels = random.within(1, 60);
            double most = Double.NEGATIVE_INFINITY;
            double least = Double.POSITIVE_INFINITY;
            for (int i = 0; i < 20; i++) {
                double[] scores = scores(anyDistribution(random, labels), random.uniforms(labels));
                most = Math.max(most, Arrays.stream(scores).max().orElseThrow());
                least = Math.min(least, Arrays.stream(scores).min().orElseThrow());
            }
            assertThat(most).isLessThanOrEqualTo(score().range(labels).most() + 1e-12);
            assertThat(least).isGreaterThanOrEqualTo(score().range(labels).least() - 1e-12);
        });
    }

    @Test
    void rangeIsReached() {
        // all on the first label, U = 0 for it and 1 for the last: the best and the worst score there are
        for (int labels : new int[] {2, 7, 40}) {
            double[] p = new double[labels];
            p[0] = 1;
            double[] u = new double[labels];
            u[labels - 1] = 1;
            double least = scores(p, u)[labels - 1];
            double most = least;
            double[] even = new double[labels];
            Arrays.fill(even, 1.0 / labels);
            for (double[] best : new double[][] {scores(p, u), scores(even, u)}) {
                most = Math.max(most, Arrays.stream(best).max().orElseThrow());
            }
            // without U a score is at most 1 minus the largest probability
            double missing = score().randomised() || score().equals(Score.softmax()) ? 0 : 1.0 / labels;
            assertThat(most + missing).isCloseTo(score().range(labels).most(), within(1e-12));
            assertThat(least).isCloseTo(score().range(labels).least(), within(1e-12));
        }
    }

    @Test
    void readsBackWhatItPrints() {
        assertThat(Score.parse(score().toString())).isEqualTo(score());
    }
}
