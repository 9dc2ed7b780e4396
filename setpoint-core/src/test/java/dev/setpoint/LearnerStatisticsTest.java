package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.policy.SoftmaxPolicy;
import dev.setpoint.policy.UniformPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.testing.Bounds;
import dev.setpoint.testing.Laws;
import dev.setpoint.track.SgdTracker;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What holds of a learner with a probability, which each test states. */
@Tag("statistical")
class LearnerStatisticsTest {
    @Test
    void pulledFrequenciesMatchTheDistribution() {
        // false alarm: at most 4e-6 (four distributions at 1e-6 each)
        Laws.forAll(4, random -> {
            int labels = random.within(2, 6);
            Learner learner = new Learner(Learners.plain(labels)
                    .seed(random.bits())
                    .policy(new SoftmaxPolicy(0.7))
                    .maxPending(1)
                    .build());
            Learners.train(learner, random, 50);
            FeatureVector query = random.dense(Learners.DIMENSION);
            DecisionBatch batch = learner.newBatch();
            int n = 40_000;
            long[] pulls = new long[labels];
            for (int i = 0; i < n; i++) {
                learner.decideInto(query, batch);
                pulls[batch.arm(0)]++;
            }
            double[] expected = new double[labels];
            for (int k = 0; k < labels; k++) {
                expected[k] = n * batch.pullProbability(0, k);
            }
            assertThat(Bounds.chiSquareOf(pulls, expected)).isLessThan(Bounds.chiSquare(labels - 1, 1e-6));
        });
    }

    @Test
    void weightsLearnedFromAreUnbiasedForTheLabels() {
        // The sum of Delta_k - 1{Y=k} is a martingale whatever the learner learns meanwhile; false alarm at most
        // 4 labels * 3 runs * 1e-6 = 1.2e-5 (Freedman's inequality, as in the proof of Theorem 1).
        Laws.forAll(3, random -> {
            int labels = 4;
            double floor = 0.1;
            Learner learner = new Learner(Learners.plain(labels)
                    .seed(random.bits())
                    .floor(floor)
                    .policy(Learners.policy(random))
                    .build());
            DecisionBatch batch = learner.newBatch();
            double[] seen = new double[labels];
            double[] variance = new double[labels];
            for (int t = 0; t < 20_000; t++) {
                FeatureVector query = random.dense(Learners.DIMENSION);
                int y = Learners.label(random, query, labels);
                learner.decideInto(query, batch);
                seen[y]++;
                variance[y] += 1 / batch.pullProbability(0, y) - 1;
                learner.learn(batch.id(0), batch.arm(0) == y);
            }
            for (int k = 0; k < labels; k++) {
                double weight = learner.measures().head(0).coverage().weight(k);
                assertThat(Math.abs(weight - seen[k])).isLessThan(Bounds.freedman(labels / floor, variance[k], 1e-6));
                assertThat(Bounds.freedman(labels / floor, variance[k], 1e-6)).isLessThan(0.4 * seen[k]); // it can fail
            }
        });
    }

    @Test
    void coverageGapKeepsTheBoundOfTheoremOne() {
        // false alarm: at most 3 labels * 2 runs * 1e-6 = 6e-6
        Laws.forAll(2, random -> {
            int labels = 3;
            double alpha = 0.1;
            double eta = 0.02;
            Learner learner = new Learner(LearnerSettings.builder(Learners.names(labels))
                    .alpha(alpha)
                    .seed(random.bits())
                    .policy(new UniformPolicy())
                    .model(Learners.regression())
                    .head("sgd", Score.aps(), new SgdTracker.Settings(eta, 0))
                    .build());
            double c = learner.settings().propensityLowerBound();
            DecisionBatch batch = learner.newBatch();
            double[] seen = new double[labels];
            double[] missed = new double[labels];
            double[] variance = new double[labels];
            for (int t = 0; t < 20_000; t++) {
                FeatureVector query = random.dense(Learners.DIMENSION);
                int y = Learners.label(random, query, labels);
                learner.decideInto(query, batch);
                seen[y]++;
                missed[y] += batch.contains(0, 0, y) ? 0 : 1;
                variance[y] += 1 / batch.pullProbability(0, y);
                learner.learn(batch.id(0), batch.arm(0) == y);
            }
            for (int k = 0; k < labels; k++) {
                double gap = Math.abs(alpha - missed[k] / seen[k] - learner.thresholds(0)[k] / (eta * seen[k]));
                assertThat(gap).isLessThan(Bounds.freedman(1 / c, variance[k], 1e-6) / seen[k]);
                assertThat(Math.abs(alpha - missed[k] / seen[k])).isLessThan(0.05);
            }
        });
    }
}
