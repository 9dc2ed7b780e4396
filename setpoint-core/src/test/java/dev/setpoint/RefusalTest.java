package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.model.Mlp;
import dev.setpoint.model.Optimizer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is refused has changed nothing, also with a network, whose weights come into being when they are first read. */
class RefusalTest {
    private final Learner learner = new Learner(LearnerSettings.builder("a", "b", "c")
            .model(new Mlp.Settings(4, 3, new Optimizer.Adam(0.01, 0.9, 0.999)))
            .build());
    private final FeatureVector good = FeatureVector.dense(1, 2, 3, 4);

    @Test
    void batchWithAWrongDimensionChangesNothing() {
        byte[] before = learner.snapshot();
        assertThatThrownBy(() -> learner.decideAll(List.of(Query.of(good), Query.of(FeatureVector.dense(1)))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("dimension of the query: 1 (expected: 4)");
        assertThat(learner.snapshot()).isEqualTo(before);
    }

    @Test
    void excludingEveryLabelChangesNothing() {
        byte[] before = learner.snapshot();
        LabelSet all = LabelSet.of(learner.settings().labels(), "a", "b", "c");
        assertThatThrownBy(() -> learner.decide(Query.of(good).excluding(all)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("excluded: all labels (expected: at least one is eligible)");
        assertThat(learner.snapshot()).isEqualTo(before);
    }

    @Test
    void countOutOfRangeChangesNothing() {
        byte[] before = learner.snapshot();
        DecisionBatch batch = learner.newBatch();
        for (int count : new int[] {-1, 2}) {
            assertThatThrownBy(() -> learner.decideInto(new FeatureVector[] {good}, null, null, null, count, batch))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("count: " + count + " (expected: in [0, 1])");
        }
        assertThat(batch.size()).isZero();
        assertThat(learner.snapshot()).isEqualTo(before);
    }

    @Test
    void noFeedbackIsNotIncorrectFeedback() {
        Decision decision = learner.decide(good);
        byte[] before = learner.snapshot();
        assertThatThrownBy(() -> learner.learn(decision.id(), (Feedback) null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("feedback: null (expected: not null)");
        assertThat(learner.snapshot()).isEqualTo(before);
    }

    @Test
    void measuresThatWereHandedOutAreNotTheLearnersOwn() {
        learner.learn(learner.decide(good).id(), true);
        byte[] before = learner.snapshot();
        learner.measures().addAnswers(1, 0);
        assertThat(learner.measures().answered()).isEqualTo(1);
        assertThat(learner.snapshot()).isEqualTo(before);
    }

    @Test
    void labelSetDoesNotFollowTheListItWasMadeFrom() {
        List<String> labels = new ArrayList<>(List.of("a", "b"));
        LabelSet set = LabelSet.of(labels, "b");
        labels.set(1, "z");
        assertThat(set).containsExactly("b");
    }
}
