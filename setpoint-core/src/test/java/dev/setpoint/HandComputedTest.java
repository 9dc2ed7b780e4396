package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.policy.UniformPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.track.ExpertsTracker;
import dev.setpoint.track.QueryWeights;
import dev.setpoint.track.SgdTracker;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Steps of both algorithms, worked out on paper. */
class HandComputedTest {
    @Test
    void algorithmOneTakesTwoStepsAsOnPaper() {
        // K = 2, uniform policy: pi = 1/2, so a correct pull has weight 2. alpha = 0.2, eta = 0.5, sgd rate 1 on one
        // feature.
        LearnerSettings settings = LearnerSettings.builder("a", "b")
                .loss(new CrossEntropyLoss(new IpwEstimator()))
                .alpha(0.2)
                .policy(new UniformPolicy())
                .floor(0)
                .model(new SoftmaxRegression.Settings(1, new Optimizer.Sgd(1)))
                .head("alg1", Score.softmax(), new SgdTracker.Settings(0.5, 0))
                .build();
        Learner learner = new Learner(settings);
        DecisionBatch batch = learner.newBatch();
        FeatureVector query = FeatureVector.dense(1);

        // step 1: p = (1/2, 1/2), tau = (0, 0): full set
        learner.decideInto(query, batch);
        int first = batch.arm(0);
        assertThat(batch.propensity(0)).isEqualTo(0.5);
        assertThat(batch.setSize(0, 0)).isEqualTo(2);
        assertThat(learner.learn(batch.id(0), true)).isEqualTo(Outcome.LEARNED);
        // covered: tau += 0.5 * 2 * 0.2 = 0.2 for the arm, the other stays
        assertThat(learner.thresholds(0)[first]).isCloseTo(0.2, within(1e-15));
        assertThat(learner.thresholds(0)[1 - first]).isZero();
        // logit gradient (p * 2 - w): arm 1 - 2 = -1, other +1; one step of rate 1 on feature and bias: logits +-2
        learner.decideInto(query, batch);
        double p = 1 / (1 + Math.exp(-4));
        assertThat(batch.probability(0, first)).isCloseTo(p, within(1e-9));
        int second = batch.arm(0);
        learner.learn(batch.id(0), true);
        double score = second == first ? p : 1 - p;
        double tau = second == first ? 0.2 : 0;
        double expected = tau + 0.5 * 2 * (0.2 - (score < tau ? 1 : 0));
        assertThat(learner.thresholds(0)[second]).isCloseTo(expected, within(1e-15));
    }

    @Test
    void incorrectPullMovesNothing() {
        LearnerSettings settings = LearnerSettings.builder("a", "b", "c")
                .loss(new CrossEntropyLoss(new IpwEstimator()))
                .model(new SoftmaxRegression.Settings(1, new Optimizer.AdaGrad(0.5)))
                .head("alg1", Score.softmax(), new SgdTracker.Settings(0.5, 0.3))
                .build();
        Learner learner = new Learner(settings);
        Decision decision = learner.decide(FeatureVector.dense(1));
        learner.learn(decision.id(), false);
        assertThat(learner.thresholds(0)).containsExactly(0.3, 0.3, 0.3);
        DecisionBatch batch = learner.newBatch();
        learner.decideInto(FeatureVector.dense(1), batch);
        assertThat(batch.probability(0, 0)).isCloseTo(1.0 / 3, within(1e-12));
    }

    @Test
    void algorithmTwoWeighsExpertsAsOnPaper() {
        // tracker alone: K = 1 label of interest, alpha = 0.1, etas 1 and 0.1, weight 2
        var tracker = new ExpertsTracker.Settings(List.of(1.0, 0.1), 0).create(1, 0.1);
        double[] thresholds = new double[1];
        double[] record = new double[2];
        tracker.issueInto(new QueryWeights(), thresholds, record);
        assertThat(thresholds[0]).isZero();
        // step 1: s = 0.6 >= 0: both move up by eta * 2 * 0.1; both lose 2 * 0.6 * 0.1 = 0.12
        tracker.add(0, 2, 0.6, 0.6 >= thresholds[0], record);
        tracker.apply(1);
        tracker.issueInto(new QueryWeights(), thresholds, record);
        assertThat(record[0]).isCloseTo(0.2, within(1e-15));
        assertThat(record[1]).isCloseTo(0.02, within(1e-15));
        assertThat(thresholds[0]).isCloseTo(0.11, within(1e-15)); // equal losses: plain mean
        // step 2: s = 0.1, weight 4: expert 1 misses: loss 4 * (0.1 - 0.2)(0.1 - 1) = 0.36; expert 2: 4 * 0.08 * 0.1 =
        // 0.032
        tracker.add(0, 4, 0.1, 0.1 >= thresholds[0], record);
        tracker.apply(1);
        tracker.issueInto(new QueryWeights(), thresholds, record);
        assertThat(record[0]).isCloseTo(0.2 - 4 * 0.9, within(1e-15));
        assertThat(record[1]).isCloseTo(0.02 + 0.1 * 4 * 0.1, within(1e-15));
        double w1 = Math.exp(-(0.12 + 0.36) / Math.sqrt(3)); // t = 2 steps completed
        double w2 = Math.exp(-(0.12 + 0.032) / Math.sqrt(3));
        assertThat(thresholds[0]).isCloseTo((w1 * record[0] + w2 * record[1]) / (w1 + w2), within(1e-14));
    }
}
