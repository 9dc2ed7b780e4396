package dev.setpoint.sim;

import dev.setpoint.Coverage;
import dev.setpoint.HeadSettings;
import dev.setpoint.LearnerSettings;
import dev.setpoint.estimate.IpwEstimator;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * One experiment but for its data and its seed.
 *
 * @param learner whose seed is replaced by the run's
 * @param queries how many queries the stream has; rows come again when there are fewer
 * @param batch queries per step, at least 1
 * @param feedback how the world answers
 * @param drift how the meaning of labels changes along the stream
 * @param shift whether the answered queries are of the population whose coverage is measured
 * @param window queries per window of the windowed measures
 * @param checkpoints how often metrics are taken along the stream
 * @param oracle whether every head has a twin beside it that is told the true label of every query that is measured
 * @param images how images are changed before they are queries; none for other data
 * @param theorems whether the terms of the paper's theorems are summed along the stream, where they speak of it
 * @param order in which order rows come, by the seed or by the file
 */
public record ExperimentSettings(
        LearnerSettings learner,
        long queries,
        int batch,
        FeedbackSettings feedback,
        Drift drift,
        Shift shift,
        int window,
        int checkpoints,
        boolean oracle,
        ImageTransform images,
        boolean theorems,
        StreamOrder.Kind order) {
    private static final int FEWEST_SURE_PULLS = 1;
    private static final double LEAST_SHOWN = 1e-6;
    private static final MathContext ROUGHLY =
            new MathContext(2, RoundingMode.DOWN); // 0.04 is not 0.0, nor 0.999 enough

    /** Checks the ranges. */
    public ExperimentSettings {
        Objects.requireNonNull(learner, "learner");
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(feedback, "feedback");
        Objects.requireNonNull(drift, "drift");
        atLeastOne("queries", queries);
        atLeastOne("batch", batch);
        atLeastOne("window", window);
        atLeastOne("checkpoints", checkpoints);
        if (shift instanceof Shift.Covariate covariate
                && covariate.weights() != Shift.Weights.NONE
                && learner.maxWeight() < covariate.cap()) {
            throw new IllegalArgumentException("maxWeight: " + learner.maxWeight() + " (expected: at least "
                    + covariate.cap() + ", the cap of the shift's weights)");
        }
        Objects.requireNonNull(shift, "shift");
        Objects.requireNonNull(images, "images");
        List<String> names =
                heads(learner, oracle).stream().map(HeadSettings::name).toList();
        if (names.stream().distinct().count() != names.size()) {
            throw new IllegalArgumentException("heads: " + names + " (expected: different names, twins included)");
        }
    }

    /** A stream without drift, shift or oracle. */
    public ExperimentSettings(
            LearnerSettings learner, long queries, int batch, FeedbackSettings feedback, int window, int checkpoints) {
        this(learner, queries, batch, feedback, Drift.none(), Shift.none(), window, checkpoints, false);
    }

    /** A stream whose queries are as the data has them, with the theorems beside it. */
    public ExperimentSettings(
            LearnerSettings learner,
            long queries,
            int batch,
            FeedbackSettings feedback,
            Drift drift,
            Shift shift,
            int window,
            int checkpoints,
            boolean oracle) {
        this(learner, queries, batch, feedback, drift, shift, window, checkpoints, oracle, ImageTransform.NONE, true);
    }

    /** A stream in an order by the seed. */
    public ExperimentSettings(
            LearnerSettings learner,
            long queries,
            int batch,
            FeedbackSettings feedback,
            Drift drift,
            Shift shift,
            int window,
            int checkpoints,
            boolean oracle,
            ImageTransform images,
            boolean theorems) {
        this(
                learner,
                queries,
                batch,
                feedback,
                drift,
                shift,
                window,
                checkpoints,
                oracle,
                images,
                theorems,
                StreamOrder.Kind.SHUFFLED);
    }

    /** Whether such an experiment can be continued from a checkpoint: nothing but learner and measures changes along it. */
    public boolean isResumable() {
        return feedback.delay() == 0 && shift instanceof Shift.None && !oracle && !hasTheorems();
    }

    /** Whether the theorems are stated for such an experiment: every answer at once and true, with importance weights, and a threshold per class. */
    boolean hasTheorems() {
        return theorems
                && feedback.isImmediate()
                && shift instanceof Shift.None
                && learner.coverage() == Coverage.CLASS
                && learner.thresholdEstimator() instanceof IpwEstimator;
    }

    /** The heads that metrics are about: the learner's, then their twins, which are called {@code <name> (oracle)}. */
    public List<HeadSettings> heads() {
        return heads(learner, oracle);
    }

    private static List<HeadSettings> heads(LearnerSettings learner, boolean oracle) {
        List<HeadSettings> heads = new ArrayList<>(learner.heads());
        if (oracle) {
            learner.heads().forEach(head -> heads.add(OracleHeads.twin(head)));
        }
        return heads;
    }

    /** Sentences about settings that are allowed but cannot show what the method promises; empty if there are none. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(learner.warnings());
        int labels = learner.labels().size();
        // a class has queries / labels queries, each pulled correctly by exploration with the propensity lower bound
        double sure = (double) queries / labels * learner.propensityLowerBound();
        if (learner.propensityLowerBound() > 0 && sure < FEWEST_SURE_PULLS) {
            warnings.add(String.format(
                    Locale.ROOT,
                    "%d queries over %d labels: exploration alone acts correctly on each class about %s times, so a class that the"
                            + " model does not recognise by itself may stay uncovered (%d queries would be enough; a larger floor"
                            + " also helps, but costs correct decisions)",
                    queries,
                    labels,
                    sure < LEAST_SHOWN
                            ? "no"
                            : BigDecimal.valueOf(sure).round(ROUGHLY).toPlainString(),
                    (long) Math.ceil(FEWEST_SURE_PULLS * labels / learner.propensityLowerBound())));
        }
        return warnings;
    }

    private static void atLeastOne(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: >= 1)");
        }
    }
}
