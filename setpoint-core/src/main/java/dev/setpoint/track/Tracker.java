package dev.setpoint.track;

import dev.setpoint.state.Paged;
import dev.setpoint.state.SnapshotException;

/**
 * Tracks one threshold per label such that, for queries of that label, scores fall below it a share alpha of the time.
 *
 * <p>A decision is issued with {@link #issueInto}; evidence about it comes back, now or later, through {@link #add}, with the
 * score it was ISSUED with and whether that reached the threshold then; {@link #apply} ends a step of one or more pieces of evidence. Not
 * thread-safe.
 *
 * <p>Contract: thresholds change only in {@code apply}; weight 0 is no evidence; every number stays finite for weights up to 1e100
 * and scores up to 1e100, but a threshold may be {@link #ALWAYS}; permuting the labels permutes the thresholds; deciding, adding and
 * applying allocate nothing. A tracker around another must pass on every call.
 *
 * <p>Its state is stored in pages: a tracker of little state writes and reads it as one, see {@link Paged}; one with numbers by label
 * extends {@link dev.setpoint.state.BlockPages}.
 */
public interface Tracker extends Paged {
    /** The threshold that every score reaches: too little is known of the label to leave it out. */
    double ALWAYS = Double.NEGATIVE_INFINITY;

    /**
     * How many numbers a decision must keep for this tracker, beside whether each label reached its threshold: the same number w for
     * every threshold, those of the k-th from {@code k * w} on. So what is kept of a decision issued when there were fewer labels is
     * the beginning of what would be kept now.
     */
    int recordSize();

    /**
     * Writes the thresholds to issue a query's set with, and what {@link #add} will want to know again.
     *
     * @param query what is known of the query beside its scores
     * @param thresholds receives one threshold per label
     * @param record receives {@link #recordSize()} numbers; where it is longer, the rest of it is left alone
     */
    void issueInto(QueryWeights query, double[] thresholds, double[] record);

    /**
     * Adds evidence to the step under way: with this weight, the true label of a decision was {@code label}.
     *
     * @param label the label
     * @param weight the estimate of 1{Y=label}
     * @param score the label's score when the decision was issued
     * @param held whether that score reached the threshold it was issued with
     * @param record the record that was written with the thresholds; of a longer one, the first {@link #recordSize()} numbers count. If
     *     there were fewer labels then, the label is one of them, and what follows the record as it was written may be anything
     */
    void add(int label, double weight, double score, boolean held, double[] record);

    /**
     * Is told of every answer that a label was pulled and was correct or not, before the evidence that follows from it. Trackers that
     * learn from evidence alone need not listen.
     *
     * @param probabilities the model's probabilities when the decision was issued; as many as there were labels then
     * @param scores the scores it was issued with, of as many labels
     * @param weight the query's weight
     * @param arm the pulled label
     * @param correct whether it was the true one
     */
    default void addPull(double[] probabilities, double[] scores, double weight, int arm, boolean correct) {}

    /** Is told of every answer that revealed the true label, instead of {@link #addPull}. */
    default void addLabel(double[] probabilities, double[] scores, double weight, int label) {}

    /**
     * Is told, where the feedback says so, whether the set issued for a decision held the true label, whichever that was. Most
     * trackers learn nothing from it.
     */
    default void addMembership(boolean held) {}

    /**
     * Makes a record of format version 3 one of the present form; then, evidence came with the thresholds it was issued with.
     *
     * @param record holds what was stored, from its first place on
     * @param length how many numbers that is
     * @param thresholds that were issued with it
     * @throws SnapshotException if it cannot be
     */
    default void completeRecordVersion3(double[] record, int length, double[] thresholds) {
        if (length != recordSize()) {
            throw new SnapshotException("snapshot: record of " + length + " numbers (expected: " + recordSize() + ")");
        }
    }

    /**
     * From the next evidence on, the share of scores that may fall below a threshold is another: the tracker goes on as one made for that
     * share would in its state. Thresholds stay where they are until a step moves them; only those that are read off the evidence when
     * a decision is issued, as quantiles are, belong to the new share at once. Not in the midst of a step.
     *
     * @param alpha in (0, 1)
     */
    void retarget(double alpha);

    /**
     * There are more labels from now on. Every threshold so far stays as it is, bit for bit, and all that was learned is kept; the new
     * thresholds begin as those of a new tracker do. Where one threshold serves all labels, it goes on to do so. Not in the midst of a
     * step.
     *
     * @param task what a tracker of all labels would be made for: at least as many as before, which keep their numbers; the alpha in
     *     force; and a threshold per label, or one for all, as before
     * @throws IllegalArgumentException if it has fewer thresholds than there are
     */
    void grow(TrackingTask task);

    /** Ends the step: moves the thresholds by what was added, divided by {@code divisor}, which is above 0. */
    void apply(double divisor);
}
