package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.score.Score;
import dev.setpoint.track.TrackerSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a learner costs before it has seen anything, and what a decision costs that waits for its answer. */
class LearnerMemoryTest {
    private static final int LEARNERS = 200;

    private static long usedBytes() {
        for (int i = 0; i < 4; i++) { // one collection may leave what a reference still waits for
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void emptyLearnerOfHashedTextsTakesAtMostFiftyKilobytes() {
        LearnerSettings settings = LearnerSettings.builder(Learners.names(10))
                .features(FeatureSettings.DEFAULT)
                .build();
        assertThat(settings.features().dimension()).isEqualTo(1 << 18);
        Learner[] learners = new Learner[LEARNERS];
        new Learner(settings); // what is shared by all
        long before = usedBytes();
        for (int i = 0; i < LEARNERS; i++) {
            learners[i] = new Learner(settings);
        }
        long each = (usedBytes() - before) / LEARNERS;
        assertThat(learners).doesNotContainNull();
        assertThat(each).isBetween(5_000L, 50_000L);
    }

    /** Bytes per pending decision, from learners with none and with so many. */
    private static long perPending(int labels, String tracker, int pending, boolean named) {
        Learner learner = new Learner(LearnerSettings.builder(Learners.names(labels))
                .model(new SoftmaxRegression.Settings(1, new Optimizer.RowAdaGrad(1, false)))
                .head("head", Score.softmax(), TrackerSettings.parse(tracker))
                .maxPending(pending + 2)
                .build());
        FeatureVector query = FeatureVector.dense(1); // beside its features
        learner.learn(learner.decide(query).id(), true); // what is there for the first one stays
        learner.decide(query);
        long before = usedBytes();
        for (int i = 0; i < pending; i++) {
            learner.decide(named ? Query.of(query).named("ticket-" + i) : Query.of(query));
        }
        long each = (usedBytes() - before) / pending;
        assertThat(learner.pending()).isEqualTo(pending + 1); // and so it was reachable until here
        return each;
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "sgd"})
    void pendingDecisionAmongTenThousandLabelsTakesAtMostFiftyKilobytes(String tracker) {
        // logits as floats are 40,000 bytes: a measurement below that would have seen nothing
        assertThat(perPending(10_000, tracker, 300, false)).isBetween(40_000L, 50_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "sgd"})
    void pendingDecisionAmongTenLabelsTakesAtMostAKilobyte(String tracker) {
        assertThat(perPending(10, tracker, 20_000, false)).isBetween(100L, 1_000L);
        assertThat(perPending(10, tracker, 20_000, true)).isBetween(100L, 1_000L);
    }
}
