package dev.setpoint.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Collects state as big-endian bytes. Arrays are written as their length and then their elements. */
public final class StateWriter {
    /*
     * A decision is written when it is kept and read when it is answered, so both are on the hot path: plain arrays and an index of
     * our own, as a buffer would move its position with every number.
     */
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final int LARGEST = Integer.MAX_VALUE - 64;

    private byte[] bytes = new byte[1024];
    private int size;
    /** Null if there is none of the present bytes. */
    private ByteBuffer view;

    /** An empty writer. */
    public StateWriter() {}

    /** Appends 1 byte: 0 or 1. */
    public void writeBoolean(boolean value) {
        int at = room(1);
        bytes[at] = (byte) (value ? 1 : 0);
    }

    /** Appends 4 bytes. */
    public void writeInt(int value) {
        int at = room(Integer.BYTES);
        INTS.set(bytes, at, value);
    }

    /** Appends 8 bytes. */
    public void writeLong(long value) {
        int at = room(Long.BYTES);
        LONGS.set(bytes, at, value);
    }

    /** Appends 8 bytes: the IEEE 754 bits. */
    public void writeDouble(double value) {
        writeLong(Double.doubleToRawLongBits(value));
    }

    /** Appends a length and the text as UTF-8. */
    public void writeText(String value) {
        byte[] text = value.getBytes(StandardCharsets.UTF_8);
        writeInt(text.length);
        writeBytes(text);
    }

    /** Appends a length and the elements. */
    public void writeDoubles(double[] values) {
        writeInt(values.length);
        writeDoubles(values, 0, values.length);
    }

    /** Appends a length and the elements. */
    public void writeFloats(float[] values) {
        writeInt(values.length);
        writeFloats(values, 0, values.length);
    }

    /** Appends a length and the elements. */
    public void writeLongs(long[] values) {
        writeInt(values.length);
        writeLongs(values, 0, values.length);
    }

    /** Appends a stretch of the array, without its length. */
    public void writeFloats(float[] values, int from, int count) {
        int at = room((long) count * Float.BYTES);
        byte[] target = bytes;
        for (int i = 0; i < count; i++) {
            INTS.set(target, at + i * Float.BYTES, Float.floatToRawIntBits(values[from + i]));
        }
    }

    /** Appends a stretch of the array, without its length. */
    public void writeDoubles(double[] values, int from, int count) {
        int at = room((long) count * Double.BYTES);
        byte[] target = bytes;
        for (int i = 0; i < count; i++) {
            LONGS.set(target, at + i * Double.BYTES, Double.doubleToRawLongBits(values[from + i]));
        }
    }

    /** Appends a stretch of the array, without its length. */
    public void writeLongs(long[] values, int from, int count) {
        int at = room((long) count * Long.BYTES);
        byte[] target = bytes;
        for (int i = 0; i < count; i++) {
            LONGS.set(target, at + i * Long.BYTES, values[from + i]);
        }
    }

    /** Appends pairs of a whole number and a number, the first {@code count} of each array, without a length. */
    public void writePairs(int[] first, float[] second, int count) {
        int at = room((long) count * Long.BYTES);
        byte[] target = bytes;
        for (int i = 0; i < count; i++) {
            long pair = (long) first[i] << Integer.SIZE | Integer.toUnsignedLong(Float.floatToRawIntBits(second[i]));
            LONGS.set(target, at + i * Long.BYTES, pair);
        }
    }

    /** Forgets what was written; the memory is kept. */
    public void clear() {
        size = 0;
    }

    /**
     * Forgets what was written, and writes into this array from now on, from its beginning. If it does not suffice, what it has is copied
     * to a larger one, which {@link #array} then is.
     */
    public void redirect(byte[] target) {
        if (bytes != target) {
            bytes = target;
            view = null;
        }
        size = 0;
    }

    /** How many bytes were written so far. */
    public int size() {
        return size;
    }

    /** What it writes into: the same array until that does not suffice. */
    public byte[] array() {
        return bytes;
    }

    /** Whether it has grown beyond what pages commonly need. */
    boolean isLarge() {
        return bytes.length > 16 * PageId.PIECE_BYTES;
    }

    /** Appends what remains of a buffer, without its length. */
    public void writeBytes(ByteBuffer source) {
        int count = source.remaining();
        int at = room(count);
        source.get(bytes, at, count);
    }

    void writeBytes(byte[] source) {
        int at = room(source.length);
        System.arraycopy(source, 0, bytes, at, source.length);
    }

    /** What was written so far, not copied: valid until more is written. The same object each time while the memory suffices. */
    public ByteBuffer written() {
        if (view == null) {
            view = ByteBuffer.wrap(bytes);
        }
        return view.clear().limit(size);
    }

    /** Where so many bytes more are to be put. */
    private int room(long count) {
        int at = size;
        if (bytes.length - at < count) {
            grow(at + count);
        }
        size = at + (int) count;
        return at;
    }

    private void grow(long needed) {
        if (needed > LARGEST) {
            throw new IllegalStateException("snapshot: " + needed + " bytes (expected: less than 2 GiB)");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(LARGEST, Math.max(needed, 2L * bytes.length)));
        view = null;
    }
}
