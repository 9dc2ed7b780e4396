package dev.setpoint;

import dev.setpoint.model.LogitOutput;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Unfolds decisions from the bytes that are kept of them. What a decision was issued with is worked out again by the same code on the same
 * numbers, and so to the same bits. Allocates nothing after warm-up.
 */
final class FoldedDecisions {
    private final Heads heads;
    private final Explorations explorations;
    private final long seed;
    /** Null if the model has no logits. */
    private final LogitOutput logits;

    private final boolean readsDistribution;
    private final StateReader reader = new StateReader(ByteBuffer.allocate(0));
    /** Rows to unfold into; those in use come first. */
    private DecisionRow[] rows = {};

    private int rowsInUse;

    FoldedDecisions(LearnerSettings settings, Heads heads, Explorations explorations, ProbabilityModel model) {
        this.heads = heads;
        this.explorations = explorations;
        this.seed = settings.seed();
        this.logits = model instanceof LogitOutput output ? output : null;
        this.readsDistribution = settings.loss().readsDistribution()
                || settings.thresholdEstimator().readsDistribution();
    }

    /** The same with other heads, or heads of more labels. */
    FoldedDecisions(FoldedDecisions before, Heads heads) {
        this.heads = heads;
        this.explorations = before.explorations;
        this.seed = before.seed;
        this.logits = before.logits;
        this.readsDistribution = before.readsDistribution;
    }

    /**
     * Works out the distribution of a decision that is unfolded here, though nothing that learns reads it. One that is as it was issued
     * has it.
     */
    void workOutDistribution(DecisionRow row) {
        boolean isHere = false;
        for (int i = 0; i < rowsInUse; i++) {
            isHere |= rows[i] == row;
        }
        if (isHere && !row.keepsDistribution && !readsDistribution) {
            explorations.of(row.exploration).distributionInto(row);
            row.distribution[row.arm] = row.propensity;
        }
    }

    /** Whether learning reads with which probabilities all labels would have been pulled. */
    boolean readsDistribution() {
        return readsDistribution;
    }

    static long sequenceNumber(ByteBuffer decision) {
        return decision.getLong(decision.position());
    }

    /** The decision as it was issued. It may be read until {@link #release}. */
    DecisionRow unfold(ByteBuffer decision) {
        if (rowsInUse == rows.length) {
            rows = Arrays.copyOf(rows, Math.max(1, rowsInUse * 2));
        }
        if (rows[rowsInUse] == null) {
            rows[rowsInUse] = heads.newRow();
        }
        DecisionRow row = rows[rowsInUse++];
        readInto(row, decision);
        workOut(row);
        return row;
    }

    /** The rows that were unfolded may be used again. */
    void release() {
        rowsInUse = 0;
    }

    /** The same in a row of its own, which the caller may keep. */
    DecisionRow unfoldApart(ByteBuffer decision) {
        reader.reset(decision);
        DecisionRow row = read(reader);
        reader.finish();
        return row;
    }

    /**
     * The same of a decision that others follow.
     *
     * @throws SnapshotException if it cannot be one of this learner's
     */
    DecisionRow read(StateReader in) {
        DecisionRow row = heads.newRow();
        row.read(in);
        checkLogits(row);
        if (needsExploration(row)) {
            checkExploration(row);
        }
        workOut(row);
        return row;
    }

    /** Lets a decision be written so that a learner with other explorations can read it. */
    void keepDistribution(DecisionRow row) {
        row.keepsDistribution = readsDistribution;
    }

    private boolean needsExploration(DecisionRow row) {
        return readsDistribution && !row.keepsDistribution;
    }

    /** A row for {@link #readAndCheck}. */
    DecisionRow newRow() {
        return heads.newRow();
    }

    /**
     * Reads what is kept of a decision, and works nothing out.
     *
     * @throws SnapshotException if it cannot be one of this learner's
     */
    void readAndCheck(DecisionRow row, ByteBuffer decision) {
        readInto(row, decision);
        checkLogits(row);
        checkExploration(row);
    }

    private void readInto(DecisionRow row, ByteBuffer decision) {
        reader.reset(decision);
        row.read(reader);
        reader.finish();
    }

    private void checkLogits(DecisionRow row) {
        if (row.keepsLogits && logits == null) {
            throw new SnapshotException(
                    "snapshot: decision " + row.id + " with logits (expected: none, as the model has none)");
        }
    }

    private void checkExploration(DecisionRow row) {
        if (!explorations.has(row.exploration, row.issuedLabels)) {
            throw new SnapshotException("snapshot: decision " + row.id + " of exploration " + row.exploration
                    + " among " + row.issuedLabels + " labels (expected: one that is there)");
        }
    }

    private void workOut(DecisionRow row) {
        if (row.keepsLogits) {
            logits.probabilitiesOf(row.logits, row.issuedLabels, row.probabilities);
        }
        heads.score(row, seed);
        if (row.keepsDistribution) {
            return;
        }
        if (needsExploration(row)) {
            explorations.of(row.exploration).distributionInto(row);
        } else {
            Arrays.fill(row.distribution, 0);
        }
        row.distribution[row.arm] = row.propensity;
    }
}
