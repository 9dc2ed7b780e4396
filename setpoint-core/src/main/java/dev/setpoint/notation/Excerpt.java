package dev.setpoint.notation;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * As much of a list or a text as a message has room for, on one line: {@code [a, b, c, ... 9,997 more]}. Control characters, line breaks
 * among them, are shown by a backslash, {@code u} and their number.
 */
public final class Excerpt {
    private static final int WHOLE_LIST = 10;
    private static final int FIRST_NAMES = 3;
    private static final int WHOLE_TEXT = 200;
    private static final int LONG_TEXT = 150;
    private static final int WHOLE_NAME = 60;
    private static final int LONG_NAME = 40;

    private Excerpt() {}

    /** Lists of up to ten entries as they are, of longer ones the first three and how many more there are; long entries are cut. */
    public static String of(List<?> list) {
        int shown = list.size() <= WHOLE_LIST ? list.size() : FIRST_NAMES;
        StringJoiner joined = new StringJoiner(", ", "[", "]");
        for (Object entry : list.subList(0, shown)) {
            joined.add(cut(String.valueOf(entry), WHOLE_NAME, LONG_NAME));
        }
        if (shown < list.size()) {
            joined.add("... " + grouped(list.size() - shown) + " more");
        }
        return joined.toString();
    }

    /** Texts of up to 200 characters as they are, of longer ones the beginning and how many characters follow. */
    public static String of(String text) {
        return cut(text, WHOLE_TEXT, LONG_TEXT);
    }

    private static String cut(String text, int whole, int kept) {
        return text.length() <= whole
                ? printable(text)
                : printable(text.substring(0, kept)) + "... (" + grouped(text.length() - kept) + " more characters)";
    }

    private static String printable(String text) {
        if (text.chars().noneMatch(Character::isISOControl)) {
            return text;
        }
        StringBuilder printed = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            printed.append(Character.isISOControl(c) ? String.format("\\u%04x", (int) c) : String.valueOf(c));
        }
        return printed.toString();
    }

    private static String grouped(int count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
