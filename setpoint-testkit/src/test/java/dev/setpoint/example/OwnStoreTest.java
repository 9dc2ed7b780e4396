package dev.setpoint.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.DecisionKey;
import dev.setpoint.DecisionStore;
import dev.setpoint.EventLogReader;
import dev.setpoint.EventLogWriter;
import dev.setpoint.Feedback;
import dev.setpoint.Learner;
import dev.setpoint.LearnerPages;
import dev.setpoint.LearnerSettings;
import dev.setpoint.MemoryDecisionStore;
import dev.setpoint.Outcome;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.state.PageReader;
import dev.setpoint.state.SnapshotException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A learner whose decisions are in a store of its own, and what becomes of them when it is stored and restored. */
class OwnStoreTest {
    private static final FeatureVector QUERY = FeatureVector.dense(1);
    private static final LearnerSettings SETTINGS = LearnerSettings.builder("rare", "frequent")
            .model(new FrequencyModel.Settings(1, 0.1))
            .build();

    private final TableStore store = new TableStore(100);
    private final Learner learner = new Learner(SETTINGS, store);
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Of each four decisions, the last one waits. */
    private static void run(Learner learner, int decisions) {
        for (int t = 0; t < decisions; t++) {
            String id = learner.decide(QUERY).id();
            if (t % 4 < 3) {
                learner.learn(id, t % 3 == 0);
            }
        }
    }

    private static ByteArrayInputStream in(byte[] stream) {
        return new ByteArrayInputStream(stream);
    }

    @Test
    void snapshotAndIncrementsGoOnWithTheStore() throws IOException {
        run(learner, 100);
        learner.pages().writeSnapshot(bytes);
        run(learner, 20);
        learner.learn("3", true); // which changes how many wait, and makes no decision
        ByteArrayOutputStream increment = new ByteArrayOutputStream();
        learner.pages().writeIncrement(increment);
        Learner restored = LearnerPages.restore(in(bytes.toByteArray()), List.of(in(increment.toByteArray())), store);
        assertThat(restored.pending()).isEqualTo(29);
        assertThat(restored.snapshot()).isEqualTo(learner.snapshot());
        assertThat(restored.pages().isFollowable()).isTrue();
        assertThat(restored.learn("3", true)).isEqualTo(Outcome.ANSWERED);
        assertThat(restored.learn("7", true)).isEqualTo(Outcome.LEARNED);
    }

    @Test
    void answerAloneIsInTheNextIncrement() throws IOException {
        run(learner, 8);
        learner.pages().writeSnapshot(bytes);
        learner.learn("3", new Feedback.Cancelled()); // which is learned from by nobody
        ByteArrayOutputStream increment = new ByteArrayOutputStream();
        learner.pages().writeIncrement(increment);
        Learner restored = LearnerPages.restore(in(bytes.toByteArray()), List.of(in(increment.toByteArray())), store);
        assertThat(restored.pending()).isEqualTo(1);
    }

    @Test
    void storeThatLacksPendingDecisionsOrHasOthersIsRefused() {
        run(learner, 100);
        byte[] snapshot = learner.snapshot();
        assertThatThrownBy(() -> LearnerPages.restore(new PageReader(in(snapshot)), new TableStore(100)))
                .isInstanceOf(SnapshotException.class)
                .hasMessage("store: 0 pending decisions (expected: 25, as there were when the snapshot was written)");
        learner.learn("3", true); // the store is ahead
        assertThatThrownBy(() -> LearnerPages.restore(in(snapshot), List.of(), store))
                .hasMessage("store: 24 pending decisions (expected: 25, as there were when the snapshot was written)");
        learner.decide(QUERY); // as many again
        assertThatThrownBy(() -> LearnerPages.restore(in(snapshot), List.of(), store))
                .isInstanceOf(SnapshotException.class)
                .hasMessageContaining("pending decision 100 with sequence number 100");
    }

    @Test
    void storeThatStayedBehindIsRefusedThoughItHasAsManyDecisions() {
        learner.decide(QUERY);
        TableStore behind = new TableStore(100);
        DecisionKey first = new DecisionKey();
        first.set("0");
        store.forEachPending(decision -> behind.add(first, decision));
        learner.learn("0", true);
        learner.decide(QUERY);
        byte[] snapshot = learner.snapshot();
        assertThatThrownBy(() -> LearnerPages.restore(in(snapshot), List.of(), behind))
                .isInstanceOf(SnapshotException.class)
                .hasMessage(
                        "store: newest pending decision with sequence number 0 (expected: 1, as when the snapshot was"
                                + " written)");
    }

    @Test
    void snapshotWithoutItsDecisionsSaysWhoReadsIt() {
        run(learner, 100);
        byte[] snapshot = learner.snapshot();
        assertThatThrownBy(() -> Learner.restore(snapshot))
                .isInstanceOf(SnapshotException.class)
                .hasMessage("snapshot: without its decisions, which are in a store of the learner's"
                        + " (expected: LearnerPages.restore with that store)");
        byte[] inMemory = new Learner(SETTINGS).snapshot();
        assertThatThrownBy(() -> LearnerPages.restore(in(inMemory), List.of(), new TableStore(100)))
                .isInstanceOf(SnapshotException.class)
                .hasMessage("snapshot: with its decisions (expected: without them, as the store keeps its own;"
                        + " LearnerPages.restore without a store reads it)");
    }

    @Test
    void learnerThatHasSeenNothingTakesNoStoreThatWasUsed() {
        learner.recordTo(EventLogWriter.begin(bytes));
        run(learner, 4);
        String refused =
                "store: with decisions, 1 of them pending (expected: an empty one; LearnerPages.restore goes on"
                        + " with a used one)";
        assertThatThrownBy(() -> new Learner(SETTINGS, store))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(refused);
        assertThatThrownBy(() -> new EventLogReader(in(bytes.toByteArray())).fold(store))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(refused);
        for (DecisionStore empty : List.of(new TableStore(100), new MemoryDecisionStore())) {
            Learner folded = new EventLogReader(in(bytes.toByteArray())).fold(empty);
            assertThat(folded.pending()).isEqualTo(1);
        }
    }
}
