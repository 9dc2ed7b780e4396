package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.notation.Excerpt;

/** What is issued when no label reaches its threshold. */
public enum EmptySets {
    /** The empty set: "none of the known". */
    ALLOWED("allowed"),
    /** The most probable label alone (the lowest of several). Coverage can only grow. */
    MOST_PROBABLE("most-probable");

    private final String text;

    EmptySets(String text) {
        this.text = text;
    }

    /**
     * From its text.
     *
     * @throws IllegalArgumentException if it is not {@code allowed} or {@code most-probable}
     */
    public static EmptySets parse(String text) {
        Argument.given("text", text);
        for (EmptySets choice : values()) {
            if (choice.text.equals(text)) {
                return choice;
            }
        }
        throw new IllegalArgumentException("empty sets: '" + Excerpt.of(text) + "' (expected: allowed, most-probable)");
    }

    @Override
    public String toString() {
        return text;
    }
}
