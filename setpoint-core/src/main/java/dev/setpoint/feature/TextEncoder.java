package dev.setpoint.feature;

import java.util.List;

/**
 * A frozen network that turns texts into vectors of length 1, so that texts of similar meaning have a large inner product. Not
 * thread-safe; may hold native memory until closed.
 *
 * <p>A vector is a function of its text alone: it has the same bits whatever was encoded before it or together with it, on one
 * machine with one number of threads.
 *
 * <p>Every {@link String} is a text. The empty one has a vector, too. Of a text longer than the network reads, the beginning
 * counts. A surrogate without its partner is read as U+FFFD, the replacement character. Control characters are at most
 * separators, and no word in a text, whatever it looks like, is a command to the network.
 */
public interface TextEncoder extends AutoCloseable {
    /** How many numbers a vector has, at least 1. */
    int dimension();

    /**
     * The SHA-256, in lower-case hexadecimal, of everything but the machine that its vectors are computed from: with the same
     * checksum, vectors that were kept are those it would compute again, but for rounding on another machine.
     */
    String checksum();

    /**
     * Writes the vectors of texts, one after the other; what is behind them in the array stays as it is.
     *
     * @param into receives {@code texts.size() * dimension()} values
     * @throws IllegalArgumentException if a text is null or the array is too short; nothing is written then
     * @throws IllegalStateException if it is closed
     */
    void encodeInto(List<String> texts, float[] into);

    /**
     * The vector of one text, as a new array.
     *
     * @throws IllegalArgumentException if the text is null
     * @throws IllegalStateException if it is closed
     */
    default float[] encode(String text) {
        if (text == null) {
            throw new IllegalArgumentException("text: null (expected: a text, perhaps an empty one)");
        }
        float[] vector = new float[dimension()];
        encodeInto(List.of(text), vector);
        return vector;
    }

    /** Frees what it holds; closing again does nothing. */
    @Override
    void close();
}
