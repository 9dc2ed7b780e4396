package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.measure.ClassCoverage;
import dev.setpoint.measure.CoverageEstimate;
import dev.setpoint.measure.CoverageInterval;
import dev.setpoint.policy.UniformPolicy;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import org.junit.jupiter.api.Test;

class LearnerMeasuresTest {
    @Test
    void measuresEqualADirectSumOverWhatHappened() {
        Laws.forAll(20, random -> {
            int labels = 4;
            Learner learner = new Learner(
                    Learners.threeHeads(labels, Learners.regression()).build());
            double[][] held = new double[3][labels];
            double[] total = new double[labels];
            double[] squares = new double[labels];
            double[] sizes = new double[3];
            int correct = 0;
            int answered = 0;
            DecisionBatch batch = learner.newBatch();
            for (int t = 0; t < 200; t++) {
                FeatureVector query = Learners.query(random);
                learner.decideInto(query, batch);
                for (int h = 0; h < 3; h++) {
                    sizes[h] += batch.set(0, h).size();
                }
                if (random.chance(0.2)) {
                    continue; // never answered: counts in the sizes only
                }
                answered++;
                int y = Learners.label(random, query, labels);
                boolean told = random.chance(0.2);
                correct += batch.arm(0) == y ? 1 : 0;
                if (told || batch.arm(0) == y) {
                    double weight = told ? 1 : 1 / batch.propensity(0);
                    total[y] += weight;
                    squares[y] += weight * weight;
                    for (int h = 0; h < 3; h++) {
                        held[h][y] += batch.contains(0, h, y) ? weight : 0;
                    }
                }
                learner.learn(batch.id(0), told ? Feedback.label(y) : Feedback.of(batch.arm(0) == y));
            }
            assertThat(learner.measures().answered()).isEqualTo(answered);
            assertThat(learner.measures().correctPulls()).isEqualTo((double) correct / answered);
            for (int h = 0; h < 3; h++) {
                CoverageEstimate coverage = learner.measures().head(h).coverage();
                assertThat(learner.measures().head(h).sizes().mean()).isCloseTo(sizes[h] / 200, within(1e-12));
                for (int k = 0; k < labels; k++) {
                    assertThat(coverage.weight(k)).isCloseTo(total[k], within(1e-9));
                    if (total[k] > 0) {
                        assertThat(coverage.coverage(k)).isCloseTo(held[h][k] / total[k], within(1e-12));
                        assertThat(coverage.effectiveSampleSize(k))
                                .isCloseTo(total[k] * total[k] / squares[k], within(1e-9));
                    }
                }
            }
        });
    }

    @Test
    void coverageByClassIsTheEstimateOfTheHeadWithTheBoundOfTheSettings() {
        Learner learner = new Learner(Learners.threeHeads(3, Learners.regression())
                .policy(new UniformPolicy())
                .floor(0)
                .maxWeight(2)
                .alpha(0.2)
                .build());
        assertThat(learner.coverage().classes(0)).hasSize(3).allSatisfy(c -> {
            assertThat(c.estimate()).isNaN();
            assertThat(c.calibrated()).isFalse();
            assertThat(c.low()).isZero();
            assertThat(c.high()).isEqualTo(1);
            assertThat(c.alarm()).isEqualTo(CoverageInterval.Alarm.NONE);
        });
        Learners.train(learner, new Source(3), 3000);
        for (int h = 0; h < 3; h++) {
            CoverageEstimate estimate = learner.measures().head(h).coverage();
            assertThat(learner.settings().mostEvidence()).isEqualTo(6); // 2 / (1/3)
            assertThat(learner.coverage().classes(h))
                    .isEqualTo(estimate.classes(learner.settings().labels(), 0.2, 0.05, 0.03));
            assertThat(learner.coverage().classes(h, 0.5, 0.01))
                    .isEqualTo(estimate.classes(learner.settings().labels(), 0.2, 0.5, 0.01));
            assertThat(learner.coverage().classes(h))
                    .allSatisfy(c -> assertThat(c.high() - c.low()).isLessThan(0.3));
        }
        assertThat(learner.coverage().classes(0))
                .isNotEqualTo(learner.coverage().classes(1));
        assertThat(learner.coverage().classes(0))
                .extracting(ClassCoverage::label)
                .isEqualTo(Learners.names(3));
        for (int head : new int[] {-1, 3}) {
            assertThatThrownBy(() -> learner.coverage().classes(head))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("head: " + head + " (expected: in [0, 3))");
        }
    }

    @Test
    void nothingIsKnownOfCoverageWithoutAPropensityLowerBound() {
        Learner learner = new Learner(Learners.plain(3).floor(0).build());
        Learners.train(learner, new Source(3), 500);
        assertThat(learner.coverage().classes(0)).allSatisfy(c -> {
            assertThat(c.estimate()).isBetween(0.0, 1.0);
            assertThat(c.low()).isZero();
            assertThat(c.high()).isEqualTo(1);
        });
    }

    @Test
    void labelsOfASetAreUncalibratedUntilTheyHaveTheEvidenceOfOneOverAlphaObservations() {
        // Told labels weigh 1 each, so the effective sample size counts them: 5 are needed at alpha 0.2.
        Learner learner = new Learner(Learners.plain(3).alpha(0.2).build());
        FeatureVector query = FeatureVector.sparse(Learners.DIMENSION);
        for (int n = 0; n < 5; n++) {
            Decision decision = learner.decide(query);
            assertThat(decision.uncalibrated()).isEqualTo(decision.set()).contains("label1");
            learner.learn(decision.id(), Feedback.label(1));
        }
        DecisionBatch batch = learner.newBatch();
        learner.decideInto(query, batch);
        assertThat(batch.isCalibrated(1)).isTrue();
        assertThat(batch.isCalibrated(0)).isFalse();
        assertThat(batch.decision(0).set()).contains("label0", "label1", "label2");
        assertThat(batch.decision(0).uncalibrated()).containsExactly("label0", "label2");
        // what was decided before stays as it was, and a snapshot keeps it
        DecisionBatch earlier = learner.newBatch();
        learner.decideInto(query, earlier);
        for (int n = 0; n < 5; n++) {
            learner.learn(learner.decide(query).id(), Feedback.label(0));
        }
        assertThat(earlier.isCalibrated(0)).isFalse();
        Learner restored = LearnerPages.restore(learner.settings(), learner.snapshot());
        assertThat(restored.decide(query).uncalibrated())
                .isEqualTo(learner.decide(query).uncalibrated())
                .containsExactly("label2");
        assertThat(learner.coverage().classes(0))
                .extracting(ClassCoverage::calibrated)
                .containsExactly(true, true, false);
    }
}
