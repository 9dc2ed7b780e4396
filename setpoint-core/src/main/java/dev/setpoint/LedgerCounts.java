package dev.setpoint;

import dev.setpoint.state.Paged;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;

/**
 * What is stored of a {@link DecisionLedger} beside its decisions: how many there were, and by what those that wait are known to be the ones
 * that waited when it was stored.
 */
final class LedgerCounts implements Paged {
    private static final long NONE = -1;

    private final DecisionStore store;
    /** How many decisions were made. */
    long decisions;
    /** The least number that the next decision may have. */
    long nextNumber;
    /** How many decisions were no longer waited for. */
    long expired;

    private long settledDecisions = NONE;
    private long settledNextNumber;
    private long settledExpired;
    private int settledPending;
    /** How many decisions were pending when the page was written that was read last; negative if none was. */
    private int storedPending = -1;
    /** The sequence number of the newest of them, if the store keeps its decisions elsewhere; otherwise {@link #NONE}. */
    private long storedNewest;

    LedgerCounts(DecisionStore store) {
        this.store = store;
    }

    /** The same, all of which is to be stored. */
    LedgerCounts(LedgerCounts before) {
        this(before.store);
        this.decisions = before.decisions;
        this.nextNumber = before.nextNumber;
        this.expired = before.expired;
    }

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
        store.forEachPending(decision -> newest[0] = FoldedDecisions.sequenceNumber(decision));
        return newest[0];
    }

    @Override
    public void readPage(int page, StateReader in) {
        decisions = in.readLong();
        nextNumber = in.readLong();
        expired = in.readLong();
        storedPending = in.readCount("pending decisions", Integer.MAX_VALUE);
        checkParts(in.readInt());
        storedNewest = in.readLong();
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
    void checkPending(FoldedDecisions folded) {
        if (storedPending >= 0 && store.pending() != storedPending) {
            throw new SnapshotException("store: " + store.pending() + " pending decisions (expected: " + storedPending
                    + ", as there were when the snapshot was written)");
        }
        DecisionRow row = folded.newRow();
        long[] before = {NONE};
        store.forEachPending(decision -> {
            folded.readAndCheck(row, decision);
            if (row.sequenceNumber <= before[0] || row.sequenceNumber >= decisions) {
                throw new SnapshotException("snapshot: pending decision " + row.id + " with sequence number "
                        + row.sequenceNumber + " (expected: above " + before[0] + " and below " + decisions + ")");
            }
            before[0] = row.sequenceNumber;
        });
        long newest = store.parts().isEmpty() ? before[0] : NONE;
        if (storedPending >= 0 && newest != storedNewest) {
            throw new SnapshotException("store: newest pending decision with sequence number " + newest + " (expected: "
                    + storedNewest + ", as when the snapshot was written)");
        }
    }
}
