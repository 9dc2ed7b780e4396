package dev.setpoint.sim;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.setpoint.LearnerSettings;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.testing.Sealed;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;

/** Whatever the bytes of a checkpoint: the experiment goes on to its end, or a SnapshotException. */
class ExperimentResumeFuzzTest {
    private static final LabelledData DATA = LabelledData.dense(
            "data", List.of("a", "b", "c"), new int[] {0, 1, 2, 0}, new float[][] {{1, 2}, {3, 4}, {5, 6}, {7, 8}});
    private static final int QUERIES = 24;
    private static final int BATCH = 2;
    private static final int STEPS = 5;
    private static final ExperimentSettings SETTINGS = new ExperimentSettings(
            LearnerSettings.builder(DATA.labels()).dense(2).build(),
            QUERIES,
            BATCH,
            FeedbackSettings.IMMEDIATE,
            Drift.none(),
            Shift.none(),
            8,
            4,
            false,
            ImageTransform.NONE,
            false);
    private static final byte[] EXPERIMENT;
    private static final byte[] LEARNER;

    static {
        try (Experiment experiment = Experiment.start(DATA, SETTINGS, 1, ExperimentResumeFuzzTest::ignore)) {
            for (int step = 0; step < STEPS; step++) {
                experiment.step((measures, batch, truth) -> {});
            }
            EXPERIMENT = experiment.checkpoint().get(0);
            LEARNER = experiment.checkpoint().get(1);
        }
    }

    private static void ignore(long step, long queries, String head, String label, String metric, double value) {}

    private static void resume(byte[] experiment, byte[] learner) {
        byte[] checkpoint = Arrays.copyOf(experiment, experiment.length + learner.length);
        System.arraycopy(learner, 0, checkpoint, experiment.length, learner.length);
        Experiment resumed;
        try {
            resumed = Experiment.resume(DATA, SETTINGS, 1, ExperimentResumeFuzzTest::ignore, checkpoint);
        } catch (SnapshotException refused) {
            return;
        }
        try (resumed) {
            while (!resumed.isOver()) {
                resumed.step((measures, batch, truth) -> {});
            }
            if (resumed.steps() != QUERIES / BATCH || resumed.measures().queries() != QUERIES) {
                throw new AssertionError(
                        resumed.steps() + " steps of " + resumed.measures().queries() + " queries");
            }
            resumed.finish(List.of());
        }
    }

    @FuzzTest(maxDuration = "60s")
    void arbitraryBytes(byte[] bytes) {
        resume(bytes, new byte[0]);
    }

    /** A checkpoint that was cut or overwritten in a few places. */
    @FuzzTest(maxDuration = "60s")
    void damagedCheckpoint(FuzzedDataProvider data) {
        resume(patched(EXPERIMENT, data), patched(LEARNER, data));
    }

    /** The experiment's own part overwritten in a few places, under correct checksums. */
    @FuzzTest(maxDuration = "60s")
    void forgedExperiment(FuzzedDataProvider data) {
        SortedMap<Long, byte[]> pages = Sealed.pages(EXPERIMENT);
        pages.replaceAll((id, page) -> patched(page, data));
        resume(Sealed.stream(Snapshot.EXPERIMENT, pages), LEARNER);
    }

    private static byte[] patched(byte[] valid, FuzzedDataProvider data) {
        byte[] bytes = valid.clone();
        for (int i = data.consumeInt(0, 4); i > 0; i--) {
            int at = data.consumeInt(0, bytes.length - 1);
            byte[] patch = data.consumeBytes(data.consumeInt(1, 8));
            System.arraycopy(patch, 0, bytes, at, Math.min(patch.length, bytes.length - at));
        }
        return data.consumeInt(0, 3) == 0 ? Arrays.copyOf(bytes, data.consumeInt(0, bytes.length + 64)) : bytes;
    }
}
