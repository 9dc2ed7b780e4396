package dev.setpoint.notation;

import dev.setpoint.argument.Argument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The one way settings are written as text: {@code name} or {@code name(key=value, key=[v, v])}, for example
 * {@code raps(lambda=0.01, kreg=1)}. Command lines, experiment files and snapshots all use it, and every settings record
 * prints itself in it, so that parsing what it prints gives an equal record. A value that is any text, such as a file's name, stands
 * between quotation marks where it would be mistaken for something else: {@link #quoted} writes it, {@link #string} reads it.
 *
 * <p>Read the keys with a default each, then call {@link #finish} to refuse keys that nobody asked for.
 */
public final class Notation {
    /** Brackets inside brackets; nothing that is meant has more than three or four. */
    private static final int DEEPEST = 16;

    /** As people write numbers; Java's own parser would also take {@code 0x1p3} and {@code 1d}. */
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(?:(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?|Infinity|NaN)");

    private final String text;
    private final String name;
    private final Map<String, String> values = new LinkedHashMap<>();
    private final Map<String, String> surroundings = new LinkedHashMap<>();
    private final List<String> known = new ArrayList<>();

    private Notation(String text, String name) {
        this.text = text;
        this.name = name;
    }

    /**
     * Splits a text into its name and its keys.
     *
     * @throws IllegalArgumentException if the text has not this form
     */
    public static Notation parse(String text) {
        String trimmed = Argument.given("text", text).strip();
        int open = trimmed.indexOf('(');
        if (open < 0) {
            return new Notation(text, checkedName(trimmed, text));
        }
        if (!trimmed.endsWith(")")) {
            throw new IllegalArgumentException("'" + Excerpt.of(text) + "' (expected: a closing bracket at the end)");
        }
        Notation notation =
                new Notation(text, checkedName(trimmed.substring(0, open).strip(), text));
        for (String part : split(trimmed.substring(open + 1, trimmed.length() - 1))) {
            int equals = part.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "'" + Excerpt.of(part) + "' in '" + Excerpt.of(text) + "' (expected: key=value)");
            }
            String key = part.substring(0, equals).strip();
            if (notation.values.put(key, part.substring(equals + 1).strip()) != null) {
                throw new IllegalArgumentException(
                        Excerpt.of(key) + " twice in '" + Excerpt.of(text) + "' (expected: once)");
            }
        }
        return notation;
    }

    /** What stands before the bracket. */
    public String name() {
        return name;
    }

    /**
     * What a key is to be where the text does not name it, and before any default of the reader's: its surroundings know it. Nobody has
     * to ask for it.
     */
    public Notation presuming(String key, Object value) {
        surroundings.put(key, String.valueOf(value));
        return this;
    }

    /** The text of a key, or the default where it is absent. */
    public String text(String key, String otherwise) {
        known.add(key);
        String value = values.get(key);
        return value == null ? surroundings.getOrDefault(key, otherwise) : value;
    }

    /**
     * The text of a key as {@link #quoted} took it, or the default where it is absent.
     *
     * @throws IllegalArgumentException if it begins with a quotation mark and does not end with one
     */
    public String string(String key, String otherwise) {
        String value = text(key, null);
        if (value == null || !value.startsWith("\"")) {
            return value == null ? otherwise : value;
        }
        String inner = value.substring(1, Math.max(1, value.length() - 1));
        if (value.length() < 2
                || !value.endsWith("\"")
                || Escapes.split(inner, '"').size() > 1
                || endsEscaping(inner)) {
            throw new IllegalArgumentException(
                    key + ": " + Excerpt.of(value) + " (expected: one closing quotation mark)");
        }
        return Escapes.read(inner);
    }

    /** Whether an odd number of backslashes ends it. */
    private static boolean endsEscaping(String text) {
        int from = text.length();
        while (from > 0 && text.charAt(from - 1) == '\\') {
            from--;
        }
        return (text.length() - from) % 2 == 1;
    }

    /** Any text as a value that {@link #string} reads: itself, or between quotation marks where that is needed. */
    public static String quoted(String text) {
        String escaped = Escapes.write(text, "\"");
        boolean plain = escaped.equals(text)
                && !text.isEmpty()
                && text.strip().equals(text)
                && text.chars().noneMatch(c -> c == ',' || c == '(' || c == ')' || c == '[' || c == ']');
        return plain ? text : "\"" + escaped + "\"";
    }

    /** The number of a key, or the default where it is absent. */
    public double number(String key, double otherwise) {
        String value = text(key, null);
        return value == null ? otherwise : number(key, value);
    }

    /** The whole number of a key, or the default where it is absent. */
    public int integer(String key, int otherwise) {
        double value = number(key, otherwise);
        if (value != Math.rint(value) || Math.abs(value) > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(key + ": " + value + " (expected: a whole number)");
        }
        return (int) value;
    }

    /** The truth value of a key, or the default where it is absent. */
    public boolean flag(String key, boolean otherwise) {
        String value = text(key, String.valueOf(otherwise));
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true", "yes" -> true;
            case "false", "no" -> false;
            default ->
                throw new IllegalArgumentException(key + ": '" + Excerpt.of(value) + "' (expected: true or false)");
        };
    }

    /** The list of numbers of a key, or the default where it is absent. */
    public List<Double> numbers(String key, List<Double> otherwise) {
        String value = text(key, null);
        if (value == null) {
            return otherwise;
        }
        String inner = value.startsWith("[") && value.endsWith("]") ? value.substring(1, value.length() - 1) : value;
        return split(inner).stream().map(part -> number(key, part)).toList();
    }

    /** Refuses keys that were given but not asked for. */
    public void finish() {
        for (String key : values.keySet()) {
            if (!known.contains(key)) {
                throw new IllegalArgumentException(Excerpt.of(key) + " in '" + Excerpt.of(text) + "' (expected: "
                        + (known.isEmpty() ? "no key" : String.join(", ", known)) + ")");
            }
        }
    }

    /** The exception for a name that is not among the known ones. */
    public IllegalArgumentException unknownName(String what, String... names) {
        return new IllegalArgumentException(
                what + ": '" + Excerpt.of(name) + "' (expected: " + String.join(", ", names) + ")");
    }

    /**
     * A number as people write it, or {@code Infinity} or {@code NaN}.
     *
     * @param key begins the message
     * @throws IllegalArgumentException if the value is none
     */
    public static double number(String key, String value) {
        if (!NUMBER.matcher(value.strip()).matches()) {
            throw new IllegalArgumentException(key + ": '" + Excerpt.of(value) + "' (expected: a number)");
        }
        return Double.parseDouble(value.strip());
    }

    private static String checkedName(String name, String text) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (!isName(lower)) {
            throw new IllegalArgumentException(
                    "'" + Excerpt.of(text) + "' (expected: a name of letters, digits and hyphens)");
        }
        return lower;
    }

    /** Whether a text is a name as {@link #name} gives it. */
    static boolean isName(String text) {
        return !text.isEmpty()
                && text.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '-')
                && text.equals(text.toLowerCase(Locale.ROOT));
    }

    /**
     * The parts of a text between its commas, but for commas inside brackets and quotation marks; empty parts are left out.
     *
     * @throws IllegalArgumentException if brackets are nested too deep
     */
    public static List<String> split(String text) {
        return split(text, ",").stream()
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    /**
     * The parts of a text between separators that are outside brackets and quotation marks, as they are; at least one.
     *
     * @throws IllegalArgumentException if brackets are nested too deep
     */
    public static List<String> split(String text, String separator) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int from = 0;
        char before = ','; // the last that is not a blank: quotation marks are such at the beginning of a value only
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (depth == 0 && text.startsWith(separator, i)) {
                parts.add(text.substring(from, i));
                i += separator.length() - 1;
                from = i + 1;
            } else if (c == '(' || c == '[') {
                if (++depth > DEEPEST) {
                    throw new IllegalArgumentException(
                            "'" + Excerpt.of(text) + "' (expected: brackets nested at most " + DEEPEST + " deep)");
                }
            } else if (c == ')' || c == ']') {
                depth--;
            } else if (c == '"' && "=,[(".indexOf(before) >= 0) {
                i = closingMark(text, i + 1);
            }
            before = Character.isWhitespace(c) ? before : c;
        }
        parts.add(text.substring(from));
        return parts;
    }

    private static int closingMark(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        return at;
    }
}
