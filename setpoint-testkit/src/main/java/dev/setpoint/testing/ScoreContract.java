package dev.setpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.score.RankedProbabilities;
import dev.setpoint.score.Score;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * What every {@link Score} promises. To hold one to it, extend this in a test:
 *
 * <pre>{@code
 * class MyScoreTest extends ScoreContract {
 *     protected Score score() { return new MyScore(); }
 * }
 * }</pre>
 *
 * <p>Snapshots keep settings as text, so its text must be read back: name it by a {@link dev.setpoint.notation.Plugin}.
 */
public abstract class ScoreContract {
    /** Of one score. */
    protected ScoreContract() {}

    /** The score, stateless. */
    protected abstract Score score();

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

    /** So a decision is answered by the scores it was issued with, though labels may have been added or retired since. */
    @Test
    void labelsOfProbabilityZeroThatComeLastChangeNothing() {
        Laws.forAll(100, random -> {
            int labels = random.within(2, 50);
            int more = labels + random.within(1, 50);
            double[] p = random.distribution(labels);
            double[] u = random.uniforms(more);
            double[] alone = scores(p, Arrays.copyOf(u, labels));
            assertThat(Arrays.copyOf(scores(Arrays.copyOf(p, more), u), labels)).isEqualTo(alone);
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
    void readsBackWhatItPrints() {
        assertThat(Score.parse(score().toString())).isEqualTo(score());
    }
}
