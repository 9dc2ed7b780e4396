package dev.setpoint;

import dev.setpoint.random.Draws;
import dev.setpoint.score.RankedProbabilities;
import dev.setpoint.score.Score;
import dev.setpoint.state.Persistent;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
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
                .map(head -> head.tracker().create(labels, settings.alpha()))
                .toArray(Tracker[]::new);
        this.recordSizes = Arrays.stream(trackers).mapToInt(Tracker::recordSize).toArray();
        this.ranked = new RankedProbabilities(labels);
        this.u = new double[labels];
    }

    int count() {
        return trackers.length;
    }

    DecisionRow newRow() {
        return new DecisionRow(labels, scores.length, recordSizes);
    }

    /** Scores, thresholds and so the sets of all heads. Wang &amp; Qiao (2024), Algorithms 1 and 2, line 3. */
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
        for (int h = 0; h < trackers.length; h++) {
            trackers[h].issueInto(row.thresholds[h], row.records[h]);
        }
    }

    double[] scores(DecisionRow row, int head) {
        return row.scores[scoreOf[head]];
    }

    boolean contains(DecisionRow row, int head, int label) {
        return scores(row, head)[label] >= row.thresholds[head][label];
    }

    int setSize(DecisionRow row, int head) {
        int size = 0;
        for (int k = 0; k < labels; k++) {
            size += contains(row, head, k) ? 1 : 0;
        }
        return size;
    }

    /** Adds to the step under way: with this weight, the true label of a decision was {@code label}. */
    void add(DecisionRow row, int label, double weight) {
        for (int h = 0; h < trackers.length; h++) {
            trackers[h].add(label, weight, scores(row, h)[label], row.thresholds[h], row.records[h]);
        }
    }

    /** Ends the step. */
    void apply(double divisor) {
        for (Tracker tracker : trackers) {
            tracker.apply(divisor);
        }
    }

    /** The thresholds a head's next set will be issued with. */
    double[] thresholds(int head) {
        double[] thresholds = new double[labels];
        trackers[head].issueInto(thresholds, new double[recordSizes[head]]);
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
