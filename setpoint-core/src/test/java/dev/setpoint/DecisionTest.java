package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.Loss;
import dev.setpoint.testing.Laws;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a decision says, and answers that name a label. */
class DecisionTest {
    /** Also where a distribution is worked out again that nothing which learns reads. */
    @Test
    void decisionThatWaitsIsFoundAsItWasIssued() {
        Laws.forAll(20, random -> {
            int labels = random.oneOf(2, 5, 1100); // of more than 1,024 the logits are kept
            Learner learner = new Learner(Learners.plain(labels)
                    .policy(Learners.policy(random))
                    .loss(Loss.parse(random.oneOf("ipw", "sdr")))
                    .build());
            List<Decision> issued = new ArrayList<>();
            for (int t = 0; t < 12; t++) {
                FeatureVector query = Learners.query(random);
                LabelSet excluded =
                        random.chance(0.3) ? LabelSet.of(learner.settings().labels(), "label1") : null;
                issued.add(learner.decide(Query.of(query).excluding(excluded)));
                if (random.chance(0.3)) {
                    learner.change(learner.settings().operation().withFloor(random.between(0.01, 0.5)));
                }
            }
            Learner restored = Learner.restore(learner.snapshot()); // which has the bytes alone
            for (Decision decision : issued) {
                assertThat(learner.find(decision.id())).contains(decision);
                assertThat(restored.find(decision.id())).contains(decision);
                assertThat(sum(decision.probabilities())).isCloseTo(1, within(1e-4));
                assertThat(sum(decision.propensities())).isCloseTo(1, within(1e-3));
                assertThat(decision.propensities().get(decision.arm())).isEqualTo(decision.propensity());
            }
        });
    }

    private static double sum(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).sum();
    }

    @Test
    void labelIsToldByItsName() {
        Laws.forAll(10, random -> {
            Learner byName = new Learner(Learners.plain(4).build());
            Learner byIndex = new Learner(Learners.plain(4).build());
            for (int t = 0; t < 20; t++) {
                FeatureVector query = Learners.query(random);
                int label = random.below(4);
                String id = byName.decide(query).id();
                byIndex.decide(query);
                switch (random.below(3)) {
                    case 0 -> {
                        byName.learn(id, Feedback.label("label" + label));
                        byIndex.learn(id, Feedback.label(label));
                    }
                    case 1 -> {
                        byName.learn(List.of(new Answer(id, Feedback.label("label" + label))));
                        byIndex.learn(List.of(new Answer(id, Feedback.label(label))));
                    }
                    default -> {
                        Step step = Step.of(byName, 1);
                        assertThat(step.add(id, Feedback.label("label" + label)))
                                .isEqualTo(Outcome.LEARNED);
                        byName.apply(step);
                        Step other = Step.of(byIndex, 1);
                        other.add(id, Feedback.label(label));
                        byIndex.apply(other);
                    }
                }
                assertThat(byName.snapshot()).isEqualTo(byIndex.snapshot());
                assertThat(byName.learn(id, Feedback.label("label" + label)))
                        .isEqualTo(byIndex.learn(id, Feedback.label(label)));
            }
        });
    }

    @Test
    void nameThatNoLabelHasIsRefusedAndTheDecisionWaitsOn() {
        Learner learner = new Learner(Learners.plain(3).build());
        String id = learner.decide(FeatureVector.dense(1, 0, 0, 0, 0, 0)).id();
        assertThatThrownBy(() -> learner.learn(id, Feedback.label("travel")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("label: 'travel' (expected: one of [label0, label1, label2])");
        assertThatThrownBy(() -> Feedback.label((String) null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("label: null (expected: not null)");
        assertThat(learner.pending()).isEqualTo(1);
        learner.change(new Change.RenameLabel("label2", "travel"));
        assertThat(learner.learn(id, Feedback.label("travel"))).isEqualTo(Outcome.LEARNED);
    }

    @Test
    void boxedIndexIsAnIndex() {
        LabelSet set = LabelSet.of(List.of("a", "b", "c"), "b");
        Integer one = 1;
        assertThat(set.contains(one)).isTrue();
        assertThat(set.contains(Integer.valueOf(0))).isFalse();
        assertThat(set.contains(Integer.valueOf(-1))).isFalse();
        assertThat(set.contains((Integer) null)).isFalse();
        assertThat(set.contains((Object) "b")).isTrue();
    }
}
