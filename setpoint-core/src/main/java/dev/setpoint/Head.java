package dev.setpoint;

import dev.setpoint.score.RankedProbabilities;
import dev.setpoint.score.Score;
import dev.setpoint.step.LabelSums;
import dev.setpoint.track.QueryWeights;
import dev.setpoint.track.SummedTracker;
import dev.setpoint.track.Tracker;
import dev.setpoint.track.TrackingTask;
import java.util.Arrays;

/** A conformal head at work: a score and the tracker of its thresholds. It issues sets, and tells its tracker what feedback says. */
final class Head {
    private final Score score;
    private final Coverage coverage;
    private EmptySets emptySets;
    private final Tracker tracker;
    /** The tracker, if steps move it by sums; null if it must be given answers in order. */
    private final SummedTracker summed;

    private final QueryWeights unknown = new QueryWeights();

    Head(HeadSettings settings, int labels, double alpha, Coverage coverage, EmptySets emptySets) {
        this.score = settings.score();
        this.coverage = coverage;
        this.emptySets = emptySets;
        this.tracker = settings.tracker().create(task(settings, labels, alpha, coverage));
        this.summed = tracker instanceof SummedTracker sums ? sums : null;
    }

    /** What the tracker of a head is made for. */
    static TrackingTask task(HeadSettings head, int labels, double alpha, Coverage coverage) {
        return new TrackingTask(
                labels, coverage.thresholds(labels), alpha, head.score().range(labels));
    }

    /** Is operated differently from now on. */
    void change(Operation operation) {
        emptySets = operation.emptySets();
        tracker.retarget(operation.alpha());
    }

    Score score() {
        return score;
    }

    Tracker tracker() {
        return tracker;
    }

    /** Whether steps move its tracker by sums; otherwise it must be given answers in order. */
    boolean isSummed() {
        return summed != null;
    }

    /** Sums of nothing; null if the tracker must be given answers in order. */
    LabelSums newSums(int labels) {
        return summed == null ? null : summed.newSums(coverage.thresholds(labels));
    }

    /** Adds to the sums of a step: with this weight, the true label of a decision was {@code label}. */
    void addTo(LabelSums sums, IssuedSet set, double[] scores, int label, double weight) {
        summed.addTo(sums, coverage.thresholdOf(label), weight, scores[label], set.reached(label), set.record);
    }

    /** Ends a step whose evidence was summed up. */
    void apply(LabelSums sums, double divisor) {
        summed.apply(sums, divisor);
    }

    IssuedSet newSet(int number, int labels) {
        return new IssuedSet(number, labels, tracker.recordSize());
    }

    /**
     * Issues the set of a query with these scores. Wang &amp; Qiao (2024), Algorithms 1 and 2, line 3.
     *
     * @param retired labels that are in no set; null for none
     */
    void issue(QueryWeights query, double[] probabilities, double[] scores, long[] retired, IssuedSet set) {
        thresholdsInto(query, set.thresholds, set.record);
        set.take(scores);
        if (retired != null) {
            LabelBits.removeAll(set.held, retired);
        }
        if (emptySets == EmptySets.MOST_PROBABLE && LabelBits.isEmpty(set.held)) {
            set.added = RankedProbabilities.mostProbable(probabilities);
        }
    }

    /** One threshold per label, whether the tracker keeps as many or one for all. */
    private void thresholdsInto(QueryWeights query, double[] thresholds, double[] record) {
        if (coverage == Coverage.CLASS) {
            tracker.issueInto(query, thresholds, record);
        } else { // which of the labels a query's evidence will be about is unknown, and so its weight
            tracker.issueInto(unknown, thresholds, record);
            Arrays.fill(thresholds, thresholds[0]);
        }
    }

    /** The thresholds that the next set will be issued with, as far as they do not depend on the query. */
    void thresholdsInto(double[] thresholds, double[] record) {
        thresholdsInto(unknown, thresholds, record);
    }

    /** Tells the tracker of a pull. */
    void addPull(double[] probabilities, double[] scores, double weight, int arm, boolean correct) {
        tracker.addPull(probabilities, scores, weight, arm, correct);
    }

    /** Tells the tracker of a label that was revealed. */
    void addLabel(double[] probabilities, double[] scores, double weight, int label) {
        tracker.addLabel(probabilities, scores, weight, label);
    }

    /** Adds to the step under way: with this weight, the true label of a decision was {@code label}. */
    void add(IssuedSet set, double[] scores, int label, double weight) {
        tracker.add(coverage.thresholdOf(label), weight, scores[label], set.reached(label), set.record);
    }

    /** Tells the tracker whether a set held the true label. */
    void addMembership(IssuedSet set, int label) {
        tracker.addMembership(set.reached(label));
    }

    /** Tells the tracker whether a set held the true label, where the labels that are left all say the same. */
    void addMembership(IssuedSet set, boolean[] ruledOut) {
        int left = 0;
        int held = 0;
        for (int k = 0; k < ruledOut.length; k++) {
            left += ruledOut[k] ? 0 : 1;
            held += !ruledOut[k] && set.reached(k) ? 1 : 0;
        }
        if (left > 0 && (held == 0 || held == left)) {
            tracker.addMembership(held > 0);
        }
    }

    /** Ends the step. */
    void apply(double divisor) {
        tracker.apply(divisor);
    }
}
