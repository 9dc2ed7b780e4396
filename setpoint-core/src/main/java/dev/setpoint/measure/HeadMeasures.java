package dev.setpoint.measure;

import dev.setpoint.argument.Argument;
import dev.setpoint.state.Paged;
import dev.setpoint.state.PagedGroup;
import java.util.List;

/**
 * What production can know of one head.
 *
 * @param coverage estimated from answered decisions
 * @param sizes of all issued sets
 */
public record HeadMeasures(CoverageEstimate coverage, SetSizes sizes) implements PagedGroup {
    /** Nothing seen yet. */
    public HeadMeasures(int labels) {
        this(new CoverageEstimate(labels), new SetSizes(labels));
    }

    /** There are more labels from now on, of which nothing was seen yet. */
    public void grow(int labels) {
        coverage.grow(labels);
        sizes.grow(labels);
    }

    /** Before anything is added, so that what is refused has changed nothing. */
    void checkMerge(HeadMeasures other) {
        coverage.checkMerge(Argument.given("other", other).coverage);
        sizes.checkMerge(other.sizes);
    }

    /**
     * Adds what another has seen.
     *
     * @throws IllegalArgumentException if the other is of other labels
     */
    public void merge(HeadMeasures other) {
        checkMerge(other);
        coverage.merge(other.coverage);
        sizes.merge(other.sizes);
    }

    @Override
    public List<Paged> parts() {
        return List.of(coverage, sizes);
    }
}
