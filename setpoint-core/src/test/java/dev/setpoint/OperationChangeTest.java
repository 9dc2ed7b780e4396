package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.estimate.SdrEstimator;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.measure.ClassCoverage;
import dev.setpoint.measure.CoverageEstimate;
import dev.setpoint.measure.CoverageInterval;
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
        return switch (random.below(8)) {
            case 0 -> operation.withAlpha(random.between(0.02, 0.4));
            case 1 -> operation.withPolicy(Learners.policy(random));
            case 2 -> operation.withFloor(random.between(0.02, 0.6));
            case 3 -> operation.withEmptySets(random.oneOf(EmptySets.values()));
            case 4 -> operation.withMaxPending(random.within(2, 20));
            case 5 -> operation.withMaxAge(random.within(3, 100));
            case 6 -> operation.withMaxWeight(random.between(2, 4));
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
                Learner twin = random.chance(0.5)
                        ? StoredChain.restore(base, increments)
                        : Learner.restore(learner.snapshot());
                long seed = random.bits();
                live(twin, new Source(seed), new ArrayList<>(waiting));
                live(learner, new Source(seed), waiting);
                assertThat(twin.snapshot()).isEqualTo(learner.snapshot());
                increments.add(StoredChain.increment(learner));
                Learner restored = StoredChain.restore(base, increments);
                assertThat(restored.settings()).isEqualTo(learner.settings());
                assertThat(restored.snapshot()).isEqualTo(learner.snapshot());
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

    /** So that the interval is the one whose false alarms {@code CoverageIntervalTest} counts while the floor changes. */
    @Test
    void coverageIsKnownByTheLargestWeightThatWasInForceWhenADecisionWasIssued() {
        Laws.forAll(10, random -> {
            Learner learner = new Learner(Learners.plain(3)
                    .policy(new SoftmaxPolicy(0.5))
                    .floor(0.3)
                    .maxWeight(2)
                    .build());
            CoverageEstimate expected = new CoverageEstimate(3);
            List<Waiting> waiting = new ArrayList<>();
            DecisionBatch batch = learner.newBatch();
            for (int t = 0; t < 1500; t++) {
                if (t % 100 == 0) {
                    learner.change(learner.settings()
                            .operation()
                            .withFloor(random.oneOf(0.1, 0.3, 0.9))
                            .withMaxWeight(random.oneOf(1, 2)));
                }
                double most =
                        learner.settings().maxWeight() * 3 / learner.settings().floor();
                double[] weight = {random.between(0.5, learner.settings().maxWeight())};
                learner.decideInto(new FeatureVector[] {Learners.query(random)}, null, null, weight, 1, batch);
                int arm = batch.arm(0);
                waiting.add(new Waiting(
                        batch.id(0),
                        arm,
                        batch.weight(0) / batch.propensity(0),
                        most,
                        batch.contains(0, 0, arm),
                        random.chance(0.7)));
                if (waiting.size() > random.below(60)) { // across a change of the floor, for some
                    Waiting answered = waiting.remove(random.below(waiting.size()));
                    learner.learn(answered.id, answered.correct);
                    if (answered.correct) {
                        expected.add(answered.arm, answered.weight, answered.most, answered.covered);
                    }
                }
            }
            List<ClassCoverage> known = learner.coverage().classes(0);
            List<ClassCoverage> told =
                    expected.classes(learner.settings().labels(), 0.1, 0.05, CoverageInterval.DEFAULT_MARGIN);
            for (int k = 0; k < 3; k++) {
                assertThat(known.get(k).estimate()).isCloseTo(told.get(k).estimate(), within(1e-9));
                assertThat(known.get(k).low()).isCloseTo(told.get(k).low(), within(0.0011)); // a step of its grid
                assertThat(known.get(k).high()).isCloseTo(told.get(k).high(), within(0.0011));
                assertThat(known.get(k).low()).isGreaterThan(0.1); // or else nothing was compared
            }
        });
    }

    private record Waiting(long id, int arm, double weight, double most, boolean covered, boolean correct) {}

    @Test
    void anotherIssuingHeadIssuesWhatItWouldHaveIssuedFromTheStart() {
        Laws.forAll(10, random -> {
            LearnerSettings any = settings(random);
            LearnerSettings settings = any.with(any.operation().withPolicy(new SoftmaxPolicy(1)));
            Learner changed = new Learner(settings);
            String issuing = random.oneOf(TRACKERS);
            Learner fromTheStart =
                    new Learner(settings.with(settings.operation().withIssuingHead(issuing)));
            for (int t = 0; t < 60; t++) {
                if (t == 30) {
                    changed.change(changed.settings().operation().withIssuingHead(issuing));
                }
                FeatureVector query = Learners.query(random);
                Decision decision = changed.decide(query);
                Decision expected = fromTheStart.decide(query);
                assertThat(decision.arm()).isEqualTo(expected.arm());
                if (t >= 30) {
                    assertThat(decision.set()).isEqualTo(expected.set());
                }
                boolean correct = random.chance(0.5);
                changed.learn(decision.id(), correct);
                fromTheStart.learn(expected.id(), correct);
            }
            assertThat(changed.snapshot()).isEqualTo(fromTheStart.snapshot());
        });
    }

    @Test
    void emptySetsMayBecomeTheMostProbableLabelAndNoThresholdMoves() {
        Learner changed = new Learner(Learners.plain(3)
                .head("high", Score.softmax(), new SgdTracker.Settings(0.001, 0.9))
                .issuingHead("high")
                .build());
        Learner same = Learner.restore(changed.snapshot());
        changed.change(changed.settings().operation().withEmptySets(EmptySets.MOST_PROBABLE));
        Source random = new Source(5);
        int wereEmpty = 0;
        for (int t = 0; t < 100; t++) {
            FeatureVector query = Learners.query(random);
            Decision decision = changed.decide(query);
            Decision expected = same.decide(query);
            if (expected.set().isEmpty()) {
                wereEmpty++;
                assertThat(decision.set()).hasSize(1);
            } else {
                assertThat(decision.set()).isEqualTo(expected.set());
            }
            boolean correct = random.chance(0.5);
            changed.learn(decision.id(), correct);
            same.learn(expected.id(), correct);
        }
        assertThat(wereEmpty).isPositive();
        assertThat(changed.thresholds(0)).isEqualTo(same.thresholds(0));
        assertThat(changed.thresholds(1)).isEqualTo(same.thresholds(1));
    }

    @Test
    void weightsAreCutByTheCapInForceWhenTheyAreDecided() {
        Learner learner = new Learner(Learners.plain(3).maxWeight(4).build());
        DecisionBatch batch = learner.newBatch();
        FeatureVector[] query = {new Source(3).dense(Learners.DIMENSION)};
        double[] weight = {9};
        learner.decideInto(query, null, null, weight, 1, batch);
        double pulled = batch.propensity(0);
        int arm = batch.arm(0);
        long id = batch.id(0);
        learner.change(learner.settings().operation().withMaxWeight(2));
        learner.decideInto(query, null, null, weight, 1, batch);
        assertThat(batch.weight(0)).isEqualTo(2);
        learner.learn(id, true);
        assertThat(learner.measures().head(0).coverage().weight(arm)).isCloseTo(4 / pulled, within(1e-9));
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
