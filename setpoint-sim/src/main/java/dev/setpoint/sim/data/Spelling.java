package dev.setpoint.sim.data;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** How data files spell numbers, missing values and categories. */
final class Spelling {
    /** What a message says was expected of a number. */
    static final String FINITE = "a finite number that fits a float";

    // Stricter than Float.parseFloat, which also takes "1f", "0x1p3" and "NaN". Possessive, so linear in the length.
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?+(?:[0-9]++(?:\\.[0-9]*+)?+|\\.[0-9]++)(?:[eE][+-]?+[0-9]++)?+");
    private static final Pattern NOT_FINITE =
            Pattern.compile("[+-]?+(?:nan|inf|infinity)(?:[#(].*)?", Pattern.CASE_INSENSITIVE);
    private static final Set<String> MISSING = Set.of("", "?", "NA");
    private static final Set<String> MISSING_NUMBER = Set.of("na", "n/a", "#n/a", "null", "none", "nil", "-");

    private Spelling() {}

    static boolean isMissing(String text) {
        return MISSING.contains(text);
    }

    /**
     * Whether this stands for a missing number among numbers. Among categories and labels it may mean something, and is a value as
     * any other.
     */
    static boolean isMissingNumber(String text) {
        return MISSING_NUMBER.contains(text.toLowerCase(Locale.ROOT));
    }

    /** Whether this is a decimal number, or NaN or an infinity, which a column of numbers must not have. */
    static boolean isNumeric(String text) {
        return NUMBER.matcher(text).matches() || NOT_FINITE.matcher(text).matches();
    }

    /** Whether this can stand neither for a number nor for a missing one. */
    static boolean isNoNumber(String text) {
        return !isNumeric(text) && !isMissingNumber(text);
    }

    /** The number, or NaN if this is not the spelling of a finite float. */
    static float number(String text) {
        if (!NUMBER.matcher(text).matches()) {
            return Float.NaN;
        }
        float value = Float.parseFloat(text);
        return Float.isFinite(value) ? value : Float.NaN;
    }

    /** The whole number in [low, high], or -1 if this is not the spelling of one; low is at least 0. */
    static int index(String text, int low, int high) {
        if (text.isEmpty() || text.length() > 10) {
            return -1;
        }
        long value = 0;
        for (int i = 0; i < text.length(); i++) {
            char digit = text.charAt(i);
            if (digit < '0' || digit > '9') {
                return -1;
            }
            value = value * 10 + (digit - '0');
        }
        return value < low || value > high ? -1 : (int) value;
    }

    /** Categories in an order that does not depend on the order of rows: by value if all are numbers, else by spelling. */
    static List<String> sorted(Collection<String> categories) {
        Comparator<String> order = Comparator.naturalOrder();
        if (categories.stream().allMatch(text -> NUMBER.matcher(text).matches())) {
            order = Comparator.<String>comparingDouble(Double::parseDouble).thenComparing(order);
        }
        return categories.stream().distinct().sorted(order).toList();
    }
}
