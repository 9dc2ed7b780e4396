package dev.setpoint.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads what a {@link StateWriter} wrote. Every read past the end, and every length that cannot be, is a {@link SnapshotException}. */
public final class StateReader {
    private ByteBuffer buffer;

    /** Reads what remains of a big-endian buffer, which is not copied and whose position moves on. */
    public StateReader(ByteBuffer buffer) {
        this.buffer = buffer;
    }

    /** Reads other bytes from now on. */
    public void reset(ByteBuffer other) {
        buffer = other;
    }

    /** The next byte, which must be 0 or 1. */
    public boolean readBoolean() {
        byte value = need(1).get();
        if (value != 0 && value != 1) {
            throw new SnapshotException(
                    "snapshot: flag " + value + " before byte " + buffer.position() + " (expected: 0 or 1)");
        }
        return value == 1;
    }

    /** The next 4 bytes. */
    public int readInt() {
        return need(4).getInt();
    }

    /** The next 4 bytes, which must be a number in {@code [0, limit]}. */
    public int readCount(String name, int limit) {
        int value = readInt();
        if (value < 0 || value > limit) {
            throw new SnapshotException("snapshot: " + name + " " + value + " (expected: in [0, " + limit + "])");
        }
        return value;
    }

    /** The next 8 bytes. */
    public long readLong() {
        return need(8).getLong();
    }

    /** The next 8 bytes as a number. */
    public double readDouble() {
        return need(8).getDouble();
    }

    /** The next text. */
    public String readText() {
        byte[] bytes = new byte[readCount("length of text", buffer.remaining() - Integer.BYTES)];
        buffer.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** The next numbers, as many as were written. */
    public float[] readFloats() {
        int mark = buffer.position();
        int count = readCount("length of an array", buffer.remaining() / Float.BYTES);
        buffer.position(mark);
        float[] values = new float[count];
        readFloatsInto(values);
        return values;
    }

    /** The next numbers, as many as were written but at most so many. */
    public long[] readLongs(int most) {
        int mark = buffer.position();
        int count = readCount("length of an array", Math.min(most, buffer.remaining() / Long.BYTES));
        buffer.position(mark);
        long[] values = new long[count];
        readLongsInto(values);
        return values;
    }

    /** Fills the array, whose length must be the one that was written. */
    public void readDoublesInto(double[] values) {
        length(values.length, 8);
        for (int i = 0; i < values.length; i++) {
            values[i] = buffer.getDouble();
        }
    }

    /** Fills the array, whose length must be the one that was written. */
    public void readFloatsInto(float[] values) {
        length(values.length, 4);
        for (int i = 0; i < values.length; i++) {
            values[i] = buffer.getFloat();
        }
    }

    /** Fills the array, whose length must be the one that was written. */
    public void readLongsInto(long[] values) {
        length(values.length, 8);
        for (int i = 0; i < values.length; i++) {
            values[i] = buffer.getLong();
        }
    }

    /** Fills a stretch of the array with numbers that were written without their count. */
    public void readFloatsInto(float[] values, int from, int count) {
        need((long) count * Float.BYTES);
        for (int i = from; i < from + count; i++) {
            values[i] = buffer.getFloat();
        }
    }

    /** Fills a stretch of the array with numbers that were written without their count. */
    public void readDoublesInto(double[] values, int from, int count) {
        need((long) count * Double.BYTES);
        for (int i = from; i < from + count; i++) {
            values[i] = buffer.getDouble();
        }
    }

    /** Fills a stretch of the array with numbers that were written without their count. */
    public void readLongsInto(long[] values, int from, int count) {
        need((long) count * Long.BYTES);
        for (int i = from; i < from + count; i++) {
            values[i] = buffer.getLong();
        }
    }

    /** Leaves out all that is left. */
    public void skipRest() {
        buffer.position(buffer.limit());
    }

    /** All bytes that are left, not copied. */
    public ByteBuffer readRest() {
        ByteBuffer bytes = buffer.slice();
        buffer.position(buffer.limit());
        return bytes;
    }

    /** All bytes that are left. */
    byte[] rest() {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    /** How many bytes are left. */
    public int remaining() {
        return buffer.remaining();
    }

    /** Refuses bytes that nobody read. */
    public void finish() {
        if (buffer.hasRemaining()) {
            throw new SnapshotException(
                    "snapshot: " + buffer.remaining() + " bytes too many (expected: none after the state)");
        }
    }

    private void length(int expected, int bytesEach) {
        int written = readInt();
        if (written != expected) {
            throw new SnapshotException("snapshot: array of " + written + " (expected: " + expected + ")");
        }
        need((long) expected * bytesEach);
    }

    private ByteBuffer need(long bytes) {
        if (buffer.remaining() < bytes) {
            throw new SnapshotException("snapshot: " + buffer.remaining() + " bytes left at byte " + buffer.position()
                    + " (expected: at least " + bytes + ")");
        }
        return buffer;
    }
}
