package dev.setpoint.feature;

import dev.setpoint.argument.Argument;
import dev.setpoint.state.Persistent;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/**
 * The numbers of one query, dense (every position has a value) or sparse (index and value pairs). Reusable: filling it again
 * keeps its arrays, so a vector that has seen its largest query allocates nothing more.
 *
 * <p>Guarantee: every value is finite and every index is in {@code [0, dimension)}; what would break this is refused when it
 * is put in. A sparse vector may name an index more than once; its values then add up.
 */
public final class FeatureVector implements Persistent {
    private static final int[] NO_INDICES = {};
    /** The lowest bit of a float's exponent. */
    private static final int LEAST_EXPONENT = 1 << 23;

    private int dimension;
    private boolean dense;
    private int count;
    private int quantities;
    private int[] indices = NO_INDICES;
    private float[] values = {};

    /** An empty sparse vector of dimension 0; fill it with {@link #setDense}, {@link #clear} and {@link #add}. */
    public FeatureVector() {}

    /**
     * A dense vector with a copy of these values.
     *
     * @throws IllegalArgumentException if a value is NaN or infinite
     */
    public static FeatureVector dense(float... values) {
        FeatureVector vector = new FeatureVector();
        vector.setDense(values, 0, Argument.given("values", values).length);
        return vector;
    }

    /** An empty sparse vector, ready for {@link #add}. */
    public static FeatureVector sparse(int dimension) {
        FeatureVector vector = new FeatureVector();
        vector.clear(dimension);
        return vector;
    }

    /**
     * Makes this the dense vector of {@code length} values that start at {@code offset} of the source, which is copied.
     *
     * @throws IllegalArgumentException if there are no such values; or if one is NaN or infinite, and the vector is then empty
     */
    public void setDense(float[] source, int offset, int length) {
        Argument.part(offset, length, Argument.given("source", source).length);
        clear(length);
        if (values.length < length) {
            values = new float[length];
        }
        for (int i = 0; i < length; i++) {
            float value = source[offset + i];
            if (!Float.isFinite(value)) {
                throw new IllegalArgumentException("features[" + i + "]: " + value + " (expected: finite)");
            }
            values[i] = value;
        }
        dense = true;
        count = length;
    }

    /** Makes this an empty sparse vector of the given dimension. */
    public void clear(int newDimension) {
        if (newDimension < 0) {
            throw new IllegalArgumentException("dimension: " + newDimension + " (expected: >= 0)");
        }
        dimension = newDimension;
        dense = false;
        count = 0;
        quantities = 0;
    }

    /**
     * Adds one entry to a sparse vector.
     *
     * @throws IllegalArgumentException if the index is out of range or the value NaN or infinite
     * @throws IllegalStateException if this vector is dense
     */
    public void add(int index, float value) {
        if (dense) {
            throw new IllegalStateException("add: dense vector (expected: sparse)");
        }
        Argument.index("index", index, dimension);
        if (!Float.isFinite(value)) {
            throw new IllegalArgumentException("value at " + index + ": " + value + " (expected: finite)");
        }
        if (count >= indices.length || count >= values.length) {
            grow(Math.max(16, count * 2));
        }
        indices[count] = index;
        values[count++] = value;
    }

    /** Adds an entry of 1 at each of the first {@code number} positions, all of which the caller has seen to be in range. */
    void addOnes(int[] positions, int number) {
        if (count + number > indices.length || count + number > values.length) {
            grow(Math.max(count + number, count * 2));
        }
        System.arraycopy(positions, 0, indices, count, number);
        Arrays.fill(values, count, count + number, 1);
        count += number;
    }

    /**
     * Adds one entry whose size means something, as that of a price does and that of a word's indicator does not: an encoder may
     * standardise it. Quantities come before all other entries.
     */
    void addQuantity(int index, float value) {
        if (quantities != count) {
            throw new IllegalStateException("addQuantity: after other entries (expected: before them)");
        }
        add(index, value);
        quantities++;
    }

    /** How many of the entries, the first ones, are quantities. */
    int quantities() {
        return quantities;
    }

    /** Gives a sparse vector more positions, at the end. */
    void widen(int newDimension) {
        dimension = Math.max(dimension, newDimension);
    }

    /** Makes this a dense vector, whose values the caller writes into the array returned: the first {@code length} of it. */
    float[] denseValues(int length) {
        clear(length);
        if (values.length < length) {
            values = new float[length];
        }
        dense = true;
        count = length;
        return values;
    }

    /** Refuses what {@link #denseValues} has let in. */
    void checkFinite() {
        for (int i = 0; i < count; i++) {
            if (!Float.isFinite(values[i])) {
                throw new IllegalArgumentException("features[" + index(i) + "]: " + values[i] + " (expected: finite)");
            }
        }
    }

    /**
     * Makes the entries of a sparse vector from the {@code first} on those of different positions, in ascending order: values of the same
     * position are added up, to a finite sum, and a sum of 0 is no entry. Costs one look at each where they are so already.
     */
    void mergeFrom(int first) {
        if (isMergedFrom(first)) {
            return;
        }
        sortFrom(first);
        int end = first;
        for (int i = first; i < count; ) {
            int index = indices[i];
            float sum = values[i++];
            for (; i < count && indices[i] == index; i++) {
                sum = Math.max(-Float.MAX_VALUE, Math.min(Float.MAX_VALUE, sum + values[i]));
            }
            if (sum != 0) {
                indices[end] = index;
                values[end++] = sum;
            }
        }
        count = end;
    }

    private boolean isMergedFrom(int first) {
        for (int i = first; i < count; i++) {
            if (values[i] == 0 || (i > first && indices[i - 1] >= indices[i])) {
                return false;
            }
        }
        return true;
    }

    /** Shell's sort, in place, with the gaps 1, 4, 13, ...: at worst in the order of n^1.5 (Knuth, volume 3, 5.2.1). */
    private void sortFrom(int first) {
        int gap = 1;
        while (gap < (count - first) / 3) {
            gap = 3 * gap + 1;
        }
        for (; gap > 0; gap /= 3) {
            for (int i = first + gap; i < count; i++) {
                int index = indices[i];
                float value = values[i];
                int at = i;
                for (; at >= first + gap && indices[at - gap] > index; at -= gap) {
                    indices[at] = indices[at - gap];
                    values[at] = values[at - gap];
                }
                indices[at] = index;
                values[at] = value;
            }
        }
    }

    /** Makes this an equal copy of the other vector. */
    public void copyFrom(FeatureVector other) {
        dimension = Argument.given("other", other).dimension;
        dense = other.dense;
        quantities = other.quantities;
        count = other.count;
        if (!dense && indices.length < count) {
            grow(count);
        } else if (values.length < count) {
            values = new float[count];
        }
        System.arraycopy(other.values, 0, values, 0, count);
        if (!dense) {
            System.arraycopy(other.indices, 0, indices, 0, count);
        }
    }

    /**
     * Multiplies every value, for example to scale the vector to unit length.
     *
     * @throws IllegalArgumentException if a product would not be finite, as where a vector of zeros is divided by its length; then nothing
     *     has changed
     */
    public void scale(double factor) {
        int bits = 0; // without the sign, they are ordered as the numbers are
        for (int i = 0; i < count; i++) {
            bits = Math.max(bits, Float.floatToRawIntBits(values[i]) & Integer.MAX_VALUE);
        }
        float largest = Float.intBitsToFloat(bits);
        if (!Float.isFinite((float) (largest * factor))) {
            throw new IllegalArgumentException(
                    "factor: " + factor + " (expected: finite products, with values of up to " + largest + ")");
        }
        for (int i = 0; i < count; i++) {
            values[i] = (float) (values[i] * factor);
        }
    }

    /** The square root of the sum of squared entries, 0 for an empty vector. */
    public double norm() {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += (double) values[i] * values[i];
        }
        return Math.sqrt(sum);
    }

    /** How many positions the vector has. */
    public int dimension() {
        return dimension;
    }

    /** Whether every position has an entry, in order. */
    public boolean isDense() {
        return dense;
    }

    /** How many entries are stored. */
    public int count() {
        return count;
    }

    /** The position of the i-th entry, {@code 0 <= i < count()}, which is not checked: models ask in their innermost loops. */
    public int index(int i) {
        return dense ? i : indices[i];
    }

    /** The value of the i-th entry, {@code 0 <= i < count()}, which is not checked either. */
    public float value(int i) {
        return values[i];
    }

    /**
     * Writes all positions, with 0 where a sparse vector has no entry, from {@code offset} on.
     *
     * @throws IllegalArgumentException if the target has no room for them there; then nothing is written
     */
    public void valuesInto(float[] target, int offset) {
        int room = Argument.given("target", target).length - dimension;
        if (offset < 0 || offset > room) {
            throw new IllegalArgumentException("offset: " + offset + " in a target of " + target.length
                    + " (expected: at least 0, with room for " + dimension + " numbers)");
        }
        if (dense) {
            System.arraycopy(values, 0, target, offset, count);
            return;
        }
        Arrays.fill(target, offset, offset + dimension, 0);
        for (int i = 0; i < count; i++) {
            target[offset + indices[i]] += values[i];
        }
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof FeatureVector other
                && dimension == other.dimension
                && dense == other.dense
                && count == other.count
                && quantities == other.quantities
                && Arrays.equals(values, 0, count, other.values, 0, count)
                && (dense || Arrays.equals(indices, 0, count, other.indices, 0, count));
    }

    @Override
    public int hashCode() {
        int hash = 31 * dimension + count;
        for (int i = 0; i < count; i++) {
            hash = 31 * hash + (31 * index(i) + Float.floatToIntBits(values[i]));
        }
        return hash;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(dense ? "dense" : "sparse").append('[');
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ", ");
            if (!dense) {
                text.append(indices[i]).append(':');
            }
            text.append(values[i]);
        }
        return text.append("] of ").append(dimension).toString();
    }

    private void grow(int capacity) {
        values = Arrays.copyOf(values, Math.max(capacity, values.length));
        indices = Arrays.copyOf(indices, Math.max(capacity, indices.length));
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeBoolean(dense);
        out.writeInt(dimension);
        out.writeInt(count);
        out.writeInt(quantities);
        if (dense) {
            out.writeFloats(values, 0, count);
        } else {
            out.writePairs(indices, values, count);
        }
    }

    @Override
    public void readState(StateReader in) {
        boolean isDense = in.readBoolean();
        int size = in.readCount("dimension", Integer.MAX_VALUE);
        int entries = in.readCount("entries of a query", in.remaining() / Integer.BYTES);
        int counted = in.readCount("quantities of a query", isDense ? 0 : entries);
        if (isDense && entries != size) {
            throw new SnapshotException(
                    "snapshot: dense query of " + entries + " entries (expected: " + size + ", its dimension)");
        }
        clear(size);
        if (values.length < entries || (!isDense && indices.length < entries)) {
            grow(entries);
        }
        if (isDense) {
            in.readFloatsInto(values, 0, entries);
        } else {
            in.readPairsInto(indices, values, entries);
        }
        checkRead(isDense, entries);
        dense = isDense;
        count = entries; // none before: what was read may be refused
        quantities = counted;
    }

    /** Looks for the sign that something is wrong in one pass without a branch, as decisions are read when they are answered. */
    private void checkRead(boolean isDense, int entries) {
        int wrong = 0;
        for (int i = 0; i < entries; i++) {
            wrong |= (Float.floatToRawIntBits(values[i]) & Integer.MAX_VALUE) + LEAST_EXPONENT; // below 0 if not finite
        }
        if (!isDense) {
            for (int i = 0; i < entries; i++) {
                wrong |= indices[i] | (dimension - 1 - indices[i]);
            }
        }
        if (wrong < 0) {
            refuseRead(isDense, entries);
        }
    }

    private void refuseRead(boolean isDense, int entries) {
        for (int i = 0; i < entries; i++) {
            int index = isDense ? i : indices[i];
            if (index < 0 || index >= dimension) {
                throw new SnapshotException("snapshot: index: " + index + " (expected: in [0, " + dimension + "))");
            }
            if (!Float.isFinite(values[i])) {
                throw new SnapshotException("snapshot: " + (isDense ? "features[" + i + "]" : "value at " + index)
                        + ": " + values[i] + " (expected: finite)");
            }
        }
    }
}
