package dev.setpoint;

import dev.setpoint.feature.Encoder;
import dev.setpoint.measure.Measures;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.state.PageReader;
import dev.setpoint.state.PageSink;
import dev.setpoint.state.PageSource;
import dev.setpoint.state.PageWriter;
import dev.setpoint.state.Paged;
import dev.setpoint.state.PagedState;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;

/**
 * The stored form of a learner: its parts, and the chain of a snapshot and the increments that follow it.
 *
 * <p>A snapshot is a function of the learner's state alone. An increment has a number, 1 for the first after its snapshot, and the
 * checksum of the stream it follows: so one that is missing, out of order or of another learner is refused.
 */
final class LearnerPages {
    /** What a learner counts itself. */
    interface Counts {
        long decisions();

        long expired();

        void set(long decisions, long expired);
    }

    private static final int VERSION_BYTES = 16;

    private final Whole whole;
    private final Encoder encoder;
    private final ProbabilityModel model;
    private final Heads heads;
    private final Measures measures;
    private final PendingDecisions pending;
    private final PagedState state = new PagedState();

    /** Whether an increment could follow what was written or read last; if so, the number and the checksum of that. */
    private boolean followable;

    private long number;
    private int checksum;

    LearnerPages(
            String settings,
            Counts counts,
            Encoder encoder,
            ProbabilityModel model,
            Heads heads,
            Measures measures,
            PendingDecisions pending) {
        this.whole = new Whole(settings, counts);
        this.encoder = encoder;
        this.model = model;
        this.heads = heads;
        this.measures = measures;
        this.pending = pending;
        state.add(Snapshot.SETTINGS_PART, whole)
                .add(Snapshot.ENCODER_PART, encoder)
                .add(Snapshot.MODEL_PART, model)
                .add(Snapshot.MEASURES_PART, measures)
                .add(Snapshot.PENDING_PART, pending);
        for (int h = 0; h < heads.count(); h++) {
            state.add(Snapshot.FIRST_TRACKER_PART + h, heads.tracker(h));
        }
    }

    // ---------------------------------------------------------------- writing

    byte[] snapshot() {
        return Snapshot.sealPages(Snapshot.LEARNER, state);
    }

    void writeSnapshot(OutputStream out) throws IOException {
        PageWriter writer = new PageWriter(out, Snapshot.LEARNER);
        state.writeAll(writer);
        settle(0, writer.finish());
    }

    void writeIncrement(OutputStream out) throws IOException {
        if (!followable) {
            throw new IllegalStateException("increment: of a learner whose pages are in no stream"
                    + " (expected: one that wrote a snapshot or was restored from one of version 4)");
        }
        PageWriter writer = new PageWriter(out, Snapshot.INCREMENT, number + 1, checksum);
        state.writeTouched(writer);
        settle(number + 1, writer.finish());
    }

    private void settle(long newNumber, int newChecksum) {
        state.settle();
        followable = true;
        number = newNumber;
        checksum = newChecksum;
    }

    void writeAll(PageSink sink) throws IOException {
        state.writeAll(sink);
        settleOutsideOfStreams();
    }

    void writeTouched(PageSink sink) throws IOException {
        state.writeTouched(sink);
        settleOutsideOfStreams();
    }

    private void settleOutsideOfStreams() {
        state.settle();
        followable = false; // a stream would lack what went into the store
    }

    // ---------------------------------------------------------------- reading

    /** Reads a whole state of any version. */
    void read(InputStream in) throws IOException {
        byte[] beginning = in.readNBytes(VERSION_BYTES);
        if (Snapshot.version(beginning) == Snapshot.VERSION) {
            PageReader reader = new PageReader(new SequenceInputStream(new ByteArrayInputStream(beginning), in));
            reader.checkKind(Snapshot.LEARNER);
            state.read(reader);
            settle(0, reader.checksum());
        } else {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.write(beginning);
            in.transferTo(bytes);
            readVersion3(Snapshot.openVersion3(Snapshot.LEARNER, bytes.toByteArray()));
        }
    }

    void readIncrement(InputStream in) throws IOException {
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

    void readAll(PageSource source) throws IOException {
        state.read(source);
        settleOutsideOfStreams();
    }

    /** Settings, decisions made and expired, encoder, model, trackers, measures, pending decisions. */
    private void readVersion3(StateReader in) {
        whole.readVersion3(in);
        encoder.readVersion3(in);
        model.readVersion3(in);
        for (int h = 0; h < heads.count(); h++) {
            heads.tracker(h).readVersion3(in);
        }
        measures.readVersion3(in);
        pending.readVersion3(in);
        in.finish();
    }

    /** Page 0: text, the settings. Page 1: long, decisions made; long, decisions expired. */
    private static final class Whole implements Paged {
        private static final int SETTINGS = 0;
        private static final int PAGES = 2;

        private final String settings;
        private final Counts counts;
        private boolean settled;
        private long settledDecisions;
        private long settledExpired;

        Whole(String settings, Counts counts) {
            this.settings = settings;
            this.counts = counts;
        }

        @Override
        public int pages() {
            return PAGES;
        }

        @Override
        public boolean isTouched(int page) {
            return !settled
                    || (page != SETTINGS
                            && (counts.decisions() != settledDecisions || counts.expired() != settledExpired));
        }

        @Override
        public void settle() {
            settled = true;
            settledDecisions = counts.decisions();
            settledExpired = counts.expired();
        }

        @Override
        public void writePage(int page, StateWriter out) {
            if (page == SETTINGS) {
                out.writeText(settings);
            } else {
                out.writeLong(counts.decisions());
                out.writeLong(counts.expired());
            }
        }

        @Override
        public void readPage(int page, StateReader in) {
            if (page == SETTINGS) {
                Snapshot.checkSettings(settings, in.readText());
            } else if (page < PAGES) {
                counts.set(in.readLong(), in.readLong());
            } else {
                throw new SnapshotException("snapshot: page " + page + " (expected: below " + PAGES + ")");
            }
        }

        @Override
        public void readVersion3(StateReader in) {
            readPage(SETTINGS, in);
            readPage(SETTINGS + 1, in);
        }
    }
}
