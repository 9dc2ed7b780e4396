package dev.setpoint.testing;

import dev.setpoint.state.PageReader;
import dev.setpoint.state.PageWriter;
import dev.setpoint.state.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/** Snapshots taken apart and put together again with correct checksums, whatever is inside. */
public final class Sealed {
    private Sealed() {}

    /** The pages of a stream by id; null for one that was removed. */
    public static SortedMap<Long, byte[]> pages(byte[] stream) {
        try {
            SortedMap<Long, byte[]> pages = new TreeMap<>();
            PageReader reader = new PageReader(new ByteArrayInputStream(stream));
            while (reader.next()) {
                ByteBuffer bytes = reader.bytes();
                byte[] copy = bytes == null ? null : new byte[bytes.remaining()];
                if (bytes != null) {
                    bytes.get(copy);
                }
                pages.put(reader.id(), copy);
            }
            return pages;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A snapshot of a learner of these pages. */
    public static byte[] learner(SortedMap<Long, byte[]> pages) {
        return stream(Snapshot.LEARNER, pages);
    }

    /** A stream of these pages. */
    public static byte[] stream(int kind, SortedMap<Long, byte[]> pages) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            PageWriter writer = new PageWriter(bytes, kind);
            for (Map.Entry<Long, byte[]> page : pages.entrySet()) {
                if (page.getValue() == null) {
                    writer.remove(page.getKey());
                } else {
                    writer.put(page.getKey(), ByteBuffer.wrap(page.getValue()));
                }
            }
            writer.finish();
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same snapshot with one page replaced. */
    public static byte[] replaced(byte[] snapshot, long id, byte[] page) {
        SortedMap<Long, byte[]> pages = pages(snapshot);
        pages.put(id, page);
        return learner(pages);
    }

    /** The form of versions before 4, of any kind and version, with its length and checksum correct. */
    public static byte[] envelope(int version, int kind, byte[] payload) {
        ByteBuffer buffer = ByteBuffer.allocate(24 + payload.length + 4);
        buffer.putLong(0x534554504F494E54L)
                .putInt(version)
                .putInt(kind)
                .putLong(payload.length)
                .put(payload);
        CRC32C crc = new CRC32C();
        crc.update(buffer.array(), 0, 24 + payload.length);
        return buffer.putInt((int) crc.getValue()).array();
    }
}
