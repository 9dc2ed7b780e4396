package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What can be said of a query of named features and texts is what can be said of a vector. */
class QueryTest {
    private final LearnerSettings settings =
            LearnerSettings.builder("late", "damaged", "lost").maxWeight(5).build();
    private final Features text = Features.ofText("my parcel came late");
    private final Features other = Features.ofText("the box is broken").number("price", 12);

    private static FeatureVector vector(Learner learner, Features features) {
        FeatureVector vector = new FeatureVector();
        learner.encodeInto(features, vector);
        return vector;
    }

    @Test
    void textsHaveAnIdLabelsExcludedAndAWeight() {
        Learner learner = new Learner(settings);
        Learner ofVectors = new Learner(settings);
        LabelSet excluded = LabelSet.of(settings.labels(), "lost");
        Query query = Query.of(text).named("ticket 7").excluding(excluded).weighing(2);
        Decision decision = learner.decide(query);
        assertThat(decision.id()).isEqualTo("ticket 7");
        assertThat(decision.label()).isNotEqualTo("lost");
        assertThat(learner.find("ticket 7")).contains(decision);
        ofVectors.decide(new Query(vector(ofVectors, text), "ticket 7", excluded, 2));
        assertThat(learner.snapshot()).isEqualTo(ofVectors.snapshot());
    }

    @Test
    void severalTextsAreDecidedAtOnce() {
        Learner learner = new Learner(settings);
        Learner ofVectors = new Learner(settings);
        assertThat(learner.decideAll(
                        List.of(Query.of(text).named("a"), Query.of(other).named("b"))))
                .extracting(Decision::id)
                .containsExactly("a", "b");
        ofVectors.decideAll(List.of(
                Query.of(vector(ofVectors, text)).named("a"),
                Query.of(vector(ofVectors, other)).named("b")));
        assertThat(learner.snapshot()).isEqualTo(ofVectors.snapshot());
    }

    @Test
    void mistakeInOneOfSeveralTextsChangesNothing() {
        Learner learner = new Learner(settings);
        byte[] before = learner.snapshot();
        for (Query wrong : List.of(
                Query.of(other), Query.of(other).named("a"), Query.of(other).weighing(-1))) {
            assertThatThrownBy(() -> learner.decideAll(List.of(Query.of(text).named("a"), wrong)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(learner.snapshot()).isEqualTo(before);
    }

    @Test
    void textsAreRefusedWhereQueriesAreVectors() {
        Learner learner = new Learner(LearnerSettings.builder("a", "b").dense(3).build());
        byte[] before = learner.snapshot();
        assertThatThrownBy(() -> learner.decide(Query.of(text).named("a")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("features: named (expected: a vector of 3 numbers)");
        assertThat(learner.snapshot()).isEqualTo(before);
    }

    @Test
    void queryIsAVectorOrFeaturesAndNotBoth() {
        assertThatThrownBy(() -> new Query(FeatureVector.dense(1), text, null, null, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("query: a vector and features (expected: one of them)");
    }

    @Test
    void largeWeightIsCutOrWhereQueriesAreNotWeightedRefused() {
        Learner cutting = new Learner(settings);
        DecisionBatch batch = cutting.newBatch();
        FeatureVector[] queries = {vector(cutting, text)};
        cutting.decideInto(queries, null, null, new double[] {10}, 1, batch);
        assertThat(batch.weight(0)).isEqualTo(5);
        Learner unweighted = new Learner(settings.with(settings.operation().withMaxWeight(1)));
        assertThatThrownBy(() -> unweighted.decide(Query.of(text).weighing(10)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("weight: 10.0 (expected: at most 1, as maxWeight is 1 and so queries are not weighted;"
                        + " weights are cut to a larger maxWeight)");
    }

    @Test
    void decisionIsFoundByItsNumberToo() {
        Learner learner = new Learner(settings);
        Decision decision = learner.decide(text);
        assertThat(learner.find(0)).contains(decision);
        assertThat(learner.find(1)).isEmpty();
        assertThat(learner.learn(0, Feedback.CANCELLED)).isEqualTo(Outcome.DISCARDED);
        assertThat(learner.find(0)).isEmpty();
        assertThat(learner.learn(learner.decide(text).id(), Feedback.EXPIRED)).isEqualTo(Outcome.DISCARDED);
    }

    @Test
    void rowsLabelsAndHeadsThatAreNotThereAreRefused() {
        Learner learner = new Learner(settings);
        DecisionBatch batch = learner.newBatch();
        FeatureVector query = vector(learner, text);
        learner.decideInto(new FeatureVector[] {query, query}, 2, batch);
        learner.decideInto(query, batch); // its second row is of the fill before
        assertThatThrownBy(() -> batch.arm(1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("row: 1 (expected: in [0, 1))");
        for (int label : new int[] {-1, 3, 10, 64}) {
            assertThatThrownBy(() -> batch.contains(0, 0, label))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("label: " + label + " (expected: in [0, 3))");
        }
        for (int head : new int[] {-1, 1}) {
            assertThatThrownBy(() -> learner.thresholds(head))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("head: " + head + " (expected: in [0, 1))");
        }
    }
}
