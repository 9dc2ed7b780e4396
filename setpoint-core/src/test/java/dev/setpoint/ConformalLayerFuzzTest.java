package dev.setpoint;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.setpoint.score.Score;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.testing.Sealed;
import dev.setpoint.testing.Source;
import dev.setpoint.track.TrackerSettings;
import java.util.Arrays;
import java.util.SortedMap;

/**
 * Whatever the bytes: a layer that was restored writes the very bytes it was restored from, and goes on; or a SnapshotException.
 * CONTRIBUTING.md says how to fuzz for real.
 */
class ConformalLayerFuzzTest {
    private static final int LABELS = 3;
    private static final byte[] VALID = valid();

    private static ConformalLayer layer() {
        HeadSettings head = new HeadSettings("h", Score.softmax(), TrackerSettings.parse("auto"));
        return new ConformalLayer(head, LABELS, 0.1, Normalization.NONE);
    }

    private static void step(ConformalLayer layer, Source random) {
        layer.issue(random.distribution(LABELS), null);
        layer.answer(random.below(LABELS), 0.5, random.chance(0.5));
        layer.endStep();
    }

    private static byte[] valid() {
        ConformalLayer layer = layer();
        Source random = new Source(1);
        for (int t = 0; t < 20; t++) {
            step(layer, random);
        }
        return layer.snapshot();
    }

    private static void restore(byte[] snapshot) {
        ConformalLayer layer = layer();
        try {
            layer.restore(snapshot);
        } catch (SnapshotException refused) {
            return;
        }
        if (Snapshot.version(snapshot) == Snapshot.VERSION && !Arrays.equals(layer.snapshot(), snapshot)) {
            throw new AssertionError("restored, but writes other bytes");
        }
        step(layer, new Source(2));
    }

    @FuzzTest(maxDuration = "60s")
    void arbitraryBytes(byte[] bytes) {
        restore(bytes);
    }

    /** A state that was cut or overwritten in a few places. */
    @FuzzTest(maxDuration = "60s")
    void damagedState(FuzzedDataProvider data) {
        restore(patched(VALID, data));
    }

    /** Pages overwritten, or cut, under correct checksums. */
    @FuzzTest(maxDuration = "60s")
    void forgedPages(FuzzedDataProvider data) {
        SortedMap<Long, byte[]> pages = Sealed.pages(VALID);
        pages.replaceAll((id, page) -> patched(page, data));
        restore(Sealed.stream(Snapshot.REPLAY, pages));
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
