package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.policy.SoftmaxPolicy;
import dev.setpoint.random.Draws;
import dev.setpoint.score.Score;
import dev.setpoint.track.CheckLoss;
import dev.setpoint.track.ExpertsTracker;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The numbers of "One decision, by numbers" in docs/architecture.md. */
class ArchitectureTraceTest {
    private static final Offset<Double> SIX_DIGITS = within(5e-7);
    private static final int BILLING = 0;
    private static final int TRAVEL = 1;

    @Test
    void decisionTracedInTheDocumentationIsTheOneTheCodeMakes() {
        LearnerSettings settings = LearnerSettings.builder("billing", "travel", "home")
                .loss(new CrossEntropyLoss(new IpwEstimator()))
                .alpha(0.1)
                .seed(7)
                .policy(new SoftmaxPolicy(1))
                .floor(0.1)
                .model(new SoftmaxRegression.Settings(2, new Optimizer.Sgd(0.5)))
                .head("experts", Score.softmax(), new ExpertsTracker.Settings(List.of(0.1, 0.01), 0))
                .build();
        Learner learner = new Learner(settings);
        DecisionBatch batch = learner.newBatch();
        for (FeatureVector query : List.of(FeatureVector.dense(1, 0), FeatureVector.dense(1, 0.5f))) {
            learner.decideInto(query, batch);
            assertThat(batch.arm(0)).isEqualTo(BILLING);
            learner.learn(batch.id(0), true);
        }

        learner.decideInto(FeatureVector.dense(0, 1), batch); // 1
        assertThat(batch.id(0)).isEqualTo(2);
        assertThat(batch.probability(0, BILLING)).isCloseTo(0.716354, SIX_DIGITS); // 2
        assertThat(batch.probability(0, TRAVEL)).isCloseTo(0.141823, SIX_DIGITS);
        assertThat(batch.score(0, 0, TRAVEL)).isEqualTo(batch.probability(0, TRAVEL)); // 3
        assertThat(batch.trackerRecord(0, 0, 2 * BILLING)).isCloseTo(0.041739, SIX_DIGITS); // 4
        assertThat(batch.trackerRecord(0, 0, 2 * BILLING + 1)).isCloseTo(0.004174, SIX_DIGITS);
        assertThat(batch.threshold(0, 0, BILLING)).isCloseTo(0.022974, SIX_DIGITS);
        assertThat(batch.threshold(0, 0, TRAVEL)).isZero();
        assertThat(batch.set(0, 0)).containsExactly("billing", "travel", "home"); // 5
        assertThat(batch.pullProbability(0, BILLING)).isCloseTo(0.678052, SIX_DIGITS); // 6
        assertThat(batch.pullProbability(0, TRAVEL)).isCloseTo(0.160974, SIX_DIGITS);
        assertThat(batch.pullProbability(0, BILLING) + batch.pullProbability(0, TRAVEL))
                .isCloseTo(0.839026, SIX_DIGITS);
        assertThat(Draws.uniform(Draws.stream(7, Draws.ARM, 2), 0)).isCloseTo(0.739440, SIX_DIGITS);
        assertThat(batch.arm(0)).isEqualTo(TRAVEL);
        assertThat(batch.propensity(0)).isCloseTo(0.160974, SIX_DIGITS);
        assertThat(learner.pending()).isEqualTo(1); // 7

        double lost = CheckLoss.loss(0.1, batch.score(0, 0, TRAVEL), 0) / batch.propensity(0);
        assertThat(lost).isCloseTo(0.088103, SIX_DIGITS); // 10
        learner.learn(batch.id(0), true);
        assertThat(learner.measures().head(0).coverage().weight(TRAVEL)).isCloseTo(6.212190, SIX_DIGITS); // 8, 11
        assertThat(learner.measures().head(0).coverage().coverage(TRAVEL)).isEqualTo(1);
        assertThat(learner.thresholds(0)[TRAVEL]).isCloseTo(0.034167, SIX_DIGITS); // 10
        learner.decideInto(FeatureVector.dense(0, 1), batch);
        assertThat(batch.trackerRecord(0, 0, 2 * TRAVEL)).isCloseTo(0.062122, SIX_DIGITS);
        assertThat(batch.trackerRecord(0, 0, 2 * TRAVEL + 1)).isCloseTo(0.006212, SIX_DIGITS);
    }
}
