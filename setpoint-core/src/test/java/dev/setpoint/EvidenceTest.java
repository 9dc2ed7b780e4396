package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.estimate.DrEstimator;
import dev.setpoint.estimate.IndicatorEstimator;
import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.estimate.SdrEstimator;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What answers say about the hidden labels. */
class EvidenceTest {
    private static final List<IndicatorEstimator> ESTIMATORS =
            List.of(new IpwEstimator(), new DrEstimator(), new SdrEstimator());

    private static DecisionRow row(double[] q, double[] pi, int arm) {
        DecisionRow row = new DecisionRow(q.length, 1, new IssuedSet[] {new IssuedSet(0, q.length, 0)});
        System.arraycopy(q, 0, row.probabilities, 0, q.length);
        System.arraycopy(pi, 0, row.distribution, 0, q.length);
        row.arm = arm;
        row.propensity = pi[arm];
        row.weight = 1;
        return row;
    }

    /** The estimates one answer gives the thresholds, and the losses of the model alike. */
    private static double[] weights(IndicatorEstimator estimator, DecisionRow row, Feedback feedback) {
        int labels = row.probabilities.length;
        LearnerSettings settings =
                Learners.plain(labels).thresholdEstimator(estimator).build();
        Evidence evidence = new Evidence(settings, settings.features().create());
        evidence.add(row, feedback);
        double[] weights = evidence.thresholdWeights(0).clone();
        double[] observed = new double[labels];
        evidence.observations(0, 1)[0].estimateInto(estimator, observed);
        assertThat(observed).isEqualTo(weights);
        return weights;
    }

    private static LabelSet some(Source random, int labels, int without) {
        double share = random.uniform();
        boolean[] member = new boolean[labels];
        for (int k = 0; k < labels; k++) {
            member[k] = k != without && random.chance(share);
        }
        return LabelSet.where(Learners.names(labels), k -> member[k]);
    }

    @Test
    void noneOfIsUnbiasedWhereTheLabelsRuledOutDoNotDependOnThePull() {
        // exact enumeration over the pulls: the correct one is told as such, every other as "none of these"
        Laws.forAll(300, random -> {
            int labels = random.within(3, 12);
            double[] q = random.distribution(labels);
            double[] pi = random.distribution(labels);
            int y = random.below(labels);
            LabelSet ruledOut = some(random, labels, y);
            if (ruledOut.size() > labels - 2) {
                return; // then some pull leaves one label only, and the world would not be asked again
            }
            for (IndicatorEstimator estimator : ESTIMATORS) {
                double[] mean = new double[labels];
                for (int a = 0; a < labels; a++) {
                    double[] weights = a == y
                            ? weights(estimator, row(q, pi, a), Feedback.CORRECT)
                            : weights(estimator, row(q, pi, a), Feedback.noneOf(ruledOut));
                    for (int k = 0; k < labels; k++) {
                        mean[k] += pi[a] * weights[k];
                    }
                }
                for (int k = 0; k < labels; k++) {
                    assertThat(mean[k]).as("%s", estimator).isCloseTo(k == y ? 1 : 0, within(1e-10));
                }
            }
        });
    }

    @Test
    void noneOfHasNoLargerVarianceThanIncorrect() {
        Laws.forAll(200, random -> {
            int labels = random.within(3, 8);
            double[] q = random.distribution(labels);
            double[] pi = random.distribution(labels);
            int y = random.below(labels);
            LabelSet ruledOut = some(random, labels, y);
            for (IndicatorEstimator estimator : ESTIMATORS) {
                double[] squares = new double[2];
                for (int a = 0; a < labels; a++) {
                    if (a == y) {
                        continue; // the same in both
                    }
                    double[] told = weights(estimator, row(q, pi, a), Feedback.noneOf(ruledOut));
                    double[] plain = weights(estimator, row(q, pi, a), Feedback.INCORRECT);
                    for (int k = 0; k < labels; k++) {
                        squares[0] += pi[a] * told[k] * told[k];
                        squares[1] += pi[a] * plain[k] * plain[k];
                    }
                }
                assertThat(squares[0]).isLessThanOrEqualTo(squares[1] * (1 + 1e-12));
            }
        });
    }

    @Test
    void noneOfThePulledLabelAloneIsIncorrect() {
        Laws.forAll(100, random -> {
            int labels = random.within(2, 9);
            double[] q = random.distribution(labels);
            double[] pi = random.distribution(labels);
            int arm = random.below(labels);
            List<String> names = Learners.names(labels);
            for (IndicatorEstimator estimator : ESTIMATORS) {
                double[] incorrect = weights(estimator, row(q, pi, arm), Feedback.INCORRECT);
                LabelSet pulled = LabelSet.of(names, names.get(arm));
                assertThat(weights(estimator, row(q, pi, arm), Feedback.noneOf(pulled)))
                        .isEqualTo(incorrect);
                assertThat(weights(estimator, row(q, pi, arm), Feedback.noneOf(LabelSet.of(names))))
                        .isEqualTo(incorrect);
            }
        });
    }

    @Test
    void noneOfByHand() {
        // q = (0.5, 0.3, 0.2), pi = (0.5, 0.25, 0.25), labels 0 and 1 ruled out: DR takes q_k / (pi_0 + pi_1) from each
        double[] q = {0.5, 0.3, 0.2};
        double[] pi = {0.5, 0.25, 0.25};
        LabelSet two = LabelSet.of(Learners.names(3), "label0", "label1");
        for (int arm = 0; arm < 2; arm++) {
            assertThat(weights(new DrEstimator(), row(q, pi, arm), Feedback.noneOf(two)))
                    .usingComparatorWithPrecision(1e-15)
                    .containsExactly(0.5 - 0.5 / 0.75, 0.3 - 0.3 / 0.75, 0.2);
            // SDR gives what it took, 0.8 / 0.75, to all by their shares of w = (0.5, 0.84, 0.64)
            assertThat(weights(new SdrEstimator(), row(q, pi, arm), Feedback.noneOf(two)))
                    .usingComparatorWithPrecision(1e-15)
                    .containsExactly(
                            0.5 - 0.5 / 0.75 + 0.8 / 0.75 * 0.5 / 1.98,
                            0.3 - 0.3 / 0.75 + 0.8 / 0.75 * 0.84 / 1.98,
                            0.2 + 0.8 / 0.75 * 0.64 / 1.98);
        }
    }

    @Test
    void nothingLeftTeachesNothing() {
        double[] q = {0.5, 0.3, 0.2};
        double[] pi = {0.5, 0.25, 0.25};
        List<String> names = Learners.names(3);
        for (IndicatorEstimator estimator : ESTIMATORS) {
            LabelSet all = LabelSet.of(names, "label0", "label1", "label2");
            assertThat(weights(estimator, row(q, pi, 1), Feedback.noneOf(all))).containsOnly(0);
            LabelSet others = LabelSet.of(names, "label0", "label2");
            assertThat(weights(estimator, row(q, pi, 1), Feedback.noneOf(others)))
                    .containsOnly(0);
        }
    }

    @Test
    void labelsThatCouldNotBePulledAreNotTakenForPulls() {
        double[] q = {0.5, 0.3, 0.1, 0.1};
        double[] pi = {0.75, 0, 0.125, 0.125};
        LabelSet two = LabelSet.of(Learners.names(4), "label0", "label1");
        for (IndicatorEstimator estimator : ESTIMATORS) {
            assertThat(weights(estimator, row(q, pi, 0), Feedback.noneOf(two)))
                    .isEqualTo(weights(estimator, row(q, pi, 0), Feedback.INCORRECT));
        }
    }
}
