package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.notation.Excerpt;

/** By what the sums over a step's answers are divided, for thresholds and for the model's loss alike. */
public enum Normalization {
    /** By 1. */
    NONE("none"),
    /** By the number of answers in the step; in a {@link ConformalLayer}, of its rows, answered or not. */
    BATCH_SIZE("batch-size"),
    /**
     * By the number of answers that tell the true label (correct pulls, and labels revealed); a step without any moves nothing.
     * Biased as a ratio, but what the published results use.
     */
    CORRECT_PULLS("correct-pulls");

    private final String text;

    Normalization(String text) {
        this.text = text;
    }

    /** The divisor of a step, or 0 if the step must move nothing. */
    public double divisor(double answers, double correct) {
        return switch (this) {
            case NONE -> 1;
            case BATCH_SIZE -> answers;
            case CORRECT_PULLS -> correct;
        };
    }

    /**
     * From its text.
     *
     * @throws IllegalArgumentException if it is not {@code none}, {@code batch-size} or {@code correct-pulls}
     */
    public static Normalization parse(String text) {
        Argument.given("text", text);
        for (Normalization normalization : values()) {
            if (normalization.text.equals(text)) {
                return normalization;
            }
        }
        throw new IllegalArgumentException(
                "normalize: '" + Excerpt.of(text) + "' (expected: none, batch-size, correct-pulls)");
    }

    @Override
    public String toString() {
        return text;
    }
}
