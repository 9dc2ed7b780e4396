package dev.setpoint;

import dev.setpoint.measure.ClassCoverage;
import dev.setpoint.measure.CoverageEstimate;
import dev.setpoint.measure.CoverageInterval;
import dev.setpoint.measure.Measures;
import java.util.List;

/**
 * What is known of a learner's coverage from feedback alone: estimates, intervals and alarms, of each label and of all queries
 * together.
 *
 * <p>The intervals of a head hold for all labels and at all times at once with probability 1 - delta, as {@link CoverageInterval} says,
 * if answers are true and whether one comes does not depend on the label. Without a floor, or a policy that promises a probability lower
 * bound, they are 0 to 1 for ever. They speak of all answers since the start, or since the label or the head was added; for queries that
 * excluded a label, nothing is known about that label. For several learners with the same settings, merge their {@linkplain
 * Learner#measures measures} and ask {@link CoverageEstimate}.
 */
public final class LearnerCoverage {
    private static final double DELTA = 0.05;

    private final LearnerSettings settings;
    private final Measures measures;

    LearnerCoverage(LearnerSettings settings, Measures measures) {
        this.settings = settings;
        this.measures = measures;
    }

    /** {@link #classes(int, double, double)} with delta 0.05 and {@link CoverageInterval#DEFAULT_MARGIN}. */
    public List<ClassCoverage> classes(int head) {
        return classes(head, DELTA, CoverageInterval.DEFAULT_MARGIN);
    }

    /**
     * The coverage of each label by a head's sets.
     *
     * @param head its place in the settings
     * @param delta how often any of the intervals may ever be wrong, in (0, 1)
     * @param margin by how much coverage may differ from 1 - alpha before there is an alarm, at least 0
     */
    public List<ClassCoverage> classes(int head, double delta, double margin) {
        return estimate(head).classes(settings.labels(), settings.alpha(), delta, margin);
    }

    /** {@link #marginal(int, double, double)} with delta 0.05 and {@link CoverageInterval#DEFAULT_MARGIN}. */
    public ClassCoverage marginal(int head) {
        return marginal(head, DELTA, CoverageInterval.DEFAULT_MARGIN);
    }

    /**
     * The coverage of all queries together by a head's sets; {@link CoverageEstimate#marginal} says what of. It is known far sooner than
     * any label's.
     *
     * @param head its place in the settings
     * @param delta how often the interval may ever be wrong, in (0, 1)
     * @param margin by how much coverage may differ from 1 - alpha before there is an alarm, at least 0
     */
    public ClassCoverage marginal(int head, double delta, double margin) {
        return estimate(head).marginal(settings.alpha(), delta, margin);
    }

    private CoverageEstimate estimate(int head) {
        settings.checkHead(head);
        return measures.head(head).coverage();
    }
}
