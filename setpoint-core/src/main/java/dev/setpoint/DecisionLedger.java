package dev.setpoint;

import dev.setpoint.DecisionStore.Fate;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/**
 * The decisions of a learner in their store: folded when they are kept, unfolded when their answer comes, expired when there are too
 * many of them or they are too old. Allocates nothing after warm-up.
 *
 * <p>What a decision was issued with is worked out again from what was kept of it by the same code on the same numbers, and so to the
 * same bits. The latest decisions are still there as they were issued; answers that come soon find them so.
 */
final class DecisionLedger {
    private LearnerSettings settings;
    private final DecisionStore store;
    /** The store, if decisions may wait there as they were issued; null for others, which are given bytes at once. */
    private final MemoryDecisionStore memory;

    private final Heads heads;
    private final Supplier<DecisionRow> newRow;
    private final Explorations explorations;
    private final FoldedDecisions folded;
    private final LedgerCounts counts;
    private final StateWriter writer = new StateWriter();
    private final DecisionKey oldest = new DecisionKey();
    /** The batch that was decided last; null if it may have been overwritten. */
    private DecisionBatch latest;

    /** No decision with a lower sequence number is pending: seldom the oldest itself is looked at. */
    private long noneBefore;

    DecisionLedger(
            LearnerSettings settings,
            DecisionStore store,
            Heads heads,
            Explorations explorations,
            ProbabilityModel model) {
        this(
                settings,
                store,
                heads,
                explorations,
                new FoldedDecisions(settings, heads, explorations, model),
                new LedgerCounts(store));
    }

    /** The decisions of a ledger, of a learner whose labels or heads have changed since. */
    DecisionLedger(LearnerSettings changed, DecisionLedger before, Heads heads) {
        this(
                changed,
                before.store,
                heads,
                before.explorations,
                new FoldedDecisions(before.folded, heads),
                new LedgerCounts(before.counts));
        if (memory != null) {
            memory.foldAll();
        }
    }

    private DecisionLedger(
            LearnerSettings settings,
            DecisionStore store,
            Heads heads,
            Explorations explorations,
            FoldedDecisions folded,
            LedgerCounts counts) {
        this.settings = settings;
        this.store = store;
        this.memory = store instanceof MemoryDecisionStore own ? own : null;
        this.heads = heads;
        this.newRow = heads::newRow;
        this.explorations = explorations;
        this.folded = folded;
        this.counts = counts;
    }

    /** How many decisions were made. */
    long decisions() {
        return counts.decisions;
    }

    /** How many decisions were no longer waited for. */
    long expired() {
        return counts.expired;
    }

    DecisionStore store() {
        return store;
    }

    /** What is stored of it beside the decisions. */
    LedgerCounts counts() {
        return counts;
    }

    /** Is operated differently from now on; what is now too many or too old expires. */
    void setSettings(LearnerSettings newSettings) {
        settings = newSettings;
        expireOldest();
    }

    /** What was read is operated so. */
    void restoreSettings(LearnerSettings newSettings) {
        settings = newSettings;
    }

    // ---------------------------------------------------------------- ids

    /**
     * Gives each row its sequence number and, if it has no id, a number for one: the sequence number, or the next number that no
     * decision has which is remembered.
     *
     * @throws IllegalArgumentException if an id was given that is known already, or twice in the batch
     */
    void number(DecisionBatch batch, boolean numbered) {
        for (int i = 0; i < batch.count(); i++) {
            batch.row(i).sequenceNumber = counts.decisions + i;
        }
        if (numbered) {
            number(batch);
        } else {
            checkNew(batch);
        }
    }

    private void number(DecisionBatch batch) {
        long number = counts.nextNumber;
        for (int i = 0; i < batch.count(); i++) {
            DecisionRow row = batch.row(i);
            number = Math.max(number, row.sequenceNumber);
            row.id.set(number++);
            while (store.fate(row.id) != Fate.UNKNOWN) { // a caller chose it
                row.id.set(number++);
            }
        }
    }

    /** Whether a decision waits for feedback. */
    boolean isPending(DecisionKey id) {
        return store.fate(id) == Fate.PENDING;
    }

    private void checkNew(DecisionBatch batch) {
        IdTable seen = batch.seenIds();
        for (int i = 0; i < batch.count(); i++) {
            DecisionKey id = batch.row(i).id;
            if (seen.find(id) != IdTable.NONE) {
                throw new IllegalArgumentException("id: " + id + " twice in one batch (expected: once)");
            }
            seen.put(id, i);
            Fate fate = store.fate(id);
            if (fate != Fate.UNKNOWN) {
                throw new IllegalArgumentException("id: " + id + " (expected: one that is neither pending nor among the"
                        + " last " + store.horizon() + " that were answered, expired or cancelled)");
            }
        }
    }

    // ---------------------------------------------------------------- keeping

    /** Gives a batch rows that may be overwritten, in place of those in which decisions wait. */
    void clear(DecisionBatch batch) {
        latest = null;
        if (memory != null) {
            memory.foldOldest();
            for (int i = 0; i < batch.count(); i++) {
                batch.setRow(i, memory.exchange(batch.row(i), newRow));
            }
        }
    }

    /** Keeps the decisions of a batch, and expires what is too many or too old. */
    void keep(DecisionBatch batch, boolean numbered) {
        for (int i = 0; i < batch.count(); i++) {
            DecisionRow row = batch.row(i);
            row.keepsDistribution = folded.readsDistribution() && row.isSmall();
            if (memory != null) {
                memory.add(row);
            } else {
                put(row);
            }
            counts.decisions++;
            if (numbered) {
                counts.nextNumber = row.id.number() + 1;
            }
            expireOldest();
        }
        latest = batch.count() == 0 ? null : batch;
    }

    private void put(DecisionRow row) {
        writer.clear();
        row.write(writer);
        store.add(row.id, writer.written());
    }

    private void expireOldest() {
        while (store.pending() > settings.maxPending() && store.oldest(oldest)) {
            end(oldest, Fate.EXPIRED, 0);
        }
        if (isTooOld(noneBefore) || explorations.haveEarlier()) {
            expireOld();
        }
    }

    private void expireOld() {
        while (store.oldest(oldest)) {
            noneBefore = sequenceNumber(oldest);
            if (!isTooOld(noneBefore)) {
                explorations.forgetBefore(noneBefore);
                return;
            }
            end(oldest, Fate.EXPIRED, 0);
        }
    }

    private long sequenceNumber(DecisionKey pending) {
        DecisionRow asIssued = memory == null ? null : memory.row(pending);
        return asIssued == null
                ? FoldedDecisions.sequenceNumber(store.decision(pending))
                : asIssued.sequenceNumber; // as it is: folding it would only be for this number
    }

    private boolean isTooOld(long sequenceNumber) {
        return counts.decisions - 1 - sequenceNumber > settings.maxAge();
    }

    // ---------------------------------------------------------------- answers

    /** A pending decision as it was issued, or null. It may be read until {@link #release}. */
    DecisionRow unfold(DecisionKey id) {
        DecisionRow asIssued = memory == null ? null : memory.row(id);
        if (asIssued != null) {
            return asIssued;
        }
        ByteBuffer decision = store.decision(id);
        if (decision == null) {
            return null;
        }
        if (latest != null) {
            long place = FoldedDecisions.sequenceNumber(decision) - latest.row(0).sequenceNumber;
            if (place >= 0 && place < latest.size()) {
                return latest.row((int) place);
            }
        }
        return folded.unfold(decision);
    }

    /** The same with its whole distribution, whether or not that is needed to learn. */
    DecisionRow unfoldWhole(DecisionKey id) {
        DecisionRow row = unfold(id);
        if (row != null) {
            folded.workOutDistribution(row);
        }
        return row;
    }

    /** The same in a row of its own, which the caller may keep. */
    DecisionRow unfoldApart(DecisionKey id) {
        ByteBuffer decision = store.decision(id);
        return decision == null ? null : folded.unfoldApart(decision);
    }

    /** Writes a decision that was unfolded apart, for any learner with equal settings and heads. */
    void writeRow(DecisionRow row, StateWriter out) {
        folded.keepDistribution(row);
        row.write(out);
    }

    /** A decision that {@link #writeRow} wrote. */
    DecisionRow readRow(StateReader in) {
        return folded.read(in);
    }

    /** The rows that were unfolded may be used again. */
    void release() {
        folded.release();
    }

    /** Stops waiting for a decision that was answered elsewhere, if it waits here. */
    void endAnswered(DecisionKey id, long answer) {
        if (isPending(id)) {
            end(id, Fate.ANSWERED, answer);
        }
    }

    /** Stops waiting for a pending decision. */
    void end(DecisionKey id, Fate fate, long answer) {
        store.end(id, fate, answer);
        counts.expired += fate == Fate.EXPIRED ? 1 : 0;
    }

    /** What becomes of a decision that nobody answered in time, or that was never acted on. */
    Outcome discard(DecisionKey id, Feedback feedback) {
        if (store.fate(id) != Fate.PENDING) {
            return outcome(id, feedback);
        }
        end(id, feedback instanceof Feedback.Expired ? Fate.EXPIRED : Fate.CANCELLED, 0);
        return Outcome.DISCARDED;
    }

    /** What becomes of feedback for a decision that is not pending. */
    Outcome outcome(DecisionKey id, Feedback feedback) {
        return switch (store.fate(id)) {
            case ANSWERED ->
                PastAnswer.of(store.answer(id)).isContradictedBy(feedback) ? Outcome.CONTRADICTED : Outcome.ANSWERED;
            case EXPIRED -> Outcome.EXPIRED;
            case CANCELLED -> Outcome.CANCELLED;
            case UNKNOWN -> Outcome.UNKNOWN;
            case PENDING -> throw new IllegalStateException("decision " + id + " is pending (expected: it is not)");
        };
    }

    // ---------------------------------------------------------------- after reading

    /**
     * Looks at what was read, the store's pending decisions among it.
     *
     * @throws SnapshotException if they are not those that there were, or one of them cannot be
     */
    void endRead() {
        latest = null;
        noneBefore = 0;
        counts.checkPending(folded);
    }

    /** Pending decisions, from the oldest to the newest. */
    void readPendingVersion3(StateReader in) {
        int count = in.readCount("pending decisions", settings.maxPending());
        DecisionRow row = heads.newRow();
        for (int i = 0; i < count; i++) {
            row.readVersion3(in, heads);
            row.mostEvidence = settings.mostEvidence();
            row.exploration = explorations.number();
            heads.takeSets(row);
            if (store.fate(row.id) != Fate.UNKNOWN) {
                throw new SnapshotException("snapshot: decision " + row.id + " twice (expected: once)");
            }
            put(row);
        }
    }
}
