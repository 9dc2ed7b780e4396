package dev.setpoint;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.testing.Source;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Whatever the bytes: events that were written again are the same bytes, or a SnapshotException. A learner then does what they say, or
 * refuses one with an IllegalArgumentException and is as it was. CONTRIBUTING.md says how to fuzz for real.
 */
class EventLogFuzzTest {
    private static final LearnerSettings SETTINGS = EventfulRun.settings(new Source(5), Learners.regression());
    private static final List<byte[]> EVENTS = new ArrayList<>();
    private static final byte[] SNAPSHOT;
    private static final byte[] VALID;

    static {
        Learner learner = new Learner(SETTINGS);
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        EventLogWriter writer = EventLogWriter.begin(log);
        EventSink sink = event -> {
            byte[] bytes = new byte[event.remaining()];
            event.duplicate().get(bytes);
            EVENTS.add(bytes);
            writer.append(event);
        };
        learner.recordTo(sink);
        EventfulRun run = new EventfulRun(7);
        for (int t = 0; t < 20; t++) {
            run.act(learner);
        }
        learner.recordTo(sink); // which goes on
        SNAPSHOT = learner.snapshot();
        VALID = log.toByteArray();
    }

    private static void read(byte[] log) {
        Learner learner = Learner.restore(SNAPSHOT);
        try {
            EventLogReader reader = new EventLogReader(new ByteArrayInputStream(log));
            reader.forEach(event -> apply(learner, event));
            if (reader.bytes() > log.length || (!reader.isTorn() && reader.bytes() != log.length)) {
                throw new AssertionError("says " + reader.bytes() + " of " + log.length + " bytes are sound");
            }
        } catch (SnapshotException refused) {
            return;
        }
        learner.snapshot();
    }

    private static void apply(Learner learner, Event event) {
        if (event instanceof Event.Created) {
            return; // settings of any size are the caller's to look at
        }
        byte[] before = learner.snapshot();
        try {
            event.applyTo(learner);
        } catch (IllegalArgumentException | DivergedException refused) {
            if (!Arrays.equals(learner.snapshot(), before)) {
                throw new AssertionError("refused " + event + " and changed");
            }
        }
    }

    @FuzzTest(maxDuration = "60s")
    void arbitraryLog(byte[] bytes) {
        read(bytes);
    }

    /** A log that was cut or overwritten in a few places. */
    @FuzzTest(maxDuration = "60s")
    void damagedLog(FuzzedDataProvider data) {
        read(patched(VALID, data));
    }

    /** Events overwritten in a few places, under correct checksums. */
    @FuzzTest(maxDuration = "60s")
    void forgedEvents(FuzzedDataProvider data) {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        EventLogWriter writer = EventLogWriter.begin(log);
        writer.append(ByteBuffer.wrap(EVENTS.get(EVENTS.size() - 1))); // by which the labels are known
        for (int i = data.consumeInt(1, 6); i > 0; i--) {
            byte[] event = EVENTS.get(data.consumeInt(0, EVENTS.size() - 1));
            writer.append(ByteBuffer.wrap(patched(event, data)));
        }
        read(log.toByteArray());
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
