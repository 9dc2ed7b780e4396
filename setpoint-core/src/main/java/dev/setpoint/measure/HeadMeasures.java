package dev.setpoint.measure;

import dev.setpoint.state.Persistent;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;

/**
 * What production can know of one head.
 *
 * @param coverage estimated from answered decisions
 * @param sizes of all issued sets
 */
public record HeadMeasures(CoverageEstimate coverage, SetSizes sizes) implements Persistent {
    /** Nothing seen yet. */
    public HeadMeasures(int labels) {
        this(new CoverageEstimate(labels), new SetSizes(labels));
    }

    /** Adds what another has seen. */
    public void merge(HeadMeasures other) {
        coverage.merge(other.coverage);
        sizes.merge(other.sizes);
    }

    @Override
    public void writeState(StateWriter out) {
        coverage.writeState(out);
        sizes.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        coverage.readState(in);
        sizes.readState(in);
    }
}
