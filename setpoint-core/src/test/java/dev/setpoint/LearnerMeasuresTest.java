package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.measure.CoverageEstimate;
import dev.setpoint.testing.Laws;
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
            int right = 0;
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
                right += batch.arm(0) == y ? 1 : 0;
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
            assertThat(learner.measures().rightPulls()).isEqualTo((double) right / answered);
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
}
