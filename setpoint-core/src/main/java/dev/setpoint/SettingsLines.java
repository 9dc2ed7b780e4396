package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.notation.Excerpt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Lines of the form {@code key: value}, each key at most once but for {@code head}, whose lines are {@code head value}. */
final class SettingsLines {
    private static final String HEAD = "head ";

    private final Map<String, String> values = new LinkedHashMap<>();
    private final List<String> heads = new ArrayList<>();

    /** Refuses keys that are not known or are there twice. */
    SettingsLines(String text, List<String> known) {
        for (String line : Argument.given("text", text).split("\n", -1)) {
            int colon = line.indexOf(": ");
            String key = colon < 0 ? line : line.substring(0, colon);
            if (line.startsWith(HEAD) && known.contains(HEAD.strip())) {
                heads.add(line.substring(HEAD.length()));
            } else if (colon < 0 || !known.contains(key)) {
                throw refused(line, " (expected: a line of " + String.join(", ", known) + ")");
            } else if (values.put(key, line.substring(colon + 2)) != null) {
                throw refused(line, " (expected: one line of " + key + "; this is another)");
            }
        }
    }

    /** The value of a line that must be there. */
    <T> T one(String key, Function<String, T> parser) {
        String value = values.get(key);
        if (value == null) {
            throw new IllegalArgumentException("settings: no line of " + key + " (expected: one)");
        }
        return parsed(key + ": " + value, value, parser);
    }

    /** The value of a line, or the default where it is not there. */
    <T> T one(String key, Function<String, T> parser, T otherwise) {
        return values.containsKey(key) ? one(key, parser) : otherwise;
    }

    double number(String key) {
        return one(key, value -> number(value, "a number", Double::parseDouble));
    }

    long whole(String key) {
        return one(key, value -> number(value, "a whole number", Long::parseLong));
    }

    int integer(String key) {
        return one(key, value -> number(value, "a whole number", Integer::parseInt));
    }

    private static <T> T number(String value, String expected, Function<String, T> parser) {
        try {
            return parser.apply(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + Excerpt.of(value) + "' (expected: " + expected + ")", e);
        }
    }

    List<HeadSettings> heads() {
        return heads.stream()
                .map(head -> parsed(HEAD + head, head, HeadSettings::parse))
                .toList();
    }

    private static <T> T parsed(String line, String value, Function<String, T> parser) {
        try {
            return parser.apply(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("settings: line '" + Excerpt.of(line) + "': " + e.getMessage(), e);
        }
    }

    private static IllegalArgumentException refused(String line, String why) {
        return new IllegalArgumentException("settings: line '" + Excerpt.of(line) + "'" + why);
    }
}
