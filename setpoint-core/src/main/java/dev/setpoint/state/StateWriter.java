package dev.setpoint.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Collects state as big-endian bytes. Arrays are written as their length and then their elements. */
public final class StateWriter {
    private ByteBuffer buffer = ByteBuffer.allocate(1024);

    /** An empty writer. */
    public StateWriter() {}

    /** Appends 1 byte: 0 or 1. */
    public void writeBoolean(boolean value) {
        room(1).put((byte) (value ? 1 : 0));
    }

    /** Appends 4 bytes. */
    public void writeInt(int value) {
        room(4).putInt(value);
    }

    /** Appends 8 bytes. */
    public void writeLong(long value) {
        room(8).putLong(value);
    }

    /** Appends 8 bytes: the IEEE 754 bits. */
    public void writeDouble(double value) {
        room(8).putDouble(value);
    }

    /** Appends a length and the text as UTF-8. */
    public void writeText(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        writeInt(bytes.length);
        writeBytes(bytes);
    }

    /** Appends a length and the elements. */
    public void writeDoubles(double[] values) {
        writeInt(values.length);
        ByteBuffer target = room(8L * values.length);
        for (double value : values) {
            target.putDouble(value);
        }
    }

    /** Appends a length and the elements. */
    public void writeFloats(float[] values) {
        writeInt(values.length);
        ByteBuffer target = room(4L * values.length);
        for (float value : values) {
            target.putFloat(value);
        }
    }

    /** Appends a length and the elements. */
    public void writeLongs(long[] values) {
        writeInt(values.length);
        ByteBuffer target = room(8L * values.length);
        for (long value : values) {
            target.putLong(value);
        }
    }

    /** Appends a stretch of the array, without its length. */
    public void writeFloats(float[] values, int from, int count) {
        ByteBuffer target = room((long) count * Float.BYTES);
        target.asFloatBuffer().put(values, from, count);
        target.position(target.position() + count * Float.BYTES);
    }

    /** Appends a stretch of the array, without its length. */
    public void writeDoubles(double[] values, int from, int count) {
        ByteBuffer target = room((long) count * Double.BYTES);
        target.asDoubleBuffer().put(values, from, count);
        target.position(target.position() + count * Double.BYTES);
    }

    /** Forgets what was written. */
    void reset() {
        buffer.clear();
    }

    /** Whether it has grown beyond what pages commonly need. */
    boolean isLarge() {
        return buffer.capacity() > 16 * PageId.PIECE_BYTES;
    }

    void writeBytes(byte[] bytes) {
        room(bytes.length).put(bytes);
    }

    /** What was written so far, not copied. */
    ByteBuffer written() {
        return buffer.duplicate().flip();
    }

    private ByteBuffer room(long bytes) {
        if (buffer.remaining() < bytes) {
            long needed = buffer.position() + bytes;
            if (needed > Integer.MAX_VALUE - 64) {
                throw new IllegalStateException("snapshot: " + needed + " bytes (expected: less than 2 GiB)");
            }
            int capacity = (int) Math.min(Integer.MAX_VALUE - 64L, Math.max(needed, 2L * buffer.capacity()));
            ByteBuffer larger = ByteBuffer.allocate(capacity);
            buffer.flip();
            larger.put(buffer);
            buffer = larger;
        }
        return buffer;
    }
}
