package dev.setpoint;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.score.Score;
import dev.setpoint.state.PageId;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.testing.Sealed;
import dev.setpoint.testing.Source;
import dev.setpoint.track.TrackerSettings;
import java.util.Arrays;
import java.util.List;

/**
 * Whatever the bytes: a step that writes what it was read from, and can be applied; or a SnapshotException. CONTRIBUTING.md says how to
 * fuzz for real.
 */
class StepReadFuzzTest {
    private static final int ANSWERS = 6;

    /** A learner with decisions that wait, and a step of it. */
    private static final class Example {
        private final byte[] learner;
        private final byte[] step;
        private final boolean hasAnswers;

        Example(byte[] learner, byte[] step, boolean hasAnswers) {
            this.learner = learner;
            this.step = step;
            this.hasAnswers = hasAnswers;
        }

        /** The step's own bytes, without the seal. */
        byte[] payload() {
            return payloadOf(step);
        }
    }

    private static final Example SUMS_ALONE = example("vectors(dimension=4)", false, "sgd", "experts");
    private static final Example WITH_ANSWERS = example("dense(dimension=4, cross=1)", true, "auto", "decaying");

    private static Example example(String encoder, boolean hasAnswers, String... trackers) {
        LearnerSettingsBuilder builder =
                LearnerSettings.builder("a", "b", "c").features(EncoderSettings.parse(encoder));
        for (String tracker : trackers) {
            builder.head(tracker, Score.softmax(), TrackerSettings.parse(tracker));
        }
        Learner learner = new Learner(builder.build());
        Source random = new Source(1);
        Feedback noneOf = Feedback.noneOf(LabelSet.of(learner.settings().labels(), "a"));
        List<Feedback> feedback = List.of(Feedback.CORRECT, Feedback.INCORRECT, Feedback.label(2), noneOf);
        for (int i = 0; i < ANSWERS; i++) {
            Query query = Query.of(random.dense(4));
            learner.decide(i % 2 == 0 ? query.named("query-" + i) : query);
        }
        byte[] before = learner.snapshot();
        Step step = Step.of(learner, 2 * ANSWERS);
        for (int i = 0; i < ANSWERS; i++) {
            step.add(i % 2 == 0 ? "query-" + i : Integer.toString(i), feedback.get(i % feedback.size()));
        }
        return new Example(before, step.toBytes(), hasAnswers);
    }

    private static byte[] payloadOf(byte[] step) {
        return Sealed.pages(step).get(PageId.of(0, 0, 0));
    }

    private static void read(Example example, byte[] bytes) {
        Learner learner = Learner.restore(example.learner);
        Step step;
        try {
            step = Step.read(learner, bytes);
        } catch (SnapshotException refused) {
            if (!Arrays.equals(learner.snapshot(), example.learner)) {
                throw new AssertionError("refused, but has changed the learner", refused);
            }
            return;
        }
        byte[] written = step.toBytes();
        // of a decision, sets of heads that are no more are left out
        byte[] expected = example.hasAnswers ? Step.read(learner, written).toBytes() : bytes;
        if (!Arrays.equals(written, expected)) {
            throw new AssertionError("read, but writes other bytes");
        }
        learner.apply(step);
        learner.snapshot();
    }

    @FuzzTest(maxDuration = "60s")
    void arbitraryBytes(byte[] bytes) {
        read(SUMS_ALONE, bytes);
    }

    /** A seal around anything. */
    @FuzzTest(maxDuration = "60s")
    void arbitraryPayload(byte[] payload) {
        read(SUMS_ALONE, StepStorageTest.sealed(payload));
    }

    /** A step that was half written, or overwritten in a few places. */
    @FuzzTest(maxDuration = "60s")
    void damagedStep(FuzzedDataProvider data) {
        read(WITH_ANSWERS, patched(WITH_ANSWERS.step, data));
    }

    /** A step overwritten in a few places, or cut, under correct checksums. */
    @FuzzTest(maxDuration = "60s")
    void forgedSums(FuzzedDataProvider data) {
        read(SUMS_ALONE, StepStorageTest.sealed(patched(SUMS_ALONE.payload(), data)));
    }

    /** The same where the step has its answers. */
    @FuzzTest(maxDuration = "60s")
    void forgedAnswers(FuzzedDataProvider data) {
        read(WITH_ANSWERS, StepStorageTest.sealed(patched(WITH_ANSWERS.payload(), data)));
    }

    private static byte[] patched(byte[] valid, FuzzedDataProvider data) {
        byte[] bytes = valid.clone();
        for (int i = data.consumeInt(0, 4); i > 0; i--) {
            int at = data.consumeInt(0, bytes.length - 1);
            byte[] patch = data.consumeBytes(data.consumeInt(1, 8));
            System.arraycopy(patch, 0, bytes, at, Math.min(patch.length, bytes.length - at));
        }
        return data.consumeBoolean() ? Arrays.copyOf(bytes, data.consumeInt(0, bytes.length + 64)) : bytes;
    }
}
