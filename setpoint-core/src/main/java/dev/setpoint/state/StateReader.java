package dev.setpoint.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads what a {@link StateWriter} wrote. Every read past the end, and every length that cannot be, is a {@link SnapshotException}. */
public final class StateReader {
    private static final char REPLACEMENT = '\uFFFD';

    private byte[] bytes;
    private int start;
    private int at;
    private int end;

    /** Reads what remains of a buffer, which is not copied if it has an array, and is left as it is. */
    public StateReader(ByteBuffer buffer) {
        reset(buffer);
    }

    /** Reads other bytes from now on. */
    public void reset(ByteBuffer buffer) {
        if (buffer.hasArray()) {
            bytes = buffer.array();
            start = buffer.arrayOffset() + buffer.position();
        } else {
            bytes = new byte[buffer.remaining()];
            buffer.get(buffer.position(), bytes);
            start = 0;
        }
        at = start;
        end = start + buffer.remaining();
    }

    /** The next byte, which must be 0 or 1. */
    public boolean readBoolean() {
        byte value = bytes[next(1)];
        if (value != 0 && value != 1) {
            throw new SnapshotException(
                    "snapshot: flag " + value + " before byte " + (at - start) + " (expected: 0 or 1)");
        }
        return value == 1;
    }

    /** The next 4 bytes. */
    public int readInt() {
        return (int) StateWriter.INTS.get(bytes, next(Integer.BYTES));
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
        return (long) StateWriter.LONGS.get(bytes, next(Long.BYTES));
    }

    /** The next 8 bytes as a number. */
    public double readDouble() {
        return Double.longBitsToDouble(readLong());
    }

    /** The next text. */
    public String readText() {
        int count = readCount("length of text", remaining() - Integer.BYTES);
        int first = next(count);
        String text = new String(bytes, first, count, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0) { // it may have been there, or in the place of what is no UTF-8
            byte[] again = text.getBytes(StandardCharsets.UTF_8);
            if (!Arrays.equals(again, 0, again.length, bytes, first, at)) {
                throw new SnapshotException("snapshot: text of " + count + " bytes before byte " + (at - start)
                        + " is not UTF-8 (expected: UTF-8)");
            }
        }
        return text;
    }

    /** The next numbers, as many as were written. */
    public float[] readFloats() {
        float[] values = new float[readCount("length of an array", remaining() / Float.BYTES)];
        readFloatsInto(values, 0, values.length);
        return values;
    }

    /** The next numbers, as many as were written but at most so many. */
    public long[] readLongs(int most) {
        long[] values = new long[readCount("length of an array", Math.min(most, remaining() / Long.BYTES))];
        readLongsInto(values, 0, values.length);
        return values;
    }

    /** Fills the array, whose length must be the one that was written. */
    public void readDoublesInto(double[] values) {
        checkLength(values.length);
        readDoublesInto(values, 0, values.length);
    }

    /** Fills the array, whose length must be the one that was written. */
    public void readFloatsInto(float[] values) {
        checkLength(values.length);
        readFloatsInto(values, 0, values.length);
    }

    /** Fills the array, whose length must be the one that was written. */
    public void readLongsInto(long[] values) {
        checkLength(values.length);
        readLongsInto(values, 0, values.length);
    }

    /** Passes over so many doubles. */
    public void skipDoubles(int count) {
        next((long) count * Double.BYTES);
    }

    /** Fills a stretch of the array with numbers that were written without their count. */
    public void readFloatsInto(float[] values, int from, int count) {
        int first = next((long) count * Float.BYTES);
        byte[] source = bytes;
        for (int i = 0; i < count; i++) {
            values[from + i] = Float.intBitsToFloat((int) StateWriter.INTS.get(source, first + i * Float.BYTES));
        }
    }

    /** Fills a stretch of the array with numbers that were written without their count. */
    public void readDoublesInto(double[] values, int from, int count) {
        int first = next((long) count * Double.BYTES);
        byte[] source = bytes;
        for (int i = 0; i < count; i++) {
            values[from + i] = Double.longBitsToDouble((long) StateWriter.LONGS.get(source, first + i * Double.BYTES));
        }
    }

    /** Fills a stretch of the array with numbers that were written without their count. */
    public void readLongsInto(long[] values, int from, int count) {
        int first = next((long) count * Long.BYTES);
        byte[] source = bytes;
        for (int i = 0; i < count; i++) {
            values[from + i] = (long) StateWriter.LONGS.get(source, first + i * Long.BYTES);
        }
    }

    /** Fills the beginnings of two arrays with pairs that were written without their count. */
    public void readPairsInto(int[] ints, float[] floats, int count) {
        int first = next((long) count * Long.BYTES);
        byte[] source = bytes;
        for (int i = 0; i < count; i++) {
            long pair = (long) StateWriter.LONGS.get(source, first + i * Long.BYTES);
            ints[i] = (int) (pair >>> Integer.SIZE);
            floats[i] = Float.intBitsToFloat((int) pair);
        }
    }

    /** Leaves out all that is left. */
    public void skipRest() {
        at = end;
    }

    /** All bytes that are left, not copied. */
    public ByteBuffer readRest() {
        int count = remaining();
        return ByteBuffer.wrap(bytes, next(count), count).slice();
    }

    /** All bytes that are left. */
    byte[] rest() {
        byte[] rest = Arrays.copyOfRange(bytes, at, end);
        at = end;
        return rest;
    }

    /** How many bytes are left. */
    public int remaining() {
        return end - at;
    }

    /** Refuses bytes that nobody read. */
    public void finish() {
        if (at < end) {
            throw new SnapshotException(
                    "snapshot: " + remaining() + " bytes too many (expected: none after the state)");
        }
    }

    private void checkLength(int expected) {
        int written = readInt();
        if (written != expected) {
            throw new SnapshotException("snapshot: array of " + written + " (expected: " + expected + ")");
        }
    }

    /** Where the next so many bytes are, which count as read. */
    private int next(long count) {
        int first = at;
        if (end - first < count) {
            throw new SnapshotException("snapshot: " + (end - first) + " bytes left at byte " + (first - start)
                    + " (expected: at least " + count + ")");
        }
        at = first + (int) count;
        return first;
    }
}
