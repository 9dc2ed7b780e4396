package dev.setpoint;

import dev.setpoint.random.Draws;
import dev.setpoint.score.RankedProbabilities;
import dev.setpoint.score.Score;
import dev.setpoint.state.Persistent;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import dev.setpoint.track.QueryWeights;
import dev.setpoint.track.Tracker;
import java.util.Arrays;
import java.util.List;

/** The conformal heads of a learner. Every distinct score is computed once per query; every tracker gets the same evidence. */
final class Heads implements Persistent {
    private final int labels;
    private final long seed;
    private final Score[] scores;
    /** For each head, which of the distinct scores it uses. */
    private final int[] scoreOf;

    private final Tracker[] trackers;
    private final int[] recordSizes;
    private final boolean randomised;
    private final RankedProbabilities ranked;
    private final double[] u;
    private final QueryWeights query = new QueryWeights();
    private final QueryWeights unknown = new QueryWeights();
    private final EmptySets emptySets;
    private final int issuing;
    private final Coverage coverage;

    Heads(LearnerSettings settings) {
        this.labels = settings.labels().size();
        this.seed = settings.seed();
        List<HeadSettings> heads = settings.heads();
        List<Score> distinct =
                heads.stream().map(HeadSettings::score).distinct().toList();
        this.scores = distinct.toArray(Score[]::new);
        this.randomised = distinct.stream().anyMatch(Score::randomised);
        this.scoreOf =
                heads.stream().mapToInt(head -> distinct.indexOf(head.score())).toArray();
        this.trackers = heads.stream()
                .map(head -> head.tracker().create(settings.task(head)))
                .toArray(Tracker[]::new);
        this.recordSizes = Arrays.stream(trackers).mapToInt(Tracker::recordSize).toArray();
        this.ranked = new RankedProbabilities(labels);
        this.u = new double[labels];
        this.emptySets = settings.emptySets();
        this.issuing = settings.issuing();
        this.coverage = settings.coverage();
    }

    int count() {
        return trackers.length;
    }

    /** Which head's sets are issued. */
    int issuing() {
        return issuing;
    }

    DecisionRow newRow() {
        return new DecisionRow(labels, scores.length, recordSizes);
    }

    /**
     * Scores, thresholds and so the sets of all heads. Wang &amp; Qiao (2024), Algorithms 1 and 2, line 3. The row's distribution
     * must say with which probability each label is pulled, or less.
     */
    void issue(DecisionRow row) {
        ranked.set(row.probabilities, 0);
        if (randomised) {
            long stream = Draws.stream(seed, Draws.SCORE, row.id);
            for (int k = 0; k < labels; k++) {
                u[k] = Draws.uniform(stream, k);
            }
        }
        for (int s = 0; s < scores.length; s++) {
            scores[s].scoresInto(ranked, u, row.scores[s]);
        }
        query.set(row.distribution, row.weight);
        for (int h = 0; h < trackers.length; h++) {
            issueInto(h, query, row.thresholds[h], row.records[h]);
            row.added[h] = DecisionRow.NONE;
            if (emptySets == EmptySets.MOST_PROBABLE && setSize(row, h) == 0) {
                row.added[h] = RankedProbabilities.mostProbable(row.probabilities);
            }
        }
    }

    /** One threshold per label, whether the tracker keeps as many or one for all. */
    private void issueInto(int head, QueryWeights weights, double[] thresholds, double[] record) {
        if (coverage == Coverage.CLASS) {
            trackers[head].issueInto(weights, thresholds, record);
        } else { // which of the labels a query's evidence will be about is unknown, and so its weight
            trackers[head].issueInto(unknown, thresholds, record);
            Arrays.fill(thresholds, thresholds[0]);
        }
    }

    double[] scores(DecisionRow row, int head) {
        return row.scores[scoreOf[head]];
    }

    boolean contains(DecisionRow row, int head, int label) {
        return reaches(row, head, label) || row.added[head] == label;
    }

    /** Whether a label is in the set by its score, which is all that trackers answer for. */
    private boolean reaches(DecisionRow row, int head, int label) {
        return scores(row, head)[label] >= row.thresholds[head][label];
    }

    int setSize(DecisionRow row, int head) {
        int size = 0;
        for (int k = 0; k < labels; k++) {
            size += contains(row, head, k) ? 1 : 0;
        }
        return size;
    }

    /** The issuing head's set. */
    void setInto(DecisionRow row, boolean[] inSet) {
        for (int k = 0; k < labels; k++) {
            inSet[k] = contains(row, issuing, k);
        }
    }

    /** Tells every head's tracker of a pull. */
    void addPull(DecisionRow row, boolean correct) {
        for (int h = 0; h < trackers.length; h++) {
            trackers[h].addPull(row.probabilities, scores(row, h), row.weight, row.arm, correct);
        }
    }

    /** Tells every head's tracker of a label that was revealed. */
    void addLabel(DecisionRow row, int label) {
        for (int h = 0; h < trackers.length; h++) {
            trackers[h].addLabel(row.probabilities, scores(row, h), row.weight, label);
        }
    }

    /** Adds to the step under way: with this weight, the true label of a decision was {@code label}. */
    void add(DecisionRow row, int label, double weight) {
        for (int h = 0; h < trackers.length; h++) {
            int threshold = coverage.thresholdOf(label);
            trackers[h].add(threshold, weight, scores(row, h)[label], row.thresholds[h], row.records[h]);
        }
    }

    /** Tells every head whether its set for a decision held the true label. */
    void addMembership(DecisionRow row, int label) {
        for (int h = 0; h < trackers.length; h++) {
            trackers[h].addMembership(reaches(row, h, label));
        }
    }

    /** Tells every head whether its set held the true label, where the labels that are left all say the same. */
    void addMembership(DecisionRow row, boolean[] ruledOut) {
        for (int h = 0; h < trackers.length; h++) {
            int left = 0;
            int held = 0;
            for (int k = 0; k < labels; k++) {
                left += ruledOut[k] ? 0 : 1;
                held += !ruledOut[k] && reaches(row, h, k) ? 1 : 0;
            }
            if (left > 0 && (held == 0 || held == left)) {
                trackers[h].addMembership(held > 0);
            }
        }
    }

    /** Ends the step. */
    void apply(double divisor) {
        for (Tracker tracker : trackers) {
            tracker.apply(divisor);
        }
    }

    /** The thresholds a head's next set will be issued with, as far as they do not depend on the query. */
    double[] thresholds(int head) {
        double[] thresholds = new double[labels];
        issueInto(head, unknown, thresholds, new double[recordSizes[head]]);
        return thresholds;
    }

    @Override
    public void writeState(StateWriter out) {
        for (Tracker tracker : trackers) {
            tracker.writeState(out);
        }
    }

    @Override
    public void readState(StateReader in) {
        for (Tracker tracker : trackers) {
            tracker.readState(in);
        }
    }
}
