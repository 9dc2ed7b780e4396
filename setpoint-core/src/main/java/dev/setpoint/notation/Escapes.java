package dev.setpoint.notation;

import java.util.ArrayList;
import java.util.List;

/**
 * Any text as a piece of one line: {@code \} becomes {@code \\}, a line feed {@code \n}, half of a surrogate pair {@code \} {@code u}
 * and four hexadecimal digits (UTF-8 cannot carry it), and what would be taken for a separator gets a {@code \} before it. Everything
 * else stays as it is. {@code read(write(text, ...))} is the text.
 */
public final class Escapes {
    private static final int HEXADECIMAL = 16;
    private static final int DIGITS = 4;

    private Escapes() {}

    /**
     * The text on one line.
     *
     * @param separators what gets a {@code \} before it, beside {@code \} itself: punctuation
     */
    public static String write(String text, String separators) {
        StringBuilder written = null; // most texts are their own
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            String escape = null;
            if (c == '\\' || separators.indexOf(c) >= 0) {
                escape = "\\" + c;
            } else if (c == '\n') {
                escape = "\\n";
            } else if (Character.isSurrogate(c) && !isPaired(text, i)) {
                escape = String.format("\\u%04x", (int) c);
            }
            if (escape != null && written == null) {
                written = new StringBuilder(text.length() + 8).append(text, 0, i);
            }
            if (written != null) {
                written.append(escape == null ? String.valueOf(c) : escape);
            }
        }
        return written == null ? text : written.toString();
    }

    private static boolean isPaired(String text, int at) {
        char c = text.charAt(at);
        return Character.isHighSurrogate(c)
                ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
                : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    }

    /**
     * What was written.
     *
     * @throws IllegalArgumentException if a {@code \} is followed by what {@link #write} does not put there
     */
    public static String read(String written) {
        if (written.indexOf('\\') < 0) {
            return written;
        }
        StringBuilder text = new StringBuilder(written.length());
        for (int i = 0; i < written.length(); i++) {
            char c = written.charAt(i);
            if (c != '\\') {
                text.append(c);
                continue;
            }
            char escaped = ++i < written.length() ? written.charAt(i) : 'x';
            if (escaped == 'n') {
                text.append('\n');
            } else if (escaped == 'u') {
                text.append(surrogate(written, i + 1));
                i += DIGITS;
            } else if (Character.isLetterOrDigit(escaped) || Character.isWhitespace(escaped)) {
                throw unknown(written);
            } else {
                text.append(escaped);
            }
        }
        return text.toString();
    }

    private static char surrogate(String written, int from) {
        try {
            char c = (char) Integer.parseInt(written.substring(from, from + DIGITS), HEXADECIMAL);
            if (Character.isSurrogate(c)) {
                return c;
            }
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw unknown(written);
        }
        throw unknown(written);
    }

    private static IllegalArgumentException unknown(String written) {
        return new IllegalArgumentException("'" + Excerpt.of(written)
                + "' (expected: after each \\ another, n, u with four digits, or a separator)");
    }

    /** The parts between separators that have no {@code \} before them, still as they are written; at least one. */
    public static List<String> split(String written, char separator) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < written.length(); i++) {
            char c = written.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == separator) {
                parts.add(written.substring(from, i));
                from = i + 1;
            }
        }
        parts.add(written.substring(from));
        return parts;
    }
}
