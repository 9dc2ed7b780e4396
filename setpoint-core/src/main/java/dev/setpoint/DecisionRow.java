package dev.setpoint;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/** Everything about one decision that its feedback will need, whenever it comes. */
final class DecisionRow {
    /** No label. */
    static final int NONE = -1;

    long id;
    /** The how-manieth decision of the learner it is, from 0. */
    long sequenceNumber;

    int arm;
    double propensity;
    /** The query's own weight, 1 unless covariates shift. */
    double weight;

    final FeatureVector query = new FeatureVector();
    final double[] probabilities;
    final double[] distribution;
    /** Scores as issued: one row per distinct score. */
    final double[][] scores;
    /** Thresholds as issued: one row per head. */
    final double[][] thresholds;
    /** Per head the label that was added to an empty set, or {@link #NONE}. */
    final int[] added;
    /** What each head's tracker wants back with the feedback. */
    final double[][] records;

    DecisionRow(int labels, int distinctScores, int[] recordSizes) {
        probabilities = new double[labels];
        distribution = new double[labels];
        scores = new double[distinctScores][labels];
        thresholds = new double[recordSizes.length][labels];
        added = new int[recordSizes.length];
        Arrays.fill(added, NONE);
        records = new double[recordSizes.length][];
        for (int h = 0; h < recordSizes.length; h++) {
            records[h] = new double[recordSizes[h]];
        }
    }

    void copyFrom(DecisionRow other) {
        id = other.id;
        sequenceNumber = other.sequenceNumber;
        arm = other.arm;
        propensity = other.propensity;
        weight = other.weight;
        System.arraycopy(other.added, 0, added, 0, added.length);
        query.copyFrom(other.query);
        copy(other.probabilities, probabilities);
        copy(other.distribution, distribution);
        for (int s = 0; s < scores.length; s++) {
            copy(other.scores[s], scores[s]);
        }
        for (int h = 0; h < thresholds.length; h++) {
            copy(other.thresholds[h], thresholds[h]);
            copy(other.records[h], records[h]);
        }
    }

    private static void copy(double[] from, double[] to) {
        System.arraycopy(from, 0, to, 0, to.length);
    }

    void write(StateWriter out) {
        out.writeLong(id);
        out.writeLong(sequenceNumber);
        out.writeInt(arm);
        out.writeDouble(propensity);
        out.writeDouble(weight);
        for (int label : added) {
            out.writeInt(label + 1);
        }
        query.writeState(out);
        out.writeDoubles(probabilities);
        out.writeDoubles(distribution);
        for (double[] row : scores) {
            out.writeDoubles(row);
        }
        for (int h = 0; h < thresholds.length; h++) {
            out.writeDoubles(thresholds[h]);
            out.writeDoubles(records[h]);
        }
    }

    void read(StateReader in) {
        id = in.readLong();
        sequenceNumber = in.readLong();
        arm = in.readCount("arm", probabilities.length - 1);
        propensity = in.readDouble();
        weight = in.readDouble();
        for (int h = 0; h < added.length; h++) {
            added[h] = in.readCount("label added to an empty set, plus one", probabilities.length) - 1;
        }
        query.readState(in);
        in.readDoublesInto(probabilities);
        in.readDoublesInto(distribution);
        for (double[] row : scores) {
            in.readDoublesInto(row);
        }
        for (int h = 0; h < thresholds.length; h++) {
            in.readDoublesInto(thresholds[h]);
            in.readDoublesInto(records[h]);
        }
    }
}
