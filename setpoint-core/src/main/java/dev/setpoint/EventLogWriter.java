package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.state.Snapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Writes events one after the other, each with its length before it and its checksum behind it. The length has a checksum of its own,
 * by which a damaged event is told from the torn end of the log:
 *
 * <pre>
 * byte        content (all numbers big-endian)
 * 0..7        the ASCII letters SETPOINT
 * 8..11       format version, {@value #VERSION}
 * 12..15      kind: 5, an event log
 * then, per event:
 * 4 bytes     length n
 * 4 bytes     CRC-32C of the 4 bytes before
 * n bytes     the event
 * 4 bytes     CRC-32C of the n + 8 bytes before
 * </pre>
 *
 * The stream is neither flushed nor synced: who needs an event to outlast a crash does that before acting on it.
 */
public final class EventLogWriter implements EventSink, AutoCloseable {
    static final int VERSION = 4;

    private final OutputStream out;
    private final ByteBuffer number = ByteBuffer.allocate(EventRecords.HEADER);
    private final CRC32C crc = new CRC32C();
    /** Whether the log may end in a part of an event, behind which nothing would be read. */
    private boolean torn;

    private EventLogWriter(OutputStream out) {
        this.out = Argument.given("out", out);
    }

    /**
     * Begins a log.
     *
     * @throws UncheckedIOException if the stream cannot be written
     */
    public static EventLogWriter begin(OutputStream out) {
        EventLogWriter log = new EventLogWriter(out);
        try {
            out.write(ByteBuffer.allocate(Long.BYTES + 2 * Integer.BYTES)
                    .putLong(Snapshot.MAGIC)
                    .putInt(VERSION)
                    .putInt(Snapshot.EVENTS)
                    .array());
        } catch (IOException e) {
            throw new UncheckedIOException("event log: " + e.getMessage(), e);
        }
        return log;
    }

    /**
     * Goes on with a log whose end is where the stream writes. An end that is torn must be cut before, where {@link
     * EventLogReader#bytes} says: behind it, all that is written is damage to the reader.
     */
    public static EventLogWriter resume(OutputStream out) {
        return new EventLogWriter(out);
    }

    /**
     * Writes an event.
     *
     * @throws UncheckedIOException if the stream cannot be written; the log may then end in a part of the event
     * @throws IllegalStateException if the stream could not be written before: what came behind a part of an event would never be
     *     read. The log must be cut where {@link EventLogReader#bytes} says, and gone on with by another writer
     */
    @Override
    public void append(ByteBuffer event) {
        Argument.given("event", event);
        if (torn) {
            throw new IllegalStateException(
                    "event log: ends in a part of an event (expected: the log cut there, and a new writer)");
        }
        torn = true; // until all of it is written
        try {
            int length = event.remaining();
            crc.reset();
            number.clear().putInt(length);
            crc.update(number.array(), 0, Integer.BYTES);
            number.putInt((int) crc.getValue());
            crc.update(number.array(), Integer.BYTES, Integer.BYTES);
            out.write(number.array(), 0, EventRecords.HEADER);
            out.write(event.array(), event.arrayOffset() + event.position(), length);
            crc.update(event.array(), event.arrayOffset() + event.position(), length);
            number.clear().putInt((int) crc.getValue());
            out.write(number.array(), 0, Integer.BYTES);
            torn = false;
        } catch (IOException e) {
            throw new UncheckedIOException("event log: " + e.getMessage(), e);
        }
    }

    /**
     * Closes the stream.
     *
     * @throws UncheckedIOException if what it held back cannot be written
     */
    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException("event log: " + e.getMessage(), e);
        }
    }
}
