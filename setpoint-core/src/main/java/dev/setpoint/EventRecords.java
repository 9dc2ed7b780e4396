package dev.setpoint;

import dev.setpoint.state.SnapshotException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The records that follow the beginning of an event log, as {@link EventLogWriter} maps them.
 *
 * <p>A crash leaves the beginning of a record, and perhaps zeros behind it, where a file was given its length before its bytes. So a
 * record that is not whole is the torn end of the log if nothing but zeros follows; otherwise the log is damaged. As the length has a
 * checksum of its own, it tells where the next record would begin, also if this one is damaged. Only if the stream ends before that
 * place, records may yet stand within what was taken for this one: they were appended to a torn end.
 */
final class EventRecords {
    static final int HEADER = 2 * Integer.BYTES;
    private static final int CHUNK = 8192;

    private final InputStream in;
    private long bytes;
    private long records;
    private boolean torn;
    /** What is wrong with the log, or with the stream; null as long as nothing is. */
    private RuntimeException failure;
    /** How many bytes the record has that was given last; 0 if it is accepted. */
    private long given;

    /** Of a stream of which so many bytes were read. */
    EventRecords(InputStream in, long bytes) {
        this.in = in;
        this.bytes = bytes;
    }

    /**
     * The content of the next record; null at the end of the log.
     *
     * @throws SnapshotException if the log is damaged here
     */
    ByteBuffer next() {
        if (failure != null) {
            throw failure;
        }
        if (torn) {
            return null;
        }
        torn = true; // until a record is found whole
        byte[] header = read(HEADER);
        if (header.length == 0) {
            torn = false; // between two records: nothing is missing
            return null;
        }
        if (header.length < HEADER) {
            return null;
        }
        int length = length(header, 0);
        if (length < 0) {
            return end(zerosToTheEnd() < 0);
        }
        byte[] content = read(length); // which takes no more memory than there are bytes, whatever the length says
        byte[] checksum = read(Integer.BYTES);
        CRC32C crc = new CRC32C();
        crc.update(header, 0, HEADER);
        crc.update(content, 0, content.length);
        if (checksum.length < Integer.BYTES || ByteBuffer.wrap(checksum).getInt() != (int) crc.getValue()) {
            int zeros = zerosToTheEnd();
            return end(zeros < 0 || holdsRecord(joined(header, content, checksum, zeros)));
        }
        torn = false;
        given = HEADER + (long) length + Integer.BYTES;
        return ByteBuffer.wrap(content);
    }

    private ByteBuffer end(boolean damaged) {
        if (damaged) {
            throw refused(new SnapshotException("event log: damaged in the event at byte " + bytes + ", after "
                    + records + " intact ones (expected: an intact one, as more follows it)"));
        }
        return null;
    }

    /** The record that was given last is an event: it counts as sound. */
    void accept() {
        bytes += given;
        records++;
        given = 0;
    }

    /** Nothing is read from here on; returns what is thrown whenever it is asked for. */
    <E extends RuntimeException> E refused(E because) {
        torn = false;
        failure = because;
        return because;
    }

    private static byte[] joined(byte[] header, byte[] content, byte[] checksum, int zeros) {
        return ByteBuffer.allocate(header.length + content.length + checksum.length + zeros)
                .put(header)
                .put(content)
                .put(checksum)
                .array();
    }

    /** The length that a record's header says; negative if its checksum differs. */
    private static int length(byte[] from, int at) {
        ByteBuffer header = ByteBuffer.wrap(from, at, HEADER);
        int length = header.getInt();
        CRC32C crc = new CRC32C();
        crc.update(from, at, Integer.BYTES);
        return header.getInt() == (int) crc.getValue() ? length : -1;
    }

    /** How many zeros the stream ends with, up to as many as a checksum may have; negative if something else follows. */
    private int zerosToTheEnd() {
        int zeros = 0;
        for (byte[] chunk = read(CHUNK); chunk.length > 0; chunk = read(CHUNK)) {
            for (byte b : chunk) {
                if (b != 0) {
                    return -1;
                }
            }
            zeros = Math.min(Integer.BYTES, zeros + chunk.length);
        }
        return zeros;
    }

    /** Whether there is a whole record within what should be another, even in its header, the end of which it may seem to be. */
    private static boolean holdsRecord(byte[] record) {
        CRC32C crc = new CRC32C();
        for (int at = 0; at <= record.length - HEADER - Integer.BYTES; at++) {
            int length = length(record, at);
            if (length >= 0 && length <= record.length - at - HEADER - Integer.BYTES) {
                crc.reset();
                crc.update(record, at, HEADER + length);
                if (ByteBuffer.wrap(record).getInt(at + HEADER + length) == (int) crc.getValue()) {
                    return true;
                }
            }
        }
        return false;
    }

    private byte[] read(int most) {
        try {
            return in.readNBytes(most);
        } catch (IOException e) {
            throw refused(new UncheckedIOException("event log: " + e.getMessage(), e));
        }
    }

    /** How many bytes of the log were read and are sound. */
    long bytes() {
        return bytes;
    }

    /** Whether the log ends in the midst of a record. */
    boolean isTorn() {
        return torn;
    }
}
