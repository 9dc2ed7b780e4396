package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.notation.Excerpt;

/** Of which queries a share 1 - alpha is to be covered. */
public enum Coverage {
    /** Of each label's queries: one threshold per label. */
    CLASS("class"),
    /**
     * Of all queries together: one threshold for all labels. What is promised is less, and it is known far sooner, which is what
     * many labels with few queries each need. A rare label, or one the model knows badly, may be missed much more often than others.
     */
    MARGINAL("marginal");

    private final String text;

    Coverage(String text) {
        this.text = text;
    }

    /**
     * From its text.
     *
     * @throws IllegalArgumentException if it is not {@code class} or {@code marginal}
     */
    public static Coverage parse(String text) {
        Argument.given("text", text);
        for (Coverage choice : values()) {
            if (choice.text.equals(text)) {
                return choice;
            }
        }
        throw new IllegalArgumentException("coverage: '" + Excerpt.of(text) + "' (expected: class, marginal)");
    }

    /** How many thresholds a tracker keeps for so many labels. */
    int thresholds(int labels) {
        return this == CLASS ? labels : 1;
    }

    /** By which of them a label is held. */
    int thresholdOf(int label) {
        return this == CLASS ? label : 0;
    }

    @Override
    public String toString() {
        return text;
    }
}
