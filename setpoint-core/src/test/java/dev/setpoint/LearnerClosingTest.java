package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.feature.Letters;
import dev.setpoint.state.PageId;
import dev.setpoint.state.Paged;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.testing.ForwardingStore;
import dev.setpoint.testing.LentModel;
import dev.setpoint.testing.MapPages;
import dev.setpoint.testing.Sealed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who made a learner closes it, and a learner closes what it made. */
class LearnerClosingTest {
    private final Letters features = new Letters(new FeatureSettings(14, 1, 0, 0, true, true));
    private final LentModel lent = new LentModel(features.dimension());
    private final LearnerSettings settings =
            LearnerSettings.builder("a", "b").features(features).model(lent).build();

    private void assertNothingIsOpen() {
        assertThat(lent.open()).isZero();
        assertThat(features.open()).isZero();
    }

    @Test
    void closesModelAndEncoderOnce() {
        Learner learner = new Learner(settings);
        assertThat(lent.open()).isEqualTo(1);
        assertThat(features.open()).isEqualTo(1);
        learner.close();
        assertNothingIsOpen();
        learner.close();
        assertThat(lent.closings()).isEqualTo(1);
    }

    @Test
    void closesTheEncoderAlsoIfTheModelFailsTo() {
        Learner learner = new Learner(settings);
        lent.failToClose();
        assertThatThrownBy(learner::close).hasMessage("model: stuck (expected: free)");
        assertNothingIsOpen();
    }

    @Test
    void refusesToWorkWhenClosedAndStillTellsWhatItMeasured() {
        Learner learner = new Learner(settings);
        Decision decision = learner.decide(Features.ofText("first"));
        DecisionBatch batch = learner.newBatch();
        FeatureVector query = new FeatureVector();
        learner.encodeInto(Features.ofText("second"), query);
        learner.learn(decision.id(), true);
        long waiting = Long.parseLong(learner.decide(query).id());
        learner.close();
        for (Runnable use : List.<Runnable>of(
                () -> learner.decide(Features.ofText("third")),
                () -> learner.decide(query),
                () -> learner.decideAll(List.of(Query.of(query))),
                () -> learner.decide(Query.of(query).named("x")),
                () -> learner.find("1"),
                () -> learner.learn("1", true),
                () -> learner.decideInto(query, batch),
                () -> learner.encodeInto(Features.ofText("third"), query),
                () -> learner.learn(waiting, true),
                () -> learner.learn(waiting, Feedback.of(true)),
                () -> learner.learn(new long[] {waiting}, new boolean[] {true}, 1),
                () -> learner.learn(List.of(new Answer(waiting, Feedback.of(true)))),
                learner::snapshot)) {
            assertThatThrownBy(use::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("learner: closed (expected: open)");
        }
        assertThat(learner.decisions()).isEqualTo(2);
        assertThat(learner.pending()).isEqualTo(1);
        assertThat(learner.measures().answered()).isEqualTo(1);
    }

    @Test
    void learnerThatCannotBeRestoredClosesWhatItMade() {
        byte[] snapshot;
        try (Learner learner = new Learner(settings)) {
            snapshot = learner.snapshot();
        }
        long model = PageId.of(Snapshot.MODEL_PART, 0, 0);
        byte[] page = Sealed.pages(snapshot).get(model);
        byte[] cut = Sealed.replaced(snapshot, model, Arrays.copyOf(page, page.length - 1));
        assertThatThrownBy(() -> LearnerPages.restore(settings, cut)).isInstanceOf(SnapshotException.class);
        assertNothingIsOpen();
        lent.failToRead();
        lent.failToClose();
        assertThatThrownBy(() -> LearnerPages.restore(settings, snapshot))
                .isInstanceOf(OutOfMemoryError.class)
                .satisfies(e ->
                        assertThat(e.getSuppressed()).singleElement().asString().contains("model: stuck"));
        assertNothingIsOpen();
        assertThat(lent.closings()).isEqualTo(3);
    }

    @Test
    void storeIsClosedOnceWhereverASnapshotIsCut() throws IOException {
        byte[] snapshot;
        try (Learner learner = new Learner(settings)) {
            learner.decide(Features.ofText("first"));
            snapshot = learner.snapshot();
        }
        int header = 64;
        for (int length = 0; length < snapshot.length; length += length < header ? 1 : snapshot.length / 50) {
            ClosingStore store = new ClosingStore();
            InputStream cut = new ByteArrayInputStream(snapshot, 0, length);
            assertThatThrownBy(() -> LearnerPages.restore(cut, List.of(), store))
                    .isInstanceOf(SnapshotException.class)
                    .satisfies(e -> assertThat(e.getSuppressed())
                            .singleElement()
                            .asString()
                            .contains("store: stuck"));
            assertThat(store.closings).as("cut to %d bytes", length).isEqualTo(1);
        }
        ClosingStore kept = new ClosingStore();
        Learner restored = LearnerPages.restore(new ByteArrayInputStream(snapshot), List.of(), kept);
        assertThat(kept.closings).isZero();
        assertThatThrownBy(restored::close).hasMessage("store: stuck (expected: free)");
        assertThat(kept.closings).isEqualTo(1);
    }

    @Test
    void storeIsClosedOnceIfTheLearnerCannotBeMade() {
        byte[] snapshot;
        try (Learner learner = new Learner(settings)) {
            snapshot = learner.snapshot();
        }
        byte[] otherKind = Sealed.stream(Snapshot.EXPERIMENT, Sealed.pages(snapshot));
        byte[] otherVersion = Sealed.envelope(2, Snapshot.LEARNER, new byte[0]);
        for (byte[] foreign : List.of(otherKind, otherVersion)) {
            ClosingStore store = new ClosingStore();
            assertThatThrownBy(() -> LearnerPages.restore(new ByteArrayInputStream(foreign), List.of(), store))
                    .isInstanceOf(SnapshotException.class);
            assertThat(store.closings).isEqualTo(1);
        }

        ClosingStore ofPages = new ClosingStore();
        assertThatThrownBy(() -> LearnerPages.restore(new MapPages().read(), ofPages))
                .isInstanceOf(SnapshotException.class)
                .hasMessage("snapshot: without settings (expected: the settings first)");
        assertThat(ofPages.closings).isEqualTo(1);

        ClosingStore broken = new ClosingStore();
        broken.failsToHaveParts = true; // which the learner's constructor asks for
        assertThatThrownBy(() -> LearnerPages.restore(new ByteArrayInputStream(snapshot), List.of(), broken))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("parts: none (expected: some)");
        assertThat(broken.closings).isEqualTo(1);
    }

    @Test
    void foldThatFailsClosesWhatItOpened() {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        try (Learner learner = new Learner(settings)) {
            EventLogWriter writer = EventLogWriter.begin(log);
            learner.recordTo(writer);
            learner.decide(Features.ofText("first"));
            learner.recordTo(null);
            learner.decide(Features.ofText("second")); // which the log lacks
            learner.recordTo(writer);
        }
        EventLogReader reader = new EventLogReader(new ByteArrayInputStream(log.toByteArray()));
        int open = LentModel.openOfAll(); // it reads the settings, and so has a model of its own
        assertThatThrownBy(reader::fold).isInstanceOf(IllegalArgumentException.class);
        assertThat(LentModel.openOfAll()).isEqualTo(open);
    }

    @Test
    void foldThatCannotEvenBeginClosesTheStore() {
        ClosingStore store = new ClosingStore();
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        EventLogWriter.begin(log).close();
        EventLogReader empty = new EventLogReader(new ByteArrayInputStream(log.toByteArray()));
        assertThatThrownBy(() -> empty.fold(store)).isInstanceOf(SnapshotException.class);
        assertThat(store.closings).isEqualTo(1);
    }

    @Test
    void learnerIsNotMadeWithAStoreThatHasDecisionsAndOpensNothing() {
        MemoryDecisionStore used = new MemoryDecisionStore();
        try (Learner learner = new Learner(settings, used)) {
            learner.learn(learner.decide(Features.ofText("first")).id(), true); // which is remembered
        }
        assertThatThrownBy(() -> new Learner(settings, used))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "store: with decisions, 0 of them pending (expected: an empty one; LearnerPages.restore goes"
                                + " on with a used one)");
        assertNothingIsOpen();
    }

    /** Counts how often it is closed, which always throws. */
    private static final class ClosingStore extends ForwardingStore {
        private boolean failsToHaveParts;
        private int closings;

        @Override
        public List<Paged> parts() {
            if (failsToHaveParts) {
                throw new IllegalStateException("parts: none (expected: some)");
            }
            return super.parts();
        }

        @Override
        public void close() {
            closings++;
            throw new IllegalStateException("store: stuck (expected: free)");
        }
    }
}
