package dev.setpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.estimate.IndicatorEstimator;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * What every {@link IndicatorEstimator} promises. To hold one to it, extend this in a test:
 *
 * <pre>{@code
 * class MyEstimatorTest extends EstimatorContract {
 *     protected IndicatorEstimator estimator() { return new MyEstimator(); }
 * }
 * }</pre>
 *
 * <p>Snapshots keep settings as text, so its text must be read back: name it by a {@link dev.setpoint.notation.Plugin}.
 */
public abstract class EstimatorContract {
    /** Of one estimator. */
    protected EstimatorContract() {}

    /** The estimator, stateless. */
    protected abstract IndicatorEstimator estimator();

    private double[] estimate(double[] probabilities, double[] distribution, int arm, boolean correct) {
        double[] estimate = new double[distribution.length];
        Arrays.fill(estimate, Double.NaN);
        estimator().estimateInto(probabilities, distribution, arm, correct, estimate);
        return estimate;
    }

    @Test
    void meanOverTheArmsIsTheIndicatorOfTheTrueLabel() {
        // exact enumeration, no sampling: Wang & Qiao (2024), Proposition 1
        Laws.forAll(500, random -> {
            int labels = random.within(2, 40);
            double[] p = random.distribution(labels);
            double[] pi = random.distribution(labels);
            int y = random.below(labels);
            double[] mean = new double[labels];
            for (int a = 0; a < labels; a++) {
                double[] estimate = estimate(p, pi, a, a == y);
                for (int k = 0; k < labels; k++) {
                    mean[k] += pi[a] * estimate[k];
                }
            }
            for (int k = 0; k < labels; k++) {
                assertThat(mean[k]).isCloseTo(k == y ? 1 : 0, within(1e-11));
            }
        });
    }

    @Test
    void samePullGivesSameEstimate() {
        Laws.forAll(50, random -> {
            int labels = random.within(2, 40);
            double[] p = random.distribution(labels);
            double[] pi = random.distribution(labels);
            int arm = random.below(labels);
            boolean correct = random.chance(0.5);
            double[] once = estimate(p, pi, arm, correct);
            estimate(pi, p, 0, !correct);
            assertThat(estimate(p, pi, arm, correct)).isEqualTo(once);
        });
    }

    /** As labels that were retired, or were added later, have neither probability nor propensity. */
    @Test
    void labelsThatWereNotThereAreEstimatedByZeroAndChangeNoBitOfTheOthers() {
        Laws.forAll(300, random -> {
            int labels = random.within(2, 20);
            double[] p = random.distribution(labels);
            if (random.chance(0.3)) {
                Arrays.fill(p, 0);
                p[random.below(labels)] = 1;
            }
            double[] pi = random.distribution(labels);
            int more = labels + random.within(1, 5);
            int[] places = Arrays.copyOf(random.permutation(more), labels);
            Arrays.sort(places);
            double[] pAmong = new double[more];
            double[] piAmong = new double[more];
            double[] expected = new double[more];
            int arm = random.below(labels);
            boolean correct = random.chance(0.5);
            double[] alone = estimate(p, pi, arm, correct);
            for (int k = 0; k < labels; k++) {
                pAmong[places[k]] = p[k];
                piAmong[places[k]] = pi[k];
                expected[places[k]] = alone[k];
            }
            assertThat(estimate(pAmong, piAmong, places[arm], correct)).isEqualTo(expected);
        });
    }

    /** The estimator without its own way to take the mean over incorrect pulls. */
    private IndicatorEstimator byDefinition() {
        IndicatorEstimator estimator = estimator();
        return new IndicatorEstimator() {
            @Override
            public void estimateInto(double[] p, double[] pi, int arm, boolean correct, double[] estimate) {
                estimator.estimateInto(p, pi, arm, correct, estimate);
            }

            @Override
            public boolean neverNegative() {
                return estimator.neverNegative();
            }
        };
    }

    @Test
    void incorrectPullsThatTellTheSameGiveTheMeanOfTheirEstimates() {
        Laws.forAll(500, random -> {
            int labels = random.within(2, 40);
            double[] p = random.chance(0.7) ? random.distribution(labels) : random.distributionWithTies(labels);
            double[] pi = random.chance(0.7) ? random.distribution(labels) : random.distributionWithTies(labels);
            boolean[] pulls = new boolean[labels];
            double named = random.uniform();
            int possible = 0;
            for (int k = 0; k < labels; k++) {
                pulls[k] = pi[k] > 0 && random.chance(named);
                possible = pi[k] > 0 ? k : possible;
            }
            pulls[possible] = true;
            double[] found = new double[labels];
            double[] mean = new double[labels];
            Arrays.fill(found, Double.NaN);
            estimator().estimateIncorrectInto(p, pi, pulls, found);
            byDefinition().estimateIncorrectInto(p, pi, pulls, mean);
            double size = 1 + Arrays.stream(mean).map(Math::abs).max().orElseThrow();
            for (int k = 0; k < labels; k++) {
                assertThat(found[k]).isCloseTo(mean[k], within(1e-12 * size));
            }
        });
    }

    @Test
    void oneIncorrectPullGivesItsEstimateBitForBit() {
        Laws.forAll(100, random -> {
            int labels = random.within(2, 40);
            double[] p = random.distribution(labels);
            double[] pi = random.distribution(labels);
            int arm = random.below(labels);
            boolean[] pulls = new boolean[labels];
            pulls[arm] = true;
            double[] found = new double[labels];
            estimator().estimateIncorrectInto(p, pi, pulls, found);
            assertThat(found).isEqualTo(estimate(p, pi, arm, false));
        });
    }

    @Test
    void readsBackWhatItPrints() {
        assertThat(IndicatorEstimator.parse(estimator().toString())).isEqualTo(estimator());
    }
}
