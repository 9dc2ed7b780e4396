package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.state.PageReader;
import dev.setpoint.state.PageSink;
import dev.setpoint.state.PageSource;
import dev.setpoint.state.PageWriter;
import dev.setpoint.state.Paged;
import dev.setpoint.state.PagedState;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The state of a learner as pages: in a snapshot and the increments that follow it, which are streams, or in a store of the caller's.
 * {@code docs/formats.md} maps them.
 *
 * <p>A snapshot is a function of the learner's state alone. An increment has a number, 1 for the first after its snapshot, and the
 * checksum of the stream it follows: so one that is missing, out of order or of another learner is refused. When labels or heads have
 * changed, no increment follows, but a new snapshot; a store is given all pages anew, and those that are no more are removed.
 */
public final class LearnerPages {
    private static final int VERSION_BYTES = 16;

    private final OneWriter writer;
    private LearnerParts parts;
    private final PagedState state = new PagedState();

    /** Whether an increment could follow what was written or read last; if so, the number and the checksum of that. */
    private boolean followable;

    private long number;
    private int checksum;

    LearnerPages(LearnerParts parts, OneWriter writer) {
        this.writer = writer;
        this.parts = parts;
        numbered(parts).forEach(state::add);
    }

    /** The parts by the number under which their pages are stored. */
    private static Map<Integer, Paged> numbered(LearnerParts parts) {
        Map<Integer, Paged> numbered = new TreeMap<>();
        numbered.put(Snapshot.SETTINGS_PART, parts.settingsPage);
        numbered.put(Snapshot.ENCODER_PART, parts.encoder);
        numbered.put(Snapshot.MODEL_PART, parts.model);
        numbered.put(Snapshot.MEASURES_PART, parts.measures);
        numbered.put(Snapshot.LEDGER_PART, parts.ledger.counts());
        numbered.put(Snapshot.HEADS_PART, parts.heads);
        numbered.put(Snapshot.EXPLORATION_PART, parts.explorations);
        List<Paged> stored = parts.ledger.store().parts();
        for (int i = 0; i < stored.size(); i++) {
            numbered.put(Snapshot.FIRST_STORE_PART + i, stored.get(i));
        }
        for (int h = 0; h < parts.heads.count(); h++) {
            numbered.put(Snapshot.FIRST_TRACKER_PART + h, parts.heads.head(h).tracker());
        }
        return numbered;
    }

    /** The learner has changed, and perhaps its parts. */
    @SuppressWarnings("ReferenceEquality") // whether they are the very same is the question
    void follow(LearnerParts changed) {
        if (changed != parts) {
            Map<Integer, Paged> before = numbered(parts);
            Map<Integer, Paged> after = numbered(changed);
            before.keySet().stream().filter(part -> !after.containsKey(part)).forEach(state::remove);
            after.forEach((number, part) -> {
                if (part != before.get(number)) {
                    state.replace(number, part);
                }
            });
            parts = changed;
            followable = false;
        }
    }

    // ---------------------------------------------------------------- writing

    /**
     * The whole state, as {@link #writeSnapshot} writes it; but no increment can follow it, and those that follow another are not
     * affected. For learners of up to 2 GiB.
     */
    public byte[] snapshot() {
        writer.enter();
        try (writer) {
            return Snapshot.sealPages(Snapshot.LEARNER, state);
        }
    }

    /**
     * Writes the whole state page by page: a stream of format version 4. Increments may follow it. Pending decisions are included, unless
     * they are in a {@link DecisionStore} that keeps them elsewhere: what that holds must be kept beside the stream, as it is now.
     *
     * @param out is flushed and not closed
     * @throws IOException if it cannot be written; it is then as if it had not been tried
     */
    public void writeSnapshot(OutputStream out) throws IOException {
        Argument.given("out", out);
        writer.enter();
        try (writer) {
            PageWriter stream = new PageWriter(out, Snapshot.LEARNER);
            state.writeAll(stream);
            settle(0, stream.finish());
        }
    }

    /** Whether {@link #writeIncrement} has something to follow. */
    public boolean isFollowable() {
        return followable;
    }

    /**
     * Writes what has changed since the snapshot or increment that was last written, or restored from: the pages that were touched.
     * It says which one it follows.
     *
     * @param out is flushed and not closed
     * @throws IllegalStateException if there is nothing it could follow
     * @throws IOException if it cannot be written; it is then as if it had not been tried
     */
    public void writeIncrement(OutputStream out) throws IOException {
        Argument.given("out", out);
        writer.enter();
        try (writer) {
            if (!followable) {
                throw new IllegalStateException("increment: of a learner whose pages are in no stream"
                        + " (expected: one that wrote a snapshot or was restored from one of version 4,"
                        + " and whose labels and heads are the same since)");
            }
            PageWriter stream = new PageWriter(out, Snapshot.INCREMENT, number + 1, checksum);
            state.writeTouched(stream);
            settle(number + 1, stream.finish());
        }
    }

    private void settle(long newNumber, int newChecksum) {
        state.settle();
        followable = true;
        number = newNumber;
        checksum = newChecksum;
    }

    /**
     * Puts all pages into a store of the caller's, without what a stream has around them.
     *
     * @throws IOException if the store throws it
     */
    public void writeAll(PageSink store) throws IOException {
        Argument.given("store", store);
        writer.enter();
        try (writer) {
            state.writeAll(store);
            settleOutsideOfStreams();
        }
    }

    /**
     * Puts the pages into a store of the caller's that were touched since this was last called, or since a snapshot or increment was
     * written or the learner was restored or made; pages that are no more are removed.
     *
     * @throws IOException if the store throws it; the pages still count as touched
     */
    public void writeTouched(PageSink store) throws IOException {
        Argument.given("store", store);
        writer.enter();
        try (writer) {
            state.writeTouched(store);
            settleOutsideOfStreams();
        }
    }

    private void settleOutsideOfStreams() {
        state.settle();
        followable = false; // a stream would lack what went into the store
    }

    // ---------------------------------------------------------------- reading

    /**
     * {@link Learner#restore(byte[])}, if the learner has the settings that are expected.
     *
     * @param expected null for any
     * @throws SnapshotException if the bytes are truncated, corrupt, foreign, or of a learner with other settings
     */
    public static Learner restore(LearnerSettings expected, byte[] snapshot) {
        ByteArrayInputStream in = new ByteArrayInputStream(Argument.given("snapshot", snapshot));
        try {
            Learner learner = restore(in, List.of(), expected, new MemoryDecisionStore());
            try {
                Snapshot.checkNothingFollows(in.available());
            } catch (SnapshotException e) {
                try (learner) { // nobody else can close it
                    throw e;
                }
            }
            return learner;
        } catch (IOException e) {
            throw new UncheckedIOException(e); // there is no disk to fail
        }
    }

    /**
     * The learner that wrote a snapshot and then increments, as it was when it wrote the last of them; further increments may follow.
     *
     * @param snapshot what {@link #writeSnapshot} wrote; best buffered, and read no further than to its end
     * @param increments all that {@link #writeIncrement} wrote since, in order; may be empty
     * @throws SnapshotException if one of them is truncated, corrupt or foreign, or if an increment is missing or out of order
     * @throws IOException if they cannot be read
     */
    public static Learner restore(InputStream snapshot, Iterable<? extends InputStream> increments) throws IOException {
        return restore(snapshot, increments, new MemoryDecisionStore());
    }

    /**
     * The same with its decisions in a store of the caller's: the one that it had, as it was when the last of them was written, or an
     * empty one whose parts are in the streams.
     *
     * @param decisions closed with the learner, also if restoring fails
     * @throws SnapshotException if one of them is truncated, corrupt or foreign, if an increment is missing or out of order, or if its
     *     decisions are not those in the store
     * @throws IOException if they cannot be read
     */
    public static Learner restore(
            InputStream snapshot, Iterable<? extends InputStream> increments, DecisionStore decisions)
            throws IOException {
        return restore(snapshot, increments, null, decisions);
    }

    private static Learner restore(
            InputStream in,
            Iterable<? extends InputStream> increments,
            LearnerSettings expected,
            DecisionStore decisions)
            throws IOException {
        return restored(decisions, () -> {
            Argument.given("snapshot", in);
            Argument.given("increments", increments);
            return stored(in, increments, expected);
        });
    }

    private static Stored stored(InputStream in, Iterable<? extends InputStream> increments, LearnerSettings expected)
            throws IOException {
        byte[] beginning = in.readNBytes(VERSION_BYTES);
        if (Snapshot.version(beginning) != Snapshot.VERSION) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.write(beginning);
            in.transferTo(bytes);
            StateReader earlier = Snapshot.openVersion3(Snapshot.LEARNER, bytes.toByteArray());
            return new Stored(
                    SettingsText.readStored(earlier.readText(), expected), pages -> pages.readVersion3(earlier));
        }
        PageReader reader = new PageReader(new SequenceInputStream(new ByteArrayInputStream(beginning), in));
        reader.checkKind(Snapshot.LEARNER);
        SettingsFirst source = new SettingsFirst(reader, expected);
        return new Stored(source.settings(), pages -> {
            pages.state.read(source);
            pages.settle(0, reader.checksum());
            for (InputStream increment : increments) {
                pages.readIncrement(Argument.given("increment", increment));
            }
        });
    }

    /**
     * The learner whose pages a store holds: those of {@link #writeAll} and of every {@link #writeTouched} since.
     *
     * @throws SnapshotException if they are not all pages of a learner
     * @throws IOException if the store throws it
     */
    public static Learner restore(PageSource pages) throws IOException {
        return restore(pages, new MemoryDecisionStore());
    }

    /**
     * The same with its decisions in a store of the caller's: the one that it had, as it was when the last page was written, or an empty
     * one whose parts are among the pages.
     *
     * @param decisions closed with the learner, also if restoring fails
     * @throws SnapshotException if they are not all pages of a learner, or its decisions are not those in the store
     * @throws IOException if the source of the pages throws it
     */
    public static Learner restore(PageSource pages, DecisionStore decisions) throws IOException {
        return restored(decisions, () -> {
            SettingsFirst source = new SettingsFirst(Argument.given("pages", pages), null);
            return new Stored(source.settings(), into -> {
                into.state.read(source);
                into.settleOutsideOfStreams();
            });
        });
    }

    /** Reads a learner's state. */
    private interface Reading {
        void into(LearnerPages pages) throws IOException;
    }

    /** A learner's settings, and how to read the rest of its state. */
    private record Stored(LearnerSettings settings, Reading reading) {}

    /** Reads a learner's settings. */
    private interface Opening {
        Stored open() throws IOException;
    }

    private static Learner restored(DecisionStore store, Opening opening) throws IOException {
        Argument.given("decisions", store);
        Stored stored;
        Learner learner;
        try {
            stored = opening.open();
            learner = newLearner(stored.settings(), store);
        } catch (IOException | RuntimeException | Error e) {
            try (store) { // there is no learner yet that could close it
                throw e;
            }
        }
        try {
            stored.reading().into(learner.pages());
            learner.parts().endRead();
        } catch (IOException | RuntimeException | Error e) {
            try (learner) { // nobody else can close it
                throw e;
            }
        }
        return learner;
    }

    private static Learner newLearner(LearnerSettings settings, DecisionStore store) {
        try {
            return new Learner(settings, store, true);
        } catch (IllegalArgumentException e) {
            throw new SnapshotException("snapshot: " + e.getMessage());
        }
    }

    private void readIncrement(InputStream in) throws IOException {
        PageReader reader = new PageReader(in);
        reader.checkKind(Snapshot.INCREMENT);
        if (reader.number() != number + 1) {
            throw new SnapshotException("snapshot: increment " + reader.number() + " (expected: " + (number + 1)
                    + "; one is missing, or out of order)");
        }
        if (!followable || reader.follows() != checksum) {
            throw new SnapshotException(
                    "snapshot: increment " + reader.number() + " of another snapshot (expected: of this one)");
        }
        state.readTouched(reader);
        settle(number + 1, reader.checksum());
    }

    /** What follows the settings: decisions made and expired, encoder, model, trackers, measures, pending decisions. */
    private void readVersion3(StateReader in) {
        if (!parts.ledger.store().isEmpty()) {
            throw new SnapshotException("snapshot: format version 3, with its decisions (expected: an empty store)");
        }
        parts.ledger.counts().readVersion3(in);
        parts.encoder.readVersion3(in);
        parts.model.readVersion3(in);
        for (int h = 0; h < parts.heads.count(); h++) {
            parts.heads.head(h).tracker().readVersion3(in);
        }
        parts.measures.readVersion3(in);
        parts.measures.setUnits(parts.settings().mostEvidence());
        parts.ledger.readPendingVersion3(in);
        in.finish();
    }
}
