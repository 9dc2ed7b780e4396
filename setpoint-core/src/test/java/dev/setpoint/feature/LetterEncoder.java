package dev.setpoint.feature;

import java.util.List;

/** A text encoder without a network, for tests: which letters the first hundred characters of a text are, by their numbers modulo 16. */
final class LetterEncoder implements TextEncoder {
    private static final int DIMENSION = 16;
    private static final int LONGEST = 100;

    private boolean closed;

    @Override
    public int dimension() {
        return DIMENSION;
    }

    @Override
    public String checksum() {
        return "0123456789abcdef".repeat(4);
    }

    @Override
    public void encodeInto(List<String> texts, float[] into) {
        if (closed) {
            throw new IllegalStateException("text encoder: closed (expected: open)");
        }
        for (int i = 0; i < texts.size(); i++) {
            if (texts.get(i) == null) {
                throw new IllegalArgumentException("texts[" + i + "]: null (expected: a text, perhaps an empty one)");
            }
        }
        if (into.length < texts.size() * DIMENSION) {
            throw new IllegalArgumentException(
                    "into: " + into.length + " values (expected: >= " + texts.size() + " x " + DIMENSION + ")");
        }
        for (int i = 0; i < texts.size(); i++) {
            encodeInto(texts.get(i), into, i * DIMENSION);
        }
    }

    private static void encodeInto(String text, float[] into, int offset) {
        double[] counts = new double[DIMENSION];
        counts[0] = 1;
        text.codePoints()
                .limit(LONGEST)
                .map(point -> Character.getType(point) == Character.SURROGATE ? 0xFFFD : point)
                .forEach(point -> counts[Character.toLowerCase(point) % DIMENSION]++);
        double squares = 0;
        for (double count : counts) {
            squares += count * count;
        }
        for (int j = 0; j < DIMENSION; j++) {
            into[offset + j] = (float) (counts[j] / Math.sqrt(squares));
        }
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
    }
}
