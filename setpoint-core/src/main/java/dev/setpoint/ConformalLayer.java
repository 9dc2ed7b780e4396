package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.model.GivenProbabilities;
import dev.setpoint.state.Paged;
import dev.setpoint.state.PagedState;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/**
 * One head alone, for probabilities, pulls and feedback that come from somebody else's system. Wang &amp; Qiao (2024),
 * Algorithms 1 and 2 without the model. The memory it needs does not grow.
 *
 * <p>A step is a number of rows, each {@link #issue}d and then {@link #answer}ed or not, and {@link #endStep}. All rows of a step
 * are held against the same thresholds, which move when the step ends.
 *
 * <p>An {@link IllegalArgumentException} names the argument that is refused, an {@link IllegalStateException} says what was to be called
 * before; nothing has changed then.
 */
public final class ConformalLayer {
    /** The lower bound of propensities that are taken. An expert's loss grows with its inverse squared; below, that could overflow. */
    public static final double PROPENSITY_LOWER_BOUND = 1e-100;

    private final HeadSettings settings;
    private final double alpha;
    private final Normalization normalization;
    private final int labels;
    private final Coverage coverage;
    private final Heads heads;
    private final Head head;
    /** The row that was issued last. */
    private final DecisionRow row;

    private final IssuedSet set;
    private final IpwEstimator estimator = new IpwEstimator();
    private final double[] estimate;
    private long steps;
    private int rows;
    private int correct;
    private boolean answerable;

    /**
     * A layer that has seen nothing.
     *
     * @throws IllegalArgumentException if alpha is not in (0, 1), there are fewer than two labels or another argument is null
     */
    public ConformalLayer(HeadSettings head, int labels, double alpha, Normalization normalization) {
        this(head, labels, alpha, normalization, Coverage.CLASS, EmptySets.ALLOWED);
    }

    /**
     * A layer that has seen nothing.
     *
     * @throws IllegalArgumentException if alpha is not in (0, 1), there are fewer than two labels or another argument is null
     */
    public ConformalLayer(HeadSettings head, int labels, double alpha, Normalization normalization, Coverage coverage) {
        this(head, labels, alpha, normalization, coverage, EmptySets.ALLOWED);
    }

    /**
     * A layer that has seen nothing.
     *
     * @throws IllegalArgumentException if alpha is not in (0, 1), there are fewer than two labels or another argument is null
     */
    public ConformalLayer(
            HeadSettings head,
            int labels,
            double alpha,
            Normalization normalization,
            Coverage coverage,
            EmptySets emptySets) {
        if (!(alpha > 0 && alpha < 1)) {
            throw new IllegalArgumentException("alpha: " + alpha + " (expected: in (0, 1))");
        }
        Exploration.checkLabels(labels);
        this.settings = Argument.given("head", head);
        this.labels = labels;
        this.alpha = alpha;
        this.normalization = Argument.given("normalization", normalization);
        this.coverage = Argument.given("coverage", coverage);
        this.heads = new Heads(head, labels, alpha, coverage, Argument.given("emptySets", emptySets));
        this.head = heads.head(0);
        this.row = heads.newRow();
        this.set = row.sets[0];
        this.estimate = new double[labels];
        row.weight = 1;
        clearRow();
    }

    /** {@link #issue(double[], double[], double[])} of a row of which only the pulled label's propensity may be known. */
    public void issue(double[] p, double[] u) {
        issue(p, u, null);
    }

    /**
     * Issues the set of one row; ask {@link #contains} for it.
     *
     * @param p one probability per label, each in [0, 1], with sum 1
     * @param u one number in [0, 1] per label, for randomised scores; others do not look at it, and null will do
     * @param pull with which probability each label was to be pulled, with sum 1; or 1 for every label where the true one will be {@linkplain
     *     #reveal revealed} whatever is pulled; or null if that is unknown
     * @throws IllegalArgumentException if one of them is not so
     */
    public void issue(double[] p, double[] u, double[] pull) {
        GivenProbabilities.check("p", p, labels);
        if (head.score().randomised()) {
            checkUniforms(u);
        }
        if (pull == null) {
            Arrays.fill(row.distribution, 0);
        } else {
            if (!isCertain(pull)) {
                GivenProbabilities.check("pull", pull, labels);
            }
            System.arraycopy(pull, 0, row.distribution, 0, labels);
        }
        System.arraycopy(p, 0, row.probabilities, 0, labels);
        heads.issue(row, u);
        rows++;
        answerable = true;
    }

    private void checkUniforms(double[] u) {
        if (u == null || u.length != labels) {
            throw new IllegalArgumentException("u: " + (u == null ? "null" : u.length + " numbers") + " (expected: "
                    + labels + " for a randomised score)");
        }
        for (int k = 0; k < labels; k++) {
            if (!(u[k] >= 0 && u[k] <= 1)) {
                throw new IllegalArgumentException("u[" + k + "]: " + u[k] + " (expected: in [0, 1])");
            }
        }
    }

    /** Whether each label would have been known for sure. */
    private boolean isCertain(double[] pull) {
        for (double probability : pull) {
            if (probability != 1) {
                return false;
            }
        }
        return pull.length == labels;
    }

    /**
     * Whether the set of the row that was issued last holds a label.
     *
     * @throws IllegalArgumentException if there is no such label
     * @throws IllegalStateException if no row was issued in this step
     */
    public boolean contains(int label) {
        Argument.index("label", label, labels);
        return issued("contains").contains(label);
    }

    /**
     * The size of the set of the row that was issued last.
     *
     * @throws IllegalStateException if no row was issued in this step
     */
    public int setSize() {
        return issued("setSize").size();
    }

    private IssuedSet issued(String asked) {
        if (rows == 0) {
            throw new IllegalStateException(asked + ": no row was issued in this step (expected: issue first)");
        }
        return set;
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
        Argument.index("arm", arm, labels);
        checkPropensity(propensity);
        takeAnswer();
        row.distribution[arm] = propensity;
        row.arm = arm;
        estimator.estimateInto(row.probabilities, row.distribution, arm, wasCorrect, estimate);
        correct += wasCorrect ? 1 : 0;
        head.addPull(row.probabilities, row.scores[0], 1, arm, wasCorrect);
        if (wasCorrect) {
            head.addMembership(set, arm);
            head.add(set, row.scores[0], arm, estimate[arm]); // that of every other label is 0
        }
    }

    /**
     * Takes the true label of the row that was issued last.
     *
     * @throws IllegalArgumentException if there is no such label
     * @throws IllegalStateException if no row was issued in this step, or the last one is answered already
     */
    public void reveal(int label) {
        Argument.index("label", label, labels);
        takeAnswer();
        Arrays.fill(estimate, 0);
        estimate[label] = 1;
        correct++;
        head.addLabel(row.probabilities, row.scores[0], 1, label);
        head.addMembership(set, label);
        head.add(set, row.scores[0], label, 1);
    }

    private void takeAnswer() {
        if (!answerable) {
            throw new IllegalStateException("answer: no row waits for one (expected: issue first, then answer once)");
        }
        answerable = false;
    }

    /** Between two steps there is no row: thresholds are those of the next one, as far as they do not depend on it. */
    private void clearRow() {
        head.thresholdsInto(set.thresholds, set.record);
        Arrays.fill(row.scores[0], 0);
        set.take(row.scores[0]);
        rows = 0;
        correct = 0;
        answerable = false;
    }

    /**
     * The estimate of 1{Y=label} that the last {@link #answer} gave; 0 before any.
     *
     * @throws IllegalArgumentException if there is no such label
     */
    public double weight(int label) {
        return estimate[Argument.index("label", label, labels)];
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
        head.apply(divisor > 0 ? divisor : 1);
        steps++;
        clearRow();
    }

    /** How many steps have ended. */
    public long steps() {
        return steps;
    }

    /**
     * The threshold the row issued last was held against; before the first row of a step, as far as it does not depend on a row.
     *
     * @throws IllegalArgumentException if there is no such label
     */
    public double threshold(int label) {
        return set.thresholds[Argument.index("label", label, labels)];
    }

    /** How many labels there are. */
    public int labels() {
        return labels;
    }

    /**
     * The state between two steps, in the envelope of {@link Snapshot}. The payload: text, the settings; long, steps; the
     * tracker's state.
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
        if (Snapshot.version(Argument.given("snapshot", snapshot)) == Snapshot.VERSION) {
            Snapshot.openPages(Snapshot.REPLAY, snapshot, pages());
        } else {
            readVersion3(Snapshot.openVersion3(Snapshot.REPLAY, snapshot));
        }
        clearRow();
    }

    private void readVersion3(StateReader in) {
        new Whole().readPage(0, in);
        head.tracker().readVersion3(in);
        in.finish();
    }

    private PagedState pages() {
        return new PagedState().add(0, new Whole()).add(1, head.tracker());
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
        return "labels: " + labels + "\nalpha: " + alpha + "\nnormalize: " + normalization + goal + "\nhead "
                + settings;
    }
}
