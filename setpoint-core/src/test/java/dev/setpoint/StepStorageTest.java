package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.Loss;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.policy.EpsilonGreedyPolicy;
import dev.setpoint.policy.SoftmaxPolicy;
import dev.setpoint.policy.UniformPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.state.PageId;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.testing.ForwardingStore;
import dev.setpoint.testing.Sealed;
import dev.setpoint.testing.Source;
import dev.setpoint.track.TrackerSettings;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Steps as bytes, and what becomes of a step if the store of decisions fails. */
class StepStorageTest {
    private static final List<String> LABELS = List.of("pay_bill", "book_flight", "lost_card", "greeting");

    /** Learners of which steps hold sums alone, and such of which they hold answers, too. */
    private static final List<String> ENCODERS = List.of("vectors(dimension=5)", "dense(dimension=5, cross=1)");

    private static LearnerSettings settings(String encoder) {
        EncoderSettings features = EncoderSettings.parse(encoder);
        return LearnerSettings.builder(LABELS)
                .features(features)
                .model(new SoftmaxRegression.Settings(features.dimension(), new Optimizer.AdaGrad(0.3)))
                .head("sgd", Score.softmax(), TrackerSettings.parse("sgd"))
                .build();
    }

    private static List<Answer> decided(Learner learner, int count) {
        Source random = new Source(1);
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Query query = Query.of(random.dense(5));
            Decision decision = learner.decide(i % 2 == 0 ? query : query.named("query-" + i));
            answers.add(new Answer(decision.id(), i % 3 == 0 ? Feedback.label(i % 4) : Feedback.of(i % 3 == 1)));
        }
        return answers;
    }

    private static Step step(Learner learner, List<Answer> answers) {
        Step step = Step.of(learner, answers.size());
        answers.forEach(
                answer -> assertThat(step.add(answer.id(), answer.feedback())).isEqualTo(Outcome.LEARNED));
        return step;
    }

    private static byte[] payload(byte[] step) {
        return Sealed.pages(step).get(PageId.of(0, 0, 0));
    }

    /** A step of this payload, under correct checksums. */
    static byte[] sealed(byte[] payload) {
        SortedMap<Long, byte[]> pages = new TreeMap<>();
        pages.put(PageId.of(0, 0, 0), payload);
        return Sealed.stream(Snapshot.STEP, pages);
    }

    // ---------------------------------------------------------------- whose step it is

    private static LearnerSettings automatic(int labels, String loss) {
        return LearnerSettings.builder(Learners.names(labels))
                .model(new SoftmaxRegression.Settings(5, new Optimizer.AdaGrad(0.3)))
                .loss(Loss.parse(loss))
                .head("auto", Score.softmax(), TrackerSettings.parse("auto")) // to which answers are told in order
                .build();
    }

    @Test
    void stepIsReadThoughNoDecisionOfItsFloorIsPendingAnyMore() {
        FeatureVector query = FeatureVector.dense(1, 2, 3, 4, 5);
        for (String loss : List.of("likelihood", "sdr")) {
            Learner learner = new Learner(automatic(4, loss));
            Learner same = new Learner(automatic(4, loss));
            for (Learner one : List.of(learner, same)) {
                one.decide(query);
                one.change(one.settings().operation().withFloor(0.5));
            }
            byte[] stored =
                    step(learner, List.of(new Answer("0", Feedback.CORRECT))).toBytes();
            learner.decide(query); // since when the floor before is forgotten
            learner.apply(Step.read(learner, stored));
            same.learn("0", true);
            same.decide(query);
            assertThat(learner.thresholds(0)).isEqualTo(same.thresholds(0));
            assertThat(learner.measures().answered()).isEqualTo(1);
        }
    }

    @Test
    void stepIsReadWithTheDistributionItsDecisionsWereIssuedWithByALearnerWithAnotherPast() {
        FeatureVector query = FeatureVector.dense(1, 2, 3, 4, 5);
        for (int labels : new int[] {4, 1100}) { // of more than 1,024 the distribution is not kept with a decision
            LearnerSettings any = automatic(labels, "sdr");
            Learner writer = new Learner(any.with(any.operation().withPolicy(new UniformPolicy())));
            Learner reader = new Learner(any.with(any.operation().withPolicy(new EpsilonGreedyPolicy(0.2))));
            for (Learner one : List.of(writer, reader)) {
                one.decide(query);
                one.change(one.settings().operation().withPolicy(new SoftmaxPolicy(1)));
            }
            Step.of(writer, 1).merge(Step.of(reader, 1)); // as their settings are equal
            byte[] stored =
                    step(writer, List.of(new Answer("0", Feedback.INCORRECT))).toBytes();
            double[] asRead = Step.read(reader, stored).evidence().row(0).distribution;
            assertThat(asRead).containsOnly(asRead[0]); // as under the uniform policy
        }
    }

    @Test
    void idThatIsUsedAgainWhileAStepHoldsItsAnswerIsRefused() {
        Learner learner = new Learner(settings(ENCODERS.get(0)), new MemoryDecisionStore(0)); // which forgets at once
        Query query = Query.of(FeatureVector.dense(1, 2, 3, 4, 5)).named("7");
        learner.decide(query);
        Step step = Step.of(learner, 2);
        step.add(7, Feedback.CORRECT);
        learner.decide(query);
        assertThatThrownBy(() -> step.add(7, Feedback.INCORRECT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("id: 7, for which the step already has an answer");
        assertThat(learner.pending()).isEqualTo(1);
        assertThat(Step.read(learner, step.toBytes()).answers()).isEqualTo(1);
    }

    // ---------------------------------------------------------------- the seal

    @Test
    void bytesThatAreCutShortAlteredOrFollowedByOthersAreRefused() {
        for (String encoder : ENCODERS) {
            Learner learner = new Learner(settings(encoder));
            byte[] bytes = step(learner, decided(learner, 4)).toBytes();
            byte[] before = learner.snapshot();
            for (int i = 0; i < bytes.length; i++) {
                byte[] cut = Arrays.copyOf(bytes, i);
                assertThatThrownBy(() -> Step.read(learner, cut)).isInstanceOf(SnapshotException.class);
                byte[] altered = bytes.clone();
                altered[i] ^= 4;
                assertThatThrownBy(() -> Step.read(learner, altered)).isInstanceOf(SnapshotException.class);
            }
            assertThatThrownBy(() -> Step.read(learner, Arrays.copyOf(bytes, bytes.length + 4)))
                    .isInstanceOf(SnapshotException.class)
                    .hasMessage("snapshot: followed by 4 bytes (expected: none; the file has something appended)");
            byte[] longer = Arrays.copyOf(payload(bytes), payload(bytes).length + 4);
            assertThatThrownBy(() -> Step.read(learner, sealed(longer)))
                    .isInstanceOf(SnapshotException.class)
                    .hasMessage("snapshot: 4 bytes too many (expected: none after the state)");
            assertThat(learner.snapshot()).isEqualTo(before);
            assertThat(Step.read(learner, sealed(payload(bytes))).answers()).isEqualTo(4);
        }
    }

    @Test
    void otherKindsAndVersionsAreRefused() {
        Learner learner = new Learner(settings(ENCODERS.get(0)));
        byte[] step = Step.of(learner, 1).toBytes();
        assertThatThrownBy(() -> Step.read(learner, learner.snapshot()))
                .hasMessage("snapshot: kind learner (expected: step)");
        assertThatThrownBy(() -> Learner.restore(step)).hasMessage("snapshot: kind step (expected: learner)");
        assertThatThrownBy(() -> Step.read(learner, Sealed.envelope(3, Snapshot.STEP, payload(step))))
                .isInstanceOf(SnapshotException.class)
                .hasMessage("snapshot: format version 3 (expected: 4, a stream of pages)");
        byte[] later = step.clone();
        later[11] = 5;
        assertThatThrownBy(() -> Step.read(learner, later)).hasMessageContaining("format version 5");
    }

    // ---------------------------------------------------------------- what is inside

    /** Whatever byte differs, under a correct checksum: it is refused, or read as it stands. */
    @Test
    void damagedInsideIsRefusedOrReadAsItStands() {
        for (String encoder : ENCODERS) {
            Learner learner = new Learner(settings(encoder));
            byte[] payload = payload(step(learner, decided(learner, 4)).toBytes());
            byte[] before = learner.snapshot();
            int refused = 0;
            for (int i = 0; i < payload.length; i++) {
                for (int bits : new int[] {1, 0x80, 0xff}) {
                    byte[] damaged = payload.clone();
                    damaged[i] ^= (byte) bits;
                    try {
                        assertThat(payload(Step.read(learner, sealed(damaged)).toBytes()))
                                .as("byte %d", i)
                                .isEqualTo(damaged);
                    } catch (SnapshotException e) {
                        refused++;
                    }
                }
            }
            assertThat(refused).isGreaterThan(payload.length / 2);
            assertThat(learner.snapshot()).isEqualTo(before);
        }
    }

    /** Of a step with one answer, in which the decision is kept: where in its payload the decision begins. */
    private static int decisionIn(byte[] payload, long number) {
        byte[] beginning = ByteBuffer.allocate(17)
                .putLong(number)
                .put((byte) 0)
                .putLong(number)
                .array();
        for (int at = payload.length - beginning.length; ; at--) {
            if (Arrays.equals(payload, at, at + beginning.length, beginning, 0, beginning.length)) {
                return at;
            }
        }
    }

    @Test
    void corruptDecisionsInAStepAreRefused() {
        Learner learner = new Learner(settings(ENCODERS.get(1)));
        for (int i = 0; i < 7; i++) {
            learner.decide(FeatureVector.dense(1, 2, 3, 4, i));
        }
        byte[] payload = payload(step(Learner.restore(learner.snapshot()), List.of(new Answer("6", Feedback.label(2))))
                .toBytes());
        byte[] before = learner.snapshot();
        int at = decisionIn(payload, 6);
        int arm = ByteBuffer.wrap(payload).getInt(at + 25);
        String expected = " (expected: decision 6 of PastAnswer[arm=%d, label=2])".formatted(arm);
        record Damage(int offset, int number, String message) {}
        for (Damage damage : List.of(
                new Damage(13, 5, "step: decision 5 of PastAnswer[arm=%d, label=2]%s".formatted(arm, expected)),
                new Damage(17, 1 << 10, "snapshot: parts of a decision 1024 (expected: in [0, 15])"),
                new Damage(21, 5, "snapshot: labels of a decision 5 (expected: in [0, 4])"),
                new Damage(21, 0, "snapshot: arm " + arm + " (expected: in [0, -1])"),
                new Damage(25, 4, "snapshot: arm 4 (expected: in [0, 3])"),
                new Damage(
                        25,
                        arm ^ 1,
                        "step: decision 6 of PastAnswer[arm=%d, label=2]%s".formatted(arm ^ 1, expected)))) {
            byte[] damaged = payload.clone();
            ByteBuffer.wrap(damaged).putInt(at + damage.offset(), damage.number());
            assertThatThrownBy(() -> Step.read(learner, sealed(damaged)))
                    .isInstanceOf(SnapshotException.class)
                    .hasMessage(damage.message());
        }
        assertThat(learner.snapshot()).isEqualTo(before);
        learner.apply(Step.read(learner, sealed(payload)));
        assertThat(learner.measures().answered()).isEqualTo(1);
    }

    // ---------------------------------------------------------------- a store that fails

    /** Refuses to end one decision, once, or gives bytes that are none of a decision's. */
    private static final class FailingStore extends ForwardingStore {
        private int endsUntilFailure = Integer.MAX_VALUE;
        private boolean damaged;

        @Override
        public ByteBuffer decision(DecisionKey id) {
            ByteBuffer bytes = super.decision(id);
            return damaged ? bytes.duplicate().limit(bytes.limit() - 1) : bytes;
        }

        @Override
        public void end(DecisionKey id, Fate fate, long answer) {
            if (endsUntilFailure-- == 0) {
                throw new IllegalStateException("disk is full");
            }
            super.end(id, fate, answer);
        }
    }

    @Test
    void answerWhoseDecisionTheStoreCannotEndIsNotTaken() {
        for (String encoder : ENCODERS) {
            FailingStore store = new FailingStore();
            Learner learner = new Learner(settings(encoder), store);
            Learner sound = new Learner(settings(encoder), new FailingStore());
            List<Answer> answers = decided(learner, 9);
            decided(sound, 9);
            Step step = Step.of(learner, 9);
            store.endsUntilFailure = 4;
            for (int i = 0; i < 9; i++) {
                Answer answer = answers.get(i);
                if (i == 4) {
                    assertThatThrownBy(() -> step.add(answer.id(), answer.feedback()))
                            .hasMessage("disk is full");
                    assertThat(step.answers()).isEqualTo(4);
                    assertThat(learner.pending()).isEqualTo(5);
                }
                assertThat(step.add(answer.id(), answer.feedback())).isEqualTo(Outcome.LEARNED);
            }
            learner.apply(step);
            sound.apply(step(sound, answers));
            assertThat(learner.snapshot()).isEqualTo(sound.snapshot());
        }
    }

    @Test
    void answerWhoseDecisionIsDamagedIsNotTaken() {
        FailingStore store = new FailingStore();
        Learner learner = new Learner(settings(ENCODERS.get(0)), store);
        List<Answer> answers = decided(learner, 2);
        Step step = step(learner, answers.subList(0, 1));
        Answer second = answers.get(1);
        store.damaged = true;
        assertThatThrownBy(() -> step.add(second.id(), second.feedback())).isInstanceOf(SnapshotException.class);
        assertThat(step.answers()).isEqualTo(1);
        assertThat(learner.pending()).isEqualTo(1);
        store.damaged = false;
        assertThat(step.add(second.id(), second.feedback())).isEqualTo(Outcome.LEARNED);
    }

    @Test
    void stepThatTheStoreFailsInTheMidstOfIsAppliedWholeLater() {
        for (String encoder : ENCODERS) {
            FailingStore store = new FailingStore();
            Learner learner = new Learner(settings(encoder), store);
            Learner sound = new Learner(settings(encoder), new FailingStore());
            List<Answer> answers = decided(learner, 9);
            decided(sound, 9);
            byte[] written = step(Learner.restore(learner.snapshot()), answers.subList(0, 6))
                    .toBytes();
            Step step = Step.read(learner, written);
            store.endsUntilFailure = 3;
            assertThatThrownBy(() -> learner.apply(step)).hasMessage("disk is full");
            assertThat(learner.measures().answered()).isZero();
            assertThat(learner.thresholds(0)).isEqualTo(sound.thresholds(0));
            assertThat(step.answers()).isEqualTo(6);
            learner.apply(step);
            learner.learn(answers.subList(6, 9));
            sound.apply(Step.read(sound, written));
            sound.learn(answers.subList(6, 9));
            assertThat(learner.snapshot()).isEqualTo(sound.snapshot());
        }
    }

    @Test
    void openStepOfAClosedLearnerIsRefusedAndChangesNothing() {
        Learner learner = new Learner(settings(ENCODERS.get(0)));
        List<Answer> answers = decided(learner, 3);
        byte[] before = learner.snapshot();
        Learner worker = Learner.restore(before);
        Step step = step(worker, answers);
        worker.close();
        assertThatThrownBy(() -> learner.apply(step)).hasMessage("learner: closed (expected: open)");
        assertThat(learner.snapshot()).isEqualTo(before);
    }

    @Test
    void answersBeforeAFailureOfTheStoreAreLearnedAndTheOthersStillWaitedFor() {
        for (String encoder : ENCODERS) {
            FailingStore store = new FailingStore();
            Learner learner = new Learner(settings(encoder), store);
            Learner sound = new Learner(settings(encoder), new FailingStore());
            List<Answer> answers = decided(learner, 9);
            decided(sound, 9);
            store.endsUntilFailure = 3;
            assertThatThrownBy(() -> learner.learn(answers.subList(0, 6))).hasMessage("disk is full");
            sound.learn(answers.subList(0, 3));
            assertThat(learner.snapshot()).isEqualTo(sound.snapshot());
            assertThat(learner.learn(answers.subList(3, 9))).hasSize(6).containsOnly(Outcome.LEARNED);
            sound.learn(answers.subList(3, 9));
            assertThat(learner.snapshot()).isEqualTo(sound.snapshot());
        }
    }
}
