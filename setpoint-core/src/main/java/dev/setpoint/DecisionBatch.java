package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.feature.FeatureVector;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Receives the decisions of one call, again and again: made by {@link Learner#newBatch()}, filled by
 * {@link Learner#decideInto}, read until the next fill. Allocates nothing once it has held its largest batch.
 *
 * <p>Rows are numbered from 0 in the order of the queries; heads and labels as in the settings. These are positions within the batch:
 * where there is no such row, head or label, an {@link IllegalArgumentException} names the argument.
 */
public final class DecisionBatch {
    private final Learner learner;
    /** Of the learner when the batch was last filled, like those that follow. */
    private List<String> labels = List.of();

    private Coverage coverage;
    private Heads heads;
    private boolean[] calibrated = {};
    private DecisionRow[] rows = {};
    private FeatureVector[] inputs = {};
    private FeatureVector[] scratch = {};
    private double[] probabilities = {};
    private float[] logits = {};
    private final IdTable seenIds = new IdTable();
    private int count;
    /** As many, once they are decisions; otherwise 0. */
    private int size;

    DecisionBatch(Learner learner) {
        this.learner = learner;
    }

    /**
     * Refuses another learner.
     *
     * @throws IllegalArgumentException if it is one
     */
    @SuppressWarnings("ReferenceEquality") // no two learners are equal
    void check(Learner filling) {
        if (learner != filling) {
            throw new IllegalArgumentException("batch: of another learner (expected: from this learner's newBatch)");
        }
    }

    /** Makes room for so many decisions of the learner as it is now. */
    void resize(int newCount, LearnerSettings settings, Heads present) {
        if (!present.equals(heads)) { // labels or heads have changed
            heads = present;
            labels = settings.labels();
            coverage = settings.coverage();
            calibrated = new boolean[labels.size()];
            rows = new DecisionRow[0];
        }
        count = newCount;
        if (rows.length < count) {
            int before = rows.length;
            rows = Arrays.copyOf(rows, count);
            for (int i = before; i < count; i++) {
                rows[i] = heads.newRow();
            }
            inputs = new FeatureVector[count];
            scratch = Arrays.copyOf(scratch, count);
            for (int i = 0; i < count; i++) {
                scratch[i] = scratch[i] == null ? new FeatureVector() : scratch[i];
            }
            probabilities = new double[count * labels.size()];
            logits = new float[count * labels.size()];
        }
        size = 0;
    }

    /** How many rows there are to be filled. */
    int count() {
        return count;
    }

    /** The rows are decisions now: until then, and if one is refused, who reads the batch finds it empty. */
    void setFilled() {
        size = count;
    }

    DecisionRow row(int i) {
        return rows[i];
    }

    void setRow(int i, DecisionRow row) {
        rows[i] = row;
    }

    /** An empty table, in which to look for ids that come twice. */
    IdTable seenIds() {
        seenIds.clear();
        return seenIds;
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

    /** Scratch for the model's logits. */
    float[] logits() {
        return logits;
    }

    void setCalibrated(boolean[] flags) {
        System.arraycopy(flags, 0, calibrated, 0, flags.length);
        for (int i = 0; i < count; i++) {
            rows[i].setUncalibrated(flags);
        }
    }

    /** Among how many labels these decisions are. */
    public int labels() {
        return labels.size();
    }

    /** How many decisions the last fill made. */
    public int size() {
        return size;
    }

    private DecisionRow filled(int row) {
        return rows[Argument.index("row", row, size)]; // behind them may be rows of an earlier fill
    }

    private IssuedSet filledSet(int row, int head) {
        return filled(row).sets[checkedHead(head)];
    }

    private int checkedHead(int head) {
        return Argument.index("head", head, heads.count());
    }

    private int checkedLabel(int label) {
        return Argument.index("label", label, labels.size());
    }

    /** The names of the labels. */
    List<String> labelNames() {
        return labels;
    }

    /**
     * The number by which feedback is given.
     *
     * @throws IllegalStateException if the decision has a name; see {@link #idText}
     */
    public long id(int row) {
        if (!filled(row).id.isNumber()) {
            throw new IllegalStateException("id: '" + filled(row).id + "' (expected: a number; idText gives any id)");
        }
        return filled(row).id.number();
    }

    /** The id by which feedback is given, as text. */
    public String idText(int row) {
        return filled(row).id.text();
    }

    /** What the draws of a decision come from, beside the seed: its number, or a hash of its name. */
    public long drawKey(int row) {
        return filled(row).id.drawKey();
    }

    /** The index of the pulled label. */
    public int arm(int row) {
        return filled(row).arm;
    }

    /** The probability the arm was pulled with. */
    public double propensity(int row) {
        return filled(row).propensity;
    }

    /** The model's probability of a label. */
    public double probability(int row, int label) {
        return filled(row).probabilities[checkedLabel(label)];
    }

    /** The probability with which a label would have been pulled. */
    public double pullProbability(int row, int label) {
        return filled(row).distribution[checkedLabel(label)];
    }

    /** Whether a label had enough evidence behind it, when this was decided, to vouch for its coverage. */
    public boolean isCalibrated(int label) {
        return calibrated[checkedLabel(label)];
    }

    /** Of which queries a share 1 - alpha is to be covered by these sets. */
    public Coverage coverage() {
        return coverage;
    }

    /** The query's weight. */
    public double weight(int row) {
        return filled(row).weight;
    }

    /** The score a head gave a label. */
    public double score(int row, int head, int label) {
        return heads.scores(filled(row), checkedHead(head))[checkedLabel(label)];
    }

    /** The threshold a head held a label against. */
    public double threshold(int row, int head, int label) {
        return filledSet(row, head).thresholds[checkedLabel(label)];
    }

    /**
     * The i-th number a head's tracker keeps with the decision. For experts, the threshold of expert j for label k is at
     * {@code k * experts + j}.
     */
    public double trackerRecord(int row, int head, int i) {
        double[] record = filledSet(row, head).record;
        return record[Argument.index("i", i, record.length)];
    }

    /** Whether a head's set holds a label. */
    public boolean contains(int row, int head, int label) {
        return filledSet(row, head).contains(checkedLabel(label)); // a set is bits, and has room for more
    }

    /** The size of a head's set. */
    public int setSize(int row, int head) {
        return filledSet(row, head).size();
    }

    /** A head's set, newly made. */
    public LabelSet set(int row, int head) {
        return LabelSet.where(labels, filledSet(row, head)::contains);
    }

    /** The decision as a value of its own, newly made, with the issuing head's set. */
    public Decision decision(int row) {
        return decision(filled(row), labels, coverage());
    }

    /** All decisions as values of their own. */
    public List<Decision> decisions() {
        return IntStream.range(0, size).mapToObj(this::decision).toList();
    }

    /** A decision as a value of its own. */
    static Decision decision(DecisionRow row, List<String> labels, Coverage coverage) {
        LabelSet set = LabelSet.where(labels, row.issued()::contains);
        LabelSet uncalibrated = LabelSet.ofBits(labels, row.uncalibrated);
        return new Decision(
                row.id.text(),
                set,
                uncalibrated,
                row.arm,
                row.propensity,
                Doubles.copyOf(row.probabilities),
                Doubles.copyOf(row.distribution),
                labels,
                coverage);
    }
}
