package dev.setpoint;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.score.Score;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.testing.Sealed;
import dev.setpoint.testing.Source;
import dev.setpoint.track.TrackerSettings;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Whatever the bytes: a learner is restored, and then writes the very bytes it was restored from; or a SnapshotException.
 * CONTRIBUTING.md says how to fuzz for real.
 */
class LearnerRestoreFuzzTest {
    private static final LearnerSettings REGRESSION =
            Learners.threeHeads(3, Learners.regression()).build();
    private static final LearnerSettings NETWORK =
            Learners.threeHeads(2, Learners.network()).build();

    private static final LearnerSettings ALL_TRACKERS = allTrackers();

    private static LearnerSettings allTrackers() {
        LearnerSettings.Builder builder =
                LearnerSettings.builder(Learners.names(2)).model(Learners.regression());
        for (String tracker : List.of(
                "auto",
                "weighted-quantile(size=4, memory=50)",
                "strongly-adaptive(levels=2)",
                "outer(tracker=weighted-quantile(size=4))",
                "scale-free",
                "decaying")) {
            builder.head(tracker, Score.softmax(), TrackerSettings.parse(tracker));
        }
        return builder.build();
    }

    private static byte[] valid(LearnerSettings settings) {
        Learner learner = new Learner(settings);
        Learners.train(learner, new Source(1), 4);
        learner.decide(FeatureVector.dense(1, 2, 3, 4, 5, 6));
        learner.decide(new Source(2).sparse(Learners.DIMENSION, 5));
        return learner.snapshot();
    }

    private static final byte[] VALID_REGRESSION = Sealed.payload(valid(REGRESSION));
    private static final byte[] VALID_NETWORK = Sealed.payload(valid(NETWORK));
    private static final byte[] VALID_TRACKERS = Sealed.payload(valid(ALL_TRACKERS));

    private static void restore(LearnerSettings settings, byte[] snapshot) {
        Learner learner;
        try {
            learner = Learner.restore(settings, snapshot);
        } catch (SnapshotException refused) {
            return;
        }
        byte[] written = learner.snapshot();
        if (!Arrays.equals(state(written), state(snapshot))) { // settings may have been there in other words
            throw new AssertionError("restored, but writes other bytes");
        }
        if (!Arrays.equals(Learner.restore(snapshot).snapshot(), written)) {
            throw new AssertionError("restored without its settings to another learner");
        }
    }

    private static byte[] state(byte[] snapshot) {
        byte[] payload = Sealed.payload(snapshot);
        int settings = ByteBuffer.wrap(payload).getInt();
        return Arrays.copyOfRange(payload, Integer.BYTES + settings, payload.length);
    }

    @FuzzTest(maxDuration = "60s")
    void arbitraryBytes(byte[] bytes) {
        restore(REGRESSION, bytes);
    }

    @FuzzTest(maxDuration = "60s")
    void arbitraryPayload(byte[] bytes) {
        restore(REGRESSION, Sealed.learner(bytes));
    }

    /** The settings are correct, the state is anything. */
    @FuzzTest(maxDuration = "60s")
    void arbitraryState(byte[] state) {
        int settings = 4 + REGRESSION.toString().length();
        byte[] payload = Arrays.copyOf(VALID_REGRESSION, settings + state.length);
        System.arraycopy(state, 0, payload, settings, state.length);
        restore(REGRESSION, Sealed.learner(payload));
    }

    /** A valid payload with a few places overwritten, cut or repeated, under a correct checksum. */
    @FuzzTest(maxDuration = "60s")
    void forgedPayload(FuzzedDataProvider data) {
        boolean network = data.consumeBoolean();
        restore(network ? NETWORK : REGRESSION, forged(network ? VALID_NETWORK : VALID_REGRESSION, data));
    }

    /** The same where every tracker has a head. */
    @FuzzTest(maxDuration = "60s")
    void forgedTrackers(FuzzedDataProvider data) {
        restore(ALL_TRACKERS, forged(VALID_TRACKERS, data));
    }

    private static byte[] forged(byte[] valid, FuzzedDataProvider data) {
        byte[] payload = valid.clone();
        for (int i = data.consumeInt(0, 4); i > 0; i--) {
            int at = data.consumeInt(0, payload.length - 1);
            byte[] patch = data.consumeBytes(data.consumeInt(1, 8));
            System.arraycopy(patch, 0, payload, at, Math.min(patch.length, payload.length - at));
        }
        if (data.consumeBoolean()) {
            payload = Arrays.copyOf(payload, data.consumeInt(0, payload.length + 64));
        }
        return Sealed.learner(payload);
    }
}
