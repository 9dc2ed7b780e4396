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
import java.io.UncheckedIOException;
import java.util.List;

/**
 * The stored form of a learner: its parts, and the chain of a snapshot and the increments that follow it.
 *
 * <p>A snapshot is a function of the learner's state alone. An increment has a number, 1 for the first after its snapshot, and the
 * checksum of the stream it follows: so one that is missing, out of order or of another learner is refused.
 */
final class LearnerPages {
    /** The settings of a learner, of which the operation may change. */
    interface Settings {
        LearnerSettings present();

        /** Takes the operation of settings that were read. */
        void restore(LearnerSettings stored);
    }

    private static final int VERSION_BYTES = 16;

    private final Whole whole;
    private final Encoder encoder;
    private final ProbabilityModel model;
    private final Heads heads;
    private final Measures measures;
    private final DecisionLedger ledger;
    private final PagedState state = new PagedState();

    /** Whether an increment could follow what was written or read last; if so, the number and the checksum of that. */
    private boolean followable;

    private long number;
    private int checksum;

    LearnerPages(
            Settings settings,
            Explorations explorations,
            Encoder encoder,
            ProbabilityModel model,
            Heads heads,
            Measures measures,
            DecisionLedger ledger) {
        this.whole = new Whole(settings);
        this.encoder = encoder;
        this.model = model;
        this.heads = heads;
        this.measures = measures;
        this.ledger = ledger;
        state.add(Snapshot.SETTINGS_PART, whole)
                .add(Snapshot.ENCODER_PART, encoder)
                .add(Snapshot.MODEL_PART, model)
                .add(Snapshot.MEASURES_PART, measures)
                .add(Snapshot.LEDGER_PART, ledger)
                .add(Snapshot.EXPLORATION_PART, explorations);
        List<Paged> stored = ledger.store().parts();
        for (int i = 0; i < stored.size(); i++) {
            state.add(Snapshot.FIRST_STORE_PART + i, stored.get(i));
        }
        for (int h = 0; h < heads.count(); h++) {
            state.add(Snapshot.FIRST_TRACKER_PART + h, heads.head(h).tracker());
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

    /** A learner from a whole state of any version. */
    static Learner restore(byte[] snapshot, LearnerSettings expected) {
        ByteArrayInputStream in = new ByteArrayInputStream(snapshot);
        try {
            Learner learner = restore(in, List.of(), expected);
            try {
                Snapshot.checkNothingFollows(in.available());
            } catch (SnapshotException e) {
                learner.close();
                throw e;
            }
            return learner;
        } catch (IOException e) {
            throw new UncheckedIOException(e); // there is no disk to fail
        }
    }

    static Learner restore(InputStream in, Iterable<? extends InputStream> increments, LearnerSettings expected)
            throws IOException {
        byte[] beginning = in.readNBytes(VERSION_BYTES);
        if (Snapshot.version(beginning) != Snapshot.VERSION) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.write(beginning);
            in.transferTo(bytes);
            StateReader earlier = Snapshot.openVersion3(Snapshot.LEARNER, bytes.toByteArray());
            return restored(
                    SettingsText.readStored(earlier.readText(), expected), pages -> pages.readVersion3(earlier));
        }
        PageReader reader = new PageReader(new SequenceInputStream(new ByteArrayInputStream(beginning), in));
        reader.checkKind(Snapshot.LEARNER);
        SettingsFirst source = new SettingsFirst(reader, expected);
        return restored(source.settings(), pages -> {
            pages.state.read(source);
            pages.settle(0, reader.checksum());
            for (InputStream increment : increments) {
                pages.readIncrement(increment);
            }
        });
    }

    static Learner restore(PageSource store) throws IOException {
        SettingsFirst source = new SettingsFirst(store, null);
        return restored(source.settings(), pages -> {
            pages.state.read(source);
            pages.settleOutsideOfStreams();
        });
    }

    /** Reads a learner's state. */
    private interface Reading {
        void into(LearnerPages pages) throws IOException;
    }

    private static Learner restored(LearnerSettings settings, Reading reading) throws IOException {
        Learner learner;
        try {
            learner = new Learner(settings);
        } catch (IllegalArgumentException e) {
            throw new SnapshotException("snapshot: " + e.getMessage());
        }
        try {
            reading.into(learner.pages());
            learner.endRead();
        } catch (IOException | RuntimeException | Error e) {
            try (learner) { // nobody else can close it
                throw e;
            }
        }
        return learner;
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
        ledger.readVersion3(in);
        encoder.readVersion3(in);
        model.readVersion3(in);
        for (int h = 0; h < heads.count(); h++) {
            heads.head(h).tracker().readVersion3(in);
        }
        measures.readVersion3(in);
        measures.setUnits(whole.settings.present().mostEvidence());
        ledger.readPendingVersion3(in);
        in.finish();
    }

    /** Text: the settings. */
    private static final class Whole implements Paged {
        private final Settings settings;
        private LearnerSettings settled;

        Whole(Settings settings) {
            this.settings = settings;
        }

        @Override
        public boolean isTouched(int page) {
            return !settings.present().equals(settled);
        }

        @Override
        public void settle() {
            settled = settings.present();
        }

        @Override
        public void writePage(int page, StateWriter out) {
            out.writeText(settings.present().toString());
        }

        @Override
        public void readPage(int page, StateReader in) {
            String text = in.readText();
            LearnerSettings present = settings.present();
            LearnerSettings stored = SettingsText.parseStored(text);
            if (!stored.equals(present)) {
                SettingsText.checkStored(
                        present, stored.with(present.operation()).toString());
                settings.restore(stored);
            }
        }
    }
}
