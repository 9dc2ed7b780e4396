package dev.setpoint.sim;

import dev.setpoint.LearnerSettings;
import java.util.Objects;

/**
 * One experiment but for its data and its seed.
 *
 * @param learner whose seed is replaced by the run's
 * @param queries how many queries the stream has; rows come again, in another order, when there are fewer
 * @param batch queries per step, at least 1
 * @param feedback how the world answers
 * @param standardize whether dense features are scaled by what was seen so far
 * @param window queries per window of the windowed measures
 * @param checkpoints how often figures are taken along the stream
 */
public record ExperimentSettings(
        LearnerSettings learner,
        long queries,
        int batch,
        FeedbackSettings feedback,
        boolean standardize,
        int window,
        int checkpoints) {
    /** Checks the ranges. */
    public ExperimentSettings {
        Objects.requireNonNull(learner, "learner");
        Objects.requireNonNull(feedback, "feedback");
        atLeastOne("queries", queries);
        atLeastOne("batch", batch);
        atLeastOne("window", window);
        atLeastOne("checkpoints", checkpoints);
    }

    private static void atLeastOne(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: >= 1)");
        }
    }
}
