package dev.setpoint;

import dev.setpoint.DecisionStore.Fate;
import dev.setpoint.state.BlockPages;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/** What became of the last decisions that a {@link MemoryDecisionStore} no longer waits for: a ring of ids, fates and answers. */
final class PastDecisions extends BlockPages {
    /** By the number that is stored; those of decisions that have not ended are never met. */
    private static final Fate[] FATES = {Fate.UNKNOWN, Fate.PENDING, Fate.ANSWERED, Fate.EXPIRED, Fate.CANCELLED};

    private static final int FIRST_ENDED = 2;
    private static final int FIRST_CAPACITY = 16;
    /** Memory for the ring is taken seldom and by much, so that a steady load soon has all that it will ever take. */
    private static final int GROWTH = 16;

    /** Of a number; names take more. */
    private static final int BYTES_EACH = 22;

    private IdTable ids = new IdTable();
    private int horizon;
    /** How many places the ring has; more than the horizon, if that was larger once. */
    private int capacity = FIRST_CAPACITY;
    /**
     * By place, as are the answers; 0, which is {@link Fate#UNKNOWN}, where there is no decision. As far as places were used since this
     * was made or read.
     */
    private byte[] fates = new byte[FIRST_CAPACITY];

    private long[] answers = new long[FIRST_CAPACITY];
    /** The place of the oldest, which the others follow, from the ring's end on to its beginning. */
    private int first;

    private int count;
    private final DecisionKey id = new DecisionKey();

    PastDecisions(int horizon) {
        super(FIRST_CAPACITY, BYTES_EACH);
        this.horizon = checked(horizon);
    }

    private static int checked(int horizon) {
        if (horizon < 0) {
            throw new IllegalArgumentException("horizon: " + horizon + " (expected: >= 0)");
        }
        return horizon;
    }

    int size() {
        return count;
    }

    int horizon() {
        return horizon;
    }

    void setHorizon(int most) {
        horizon = checked(most);
        while (count > horizon) {
            forgetOldest();
        }
        touchCommon();
    }

    Fate fate(DecisionKey decision) {
        int place = ids.find(decision);
        return place == IdTable.NONE ? Fate.UNKNOWN : FATES[fates[place]];
    }

    long answer(DecisionKey decision) {
        int place = ids.find(decision);
        return place == IdTable.NONE ? 0 : answers[place];
    }

    /** Remembers a decision that is not remembered yet. */
    void add(DecisionKey decision, Fate fate, long answer) {
        if (horizon == 0) {
            return;
        }
        if (count == horizon) {
            forgetOldest();
        }
        if (count == capacity) {
            grow();
        }
        int place = place(count++);
        makeRoom(place);
        ids.put(decision, place);
        fates[place] = stored(fate);
        answers[place] = answer;
        touch(place);
        touchCommon();
    }

    private static byte stored(Fate fate) {
        return switch (fate) {
            case UNKNOWN -> 0;
            case PENDING -> 1;
            case ANSWERED -> 2;
            case EXPIRED -> 3;
            case CANCELLED -> 4;
        };
    }

    private int place(int i) {
        return first >= capacity - i ? first - (capacity - i) : first + i;
    }

    private void forgetOldest() {
        ids.remove(first);
        fates[first] = 0;
        touch(first);
        first = place(1);
        count--;
    }

    private void grow() {
        int before = capacity;
        capacity = (int) Math.min(horizon, 2L * capacity);
        grown();
        if (first != 0) { // as where the horizon was less before
            unroll(before);
            touchAll();
        }
    }

    /** Moves the decisions of a smaller ring, which was full, to the first places. */
    private void unroll(int places) {
        byte[] earlierFates = fates;
        long[] earlierAnswers = answers;
        IdTable earlierIds = ids;
        fates = new byte[places];
        answers = new long[places];
        ids = new IdTable(places);
        for (int i = 0; i < places; i++) {
            int place = first >= places - i ? first - (places - i) : first + i;
            earlierIds.idInto(place, id);
            ids.put(id, i);
            fates[i] = earlierFates[place];
            answers[i] = earlierAnswers[place];
        }
        first = 0;
    }

    /** For how many places memory is taken. */
    int room() {
        return fates.length;
    }

    private void makeRoom(int place) {
        if (place >= fates.length) {
            long larger = Math.max(place + 1L, (long) GROWTH * fates.length);
            int most = Math.max(horizon, capacity); // either may be the larger
            int length = (int) Math.max(place + 1L, 2 * larger >= most ? most : larger);
            fates = Arrays.copyOf(fates, length);
            answers = Arrays.copyOf(answers, length);
            ids.reserve(length);
            reserve(length);
        }
    }

    // ---------------------------------------------------------------- keeping

    @Override
    protected int entries() {
        return capacity;
    }

    /** State: int, the horizon; int, how many places there are; int, the place of the oldest; int, how many decisions there are. */
    @Override
    protected void writeCommon(StateWriter out) {
        out.writeInt(horizon);
        out.writeInt(capacity);
        out.writeInt(first);
        out.writeInt(count);
    }

    @Override
    public void beginRead() {
        capacity = FIRST_CAPACITY;
        fates = new byte[FIRST_CAPACITY];
        answers = new long[FIRST_CAPACITY];
        ids = new IdTable();
        first = 0;
        count = 0;
        replaced();
    }

    @Override
    protected void readCommon(StateReader in) {
        horizon = in.readCount("remembered decisions", Integer.MAX_VALUE);
        int places = in.readCount("places for remembered decisions", Integer.MAX_VALUE);
        if (places < capacity) {
            throw new SnapshotException(
                    "snapshot: " + places + " places for remembered decisions (expected: at least " + capacity + ")");
        }
        if (places != capacity) { // memory is taken as entries come, whatever this says
            capacity = places;
            grown();
        }
        first = in.readCount("place of the oldest", capacity - 1);
        count = in.readCount("remembered decisions", Math.min(capacity, horizon));
    }

    /** State of a place: boolean, whether there is a decision; if so its id, int fate, long answer. */
    @Override
    protected void writeEntry(int place, StateWriter out) {
        boolean used = Math.floorMod(place - first, capacity) < count;
        out.writeBoolean(used);
        if (used) {
            ids.idInto(place, id);
            id.write(out);
            out.writeInt(fates[place]);
            out.writeLong(answers[place]);
        }
    }

    @Override
    protected void readEntry(int place, StateReader in) {
        if (in.readBoolean()) {
            id.read(in);
            ids.keep(id, place);
            makeRoom(place);
            fates[place] = (byte) in.readCount("fate", FATES.length - 1);
            if (fates[place] < FIRST_ENDED) {
                throw new SnapshotException(
                        "snapshot: fate " + fates[place] + " (expected: at least " + FIRST_ENDED + ")");
            }
            answers[place] = in.readLong();
        } else if (place < fates.length) {
            fates[place] = 0;
        }
    }

    @Override
    public void endRead() {
        ids.clear();
        int found = 0;
        for (byte fate : fates) {
            found += fate == 0 ? 0 : 1;
        }
        boolean fits = found == count;
        for (int i = 0; fits && i < count; i++) {
            fits = place(i) < fates.length && fates[place(i)] != 0;
        }
        if (!fits) {
            throw new SnapshotException(
                    "snapshot: past decisions in other places (expected: " + count + " from " + first + " on)");
        }
        for (int i = 0; i < count; i++) {
            if (!ids.index(place(i))) {
                ids.idInto(place(i), id);
                throw new SnapshotException("snapshot: past decision " + id + " twice (expected: once)");
            }
        }
    }
}
