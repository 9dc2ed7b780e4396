package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.score.ApsScore;
import dev.setpoint.score.Score;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import dev.setpoint.track.ExpertsTracker;
import dev.setpoint.track.SgdTracker;
import dev.setpoint.track.TrackerSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConformalLayerTest {
    private static final int LABELS = 4;

    private static ConformalLayer layer(TrackerSettings tracker, Normalization normalization) {
        return new ConformalLayer(new HeadSettings("h", Score.raps(0.02, 1), tracker), LABELS, 0.1, normalization);
    }

    private static double[] thresholds(ConformalLayer layer) {
        double[] thresholds = new double[LABELS];
        Arrays.setAll(thresholds, layer::threshold);
        return thresholds;
    }

    @Test
    void fedWithALearnersDecisionsItFollowsTheLearnersHead() {
        Laws.forAll(30, random -> {
            TrackerSettings tracker = random.oneOf(new SgdTracker.Settings(0.05, 0), ExpertsTracker.Settings.PAPER);
            Normalization normalization = random.oneOf(Normalization.values());
            Score score = random.oneOf(Score.softmax(), new ApsScore(false));
            Learner learner = new Learner(LearnerSettings.builder(Learners.names(LABELS))
                    .normalization(normalization)
                    .model(Learners.regression())
                    .head("h", score, tracker)
                    .build());
            ConformalLayer layer =
                    new ConformalLayer(new HeadSettings("h", score, tracker), LABELS, 0.1, normalization);
            DecisionBatch batch = learner.newBatch();
            for (int t = 0; t < 60; t++) {
                int count = random.within(1, 5);
                FeatureVector[] queries = new FeatureVector[count];
                Arrays.setAll(queries, i -> Learners.query(random));
                learner.decideInto(queries, null, null, null, count, batch);
                List<Answer> answers = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    double[] p = new double[LABELS];
                    for (int k = 0; k < LABELS; k++) {
                        p[k] = batch.probability(i, k);
                    }
                    layer.issue(p, null);
                    for (int k = 0; k < LABELS; k++) {
                        assertThat(layer.contains(k)).isEqualTo(batch.contains(i, 0, k));
                    }
                    boolean correct = random.chance(0.4);
                    layer.answer(batch.arm(i), batch.propensity(i), correct);
                    assertThat(layer.weight(batch.arm(i))).isEqualTo(correct ? 1 / batch.propensity(i) : 0);
                    answers.add(new Answer(batch.id(i), Feedback.of(correct)));
                }
                learner.learn(answers);
                layer.endStep();
                assertThat(thresholds(layer)).isEqualTo(learner.thresholds(0));
                assertThat(layer.steps()).isEqualTo(t + 1);
            }
        });
    }

    private static void randomStep(ConformalLayer layer, Source random) {
        for (int i = random.within(0, 4); i > 0; i--) {
            layer.issue(random.distribution(LABELS), random.uniforms(LABELS));
            if (random.chance(0.8)) {
                layer.answer(random.below(LABELS), random.between(0.1, 1), random.chance(0.5));
            }
        }
        layer.endStep();
    }

    @Test
    void restoredAfterAnyStepItContinues() {
        Laws.forAll(20, random -> {
            TrackerSettings tracker = random.oneOf(new SgdTracker.Settings(0.05, 0), ExpertsTracker.Settings.PAPER);
            ConformalLayer layer = layer(tracker, Normalization.CORRECT_PULLS);
            for (int t = 0; t < 20; t++) {
                ConformalLayer restored = layer(tracker, Normalization.CORRECT_PULLS);
                restored.restore(layer.snapshot());
                long seed = random.bits();
                randomStep(layer, new Source(seed));
                randomStep(restored, new Source(seed));
                assertThat(restored.snapshot()).isEqualTo(layer.snapshot());
                assertThat(thresholds(restored)).isEqualTo(thresholds(layer));
            }
        });
    }

    @Test
    void snapshotsOfOtherSettingsKindsOrStepsUnderWayAreRefused() {
        SgdTracker.Settings sgd = new SgdTracker.Settings(0.05, 0);
        ConformalLayer layer = layer(sgd, Normalization.NONE);
        byte[] snapshot = layer.snapshot();
        assertThatThrownBy(() -> layer(sgd, Normalization.BATCH_SIZE).restore(snapshot))
                .isInstanceOf(SnapshotException.class)
                .hasMessage("snapshot: made with 'normalize: none' (expected: 'normalize: batch-size')");
        assertThatThrownBy(() -> layer.restore(new Learner(Learners.plain(4).build()).snapshot()))
                .isInstanceOf(SnapshotException.class)
                .hasMessage("snapshot: kind learner (expected: replay)");
        for (int length = 0; length < snapshot.length; length++) {
            byte[] cut = Arrays.copyOf(snapshot, length);
            assertThatThrownBy(() -> layer(sgd, Normalization.NONE).restore(cut))
                    .isInstanceOf(SnapshotException.class);
        }
        layer.issue(new double[] {1, 0, 0, 0}, new double[LABELS]);
        assertThatThrownBy(layer::snapshot).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whatIsOutOfRangeIsRefused() {
        HeadSettings head = new HeadSettings("h", Score.softmax(), new SgdTracker.Settings(1, 0));
        assertThatThrownBy(() -> new ConformalLayer(head, 1, 0.1, Normalization.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("labels: 1 (expected: >= 2)");
        assertThatThrownBy(() -> new ConformalLayer(head, 2, 1, Normalization.NONE))
                .hasMessage("alpha: 1.0 (expected: in (0, 1))");
        ConformalLayer layer = layer(new SgdTracker.Settings(0.05, 0), Normalization.NONE);
        layer.issue(new double[] {1, 0, 0, 0}, new double[LABELS]);
        assertThatThrownBy(() -> layer.answer(4, 0.5, true)).hasMessage("arm: 4 (expected: in [0, 4))");
        assertThatThrownBy(() -> layer.answer(-1, 0.5, true)).hasMessage("arm: -1 (expected: in [0, 4))");
        for (double bad : new double[] {0, -1, 1.7, Double.NaN}) {
            assertThatThrownBy(() -> layer.answer(0, bad, true))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("propensity: " + bad + " (expected: in (0, 1])");
        }
        assertThatThrownBy(() -> layer.answer(0, 1e-300, true))
                .hasMessage("propensity: 1.0E-300 (expected: at least 1.0E-100)");
        assertThat(layer.labels()).isEqualTo(4);
    }

    @Test
    void roundingIsNoMistake() {
        ConformalLayer layer = layer(new SgdTracker.Settings(0.05, 0), Normalization.NONE);
        double[] rounded = {0.3333, 0.3333, 0.3333, 0};
        layer.issue(rounded, new double[LABELS], rounded);
        layer.issue(new double[] {1.0005, 0, 0, 0}, new double[LABELS]);
    }

    @Test
    void labelThatWillBeRevealedIsSeenForSureWhateverIsPulled() {
        ConformalLayer layer = layer(new SgdTracker.Settings(0.05, 0), Normalization.NONE);
        layer.issue(new double[] {0.25, 0.25, 0.25, 0.25}, new double[LABELS], new double[] {1, 1, 1, 1});
        layer.reveal(2);
        assertThat(layer.weight(2)).isEqualTo(1);
    }

    @Test
    void scoreThatDrawsNothingDoesNotLookAtTheRandomNumbers() {
        HeadSettings head = new HeadSettings("h", Score.softmax(), new SgdTracker.Settings(1, 0));
        ConformalLayer layer = new ConformalLayer(head, 2, 0.1, Normalization.NONE);
        layer.issue(new double[] {1, 0}, null);
        layer.issue(new double[] {1, 0}, new double[] {7});
        assertThat(layer.setSize()).isEqualTo(2);
    }

    @Test
    void setIsThereBetweenItsIssueAndTheEndOfTheStep() {
        ConformalLayer layer = layer(new SgdTracker.Settings(0.05, 0), Normalization.NONE);
        assertNoSet(layer);
        layer.issue(new double[] {1, 0, 0, 0}, new double[LABELS]);
        layer.answer(0, 0.5, true);
        assertThat(layer.contains(0)).isTrue();
        assertThat(layer.setSize()).isPositive();
        layer.endStep();
        assertNoSet(layer);
    }

    private static void assertNoSet(ConformalLayer layer) {
        assertThatThrownBy(() -> layer.contains(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("contains: no row was issued in this step (expected: issue first)");
        assertThatThrownBy(layer::setSize)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("setSize: no row was issued in this step (expected: issue first)");
    }

    @Test
    void rowIsAnsweredOnceAndOnlyAfterItWasIssued() {
        ConformalLayer layer = layer(new SgdTracker.Settings(0.05, 0), Normalization.NONE);
        assertThatThrownBy(() -> layer.answer(0, 0.5, true)).isInstanceOf(IllegalStateException.class);
        layer.issue(new double[] {1, 0, 0, 0}, new double[LABELS]);
        layer.answer(0, 0.5, true);
        assertThatThrownBy(() -> layer.answer(0, 0.5, true)).isInstanceOf(IllegalStateException.class);
        layer.endStep();
        assertThatThrownBy(() -> layer.answer(0, 0.5, true)).isInstanceOf(IllegalStateException.class);
    }
}
