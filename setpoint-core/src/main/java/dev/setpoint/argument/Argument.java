package dev.setpoint.argument;

/**
 * Refuses what a caller may get wrong in any method, by the argument's name: nothing where there must be something, a position that is
 * not there. Allocates nothing where nothing is refused.
 */
public final class Argument {
    private Argument() {}

    /**
     * The value, which must be there.
     *
     * @throws IllegalArgumentException if it is null
     */
    public static <T> T given(String name, T value) {
        if (value == null) {
            throw new IllegalArgumentException(name + ": null (expected: not null)");
        }
        return value;
    }

    /**
     * One of several values, which must be there.
     *
     * @throws IllegalArgumentException if it is null
     */
    public static <T> T given(String name, int i, T value) {
        if (value == null) {
            throw new IllegalArgumentException(name + "[" + i + "]: null (expected: not null)");
        }
        return value;
    }

    /**
     * The values, all of which must be there.
     *
     * @throws IllegalArgumentException if they or one of them is null
     */
    public static <T extends Iterable<?>> T allGiven(String name, T values) {
        int i = 0;
        for (Object value : given(name, values)) {
            given(name, i++, value);
        }
        return values;
    }

    /**
     * The index, which must be one of so many, counted from 0.
     *
     * @throws IllegalArgumentException if it is not
     */
    public static int index(String name, int index, int count) {
        if (index < 0 || index >= count) {
            throw new IllegalArgumentException(name + ": " + index + " (expected: in [0, " + count + "))");
        }
        return index;
    }

    /**
     * Refuses a part of an array that is not there.
     *
     * @param length of the array
     * @throws IllegalArgumentException if the offset or the count is below 0, or the part reaches beyond the end
     */
    public static void part(int offset, int count, int length) {
        if (offset < 0 || offset > length) {
            throw new IllegalArgumentException("offset: " + offset + " (expected: in [0, " + length + "])");
        }
        if (count < 0 || count > length - offset) {
            throw new IllegalArgumentException("length: " + count + " (expected: in [0, " + (length - offset) + "])");
        }
    }
}
