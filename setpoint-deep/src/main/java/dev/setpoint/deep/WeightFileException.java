package dev.setpoint.deep;

import java.io.IOException;

/**
 * A weight file is missing, damaged or not of a known format. The message is one sentence for the person who chose the file:
 * where (file, tensor), what was found and what was expected.
 */
final class WeightFileException extends IOException {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_QUOTE = 60;

    /** {@code where: found (expected: ...)}; line breaks and the like in {@code where} and {@code found} become blanks. */
    WeightFileException(String where, String found, String expected) {
        super(printable(where) + ": " + printable(found) + " (expected: " + expected + ")");
    }

    /** How messages call one tensor of a file; a long name is cut. */
    static String tensor(String source, String name) {
        return source + ", tensor '" + quote(name) + "'";
    }

    /** Text of a file made fit for a message: at most 60 characters. */
    static String quote(String text) {
        return printable(text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "...");
    }

    private static String printable(String text) {
        StringBuilder printable = new StringBuilder();
        text.codePoints()
                .map(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x2029 ? ' ' : c)
                .forEach(printable::appendCodePoint);
        return printable.toString();
    }
}
