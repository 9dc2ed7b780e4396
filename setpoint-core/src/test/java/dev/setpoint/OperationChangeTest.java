package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.estimate.SdrEstimator;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.policy.Policy;
import dev.setpoint.policy.SoftmaxPolicy;
import dev.setpoint.policy.UniformPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import dev.setpoint.track.SgdTracker;
import dev.setpoint.track.TrackerSettings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a change of operation does to a running learner, and what it leaves alone. */
class OperationChangeTest {
    private static final String[] TRACKERS = {
        "auto", "sgd(eta=0.02)", "experts", "weighted-quantile", "strongly-adaptive", "outer(tracker=auto)", "decaying"
    };

    private static LearnerSettings settings(Source random) {
        LearnerSettingsBuilder builder = LearnerSettings.builder(Learners.names(4))
                .model(Learners.regression())
                .seed(random.below(1000))
                .loss(new CrossEntropyLoss(new SdrEstimator())) // which reads the whole distribution
                .policy(Learners.policy(random))
                .floor(random.oneOf(0.05, 0.2))
                .maxPending(random.within(5, 20))
                .maxWeight(2);
        for (String tracker : TRACKERS) {
            builder.head(tracker, random.oneOf(Score.softmax(), Score.aps()), TrackerSettings.parse(tracker));
        }
        return builder.build();
    }

    private static Operation another(Operation operation, Source random) {
        return switch (random.below(7)) {
            case 0 -> operation.withAlpha(random.between(0.02, 0.4));
            case 1 -> operation.withPolicy(Learners.policy(random));
            case 2 -> operation.withFloor(random.between(0.02, 0.6));
            case 3 -> operation.withEmptySets(random.oneOf(EmptySets.values()));
            case 4 -> operation.withMaxPending(random.within(2, 20));
            case 5 -> operation.withMaxAge(random.within(3, 100));
            default -> operation.withIssuingHead(random.oneOf(TRACKERS));
        };
    }

    /** One step of a life: decisions, late answers and changes. */
    private static void live(Learner learner, Source random, List<String> waiting) {
        if (random.chance(0.15)) {
            learner.change(another(learner.settings().operation(), random));
        }
        waiting.add(learner.decide(Query.of(Learners.query(random)).weighing(random.between(0, 2)))
                .id());
        while (waiting.size() > 6 || (!waiting.isEmpty() && random.chance(0.4))) {
            learner.learn(
                    waiting.remove(random.below(waiting.size())),
                    random.chance(0.2) ? Feedback.label(random.below(4)) : Feedback.of(random.chance(0.5)));
        }
    }

    @Test
    void changedLearnerIsRestoredFromSnapshotsIncrementsAndEventsAtEveryStep() {
        Laws.forAll(6, random -> {
            LearnerSettings settings = settings(random);
            Learner learner = new Learner(settings);
            ByteArrayOutputStream log = new ByteArrayOutputStream();
            learner.recordTo(EventLogWriter.begin(log));
            byte[] base = StoredChain.snapshot(learner);
            List<byte[]> increments = new ArrayList<>();
            List<String> waiting = new ArrayList<>();
            for (int t = 0; t < 60; t++) {
                live(learner, random, waiting);
                increments.add(StoredChain.increment(learner));
                Learner restored = StoredChain.restore(base, increments);
                assertThat(restored.settings()).isEqualTo(learner.settings());
                assertThat(restored.snapshot()).isEqualTo(learner.snapshot());
                Learner again = Learner.restore(learner.snapshot());
                long seed = random.bits();
                Learner twin = random.chance(0.5) ? restored : again;
                Learner reference = Learner.restore(learner.snapshot());
                live(twin, new Source(seed), new ArrayList<>(waiting));
                live(reference, new Source(seed), new ArrayList<>(waiting));
                assertThat(twin.snapshot()).isEqualTo(reference.snapshot());
            }
            Learner folded = new EventLogReader(new ByteArrayInputStream(log.toByteArray())).fold();
            assertThat(folded.snapshot()).isEqualTo(learner.snapshot());
        });
    }

    @Test
    void decisionIsAnsweredByThePropensitiesItWasIssuedWith() {
        Laws.forAll(30, random -> {
            LearnerSettings settings = settings(random);
            Learner changed = new Learner(settings);
            Learner same = new Learner(settings);
            FeatureVector query = Learners.query(random);
            String id = changed.decide(query).id();
            same.decide(query);
            Policy other = new SoftmaxPolicy(random.between(0.2, 3));
            Operation before = settings.operation();
            changed.change(before.withFloor(0.9).withPolicy(other));
            for (int i = 0; i < 3; i++) { // so that the decision is not the latest, and is worked out again
                changed.learn(changed.decide(query).id(), new Feedback.Cancelled());
                same.learn(same.decide(query).id(), new Feedback.Cancelled());
            }
            changed.learn(id, false);
            same.learn(id, false);
            changed.change(before);
            changed.learn(changed.decide(query).id(), new Feedback.Cancelled());
            same.learn(same.decide(query).id(), new Feedback.Cancelled());
            for (int h = 0; h < TRACKERS.length; h++) {
                assertThat(changed.thresholds(h)).isEqualTo(same.thresholds(h));
            }
            DecisionBatch one = changed.newBatch();
            DecisionBatch two = same.newBatch();
            changed.decideInto(query, one);
            same.decideInto(query, two);
            for (int k = 0; k < 4; k++) {
                assertThat(one.probability(0, k)).isEqualTo(two.probability(0, k));
            }
        });
    }

    @Test
    void theoremOnesAccountingHoldsPieceByPiece() {
        Laws.forAll(20, random -> {
            double eta = 0.03;
            Learner learner = new Learner(LearnerSettings.builder(Learners.names(3))
                    .model(Learners.regression())
                    .policy(new UniformPolicy())
                    .floor(0)
                    .head("sgd", Score.softmax(), new SgdTracker.Settings(eta, 0))
                    .build());
            double[] sums = new double[3];
            DecisionBatch batch = learner.newBatch();
            for (int t = 0; t < 300; t++) {
                if (t % 50 == 0) {
                    learner.change(learner.settings().operation().withAlpha(random.between(0.05, 0.4)));
                }
                learner.decideInto(Learners.query(random), batch);
                int arm = batch.arm(0);
                boolean missed = !batch.contains(0, 0, arm);
                boolean correct = random.chance(0.5);
                if (correct) {
                    sums[arm] += 3 * (learner.settings().alpha() - (missed ? 1 : 0));
                }
                learner.learn(batch.id(0), correct);
            }
            for (int k = 0; k < 3; k++) {
                assertThat(learner.thresholds(0)[k] / eta).isCloseTo(sums[k], within(1e-9));
            }
        });
    }

    @Test
    void loweredLimitsExpireTheOldestAtOnce() {
        Learner learner = new Learner(Learners.plain(3).maxPending(100).build());
        FeatureVector query = new Source(3).dense(Learners.DIMENSION);
        for (int i = 0; i < 10; i++) {
            learner.decide(query);
        }
        learner.change(learner.settings().operation().withMaxPending(4));
        assertThat(learner.pending()).isEqualTo(4);
        assertThat(learner.expired()).isEqualTo(6);
        assertThat(learner.learn(5, true)).isEqualTo(Outcome.EXPIRED);
        learner.change(learner.settings().operation().withMaxAge(1));
        assertThat(learner.pending()).isEqualTo(2);
        assertThat(learner.learn(8, true)).isEqualTo(Outcome.LEARNED);
    }

    @Test
    void changeThatIsRefusedChangesNothing() {
        Learner learner = new Learner(Learners.plain(3).build());
        learner.decide(new Source(3).dense(Learners.DIMENSION));
        Operation operation = learner.settings().operation();
        byte[] before = learner.snapshot();
        assertThatThrownBy(() -> learner.change(operation.withIssuingHead("nobody")))
                .hasMessage("issuing head: 'nobody' (expected: one of [sgd])");
        assertThatThrownBy(() -> learner.change(operation.withPolicy((probabilities, inSet, distribution) -> {})))
                .hasMessageContaining("policy: ");
        boolean[] full = {false};
        learner.recordTo(event -> {
            if (full[0]) {
                throw new IllegalStateException("full");
            }
        });
        full[0] = true;
        assertThatThrownBy(() -> learner.change(operation.withAlpha(0.3))).hasMessage("full");
        assertThat(learner.snapshot()).isEqualTo(before);
        assertThat(learner.settings().operation()).isEqualTo(operation);
    }

    private static final String RECORDED = "step: while events are recorded (expected: answers, which are events)";

    @Test
    void stepTakesNothingWhileEventsAreRecorded() {
        Learner learner = new Learner(Learners.plain(3).build());
        String id = learner.decide(new Source(3).dense(Learners.DIMENSION)).id();
        learner.recordTo(event -> {});
        assertThatThrownBy(() -> Step.of(learner, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(RECORDED);
        assertThat(learner.pending()).isEqualTo(1);
        assertThat(learner.learn(id, true)).isEqualTo(Outcome.LEARNED);
    }

    @Test
    void stepBegunBeforeEventsAreRecordedKeepsItsAnswersUntilTheRecordingEnds() {
        Learner learner = new Learner(Learners.plain(3).build());
        FeatureVector query = new Source(3).dense(Learners.DIMENSION);
        String before = learner.decide(query).id();
        String after = learner.decide(query).id();
        Step step = Step.of(learner, 1);
        step.add(before, Feedback.CORRECT);
        learner.recordTo(event -> {});
        assertThatThrownBy(() -> step.add(after, Feedback.CORRECT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(RECORDED);
        assertThatThrownBy(() -> learner.apply(step))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(RECORDED);
        assertThat(step.answers()).isEqualTo(1);
        assertThat(learner.pending()).isEqualTo(1);
        assertThat(learner.learn(after, true)).isEqualTo(Outcome.LEARNED);
        learner.recordTo(null);
        learner.apply(step);
        assertThat(learner.measures().answered()).isEqualTo(2);
    }
}
