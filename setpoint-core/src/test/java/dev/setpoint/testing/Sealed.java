package dev.setpoint.testing;

import dev.setpoint.state.Snapshot;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Snapshots taken apart and put together again with a correct checksum, whatever is inside. */
public final class Sealed {
    /** Bytes before the payload. */
    public static final int HEADER = 24;
    /** Bytes after it. */
    public static final int CHECKSUM = 4;

    private Sealed() {}

    /** What is between header and checksum. */
    public static byte[] payload(byte[] snapshot) {
        return Arrays.copyOfRange(snapshot, HEADER, snapshot.length - CHECKSUM);
    }

    /** A snapshot of a learner, as far as the envelope goes. */
    public static byte[] learner(byte[] payload) {
        return envelope(Snapshot.VERSION, Snapshot.LEARNER, payload);
    }

    /** An envelope of any kind and version, with its length and checksum correct. */
    public static byte[] envelope(int version, int kind, byte[] payload) {
        ByteBuffer buffer = ByteBuffer.allocate(HEADER + payload.length + CHECKSUM);
        buffer.putLong(0x534554504F494E54L)
                .putInt(version)
                .putInt(kind)
                .putLong(payload.length)
                .put(payload);
        CRC32C crc = new CRC32C();
        crc.update(buffer.array(), 0, HEADER + payload.length);
        return buffer.putInt((int) crc.getValue()).array();
    }
}
