package dev.setpoint.sim;

import dev.setpoint.LearnerSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
    private static final int FEWEST_SURE_PULLS = 1;

    /** Checks the ranges. */
    public ExperimentSettings {
        Objects.requireNonNull(learner, "learner");
        Objects.requireNonNull(feedback, "feedback");
        atLeastOne("queries", queries);
        atLeastOne("batch", batch);
        atLeastOne("window", window);
        atLeastOne("checkpoints", checkpoints);
    }

    /** Sentences about settings that are allowed but cannot show what the method promises; empty if there are none. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(learner.warnings());
        int labels = learner.labels().size();
        // a class has queries / labels queries, each pulled right by exploration with the least propensity
        double sure = (double) queries / labels * learner.leastPropensity();
        if (learner.leastPropensity() > 0 && sure < FEWEST_SURE_PULLS) {
            warnings.add(String.format(
                    Locale.ROOT,
                    "%d queries over %d labels: exploration alone gives a class %.1f right pulls (expected: at least %d); classes"
                            + " the model misses at first may stay uncovered",
                    queries,
                    labels,
                    sure,
                    FEWEST_SURE_PULLS));
        }
        return warnings;
    }

    private static void atLeastOne(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: >= 1)");
        }
    }
}
