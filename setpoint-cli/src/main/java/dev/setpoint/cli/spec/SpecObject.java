package dev.setpoint.cli.spec;

import com.fasterxml.jackson.databind.JsonNode;
import dev.setpoint.notation.Excerpt;
import dev.setpoint.sim.data.NearNames;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * An object of an experiment file, read value by value. A value of another kind than expected is refused in one sentence, as an
 * {@link IllegalArgumentException}; one that is missing or null has the default the caller gives.
 */
public final class SpecObject {
    private static final int MOST_LISTED = 100;

    /** What YAML 1.1 calls true and false beside these words, and the reader leaves as they are. */
    private static final Map<String, Boolean> WORDS = Map.of("yes", true, "on", true, "no", false, "off", false);

    private final JsonNode node;

    /**
     * An object that must have no other keys than these.
     *
     * @param where begins the sentence of a refusal, for example {@code "data: "}
     */
    public SpecObject(String where, JsonNode node, Set<String> known) {
        this.node = node;
        if (!node.isObject()) {
            throw new IllegalArgumentException(
                    where + Excerpt.of(node.toString()) + " (expected: keys " + listed(known) + ")");
        }
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!known.contains(name)) {
                boolean isListed = where.startsWith("data")
                        && node.get(name).asText("").isEmpty()
                        && node.get(name).isValueNode(); // as "body" is in {text: subject, body}
                throw new IllegalArgumentException(where + Excerpt.of(name) + ": unknown key (expected: one of "
                        + listed(known) + NearNames.nearest(sorted(known), name)
                        + (isListed ? "; several values of one key stand in brackets, [a, b]" : "") + ")");
            }
        }
    }

    /** All keys that an object has by its kind; where they are the names of labels, perhaps not all. */
    private static String listed(Set<String> keys) {
        return keys.size() <= MOST_LISTED ? sorted(keys).toString() : Excerpt.of(sorted(keys));
    }

    private static List<String> sorted(Set<String> keys) {
        return keys.stream().sorted().toList();
    }

    /** Whether there is a value. */
    public boolean has(String key) {
        return node.hasNonNull(key);
    }

    /** What stands there, of whatever kind; a missing node if nothing does. */
    public JsonNode node(String key) {
        return node.path(key);
    }

    /** One value, as text. */
    public String text(String key, String otherwise) {
        JsonNode value = node.path(key);
        if (value.isContainerNode()) {
            throw new IllegalArgumentException(key + ": " + Excerpt.of(value.toString()) + " (expected: one value)");
        }
        return value.isMissingNode() || value.isNull() ? otherwise : value.asText();
    }

    /** One value or a list of values, as texts; none if nothing stands there. */
    public List<String> texts(String key) {
        JsonNode value = node.path(key);
        List<String> texts = new ArrayList<>();
        for (JsonNode one : value.isArray() ? value : List.of(value)) {
            if (one.isContainerNode() || (value.isArray() && one.isNull())) {
                throw new IllegalArgumentException(
                        key + ": " + Excerpt.of(value.toString()) + " (expected: one value, or a list of values)");
            }
            if (!one.isMissingNode() && !one.isNull()) {
                texts.add(one.asText());
            }
        }
        return texts;
    }

    /** True or false. */
    public boolean flag(String key, boolean otherwise) {
        JsonNode value = node.path(key);
        if (value.isMissingNode() || value.isNull()) {
            return otherwise;
        }
        if (value.isBoolean()) {
            return value.booleanValue();
        }
        Boolean word = value.isTextual() ? WORDS.get(value.textValue().toLowerCase(Locale.ROOT)) : null;
        if (word != null) {
            return word;
        }
        throw new IllegalArgumentException(key + ": " + Excerpt.of(value.toString()) + " (expected: true or false)");
    }

    /** A number. */
    public double number(String key, double otherwise) {
        JsonNode value = node.path(key);
        if (value.isMissingNode() || value.isNull()) {
            return otherwise;
        }
        if (!value.isNumber()) {
            throw new IllegalArgumentException(key + ": " + Excerpt.of(value.toString()) + " (expected: a number)");
        }
        return value.doubleValue();
    }

    /** A whole number that fits an int, at least {@code least}. */
    public int whole(String key, int otherwise, int least) {
        return (int) whole(key, otherwise, least, Integer.MAX_VALUE);
    }

    /** A whole number, at least {@code least} and at most {@code most}. */
    public long whole(String key, long otherwise, long least, long most) {
        JsonNode value = node.path(key);
        if (value.isMissingNode() || value.isNull()) {
            return otherwise;
        }
        if (!value.isIntegralNumber() || value.bigIntegerValue().compareTo(BigInteger.valueOf(least)) < 0) {
            throw new IllegalArgumentException(
                    key + ": " + Excerpt.of(value.toString()) + " (expected: a whole number >= " + least + ")");
        }
        if (value.bigIntegerValue().compareTo(BigInteger.valueOf(most)) > 0) {
            throw new IllegalArgumentException(
                    key + ": " + Excerpt.of(value.toString()) + " (expected: a whole number <= " + most + ")");
        }
        return value.longValue();
    }
}
