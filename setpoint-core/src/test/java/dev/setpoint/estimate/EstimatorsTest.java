package dev.setpoint.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.testing.EstimatorContract;
import dev.setpoint.testing.Laws;
import java.util.Arrays;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class EstimatorsTest {
    @Nested
    class Ipw extends EstimatorContract {
        @Override
        protected IndicatorEstimator estimator() {
            return new IpwEstimator();
        }
    }

    @Nested
    class Dr extends EstimatorContract {
        @Override
        protected IndicatorEstimator estimator() {
            return new DrEstimator();
        }
    }

    @Nested
    class Sdr extends EstimatorContract {
        @Override
        protected IndicatorEstimator estimator() {
            return new SdrEstimator();
        }
    }

    private static double[] estimate(IndicatorEstimator estimator, double[] q, double[] pi, int arm, boolean correct) {
        double[] estimate = new double[q.length];
        Arrays.fill(estimate, Double.NaN);
        estimator.estimateInto(q, pi, arm, correct, estimate);
        return estimate;
    }

    /** Variance of each label's estimate where the true label is drawn from {@code truth} and the arm from {@code pi}. */
    private static double[] variances(IndicatorEstimator estimator, double[] q, double[] pi, double[] truth) {
        double[] mean = new double[q.length];
        double[] square = new double[q.length];
        for (int y = 0; y < q.length; y++) {
            for (int a = 0; a < q.length; a++) {
                double[] estimate = estimate(estimator, q, pi, a, a == y);
                for (int k = 0; k < q.length; k++) {
                    mean[k] += truth[y] * pi[a] * estimate[k];
                    square[k] += truth[y] * pi[a] * estimate[k] * estimate[k];
                }
            }
        }
        double[] variances = new double[q.length];
        Arrays.setAll(variances, k -> square[k] - mean[k] * mean[k]);
        return variances;
    }

    @Test
    void variancesWhereTheModelIsCorrectAreKnownExactlyAndFallFromIpwToDrToSdr() {
        // Y ~ q and A ~ pi, by enumeration. With w_k = q_k (1 - q_k) / pi_k and S_k = w_k / sum of w:
        // IPW q_k / pi_k - q_k^2, DR w_k, SDR w_k (1 - S_k), label by label.
        Laws.forAll(300, random -> {
            int labels = random.within(2, 12);
            double[] q = random.distribution(labels);
            double[] pi = random.distribution(labels);
            double[] ipw = variances(new IpwEstimator(), q, pi, q);
            double[] dr = variances(new DrEstimator(), q, pi, q);
            double[] sdr = variances(new SdrEstimator(), q, pi, q);
            double total = 0;
            for (int k = 0; k < labels; k++) {
                total += q[k] * (1 - q[k]) / pi[k];
            }
            for (int k = 0; k < labels; k++) {
                double w = q[k] * (1 - q[k]) / pi[k];
                double tolerance = 1e-9 * (1 + q[k] / pi[k] + total);
                assertThat(ipw[k]).isCloseTo(q[k] / pi[k] - q[k] * q[k], within(tolerance));
                assertThat(dr[k]).isCloseTo(w, within(tolerance));
                assertThat(sdr[k]).isCloseTo(w * (1 - w / total), within(tolerance));
                assertThat(dr[k]).isLessThanOrEqualTo(ipw[k] + tolerance);
                assertThat(sdr[k]).isLessThanOrEqualTo(dr[k] + tolerance);
            }
        });
    }

    @Test
    void sharesOfSdrAreTheBestThereAreWhereTheModelIsCorrect() {
        Laws.forAll(200, random -> {
            int labels = random.within(2, 8);
            double[] q = random.distribution(labels);
            double[] pi = random.distribution(labels);
            double[] shares = random.distribution(labels);
            double least =
                    Arrays.stream(variances(new SdrEstimator(), q, pi, q)).sum();
            double others = 0;
            for (int a = 0; a < labels; a++) {
                for (int y = 0; y < labels; y++) {
                    double correction = ((a == y ? 1 : 0) - q[a]) / pi[a];
                    for (int k = 0; k < labels; k++) {
                        double moved = correction * ((a == k ? 1 : 0) - shares[k]);
                        others += q[y] * pi[a] * moved * moved;
                    }
                }
            }
            assertThat(least).isLessThanOrEqualTo(others * (1 + 1e-12));
        });
    }

    @Test
    void modelThatIsSureOfAnIncorrectLabelMakesDrWorseThanIpw() {
        // Y = 0 always, q sure of label 1, pi = 1/2: IPW errs by 1 about label 0, DR by 1 about each of the two.
        double[] q = {0, 1};
        double[] pi = {0.5, 0.5};
        double[] truth = {1, 0};
        assertThat(variances(new IpwEstimator(), q, pi, truth)).containsExactly(1, 0);
        assertThat(variances(new DrEstimator(), q, pi, truth)).containsExactly(1, 1);
    }

    @Test
    void drCorrectsThePulledLabelAlone() {
        double[] q = {0.5, 0.3, 0.2};
        double[] pi = {0.5, 0.25, 0.25};
        assertThat(estimate(new DrEstimator(), q, pi, 1, true))
                .usingComparatorWithPrecision(1e-15)
                .containsExactly(0.5, 0.3 + 0.7 * 4, 0.2);
        assertThat(estimate(new DrEstimator(), q, pi, 1, false))
                .usingComparatorWithPrecision(1e-15)
                .containsExactly(0.5, 0.3 - 0.3 * 4, 0.2);
    }

    @Test
    void sdrTakesFromTheOthersByTheirShareOfTheVariance() {
        // w = (0.25 / 0.5, 0.21 / 0.25, 0.16 / 0.25) = (0.5, 0.84, 0.64), sum 1.98
        double[] q = {0.5, 0.3, 0.2};
        double[] pi = {0.5, 0.25, 0.25};
        double incorrect = -0.3 * 4;
        assertThat(estimate(new SdrEstimator(), q, pi, 1, false))
                .usingComparatorWithPrecision(1e-15)
                .containsExactly(
                        0.5 - incorrect * 0.5 / 1.98,
                        0.3 + incorrect - incorrect * 0.84 / 1.98,
                        0.2 - incorrect * 0.64 / 1.98);
    }

    @Test
    void sdrSumsToOneWhateverWasPulled() {
        Laws.forAll(300, random -> {
            int labels = random.within(2, 40);
            double[] q = random.chance(0.5) ? random.distribution(labels) : random.distributionWithTies(labels);
            double[] pi = random.distribution(labels);
            double[] estimate = estimate(new SdrEstimator(), q, pi, random.below(labels), random.chance(0.5));
            assertThat(Arrays.stream(estimate).sum()).isCloseTo(1, within(1e-9));
        });
    }

    @Test
    void sdrOfAModelThatIsSureStaysUnbiased() {
        Laws.forAll(200, random -> {
            int labels = random.within(2, 10);
            double[] q = new double[labels];
            q[random.below(labels)] = 1;
            double[] pi = random.distribution(labels);
            int y = random.below(labels);
            double[] mean = new double[labels];
            for (int a = 0; a < labels; a++) {
                double[] estimate = estimate(new SdrEstimator(), q, pi, a, a == y);
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
    void sdrIsDrWhereALabelCannotBePulledAndIsUnbiasedForTheOthers() {
        Laws.forAll(200, random -> {
            int labels = random.within(3, 10);
            double[] q = random.chance(0.5) ? random.distribution(labels) : random.distributionWithTies(labels);
            double[] pi = random.distribution(labels);
            int excluded = random.below(labels);
            double rest = 1 - pi[excluded];
            pi[excluded] = 0;
            Arrays.setAll(pi, k -> pi[k] / rest);
            int y = (excluded + 1 + random.below(labels - 1)) % labels;
            double[] mean = new double[labels];
            for (int a = 0; a < labels; a++) {
                if (a != excluded) {
                    double[] estimate = estimate(new SdrEstimator(), q, pi, a, a == y);
                    if (q[excluded] > 0) { // otherwise it is as if that label were not there
                        assertThat(estimate).isEqualTo(estimate(new DrEstimator(), q, pi, a, a == y));
                    }
                    for (int k = 0; k < labels; k++) {
                        mean[k] += pi[a] * estimate[k];
                    }
                }
            }
            for (int k = 0; k < labels; k++) {
                double expected = k == y ? 1 : 0;
                assertThat(mean[k]).isCloseTo(k == excluded ? q[k] : expected, within(1e-11));
            }
        });
    }

    @Test
    void onlyIpwIsNeverNegative() {
        assertThat(new IpwEstimator().neverNegative()).isTrue();
        assertThat(new DrEstimator().neverNegative()).isFalse();
        assertThat(new SdrEstimator().neverNegative()).isFalse();
    }

    @Test
    void correctPullWeighsOneOverItsPropensity() {
        double[] estimate = {7, 7, 7};
        new IpwEstimator().estimateInto(null, new double[] {0.5, 0.25, 0.25}, 1, true, estimate);
        assertThat(estimate).containsExactly(0, 4, 0);
    }

    @Test
    void incorrectPullWeighsNothing() {
        double[] estimate = {7, 7, 7};
        new IpwEstimator().estimateInto(null, new double[] {0.5, 0.25, 0.25}, 1, false, estimate);
        assertThat(estimate).containsExactly(0, 0, 0);
    }
}
