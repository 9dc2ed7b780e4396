package dev.setpoint.deep;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * One named tensor of a weight file. Its values are in row-major order (the last index runs fastest), as many as the product
 * of its shape, one for an empty shape, and all finite.
 */
final class WeightTensor {
    private static final int MOST_DIMENSIONS = 64;
    private static final int MOST_VALUES = Integer.MAX_VALUE - 8;
    private static final int BUFFER = 1 << 16;

    private final String name;
    private final long[] shape;
    private final float[] values;

    WeightTensor(String name, long[] shape, float[] values) {
        this.name = name;
        this.shape = shape;
        this.values = values;
    }

    String name() {
        return name;
    }

    /** The lengths along the dimensions; not a copy. */
    long[] shape() {
        return shape;
    }

    /** The numbers; not a copy. */
    float[] values() {
        return values;
    }

    /**
     * How many bytes the values of a shape take.
     *
     * @throws WeightFileException if no tensor has this shape: a negative length, more than 64 dimensions, or more values than
     *     an array can hold; lengths of 0 do not hide the others
     */
    static long bytes(long[] shape, ElementType type, String where) throws WeightFileException {
        if (shape.length > MOST_DIMENSIONS) {
            throw new WeightFileException(where, shape.length + " dimensions", "at most " + MOST_DIMENSIONS);
        }
        long product = 1;
        boolean empty = false;
        for (long length : shape) {
            if (length < 0) {
                throw new WeightFileException(where, "shape " + Arrays.toString(shape), "no negative length");
            }
            empty |= length == 0;
            if (length > MOST_VALUES || product * Math.max(1, length) > MOST_VALUES) {
                throw new WeightFileException(
                        where, "shape " + Arrays.toString(shape), "at most " + MOST_VALUES + " values");
            }
            product *= Math.max(1, length);
        }
        return empty ? 0 : product * type.size();
    }

    /**
     * Reads the values of a tensor whose size was checked against what the stream can hold.
     *
     * @param columnMajor whether the first index runs fastest in the stream
     * @throws WeightFileException if the stream ends early or a value is NaN or infinite
     */
    static WeightTensor read(
            String name, long[] shape, ElementType type, boolean columnMajor, InputStream in, String where)
            throws IOException {
        long left = bytes(shape, type, where);
        float[] values = new float[(int) (left / type.size())];
        Places places = columnMajor ? new Places(shape) : null;
        byte[] buffer = new byte[(int) Math.min(BUFFER, left)]; // a multiple of every type's size
        ByteBuffer bytes = ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN);
        int count = 0;
        while (left > 0) {
            int chunk = (int) Math.min(buffer.length, left);
            int read = in.readNBytes(buffer, 0, chunk);
            if (read < chunk) {
                throw new WeightFileException(where, "ends " + (left - read) + " bytes too early", "a complete file");
            }
            for (int at = 0; at < chunk; at += type.size()) {
                float value = type.decode(bytes, at);
                int place = places == null ? count : places.next();
                if (!Float.isFinite(value)) {
                    throw new WeightFileException(where, value + " at place " + place, "finite numbers");
                }
                values[place] = value;
                count++;
            }
            left -= chunk;
        }
        return new WeightTensor(name, shape, values);
    }

    @Override
    public String toString() {
        return name + Arrays.toString(shape);
    }

    /** The places in row-major order of values that come in column-major order. */
    private static final class Places {
        private final long[] shape;
        private final int[] strides;
        private final int[] index;
        private int next;

        Places(long[] shape) {
            this.shape = shape;
            strides = new int[shape.length];
            index = new int[shape.length];
            int stride = 1;
            for (int d = shape.length - 1; d >= 0; d--) {
                strides[d] = stride;
                stride *= (int) shape[d];
            }
        }

        int next() {
            int place = next;
            for (int d = 0; d < shape.length; d++) {
                next += strides[d];
                if (++index[d] < shape[d]) {
                    return place;
                }
                next -= index[d] * strides[d];
                index[d] = 0;
            }
            return place;
        }
    }
}
