package dev.setpoint.cli.paper;

import java.util.Locale;
import java.util.Optional;

/** What a run was told of its queries, and by which policy it pulled. */
public enum Feedback {
    /** Correct or incorrect, of arms pulled with the model's probabilities. */
    SOFTMAX,
    /** Correct or incorrect, of arms pulled at random. */
    UNIFORM,
    /** Every label: the oracle. */
    LABELS;

    static Optional<Feedback> of(String name) {
        for (Feedback feedback : values()) {
            if (feedback.text().equals(name)) {
                return Optional.of(feedback);
            }
        }
        return Optional.empty();
    }

    /** As in the names of folders. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
