package dev.setpoint;

import dev.setpoint.argument.Argument;
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

/**
 * Reads what an {@link EventLogWriter} wrote. The end may be torn, as a crash leaves it: the log then ends with its last whole event, and
 * {@link #bytes} says how much of it is sound. What is damaged with more behind it is refused. (A CRC guards against accidents, not
 * against forgery.)
 */
public final class EventLogReader {
    private static final int HEADER = Long.BYTES + 2 * Integer.BYTES;

    private final EventRecords records;
    /** Those of the learner after the last event that was read; none before the first. */
    private List<String> labels = List.of();

    /**
     * Of a log.
     *
     * @throws SnapshotException if these bytes are no event log
     */
    public EventLogReader(InputStream in) {
        byte[] header = read(Argument.given("in", in));
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
        records = new EventRecords(in, HEADER);
    }

    private static byte[] read(InputStream in) {
        try {
            return in.readNBytes(HEADER);
        } catch (IOException e) {
            throw new UncheckedIOException("event log: " + e.getMessage(), e);
        }
    }

    /**
     * The next event, or nothing at the end of the log, which may be torn.
     *
     * @throws SnapshotException if the log is damaged here and goes on behind: it says at which byte and after how many events; or if
     *     an event is intact, but it is none that can be
     * @throws UncheckedIOException if the stream cannot be read
     */
    public Optional<Event> next() {
        ByteBuffer record = records.next();
        if (record == null) {
            return Optional.empty();
        }
        Event event;
        try {
            event = EventCodec.read(new StateReader(record), labels);
        } catch (SnapshotException e) {
            throw records.refused(e);
        }
        records.accept();
        if (event instanceof Event.Created created) {
            labels = created.settings().labels();
        } else if (event instanceof Event.Continued continued) {
            labels = continued.settings().labels();
        } else if (event instanceof Event.Changed changed) {
            labels = ChangedSettings.labels(labels, changed.change());
        }
        return Optional.of(event);
    }

    /**
     * Gives all events that are left to an action, in order. What goes on from a snapshot is folded so: {@code forEach(event ->
     * event.applyTo(learner))}, with the learner of the snapshot.
     *
     * @throws SnapshotException as {@link #next}, after the events before were given
     */
    public void forEach(Consumer<Event> action) {
        Argument.given("action", action);
        for (Optional<Event> event = next(); event.isPresent(); event = next()) {
            action.accept(event.get());
        }
    }

    /**
     * The learner that the log was recorded of, where it stood after the last event, with its decisions in memory.
     *
     * @throws SnapshotException if the log is damaged, or does not begin with the event that made the learner
     * @throws IllegalArgumentException if an event is not possible where the log has it
     */
    public Learner fold() {
        return fold(new MemoryDecisionStore());
    }

    /**
     * The same with its decisions in a store.
     *
     * @param store must be empty; closed with the learner, and if the fold fails
     * @throws SnapshotException if the log is damaged, or does not begin with the event that made the learner
     * @throws IllegalArgumentException if the store is not empty, or an event is not possible where the log has it
     */
    public Learner fold(DecisionStore store) {
        Argument.given("store", store);
        Learner learner;
        try {
            learner = new Learner(first().settings(), store);
        } catch (RuntimeException | Error e) {
            try (store) { // there is no learner to close it with
                throw e;
            }
        }
        try {
            forEach(event -> event.applyTo(learner));
        } catch (RuntimeException | Error e) {
            try (learner) { // nobody else can close it
                throw e;
            }
        }
        return learner;
    }

    private Event.Created first() {
        Event first = next().orElse(null);
        if (first instanceof Event.Created created) {
            return created;
        }
        throw new SnapshotException(
                first instanceof Event.Continued continued
                        ? "event log: goes on from a snapshot after " + continued.decisions()
                                + " decisions (expected: a log from the beginning; with the learner of the snapshot,"
                                + " forEach(event -> event.applyTo(learner)))"
                        : "event log: without the settings of its learner (expected: the settings first)");
    }

    /** How many bytes of the log are sound so far: a log whose end is torn must be cut there to go on. */
    public long bytes() {
        return records.bytes();
    }

    /**
     * Whether the log ends in the midst of an event, as a crash leaves it. Known once all events were read; what is damaged elsewhere is
     * not torn, but refused by {@link #next}.
     */
    public boolean isTorn() {
        return records.isTorn();
    }
}
