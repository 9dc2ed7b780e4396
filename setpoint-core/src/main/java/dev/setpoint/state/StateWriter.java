package dev.setpoint.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Collects state as big-endian bytes. Arrays are written as their length and then their elements. */
public final class StateWriter {
    private ByteBuffer buffer = ByteBuffer.allocate(1024);
    /** Null if there is none of the present buffer. */
    private ByteBuffer view;

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
        for (int i = from; i < from + count; i++) {
            target.putFloat(values[i]);
        }
    }

    /** Appends a stretch of the array, without its length. */
    public void writeDoubles(double[] values, int from, int count) {
        ByteBuffer target = room((long) count * Double.BYTES);
        for (int i = from; i < from + count; i++) {
            target.putDouble(values[i]);
        }
    }

    /** Appends a stretch of the array, without its length. */
    public void writeLongs(long[] values, int from, int count) {
        ByteBuffer target = room((long) count * Long.BYTES);
        for (int i = from; i < from + count; i++) {
            target.putLong(values[i]);
        }
    }

    /** Appends pairs of a whole number and a number, the first {@code count} of each array, without a length. */
    public void writePairs(int[] first, float[] second, int count) {
        ByteBuffer target = room(8L * count);
        for (int i = 0; i < count; i++) {
            target.putInt(first[i]);
            target.putFloat(second[i]);
        }
    }

    /** Forgets what was written; the memory is kept. */
    public void clear() {
        buffer.clear();
    }

    /** Whether it has grown beyond what pages commonly need. */
    boolean isLarge() {
        return buffer.capacity() > 16 * PageId.PIECE_BYTES;
    }

    /** Appends what remains of a buffer, without its length. */
    public void writeBytes(ByteBuffer bytes) {
        room(bytes.remaining()).put(bytes);
    }

    void writeBytes(byte[] bytes) {
        room(bytes.length).put(bytes);
    }

    /** What was written so far, not copied: valid until more is written. The same object each time while the memory suffices. */
    public ByteBuffer written() {
        if (view == null) {
            view = buffer.duplicate();
        }
        view.clear().limit(buffer.position());
        return view;
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
            view = null;
        }
        return buffer;
    }
}
