package dev.setpoint;

import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.score.RankedProbabilities;
import dev.setpoint.state.Paged;
import dev.setpoint.state.PagedState;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import dev.setpoint.track.QueryWeights;
import dev.setpoint.track.Tracker;
import dev.setpoint.track.TrackingTask;
import java.util.Arrays;

/**
 * One head alone, for probabilities, pulls and feedback that come from somebody else's system. Wang &amp; Qiao (2024),
 * Algorithms 1 and 2 without the model. The memory it needs does not grow.
 *
 * <p>A step is a number of rows, each {@link #issue}d and then {@link #answer}ed or not, and {@link #endStep}. All rows of a step
 * are held against the same thresholds, which move when the step ends.
 */
public final class ConformalLayer {
    /** The lower bound of propensities that are taken. An expert's loss grows with its inverse squared; below, that could overflow. */
    public static final double PROPENSITY_LOWER_BOUND = 1e-100;

    private final HeadSettings head;
    private final double alpha;
    private final Normalization normalization;
    private final int labels;
    private final Coverage coverage;
    private final Tracker tracker;
    private final RankedProbabilities ranked;
    private final double[] scores;
    private final double[] thresholds;
    private final double[] record;
    private final QueryWeights query = new QueryWeights();
    private final IpwEstimator estimator = new IpwEstimator();
    private final double[] probabilities;
    private final double[] distribution;
    private final double[] estimate;
    private long steps;
    private int rows;
    private int correct;
    private boolean answerable;

    /**
     * A layer that has seen nothing.
     *
     * @throws IllegalArgumentException if alpha is not in (0, 1) or there are fewer than two labels
     */
    public ConformalLayer(HeadSettings head, int labels, double alpha, Normalization normalization) {
        this(head, labels, alpha, normalization, Coverage.CLASS);
    }

    /**
     * A layer that has seen nothing.
     *
     * @throws IllegalArgumentException if alpha is not in (0, 1) or there are fewer than two labels
     */
    public ConformalLayer(HeadSettings head, int labels, double alpha, Normalization normalization, Coverage coverage) {
        if (!(alpha > 0 && alpha < 1)) {
            throw new IllegalArgumentException("alpha: " + alpha + " (expected: in (0, 1))");
        }
        if (labels < 2) {
            throw new IllegalArgumentException("labels: " + labels + " (expected: >= 2)");
        }
        this.head = head;
        this.labels = labels;
        this.alpha = alpha;
        this.normalization = normalization;
        this.coverage = coverage;
        this.tracker = head.tracker()
                .create(new TrackingTask(
                        labels, coverage.thresholds(labels), alpha, head.score().range(labels)));
        this.ranked = new RankedProbabilities(labels);
        this.scores = new double[labels];
        this.thresholds = new double[labels];
        this.record = new double[tracker.recordSize()];
        this.probabilities = new double[labels];
        this.distribution = new double[labels];
        this.estimate = new double[labels];
        issueThresholds();
    }

    /** Issues the set of one row of which only the pulled label's propensity may be known. */
    public void issue(double[] p, double[] u) {
        issue(p, u, null);
    }

    /**
     * Issues the set of one row; ask {@link #contains} for it.
     *
     * @param p one probability per label, each in [0, 1]
     * @param u one number in [0, 1] per label, for randomised scores; may be null for others
     * @param pull with which probability each label was to be pulled, or null if that is unknown
     */
    public void issue(double[] p, double[] u, double[] pull) {
        if (p.length != labels) {
            throw new IllegalArgumentException("p: " + p.length + " numbers (expected: " + labels + ")");
        }
        for (int k = 0; k < labels; k++) {
            if (!(p[k] >= 0 && p[k] < 2)) { // a little over 1 is rounding
                throw new IllegalArgumentException("p[" + k + "]: " + p[k] + " (expected: in [0, 1])");
            }
        }
        if (head.score().randomised() && (u == null || u.length != labels)) {
            throw new IllegalArgumentException("u: " + (u == null ? "missing" : u.length + " numbers") + " (expected: "
                    + labels + " for a randomised score)");
        }
        if (pull == null) {
            Arrays.fill(distribution, 0);
        } else {
            checkPull(pull);
            System.arraycopy(pull, 0, distribution, 0, labels);
        }
        issueThresholds();
        System.arraycopy(p, 0, probabilities, 0, labels);
        ranked.set(probabilities, 0);
        head.score().scoresInto(ranked, u, scores);
        rows++;
        answerable = true;
    }

    private void checkPull(double[] pull) {
        if (pull.length != labels) {
            throw new IllegalArgumentException("pull: " + pull.length + " numbers (expected: " + labels + ")");
        }
        for (int k = 0; k < labels; k++) {
            if (!(pull[k] >= 0 && pull[k] < 2)) { // a little over 1 is rounding
                throw new IllegalArgumentException("pull[" + k + "]: " + pull[k] + " (expected: in [0, 1])");
            }
        }
    }

    /** Whether the set of the row that was issued last holds a label. */
    public boolean contains(int label) {
        return scores[label] >= thresholds[label];
    }

    /**
     * Takes the feedback on the row that was issued last.
     *
     * @param arm the pulled label
     * @param propensity the probability it was pulled with
     * @param wasCorrect whether it was the true one
     * @throws IllegalArgumentException if the arm or the propensity is out of range
     * @throws IllegalStateException if no row was issued in this step, or the last one is answered already
     */
    public void answer(int arm, double propensity, boolean wasCorrect) {
        if (arm < 0 || arm >= labels) {
            throw new IllegalArgumentException("arm: " + arm + " (expected: in [0, " + labels + "))");
        }
        checkPropensity(propensity);
        takeAnswer();
        distribution[arm] = propensity;
        estimator.estimateInto(probabilities, distribution, arm, wasCorrect, estimate);
        correct += wasCorrect ? 1 : 0;
        tracker.addPull(probabilities, scores, 1, arm, wasCorrect);
        if (wasCorrect) {
            tracker.addMembership(contains(arm));
        }
        for (int k = 0; k < labels; k++) {
            if (estimate[k] != 0) {
                tracker.add(coverage.thresholdOf(k), estimate[k], scores[k], thresholds, record);
            }
        }
    }

    /**
     * Takes the true label of the row that was issued last.
     *
     * @throws IllegalArgumentException if there is no such label
     * @throws IllegalStateException if no row was issued in this step, or the last one is answered already
     */
    public void reveal(int label) {
        if (label < 0 || label >= labels) {
            throw new IllegalArgumentException("label: " + label + " (expected: in [0, " + labels + "))");
        }
        takeAnswer();
        Arrays.fill(estimate, 0);
        estimate[label] = 1;
        correct++;
        tracker.addLabel(probabilities, scores, 1, label);
        tracker.addMembership(contains(label));
        tracker.add(coverage.thresholdOf(label), 1, scores[label], thresholds, record);
    }

    private void takeAnswer() {
        if (!answerable) {
            throw new IllegalStateException("answer: no row waits for one (expected: issue first, then answer once)");
        }
        answerable = false;
    }

    private void issueThresholds() {
        if (coverage == Coverage.CLASS) {
            query.set(distribution, 1);
            tracker.issueInto(query, thresholds, record);
        } else { // which of the labels a query's evidence will be about is unknown, and so its weight
            tracker.issueInto(query, thresholds, record);
            Arrays.fill(thresholds, thresholds[0]);
        }
    }

    /** The estimate of 1{Y=label} that the last {@link #answer} gave. */
    public double weight(int label) {
        return estimate[label];
    }

    /**
     * Refuses a propensity outside (0, 1] (below {@link #PROPENSITY_LOWER_BOUND} counts as 0).
     *
     * @throws IllegalArgumentException if it is
     */
    public static void checkPropensity(double propensity) {
        if (!(propensity >= PROPENSITY_LOWER_BOUND && propensity <= 1)) {
            String expected = propensity > 0 && propensity < 1 ? "at least " + PROPENSITY_LOWER_BOUND : "in (0, 1]";
            throw new IllegalArgumentException("propensity: " + propensity + " (expected: " + expected + ")");
        }
    }

    /** Ends the step: thresholds move by what its rows have shown. */
    public void endStep() {
        double divisor = normalization.divisor(rows, correct);
        tracker.apply(divisor > 0 ? divisor : 1);
        Arrays.fill(distribution, 0);
        issueThresholds();
        steps++;
        rows = 0;
        correct = 0;
        answerable = false;
    }

    /** How many steps have ended. */
    public long steps() {
        return steps;
    }

    /** The threshold the row issued last was held against; before the first row of a step, as far as it does not depend on a row. */
    public double threshold(int label) {
        return thresholds[label];
    }

    /** How many labels there are. */
    public int labels() {
        return labels;
    }

    /**
     * The state between two steps, as a {@link Snapshot}. Part 0 is one page: text, the settings; long, steps. Part 1 is the tracker.
     *
     * @throws IllegalStateException in the middle of a step
     */
    public byte[] snapshot() {
        if (rows > 0) {
            throw new IllegalStateException(
                    "snapshot: in a step of " + rows + " rows so far (expected: after endStep)");
        }
        return Snapshot.sealPages(Snapshot.REPLAY, pages());
    }

    /**
     * Resumes from a snapshot of a layer with the same settings, of format version 3 or 4.
     *
     * @throws SnapshotException if the bytes are truncated, corrupt, foreign, or of a layer with other settings; this layer must
     *     then not be used further
     */
    public void restore(byte[] snapshot) {
        if (Snapshot.version(snapshot) == Snapshot.VERSION) {
            Snapshot.openPages(Snapshot.REPLAY, snapshot, pages());
        } else {
            readVersion3(Snapshot.openVersion3(Snapshot.REPLAY, snapshot));
        }
        Arrays.fill(distribution, 0);
        issueThresholds();
        Arrays.fill(scores, 0);
        rows = 0;
        correct = 0;
        answerable = false;
    }

    private void readVersion3(StateReader in) {
        new Whole().readPage(0, in);
        tracker.readVersion3(in);
        in.finish();
    }

    private PagedState pages() {
        return new PagedState().add(0, new Whole()).add(1, tracker);
    }

    /** What is not the tracker's. */
    private final class Whole implements Paged {
        @Override
        public void writePage(int page, StateWriter out) {
            out.writeText(settings());
            out.writeLong(steps);
        }

        @Override
        public void readPage(int page, StateReader in) {
            Snapshot.checkSettings(settings(), in.readText());
            steps = in.readLong();
        }
    }

    private String settings() {
        String goal = coverage == Coverage.CLASS ? "" : "\ncoverage: " + coverage;
        return "labels: " + labels + "\nalpha: " + alpha + "\nnormalize: " + normalization + goal + "\nhead " + head;
    }
}
