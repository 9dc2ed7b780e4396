package dev.setpoint;

import dev.setpoint.feature.FeatureVector;
import java.util.Arrays;
import java.util.List;

/**
 * Receives the decisions of one call, again and again: made by {@link Learner#newBatch()}, filled by
 * {@link Learner#decideInto}, read until the next fill. Allocates nothing once it has held its largest batch.
 *
 * <p>Rows are numbered from 0 in the order of the queries; heads as in the settings.
 */
public final class DecisionBatch {
    private final Learner learner;
    private final List<String> labels;
    private DecisionRow[] rows = {};
    private FeatureVector[] inputs = {};
    private FeatureVector[] scratch = {};
    private double[] probabilities = {};
    private long[] ids = {};
    private final boolean[] calibrated;
    private int size;

    DecisionBatch(Learner learner, List<String> labels) {
        this.learner = learner;
        this.labels = labels;
        this.calibrated = new boolean[labels.size()];
    }

    boolean belongsTo(Learner other) {
        return learner == other;
    }

    void resize(int count) {
        if (rows.length < count) {
            DecisionRow[] more = new DecisionRow[count];
            System.arraycopy(rows, 0, more, 0, rows.length);
            for (int i = rows.length; i < count; i++) {
                more[i] = learner.heads().newRow();
            }
            rows = more;
            inputs = new FeatureVector[count];
            scratch = Arrays.copyOf(scratch, count);
            for (int i = 0; i < count; i++) {
                scratch[i] = scratch[i] == null ? new FeatureVector() : scratch[i];
            }
            ids = new long[count];
            probabilities = new double[count * labels.size()];
        }
        size = count;
    }

    DecisionRow row(int i) {
        return rows[i];
    }

    /** The ids of the rows, ascending; the first {@link #size()} count. */
    long[] sortedIds() {
        for (int i = 0; i < size; i++) {
            ids[i] = rows[i].id;
        }
        Arrays.sort(ids, 0, size);
        return ids;
    }

    /** What the model reads of each query; filled anew each time. */
    FeatureVector[] inputs() {
        return inputs;
    }

    /** Where the encoder may put what the model reads. */
    FeatureVector scratch(int i) {
        return scratch[i];
    }

    /** Scratch for the model's output. */
    double[] modelOutput() {
        return probabilities;
    }

    void setCalibrated(boolean[] flags) {
        System.arraycopy(flags, 0, calibrated, 0, flags.length);
    }

    /** How many decisions the last fill made. */
    public int size() {
        return size;
    }

    /** By which feedback is given. */
    public long id(int row) {
        return rows[row].id;
    }

    /** The index of the pulled label. */
    public int arm(int row) {
        return rows[row].arm;
    }

    /** The probability the arm was pulled with. */
    public double propensity(int row) {
        return rows[row].propensity;
    }

    /** The model's probability of a label. */
    public double probability(int row, int label) {
        return rows[row].probabilities[label];
    }

    /** The probability with which a label would have been pulled. */
    public double pullProbability(int row, int label) {
        return rows[row].distribution[label];
    }

    /** Whether a label had enough evidence behind it, when this was decided, to vouch for its coverage. */
    public boolean isCalibrated(int label) {
        return calibrated[label];
    }

    /** Of which queries a share 1 - alpha is to be covered by these sets. */
    public Coverage coverage() {
        return learner.settings().coverage();
    }

    /** The query's weight. */
    public double weight(int row) {
        return rows[row].weight;
    }

    /** The score a head gave a label. */
    public double score(int row, int head, int label) {
        return learner.heads().scores(rows[row], head)[label];
    }

    /** The threshold a head held a label against. */
    public double threshold(int row, int head, int label) {
        return rows[row].thresholds[head][label];
    }

    /**
     * The i-th number a head's tracker keeps with the decision. For experts, the threshold of expert j for label k is at
     * {@code j * labels + k}.
     */
    public double trackerRecord(int row, int head, int i) {
        return rows[row].records[head][i];
    }

    /** Whether a head's set holds a label. Wang &amp; Qiao (2024), Algorithms 1 and 2, line 3. */
    public boolean contains(int row, int head, int label) {
        return learner.heads().contains(rows[row], head, label);
    }

    /** The size of a head's set. */
    public int setSize(int row, int head) {
        return learner.heads().setSize(rows[row], head);
    }

    /** A head's set, newly made. */
    public LabelSet set(int row, int head) {
        return LabelSet.where(labels, k -> contains(row, head, k));
    }

    /** The decision as a value of its own, newly made, with the issuing head's set. */
    public Decision decision(int row) {
        int issuing = learner.heads().issuing();
        LabelSet uncalibrated = LabelSet.where(labels, k -> contains(row, issuing, k) && !isCalibrated(k));
        return new Decision(id(row), set(row, issuing), uncalibrated, arm(row), propensity(row), labels, coverage());
    }
}
