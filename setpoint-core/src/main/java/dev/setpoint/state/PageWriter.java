package dev.setpoint.state;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Writes pages as a stream, in format version 4. {@link #finish} ends it; without, the stream counts as cut short.
 *
 * <pre>
 * byte        content (all numbers big-endian)
 * 0..7        the ASCII letters SETPOINT
 * 8..11       format version, 4
 * 12..15      kind, as {@link Snapshot} names them
 * 16..23      of an increment, its number: how many it is after its snapshot; otherwise 0
 * 24..27      of an increment, the checksum of the stream it follows; otherwise 0
 * 28..        records by ascending id, none of them twice; the last one ends the stream
 *
 * a record:
 * 8 bytes     id, as {@link PageId} makes it; 2^63 - 1 in the last record
 * 4 bytes     n, the number of bytes, at most 65,536; -1 if the piece was removed
 * n bytes     content; of the last record: 8 bytes, how many records came before it; 4 bytes, CRC-32C of the whole stream before them
 * 4 bytes     CRC-32C of the record up to here
 * </pre>
 */
public final class PageWriter implements PageSink {
    static final long END = Long.MAX_VALUE;
    static final int HEADER = 28;
    static final int RECORD_HEADER = Long.BYTES + Integer.BYTES;
    static final int REMOVED = -1;

    private final OutputStream out;
    private final CRC32C all = new CRC32C();
    private final CRC32C one = new CRC32C();
    private final ByteBuffer record = ByteBuffer.allocate(RECORD_HEADER + PageId.PIECE_BYTES + Integer.BYTES);
    private long records;

    /**
     * Begins the stream of a whole state.
     *
     * @throws IOException if it cannot be written
     */
    public PageWriter(OutputStream out, int kind) throws IOException {
        this(out, kind, 0, 0);
    }

    /**
     * Begins a stream.
     *
     * @param number of an increment, how many it is after its snapshot, from 1
     * @param follows of an increment, what {@link #finish} gave for the stream before
     * @throws IOException if it cannot be written
     */
    public PageWriter(OutputStream out, int kind, long number, int follows) throws IOException {
        this.out = out;
        record.putLong(Snapshot.MAGIC)
                .putInt(Snapshot.VERSION)
                .putInt(kind)
                .putLong(number)
                .putInt(follows);
        writeRecord();
    }

    @Override
    public void put(long id, ByteBuffer bytes) throws IOException {
        record.putLong(id).putInt(bytes.remaining()).put(bytes);
        sealRecord();
    }

    @Override
    public void remove(long id) throws IOException {
        record.putLong(id).putInt(REMOVED);
        sealRecord();
    }

    /**
     * Ends the stream, and flushes it.
     *
     * @return the checksum of the stream, by which an increment names the one it follows
     * @throws IOException if it cannot be written
     */
    public int finish() throws IOException {
        int checksum = (int) all.getValue();
        record.putLong(END).putInt(Long.BYTES + Integer.BYTES).putLong(records).putInt(checksum);
        sealRecord();
        out.flush();
        return checksum;
    }

    private void sealRecord() throws IOException {
        one.reset();
        one.update(record.array(), 0, record.position());
        record.putInt((int) one.getValue());
        records++;
        writeRecord();
    }

    private void writeRecord() throws IOException {
        all.update(record.array(), 0, record.position());
        out.write(record.array(), 0, record.position());
        record.clear();
    }
}
