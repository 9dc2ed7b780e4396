package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.DecisionStore.Fate;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.state.Paged;
import dev.setpoint.state.PagedGroup;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateWriter;
import dev.setpoint.testing.DecisionStoreContract;
import dev.setpoint.testing.Increments;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Sealed;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.States;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** Decisions in memory. */
class MemoryDecisionStoreTest extends DecisionStoreContract {
    @Test
    void storeThatWasUsedIsReadInto() throws IOException {
        Learner learner = new Learner(Learners.plain(3).build());
        FeatureVector query = new Source(3).dense(Learners.DIMENSION);
        learner.learn(learner.decide(query).id(), true);
        learner.decide(query);
        byte[] snapshot = learner.snapshot();
        for (int ended : new int[] {0, 5, 20, 300, 2000}) {
            MemoryDecisionStore used = new MemoryDecisionStore();
            Learner other = new Learner(Learners.plain(3).build(), used);
            for (int i = 0; i < ended; i++) {
                other.learn(other.decide(query).id(), true);
            }
            Learner restored = LearnerPages.restore(new ByteArrayInputStream(snapshot), List.of(), used);
            assertThat(restored.snapshot()).as("%d ended", ended).isEqualTo(snapshot);
            assertThat(restored.learn(0, true)).isEqualTo(Outcome.ANSWERED);
            assertThat(restored.learn(2, true)).isEqualTo(Outcome.UNKNOWN);
        }
    }

    /** Not place by place, as it was where the horizon had been larger. */
    @Test
    void memoryForPastDecisionsThatAreReadIsTakenAtOnce() {
        PastDecisions past = new PastDecisions(1000);
        for (int i = 0; i < 999; i++) {
            past.add(DecisionKeyTest.key(Integer.toString(i)), Fate.ANSWERED, i);
        }
        past.setHorizon(500);
        PastDecisions read = States.copied(past, new PastDecisions(10));
        assertThat(read.size()).isEqualTo(500);
        assertThat(read.answer(DecisionKeyTest.key("998"))).isEqualTo(998);
        assertThat(read.room()).isEqualTo(1000);
    }

    @Override
    protected DecisionStore create(int horizon) {
        return new MemoryDecisionStore(horizon);
    }

    /** A store and what happens to it, of which the same seed lets the same happen. */
    private static final class Busy implements PagedGroup {
        private final MemoryDecisionStore store;

        Busy(int horizon) {
            store = new MemoryDecisionStore(horizon);
        }

        @Override
        public List<Paged> parts() {
            return store.parts();
        }

        /** Adds and ends a few decisions; now and then changes the horizon. */
        void act(Source random, List<String> waiting, long sequenceNumber) {
            if (random.chance(0.03)) {
                store.setHorizon(random.oneOf(0, 1, 5, 17, 40, 3000));
            }
            String id = random.chance(0.5)
                    ? Long.toString(random.oneOf(sequenceNumber, Long.MAX_VALUE - sequenceNumber, -sequenceNumber - 1))
                    : DecisionKeyTest.text(random, random.within(1, 124)) + "\u00e9" + sequenceNumber % 90;
            DecisionKey key = DecisionKeyTest.key(id);
            if (store.fate(key) == Fate.UNKNOWN) {
                StateWriter decision = new StateWriter();
                decision.writeLong(sequenceNumber);
                key.write(decision);
                decision.writeText("x".repeat(random.oneOf(0, 50, 5000)));
                store.add(key, decision.written());
                waiting.add(id);
            }
            for (int i = random.below(4); i > 0 && !waiting.isEmpty(); i--) {
                String ended = waiting.remove(random.below(waiting.size()));
                Fate fate = random.oneOf(Fate.ANSWERED, Fate.EXPIRED, Fate.CANCELLED);
                store.end(DecisionKeyTest.key(ended), fate, random.bits());
            }
        }
    }

    @Test
    void touchedPagesAreAllThatChangesAtEveryStep() {
        Laws.forAll(10, random -> {
            int horizon = random.oneOf(0, 1, 10, 1000);
            Busy busy = new Busy(horizon);
            Busy follower = new Busy(horizon);
            Increments increments = new Increments(busy, follower);
            List<String> waiting = new ArrayList<>();
            for (int t = 0; t < 500; t++) {
                busy.act(random, waiting, t);
                increments.follow();
                assertThat(follower.store.horizon()).isEqualTo(busy.store.horizon());
                assertThat(follower.store.pending()).isEqualTo(busy.store.pending());
            }
        });
    }

    @Test
    void restoredAtAnyStepItContinuesAsTheOriginal() {
        Laws.forAll(20, random -> {
            Busy busy = new Busy(random.oneOf(0, 1, 10, 1000));
            List<String> waiting = new ArrayList<>();
            List<String> known = new ArrayList<>();
            for (int t = 0; t < 300; t++) {
                Busy restored = States.copied(busy, new Busy(7));
                long seed = random.bits();
                List<String> alike = new ArrayList<>(waiting);
                busy.act(new Source(seed), waiting, t);
                restored.act(new Source(seed), alike, t);
                assertThat(alike).isEqualTo(waiting);
                assertThat(States.bytes(restored)).isEqualTo(States.bytes(busy));
                known.addAll(waiting);
                for (int i = Math.max(0, known.size() - 30); i < known.size(); i++) {
                    DecisionKey key = DecisionKeyTest.key(known.get(i));
                    assertThat(restored.store.fate(key)).isEqualTo(busy.store.fate(key));
                    assertThat(restored.store.answer(key)).isEqualTo(busy.store.answer(key));
                }
                if (random.chance(0.3)) {
                    busy = restored;
                }
            }
        });
    }

    @Test
    void withoutAHorizonNothingThatEndedIsKnown() {
        DecisionStore store = create(0);
        DecisionKey key = DecisionKeyTest.key("x");
        for (int t = 0; t < 3; t++) { // an id is free again at once
            store.add(key, ByteBuffer.allocate(Long.BYTES).putLong(0, t));
            assertThat(store.fate(key)).isEqualTo(Fate.PENDING);
            store.end(key, Fate.ANSWERED, 5);
            assertThat(store.fate(key)).isEqualTo(Fate.UNKNOWN);
            assertThat(store.answer(key)).isZero();
        }
        assertThatThrownBy(() -> create(-1)).hasMessage("horizon: -1 (expected: >= 0)");
        assertThatThrownBy(() -> store.setHorizon(-1)).hasMessage("horizon: -1 (expected: >= 0)");
    }

    @Test
    void placesThatDoNotFitTogetherAreRefused() {
        Busy busy = new Busy(40);
        List<String> waiting = new ArrayList<>();
        Source random = new Source(3);
        for (int t = 0; t < 60; t++) {
            busy.act(random, waiting, t);
        }
        busy.store.setHorizon(30);
        byte[] valid = States.bytes(busy);
        long common = Sealed.pages(valid).keySet().stream()
                .filter(id -> Sealed.pages(valid).get(id).length == 4 * Integer.BYTES)
                .findFirst()
                .orElseThrow();
        int refused = 0;
        for (int number = 0; number < 4; number++) { // horizon, places, the oldest, how many
            for (int value : new int[] {0, 1, 16, 17, 29, 31, 32, 33, 1000, Integer.MAX_VALUE, -1}) {
                ByteBuffer page =
                        ByteBuffer.wrap(Sealed.pages(valid).get(common).clone());
                page.putInt(number * Integer.BYTES, value);
                byte[] forged = Sealed.replaced(valid, common, page.array());
                try {
                    assertThat(States.bytes(States.read(forged, new Busy(40)))).isEqualTo(forged);
                } catch (SnapshotException e) {
                    refused++;
                }
            }
        }
        assertThat(refused).isGreaterThan(30);
    }

    @Test
    void sameIdTwiceInASnapshotIsRefused() {
        for (boolean pending : new boolean[] {true, false}) {
            Busy busy = new Busy(5);
            for (String id : List.of("aa", "ab")) {
                StateWriter decision = new StateWriter();
                decision.writeLong(id.charAt(1));
                DecisionKeyTest.key(id).write(decision);
                busy.store.add(DecisionKeyTest.key(id), decision.written());
                if (!pending) {
                    busy.store.end(DecisionKeyTest.key(id), Fate.ANSWERED, 1);
                }
            }
            SortedMap<Long, byte[]> pages = Sealed.pages(States.bytes(busy));
            pages.replaceAll((id, page) -> new String(page, StandardCharsets.ISO_8859_1)
                    .replace("ab", "aa")
                    .getBytes(StandardCharsets.ISO_8859_1));
            byte[] forged = Sealed.learner(pages);
            assertThatThrownBy(() -> States.read(forged, new Busy(5)))
                    .isInstanceOf(SnapshotException.class)
                    .hasMessageContaining("decision aa twice (expected: once)");
        }
    }
}
