package dev.setpoint;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/**
 * One issued decision, unfolded: everything that its answer will be learned with. While it waits, only what cannot be worked out
 * again is kept ({@link #write}): not the scores, not the thresholds, and among many labels of the probabilities the logits alone. Among
 * few
 * labels, the probabilities and, where it will be read, the distribution are kept, because that is far faster than to work them out
 * again and takes little memory.
 */
final class DecisionRow {
    /** No label. */
    static final int NONE = -1;

    /** Up to how many labels a decision keeps its probabilities. */
    private static final int MOST_LABELS_OF_SMALL = 1024;

    private static final int HAS_LOGITS = 1;
    private static final int HAS_EXCLUDED = 2;
    private static final int HAS_DISTRIBUTION = 4;
    private static final int HAS_RETIRED = 8;

    final DecisionKey id = new DecisionKey();
    /** Its place among the learner's decisions, from 0. */
    long sequenceNumber;

    /** How many labels there were. */
    int issuedLabels;

    /** The place of the head whose set was issued; {@link #NONE} if it is no more. */
    int issuing;
    /** The issued set, if its head is no more. */
    private IssuedSet departed;

    int arm;
    double propensity;
    /** The query's own weight, 1 unless covariates shift. */
    double weight;
    /** W: the most that an answer could weigh when it was issued. */
    double mostEvidence;
    /** Which of the {@link Explorations} its arm was pulled by. */
    int exploration;

    final FeatureVector query = new FeatureVector();
    /** The labels that could not be pulled, the retired ones among them. */
    final long[] excluded;
    /** The labels that were retired. */
    private final long[] retired;

    private boolean hasRetired;
    /** The logits that the probabilities come from, if they are kept. */
    final float[] logits;

    /** Whether the logits are kept while the decision waits, and not the probabilities, which are worked out again. */
    boolean keepsLogits;

    final double[] probabilities;
    /** What the arm was sampled from. */
    final double[] distribution;
    /** Whether the distribution is kept while the decision waits, because it cannot be worked out again. */
    boolean keepsDistribution;
    /** The members of the issued set for whose coverage too little was known to vouch. */
    final long[] uncalibrated;
    /** Scores as issued: one row per distinct score. */
    final double[][] scores;
    /** One per head. */
    final IssuedSet[] sets;
    /** Whether only the store it waits in still has it, and no batch: then the store may use it again. */
    boolean isLeftToStore;

    private final long bytesByLabel;

    /**
     * Of nothing yet.
     *
     * @param sets one per head
     */
    DecisionRow(int labels, int distinctScores, IssuedSet[] sets) {
        this.issuedLabels = labels;
        this.excluded = new long[LabelBits.words(labels)];
        this.retired = new long[LabelBits.words(labels)];
        this.logits = new float[labels];
        this.probabilities = new double[labels];
        this.distribution = new double[labels];
        this.uncalibrated = new long[LabelBits.words(labels)];
        this.scores = new double[distinctScores][labels];
        this.sets = sets;
        this.bytesByLabel = (long) labels * (Float.BYTES + (2 + distinctScores + sets.length) * Double.BYTES)
                + Arrays.stream(sets).mapToLong(set -> set.record.length).sum() * Double.BYTES;
    }

    /** About how many it takes. */
    long bytes() {
        return bytesByLabel + (long) query.count() * (Integer.BYTES + Float.BYTES);
    }

    /** Whether there were so few labels that memory does not count. */
    boolean isSmall() {
        return issuedLabels <= MOST_LABELS_OF_SMALL;
    }

    /**
     * Says which labels cannot be pulled.
     *
     * @param labels null for none
     * @param outOfUse beside these, the retired ones; null for none
     */
    void setExcluded(LabelSet labels, long[] outOfUse) {
        LabelBits.clear(excluded);
        if (labels != null) {
            labels.bitsInto(excluded);
        }
        hasRetired = outOfUse != null;
        if (hasRetired) {
            LabelBits.addAll(excluded, outOfUse);
            System.arraycopy(outOfUse, 0, retired, 0, retired.length);
        }
    }

    /** The set that was issued. */
    IssuedSet issued() {
        return issuing == NONE ? departed : sets[issuing];
    }

    /** Numbers by label without those of labels that were added since: a copy, if there are such. */
    double[] known(double[] values) {
        return values.length == issuedLabels ? values : Arrays.copyOf(values, issuedLabels);
    }

    /** Whether there was such a label when it was issued, in use. */
    boolean knew(int label) {
        return label < issuedLabels && !(hasRetired && LabelBits.contains(retired, label));
    }

    /** Whether there are labels that it did not know. */
    boolean isRestricted() {
        return hasRetired || issuedLabels < probabilities.length;
    }

    void setUncalibrated(boolean[] calibrated) {
        IssuedSet set = issued();
        LabelBits.clear(uncalibrated);
        for (int k = 0; k < calibrated.length; k++) {
            if (!calibrated[k] && set.contains(k)) {
                LabelBits.add(uncalibrated, k);
            }
        }
    }

    /**
     * State: long, the sequence number; the {@linkplain DecisionKey#write id}; int, which of the optional parts are there (1 logits, 2
     * labels excluded, 4 the distribution, 8 labels retired); int, labels; int, the arm; double, its propensity; double, the query's
     * weight; double, the most that an answer could weigh; int, which exploration; longs, the labels excluded, if any were; longs, those
     * of them that were retired, if any were; the query; per
     * label its logit, as a float, or if there is none its probability; doubles, the distribution, if it is kept; longs, the uncalibrated
     * members of the issued set; int, the number of the issuing head; int, sets; each head's {@linkplain IssuedSet#write set}. No array
     * by label has its length before it: it has as many elements as there were labels.
     */
    void write(StateWriter out) {
        boolean hasExcluded = !LabelBits.isEmpty(excluded);
        out.writeLong(sequenceNumber);
        id.write(out);
        out.writeInt((keepsLogits ? HAS_LOGITS : 0)
                | (hasExcluded ? HAS_EXCLUDED : 0)
                | (keepsDistribution ? HAS_DISTRIBUTION : 0)
                | (hasRetired ? HAS_RETIRED : 0));
        out.writeInt(issuedLabels);
        out.writeInt(arm);
        out.writeDouble(propensity);
        out.writeDouble(weight);
        out.writeDouble(mostEvidence);
        out.writeInt(exploration);
        int words = LabelBits.words(issuedLabels);
        if (hasExcluded) {
            out.writeLongs(excluded, 0, words);
        }
        if (hasRetired) {
            out.writeLongs(retired, 0, words);
        }
        query.writeState(out);
        if (keepsLogits) {
            out.writeFloats(logits, 0, issuedLabels);
        } else {
            out.writeDoubles(probabilities, 0, issuedLabels);
        }
        if (keepsDistribution) {
            out.writeDoubles(distribution, 0, issuedLabels);
        }
        out.writeLongs(uncalibrated, 0, words);
        out.writeInt(issued().head());
        int count = issuing == NONE ? 1 : 0;
        for (IssuedSet set : sets) {
            count += set.isIssued ? 1 : 0;
        }
        out.writeInt(count);
        for (IssuedSet set : sets) {
            if (set.isIssued) {
                set.write(out, issuedLabels);
            }
        }
        if (issuing == NONE) {
            departed.write(out, issuedLabels);
        }
    }

    /**
     * Reads what {@link #write} wrote of as many labels as there were, which may be fewer than there are now; others have probability 0.
     * Probabilities that come from logits, the distribution and the scores must be worked out again.
     */
    void read(StateReader in) {
        sequenceNumber = in.readLong();
        id.read(in);
        int parts = in.readCount("parts of a decision", HAS_LOGITS | HAS_EXCLUDED | HAS_DISTRIBUTION | HAS_RETIRED);
        keepsLogits = (parts & HAS_LOGITS) != 0;
        keepsDistribution = (parts & HAS_DISTRIBUTION) != 0;
        hasRetired = (parts & HAS_RETIRED) != 0;
        issuedLabels = in.readCount("labels of a decision", probabilities.length);
        arm = in.readCount("arm", issuedLabels - 1);
        propensity = in.readDouble();
        weight = in.readDouble();
        mostEvidence = in.readDouble();
        exploration = in.readInt();
        if ((parts & HAS_EXCLUDED) != 0) {
            LabelBits.readInto(in, issuedLabels, excluded);
        } else {
            LabelBits.clear(excluded);
        }
        if (hasRetired) {
            LabelBits.readInto(in, issuedLabels, retired);
        }
        query.readState(in);
        if (keepsLogits) {
            in.readFloatsInto(logits, 0, issuedLabels);
        } else {
            in.readDoublesInto(probabilities, 0, issuedLabels);
            Arrays.fill(probabilities, issuedLabels, probabilities.length, 0);
        }
        if (keepsDistribution) {
            in.readDoublesInto(distribution, 0, issuedLabels);
            Arrays.fill(distribution, issuedLabels, distribution.length, 0);
        }
        LabelBits.readInto(in, issuedLabels, uncalibrated);
        readSets(in);
    }

    private void readSets(StateReader in) {
        for (IssuedSet set : sets) {
            set.isIssued = false;
        }
        issuing = NONE;
        departed = null;
        int issuingNumber = in.readInt();
        int count = in.readCount("sets of a decision", in.remaining());
        for (int i = 0; i < count; i++) {
            int number = in.readInt();
            int place = place(number, i);
            if (place != NONE && sets[place].isIssued) {
                throw new SnapshotException(
                        "snapshot: decision " + id + " with two sets of head " + number + " (expected: one)");
            }
            if (place != NONE) {
                sets[place].read(in, issuedLabels);
            } else {
                IssuedSet gone = new IssuedSet(number, probabilities.length, 0);
                gone.readWithoutRecord(in, issuedLabels);
                departed = number == issuingNumber ? gone : departed;
            }
            issuing = place != NONE && number == issuingNumber ? place : issuing;
        }
        if (issuing == NONE && departed == null) {
            throw new SnapshotException("snapshot: decision " + id + " without the set of its issuing head "
                    + issuingNumber + " (expected: with it)");
        }
    }

    /** Where the head of this number is, or {@link #NONE}; most often at the place where it was. */
    private int place(int number, int was) {
        if (was < sets.length && sets[was].head() == number) {
            return was;
        }
        for (int h = 0; h < sets.length; h++) {
            if (sets[h].head() == number) {
                return h;
            }
        }
        return NONE;
    }

    /** Reads what version 3 of the snapshot format kept of a decision: everything. */
    void readVersion3(StateReader in, Heads heads) {
        int labels = probabilities.length;
        id.set(in.readLong());
        sequenceNumber = in.readLong();
        issuedLabels = labels;
        issuing = 0;
        arm = in.readCount("arm", labels - 1);
        propensity = in.readDouble();
        weight = in.readDouble();
        int[] added = new int[sets.length];
        for (int h = 0; h < sets.length; h++) {
            added[h] = in.readCount("label added to an empty set, plus one", labels) - 1;
        }
        query.readState(in);
        keepsLogits = false;
        hasRetired = false;
        keepsDistribution = true;
        LabelBits.clear(excluded);
        in.readDoublesInto(probabilities);
        in.readDoublesInto(distribution);
        for (double[] row : scores) {
            in.readDoublesInto(row);
        }
        for (int h = 0; h < sets.length; h++) {
            in.readDoublesInto(sets[h].thresholds);
            sets[h].readRecordVersion3(in, heads.head(h).tracker());
            sets[h].added = added[h];
        }
    }
}
