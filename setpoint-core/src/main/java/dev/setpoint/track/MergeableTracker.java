package dev.setpoint.track;

/** A tracker whose state can take in that of another one that has seen other decisions. */
public interface MergeableTracker extends Tracker {
    /**
     * Takes in what the other has seen, as if its evidence had come here, too. The other is left as it is.
     *
     * @throws IllegalArgumentException if the other is this one, or of another kind, of other settings or of other labels
     * @throws IllegalStateException if either is in the middle of a step
     */
    void merge(MergeableTracker other);
}
