package dev.setpoint;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.score.Score;
import dev.setpoint.state.PageId;
import dev.setpoint.state.PageReader;
import dev.setpoint.state.PageWriter;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.testing.Sealed;
import dev.setpoint.testing.Source;
import dev.setpoint.track.TrackerSettings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

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
        LearnerSettingsBuilder builder =
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

    private static final byte[] VALID_REGRESSION = valid(REGRESSION);
    private static final byte[] VALID_NETWORK = valid(NETWORK);
    private static final byte[] VALID_TRACKERS = valid(ALL_TRACKERS);

    private static void restore(LearnerSettings settings, byte[] snapshot) {
        Learner learner;
        try {
            learner = LearnerPages.restore(settings, snapshot);
        } catch (SnapshotException refused) {
            return;
        }
        byte[] written = learner.snapshot();
        // settings may have been there in other words
        if (Snapshot.version(snapshot) == Snapshot.VERSION && !state(written).equals(state(snapshot))) {
            throw new AssertionError("restored, but writes other bytes");
        }
        if (!Arrays.equals(Learner.restore(snapshot).snapshot(), written)) {
            throw new AssertionError("restored without its settings to another learner");
        }
    }

    /** All pages but the settings', as text. */
    private static String state(byte[] snapshot) {
        StringBuilder text = new StringBuilder();
        Sealed.pages(snapshot).forEach((id, page) -> {
            if (PageId.part(id) != Snapshot.SETTINGS_PART) {
                text.append(id).append(Arrays.toString(page));
            }
        });
        return text.toString();
    }

    @FuzzTest(maxDuration = "60s")
    void arbitraryBytes(byte[] bytes) {
        restore(REGRESSION, bytes);
    }

    /** A valid snapshot in which the settings are anything, under correct checksums. */
    @FuzzTest(maxDuration = "60s")
    void arbitrarySettings(byte[] page) {
        restore(REGRESSION, Sealed.replaced(VALID_REGRESSION, PageId.of(Snapshot.SETTINGS_PART, 0, 0), page));
    }

    /** The same with the first page of the model's rows. */
    @FuzzTest(maxDuration = "60s")
    void arbitraryRows(byte[] page) {
        restore(REGRESSION, Sealed.replaced(VALID_REGRESSION, PageId.of(Snapshot.MODEL_PART, 1, 0), page));
    }

    /** A snapshot that was half written, or overwritten in a few places. */
    @FuzzTest(maxDuration = "60s")
    void damagedStream(FuzzedDataProvider data) {
        restore(REGRESSION, patched(VALID_REGRESSION, data));
    }

    /** Records of any ids, in any order and however often, under correct checksums. */
    @FuzzTest(maxDuration = "60s")
    void arbitraryRecords(FuzzedDataProvider data) throws IOException {
        SortedMap<Long, byte[]> valid = Sealed.pages(VALID_REGRESSION);
        List<Long> ids = new ArrayList<>(valid.keySet());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PageWriter writer = new PageWriter(bytes, Snapshot.LEARNER, data.consumeInt(0, 1), 0);
        for (int i = data.consumeInt(0, 2 * ids.size()); i > 0; i--) {
            long id = data.consumeBoolean() ? ids.get(data.consumeInt(0, ids.size() - 1)) : data.consumeLong();
            if (data.consumeInt(0, 9) == 0) {
                writer.remove(id);
            } else {
                byte[] page = valid.getOrDefault(id, new byte[data.consumeInt(0, 99)]);
                writer.put(id, ByteBuffer.wrap(data.consumeBoolean() ? page : data.consumeBytes(page.length)));
            }
        }
        writer.finish();
        restore(REGRESSION, bytes.toByteArray());
    }

    /** A valid snapshot with pages overwritten, cut, left out or added, under correct checksums. */
    @FuzzTest(maxDuration = "60s")
    void forgedPages(FuzzedDataProvider data) {
        boolean network = data.consumeBoolean();
        restore(network ? NETWORK : REGRESSION, forged(network ? VALID_NETWORK : VALID_REGRESSION, data));
    }

    /** The same where every tracker has a head. */
    @FuzzTest(maxDuration = "60s")
    void forgedTrackers(FuzzedDataProvider data) {
        restore(ALL_TRACKERS, forged(VALID_TRACKERS, data));
    }

    /** The payload of format version 3, under a correct checksum. */
    @FuzzTest(maxDuration = "60s")
    void forgedVersion3(FuzzedDataProvider data) throws IOException {
        byte[] golden = GoldenSnapshotTest.resource("learner-v3.snapshot");
        byte[] payload = patched(Arrays.copyOfRange(golden, 24, golden.length - 4), data);
        restore(GoldenSnapshotTest.settings(), Sealed.envelope(3, Snapshot.LEARNER, payload));
    }

    /** A forged increment after a valid snapshot: a learner, or a SnapshotException. */
    @FuzzTest(maxDuration = "60s")
    void forgedIncrement(FuzzedDataProvider data) throws IOException {
        Learner learner = LearnerPages.restore(REGRESSION, VALID_REGRESSION);
        ByteArrayOutputStream base = new ByteArrayOutputStream();
        learner.pages().writeSnapshot(base);
        Learners.train(learner, new Source(3), 3);
        ByteArrayOutputStream increment = new ByteArrayOutputStream();
        learner.pages().writeIncrement(increment);
        byte[] forged = increment.toByteArray();
        if (data.consumeBoolean()) {
            forged = patched(forged, data);
        } else {
            PageReader header = new PageReader(new ByteArrayInputStream(forged));
            ByteArrayOutputStream again = new ByteArrayOutputStream();
            PageWriter writer = new PageWriter(again, Snapshot.INCREMENT, 1, header.follows());
            for (Map.Entry<Long, byte[]> page : forgedPages(forged, data).entrySet()) {
                if (page.getValue() == null) {
                    writer.remove(page.getKey());
                } else {
                    writer.put(page.getKey(), ByteBuffer.wrap(page.getValue()));
                }
            }
            writer.finish();
            forged = again.toByteArray();
        }
        try {
            LearnerPages.restore(
                            new ByteArrayInputStream(base.toByteArray()), List.of(new ByteArrayInputStream(forged)))
                    .snapshot();
        } catch (SnapshotException refused) {
            return;
        }
    }

    private static byte[] forged(byte[] valid, FuzzedDataProvider data) {
        return Sealed.learner(forgedPages(valid, data));
    }

    private static SortedMap<Long, byte[]> forgedPages(byte[] valid, FuzzedDataProvider data) {
        SortedMap<Long, byte[]> pages = Sealed.pages(valid);
        List<Long> ids = new ArrayList<>(pages.keySet());
        for (int i = data.consumeInt(0, 4); i > 0; i--) {
            long id = ids.get(data.consumeInt(0, ids.size() - 1));
            byte[] page = pages.get(id);
            switch (data.consumeInt(0, 6)) {
                case 0 -> pages.remove(id);
                case 1 -> pages.put(id, null);
                case 2 -> pages.put(id + data.consumeInt(-1, 1), page);
                case 3 -> pages.put(id + ((long) data.consumeInt(-1, 100_000) << 16), page);
                default -> pages.put(id, page == null ? new byte[0] : patched(page, data));
            }
            pages.headMap(0L).clear();
        }
        return pages;
    }

    private static byte[] patched(byte[] valid, FuzzedDataProvider data) {
        byte[] bytes = valid.clone();
        for (int i = bytes.length == 0 ? 0 : data.consumeInt(0, 4); i > 0; i--) {
            int at = data.consumeInt(0, bytes.length - 1);
            byte[] patch = data.consumeBytes(data.consumeInt(1, 8));
            System.arraycopy(patch, 0, bytes, at, Math.min(patch.length, bytes.length - at));
        }
        return data.consumeBoolean() ? Arrays.copyOf(bytes, data.consumeInt(0, bytes.length + 64)) : bytes;
    }
}
