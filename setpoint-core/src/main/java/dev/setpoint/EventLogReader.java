package dev.setpoint;

import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * Reads what an {@link EventLogWriter} wrote. The end may be torn, as a crash leaves it: an event that is not whole, or whose checksum
 * differs, ends the log, and {@link #bytes} says how much of it is sound. (A CRC guards against accidents, not against forgery.)
 */
public final class EventLogReader {
    private static final int HEADER = Long.BYTES + 2 * Integer.BYTES;
    private static final int MOST_BYTES = 1 << 30;

    private final InputStream in;
    private List<String> labels;
    private long bytes;
    private boolean torn;

    /**
     * Of a log that begins with the event that made its learner.
     *
     * @throws SnapshotException if these bytes are no event log
     */
    public EventLogReader(InputStream in) {
        this(in, List.of());
    }

    /**
     * Of a log that goes on from a snapshot.
     *
     * @param labels of the learner in the snapshot
     * @throws SnapshotException if these bytes are no event log
     */
    public EventLogReader(InputStream in, List<String> labels) {
        this.in = in;
        this.labels = labels;
        byte[] header = read(HEADER);
        if (header.length < HEADER) {
            throw new SnapshotException("event log: cut short (expected: at least " + HEADER + " bytes)");
        }
        ByteBuffer begin = ByteBuffer.wrap(header);
        if (begin.getLong() != Snapshot.MAGIC) {
            throw new SnapshotException("event log: foreign bytes (expected: a file that begins with SETPOINT)");
        }
        int version = begin.getInt();
        int kind = begin.getInt();
        if (version != EventLogWriter.VERSION || kind != Snapshot.EVENTS) {
            throw new SnapshotException("event log: format version " + version + ", kind " + kind + " (expected: "
                    + EventLogWriter.VERSION + ", kind " + Snapshot.EVENTS + ")");
        }
        bytes = HEADER;
    }

    /**
     * The next event, or nothing at the end of what is sound.
     *
     * @throws SnapshotException if an event is whole and its checksum right, but it is none that can be
     * @throws UncheckedIOException if the stream cannot be read
     */
    public Optional<Event> next() {
        if (torn) {
            return Optional.empty();
        }
        byte[] length = read(Integer.BYTES);
        if (length.length == 0) {
            return Optional.empty(); // between two events: nothing is missing
        }
        torn = true; // until it is found whole
        int most = length.length < Integer.BYTES ? -1 : ByteBuffer.wrap(length).getInt();
        if (most < 0 || most > MOST_BYTES) {
            return Optional.empty();
        }
        byte[] event = read(most); // which takes no more memory than there are bytes, whatever the length says
        byte[] checksum = read(Integer.BYTES);
        CRC32C crc = new CRC32C();
        crc.update(length, 0, length.length);
        crc.update(event, 0, event.length);
        if (event.length < most
                || checksum.length < Integer.BYTES
                || ByteBuffer.wrap(checksum).getInt() != (int) crc.getValue()) {
            return Optional.empty();
        }
        torn = false;
        bytes += 2L * Integer.BYTES + most;
        Event read = EventCodec.read(new StateReader(ByteBuffer.wrap(event)), labels);
        if (read instanceof Event.Created created) {
            labels = created.settings().labels();
        } else if (read instanceof Event.Changed changed) {
            labels = ChangedSettings.labels(labels, changed.change());
        }
        return Optional.of(read);
    }

    private byte[] read(int most) {
        try {
            return in.readNBytes(most);
        } catch (IOException e) {
            throw new UncheckedIOException("event log: " + e.getMessage(), e);
        }
    }

    /** Gives all events that are left to an action, in order. */
    public void forEach(Consumer<Event> action) {
        for (Optional<Event> event = next(); event.isPresent(); event = next()) {
            action.accept(event.get());
        }
    }

    /**
     * The learner that the log was recorded of, where it stood after the last event, with its decisions in memory.
     *
     * @throws SnapshotException if the log does not begin with the event that made it
     */
    public Learner fold() {
        return fold(new MemoryDecisionStore());
    }

    /**
     * The same with its decisions in a store, which must be empty.
     *
     * @throws SnapshotException if the log does not begin with the event that made it
     */
    public Learner fold(DecisionStore store) {
        if (!(next().orElse(null) instanceof Event.Created created)) {
            throw new SnapshotException("event log: without the settings of its learner (expected: them first)");
        }
        Learner learner = new Learner(created.settings(), store);
        try {
            forEach(event -> event.applyTo(learner));
        } catch (RuntimeException | Error e) {
            try (learner) { // nobody else can close it
                throw e;
            }
        }
        return learner;
    }

    /** How many bytes of the log are sound so far: a log that is to go on must be cut there. */
    public long bytes() {
        return bytes;
    }

    /** Whether the log ends in the midst of an event. */
    public boolean isTorn() {
        return torn;
    }
}
