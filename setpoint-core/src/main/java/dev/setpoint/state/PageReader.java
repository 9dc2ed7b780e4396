package dev.setpoint.state;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Reads what a {@link PageWriter} wrote, and not a byte more: another stream may follow. Whatever is cut short, altered, out of order
 * or named twice is refused with a {@link SnapshotException}; what was read before must not be used unless {@link #next} has
 * said that there is no more. It reads in small pieces: a file is best given buffered.
 */
public final class PageReader implements PageSource {
    private final InputStream in;
    private final CRC32C all = new CRC32C();
    private final CRC32C one = new CRC32C();
    private final ByteBuffer record =
            ByteBuffer.allocate(PageWriter.RECORD_HEADER + PageId.PIECE_BYTES + Integer.BYTES);
    private final int kind;
    private final long number;
    private final int follows;
    private long records;
    private long id = -1;
    private int length;
    private int checksum;
    private boolean ended;

    /**
     * Reads the header.
     *
     * @throws SnapshotException if this is no stream of format version 4
     * @throws IOException if it cannot be read
     */
    public PageReader(InputStream in) throws IOException {
        this.in = in;
        int found = in.readNBytes(record.array(), 0, PageWriter.HEADER);
        record.limit(found);
        int version = Snapshot.checkedVersion(record);
        if (version != Snapshot.VERSION) {
            throw new SnapshotException(
                    "snapshot: format version " + version + " (expected: " + Snapshot.VERSION + ", a stream of pages)");
        }
        if (found < PageWriter.HEADER) {
            throw cutShort();
        }
        kind = record.getInt();
        if (kind == Snapshot.EVENTS) {
            throw new SnapshotException("snapshot: kind event log (expected: a stream of pages)");
        }
        number = record.getLong();
        follows = record.getInt();
        if (kind != Snapshot.INCREMENT && (number != 0 || follows != 0)) {
            throw new SnapshotException(
                    "snapshot: number " + number + " in a whole state (expected: only in an increment)");
        }
        all.update(record.array(), 0, PageWriter.HEADER);
    }

    /** The kind of the stream, as {@link Snapshot} names them. */
    public int kind() {
        return kind;
    }

    /** Of an increment, how many it is after its snapshot, from 1; otherwise 0. */
    public long number() {
        return number;
    }

    /** Of an increment, the {@link #checksum} of the stream it follows; otherwise 0. */
    public int follows() {
        return follows;
    }

    /** The checksum of the stream, once it was read to its end. */
    public int checksum() {
        return checksum;
    }

    @Override
    public boolean next() throws IOException {
        if (ended) {
            return false;
        }
        fill(0, PageWriter.RECORD_HEADER);
        long following = record.getLong(0);
        length = record.getInt(Long.BYTES);
        if (length < PageWriter.REMOVED || length > PageId.PIECE_BYTES) {
            throw new SnapshotException(
                    "snapshot: record of " + length + " bytes (expected: at most " + PageId.PIECE_BYTES + ")");
        }
        int end = PageWriter.RECORD_HEADER + Math.max(0, length);
        fill(PageWriter.RECORD_HEADER, end - PageWriter.RECORD_HEADER + Integer.BYTES);
        one.reset();
        one.update(record.array(), 0, end);
        if ((int) one.getValue() != record.getInt(end)) {
            throw new SnapshotException(
                    "snapshot: checksum of record " + records + " differs (expected: unaltered bytes)");
        }
        if (following <= id) {
            throw new SnapshotException("snapshot: " + PageId.text(following) + " after " + PageId.text(id)
                    + " (expected: each once, ascending)");
        }
        id = following;
        if (id == PageWriter.END) {
            end();
            return false;
        }
        all.update(record.array(), 0, end + Integer.BYTES);
        records++;
        return true;
    }

    private void end() {
        checksum = (int) all.getValue();
        int at = PageWriter.RECORD_HEADER;
        if (length != Long.BYTES + Integer.BYTES || record.getInt(at + Long.BYTES) != checksum) {
            throw new SnapshotException("snapshot: checksum differs (expected: unaltered bytes)");
        }
        if (record.getLong(at) != records) {
            throw new SnapshotException("snapshot: " + records + " records (expected: " + record.getLong(at) + ")");
        }
        ended = true;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public ByteBuffer bytes() {
        return length == PageWriter.REMOVED
                ? null
                : ByteBuffer.wrap(record.array(), PageWriter.RECORD_HEADER, length)
                        .slice();
    }

    /**
     * Refuses a stream of another kind.
     *
     * @throws SnapshotException if it is
     */
    public void checkKind(int expected) {
        Snapshot.checkKind(kind, expected);
    }

    private void fill(int from, int count) throws IOException {
        record.clear();
        if (in.readNBytes(record.array(), from, count) < count) {
            throw cutShort();
        }
    }

    private SnapshotException cutShort() {
        return new SnapshotException(
                "snapshot: ends after " + records + " whole records (expected: an end record; the file is cut short)");
    }
}
