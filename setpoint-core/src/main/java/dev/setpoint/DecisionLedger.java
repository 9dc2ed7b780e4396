package dev.setpoint;

import dev.setpoint.DecisionStore.Fate;
import dev.setpoint.model.LogitOutput;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.state.Paged;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * The decisions of a learner in their store: folded when they are kept, unfolded when their answer comes, expired when there are too
 * many of them or they are too old. Allocates nothing after warm-up.
 *
 * <p>What a decision was issued with is worked out again from what was kept of it by the same code on the same numbers, and so to the
 * same bits. The latest decisions are still there as they were issued; answers that come soon find them so.
 */
final class DecisionLedger implements Paged {
    private static final long NONE = -1;

    private LearnerSettings settings;
    private final DecisionStore store;
    /** The store, if decisions may wait there as they were issued; null for others, which are given bytes at once. */
    private final MemoryDecisionStore memory;

    private final Heads heads;
    private final Supplier<DecisionRow> newRow;
    private final Explorations explorations;
    /** Null if the model has no logits. */
    private final LogitOutput logits;

    private final boolean readsDistribution;
    private final StateWriter writer = new StateWriter();
    private final StateReader reader = new StateReader(ByteBuffer.allocate(0));
    private final DecisionKey oldest = new DecisionKey();
    /** Rows to unfold into; those in use come first. */
    private DecisionRow[] rows = {};

    private int rowsInUse;
    /** The batch that was decided last; null if it may have been overwritten. */
    private DecisionBatch latest;

    private long decisions;
    /** No decision with a lower sequence number is pending: seldom the oldest itself is looked at. */
    private long noneBefore;

    private long nextNumber;
    private long expired;
    private long settledDecisions = -1;
    private long settledNextNumber;
    private long settledExpired;
    private int settledPending;
    /** How many decisions were pending when the page was written that was read last; negative if none was. */
    private int storedPending = -1;
    /** The sequence number of the newest of them, if the store keeps its decisions elsewhere; otherwise {@link #NONE}. */
    private long storedNewest;

    DecisionLedger(
            LearnerSettings settings,
            DecisionStore store,
            Heads heads,
            Explorations explorations,
            ProbabilityModel model) {
        this.settings = settings;
        this.store = store;
        this.memory = store instanceof MemoryDecisionStore own ? own : null;
        this.heads = heads;
        this.newRow = heads::newRow;
        this.explorations = explorations;
        this.logits = model instanceof LogitOutput output ? output : null;
        this.readsDistribution = settings.loss().readsDistribution()
                || settings.thresholdEstimator().readsDistribution();
    }

    /** The decisions of a ledger, of a learner whose labels or heads have changed since. */
    DecisionLedger(LearnerSettings changed, DecisionLedger before, Heads heads) {
        this.settings = changed;
        this.store = before.store;
        this.heads = heads;
        this.newRow = heads::newRow;
        this.explorations = before.explorations;
        this.memory = before.memory;
        this.logits = before.logits;
        this.readsDistribution = before.readsDistribution;
        this.decisions = before.decisions;
        this.nextNumber = before.nextNumber;
        this.expired = before.expired;
        if (memory != null) {
            memory.foldAll();
        }
    }

    /** How many decisions were made. */
    long decisions() {
        return decisions;
    }

    /** How many decisions were no longer waited for. */
    long expired() {
        return expired;
    }

    DecisionStore store() {
        return store;
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
            batch.row(i).sequenceNumber = decisions + i;
        }
        if (numbered) {
            number(batch);
        } else {
            checkNew(batch);
        }
    }

    private void number(DecisionBatch batch) {
        long number = nextNumber;
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
            row.keepsDistribution = readsDistribution && row.isSmall();
            if (memory != null) {
                memory.add(row);
            } else {
                put(row);
            }
            decisions++;
            nextNumber = numbered ? row.id.number() + 1 : nextNumber;
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
            noneBefore = sequenceNumber(store.decision(oldest));
            if (!isTooOld(noneBefore)) {
                explorations.forgetBefore(noneBefore);
                return;
            }
            end(oldest, Fate.EXPIRED, 0);
        }
    }

    private boolean isTooOld(long sequenceNumber) {
        return decisions - 1 - sequenceNumber > settings.maxAge();
    }

    private static long sequenceNumber(ByteBuffer decision) {
        return decision.getLong(decision.position());
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
            long place = sequenceNumber(decision) - latest.row(0).sequenceNumber;
            if (place >= 0 && place < latest.size()) {
                return latest.row((int) place);
            }
        }
        if (rowsInUse == rows.length) {
            rows = Arrays.copyOf(rows, Math.max(1, rowsInUse * 2));
        }
        if (rows[rowsInUse] == null) {
            rows[rowsInUse] = heads.newRow();
        }
        DecisionRow row = rows[rowsInUse++];
        reader.reset(decision);
        row.read(reader);
        reader.finish();
        unfold(row);
        return row;
    }

    /** The same in a row of its own, which the caller may keep. */
    DecisionRow unfoldApart(DecisionKey id) {
        ByteBuffer decision = store.decision(id);
        if (decision == null) {
            return null;
        }
        reader.reset(decision);
        DecisionRow row = readRow(reader);
        reader.finish();
        return row;
    }

    /** A decision that was written. */
    DecisionRow readRow(StateReader in) {
        DecisionRow row = heads.newRow();
        row.read(in);
        check(row);
        unfold(row);
        return row;
    }

    private void unfold(DecisionRow row) {
        if (row.keepsLogits) {
            logits.probabilitiesOf(row.logits, row.issuedLabels, row.probabilities);
        }
        heads.score(row, settings.seed());
        if (row.keepsDistribution) {
            return;
        }
        if (readsDistribution) {
            explorations.of(row.exploration).distributionInto(row);
        } else {
            Arrays.fill(row.distribution, 0);
        }
        row.distribution[row.arm] = row.propensity;
    }

    /** The rows that were unfolded may be used again. */
    void release() {
        rowsInUse = 0;
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
        expired += fate == Fate.EXPIRED ? 1 : 0;
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

    // ---------------------------------------------------------------- keeping

    @Override
    public boolean isTouched(int page) {
        return decisions != settledDecisions
                || nextNumber != settledNextNumber
                || expired != settledExpired
                || store.pending() != settledPending;
    }

    @Override
    public void settle() {
        settledDecisions = decisions;
        settledNextNumber = nextNumber;
        settledExpired = expired;
        settledPending = store.pending();
    }

    /**
     * State: long, decisions made; long, the least number that the next decision may have; long, decisions expired; int, how many are
     * pending; int, how many of the parts that follow are the store's, 0 if it keeps its decisions elsewhere; long, the sequence number of
     * the newest that is pending, if it does and there is one, otherwise -1.
     */
    @Override
    public void writePage(int page, StateWriter out) {
        out.writeLong(decisions);
        out.writeLong(nextNumber);
        out.writeLong(expired);
        out.writeInt(store.pending());
        out.writeInt(store.parts().size());
        out.writeLong(store.parts().isEmpty() ? newestPending() : NONE);
    }

    private long newestPending() {
        long[] newest = {NONE};
        store.forEachPending(decision -> newest[0] = sequenceNumber(decision));
        return newest[0];
    }

    @Override
    public void readPage(int page, StateReader in) {
        decisions = in.readLong();
        noneBefore = 0;
        nextNumber = in.readLong();
        expired = in.readLong();
        storedPending = in.readCount("pending decisions", Integer.MAX_VALUE);
        checkParts(in.readInt());
        storedNewest = in.readLong();
        latest = null;
    }

    private void checkParts(int stored) {
        int own = store.parts().size();
        if (stored == 0 && own > 0) {
            throw new SnapshotException("snapshot: without its decisions, which are in a store of the learner's"
                    + " (expected: LearnerPages.restore with that store)");
        }
        if (stored > 0 && own == 0) {
            throw new SnapshotException(
                    "snapshot: with its decisions (expected: without them, as the store keeps its own;"
                            + " LearnerPages.restore without a store reads it)");
        }
        if (stored != own) {
            throw new SnapshotException(
                    "snapshot: decisions in " + stored + " parts (expected: " + own + ", as the store has)");
        }
    }

    /** Decisions made, decisions expired. */
    @Override
    public void readVersion3(StateReader in) {
        decisions = in.readLong();
        nextNumber = decisions;
        expired = in.readLong();
    }

    /**
     * Looks at every pending decision of a store that was read. As sequence numbers grow and ended decisions do not return, an earlier or
     * later state of the learner's own store has another number of them or another newest one.
     *
     * @throws SnapshotException if they are not those that there were, or one of them cannot be
     */
    void checkPending() {
        if (storedPending >= 0 && store.pending() != storedPending) {
            throw new SnapshotException("store: " + store.pending() + " pending decisions (expected: " + storedPending
                    + ", as there were when the snapshot was written)");
        }
        DecisionRow row = heads.newRow();
        long[] before = {NONE};
        store.forEachPending(decision -> {
            reader.reset(decision);
            row.read(reader);
            reader.finish();
            if (row.sequenceNumber <= before[0] || row.sequenceNumber >= decisions) {
                throw new SnapshotException("snapshot: pending decision " + row.id + " with sequence number "
                        + row.sequenceNumber + " (expected: above " + before[0] + " and below " + decisions + ")");
            }
            check(row);
            before[0] = row.sequenceNumber;
        });
        long newest = store.parts().isEmpty() ? before[0] : NONE;
        if (storedPending >= 0 && newest != storedNewest) {
            throw new SnapshotException("store: newest pending decision with sequence number " + newest + " (expected: "
                    + storedNewest + ", as when the snapshot was written)");
        }
    }

    /**
     * Refuses a decision that was read and cannot be one of this learner's.
     *
     * @throws SnapshotException if it is not
     */
    private void check(DecisionRow row) {
        if (row.keepsLogits && logits == null) {
            throw new SnapshotException(
                    "snapshot: decision " + row.id + " with logits (expected: none, as the model has none)");
        }
        if (!explorations.has(row.exploration, row.issuedLabels)) {
            throw new SnapshotException("snapshot: decision " + row.id + " of exploration " + row.exploration
                    + " among " + row.issuedLabels + " labels (expected: one that is there)");
        }
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
