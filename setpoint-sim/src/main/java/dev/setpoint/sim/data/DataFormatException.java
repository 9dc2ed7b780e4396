package dev.setpoint.sim.data;

import java.io.IOException;

/**
 * A data file is missing, damaged or not of the expected format. The message is one sentence for the person who chose the
 * file: where (file, line or byte, field), what was found and what was expected.
 */
public final class DataFormatException extends IOException {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_QUOTE = 60;

    private DataFormatException(String message) {
        super(message);
    }

    /** The file as a whole is wrong: {@code file: found (expected: ...)}. */
    static DataFormatException inFile(String source, String found, String expected) {
        return new DataFormatException(source + ": " + quote(found) + " (expected: " + expected + ")");
    }

    /** One line is wrong, counted from 1: {@code file, line 3, field: found (expected: ...)}. */
    static DataFormatException atLine(String source, long line, String field, String found, String expected) {
        return inFile(source + ", line " + line + ", " + quote(field), found, expected);
    }

    /** The bytes from an offset on are wrong, counted from 0: {@code file, byte 16, field: found (expected: ...)}. */
    static DataFormatException atByte(String source, long offset, String field, String found, String expected) {
        return inFile(source + ", byte " + offset + ", " + quote(field), found, expected);
    }

    /** Text of a file made fit for a message: at most 60 characters, none of them a control character. */
    static String quote(String text) {
        StringBuilder quoted = new StringBuilder();
        String start = text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "...";
        start.codePoints()
                .forEach(
                        c -> quoted.appendCodePoint(Character.isISOControl(c) || c == 0x2028 || c == 0x2029 ? ' ' : c));
        return quoted.length() == 0 ? "nothing" : quoted.toString();
    }
}
