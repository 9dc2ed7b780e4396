package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which decisions are waited for, and what becomes of answers to the others. */
class PendingTest {
    private static final FeatureVector QUERY = new Source(3).dense(Learners.DIMENSION);

    private static Learner learner(int maxPending, long maxAge) {
        return new Learner(
                Learners.plain(3).maxPending(maxPending).maxAge(maxAge).build());
    }

    private static void decide(Learner learner, int times) {
        for (int i = 0; i < times; i++) {
            learner.decide(QUERY);
        }
    }

    @Test
    void beyondTheCountLimitTheOldestExpires() {
        Learner learner = learner(3, 1000);
        decide(learner, 5);
        assertThat(learner.pending()).isEqualTo(3);
        assertThat(learner.expired()).isEqualTo(2);
        assertThat(learner.learn(0, true)).isEqualTo(Outcome.NOT_PENDING);
        assertThat(learner.learn(1, true)).isEqualTo(Outcome.NOT_PENDING);
        assertThat(learner.learn(2, true)).isEqualTo(Outcome.LEARNED);
        assertThat(learner.learn(4, true)).isEqualTo(Outcome.LEARNED);
        assertThat(learner.learn(3, true)).isEqualTo(Outcome.LEARNED);
        assertThat(learner.pending()).isZero();
    }

    @Test
    void answeredDecisionsMakeRoom() {
        Learner learner = learner(2, 1000);
        decide(learner, 2);
        learner.learn(1, true);
        decide(learner, 1);
        assertThat(learner.expired()).isZero();
        assertThat(learner.learn(0, false)).isEqualTo(Outcome.LEARNED);
    }

    @Test
    void decisionExpiresWhenMoreThanMaxAgeDecisionsCameAfterIt() {
        Learner learner = learner(1000, 2);
        decide(learner, 3); // two came after decision 0
        assertThat(learner.pending()).isEqualTo(3);
        decide(learner, 1); // three
        assertThat(learner.pending()).isEqualTo(3);
        assertThat(learner.expired()).isEqualTo(1);
        assertThat(learner.learn(0, true)).isEqualTo(Outcome.NOT_PENDING);
        assertThat(learner.learn(1, true)).isEqualTo(Outcome.LEARNED);
    }

    @Test
    void ageZeroKeepsOnlyTheLatest() {
        Learner learner = learner(1000, 0);
        decide(learner, 2);
        assertThat(learner.pending()).isEqualTo(1);
        assertThat(learner.learn(0, true)).isEqualTo(Outcome.NOT_PENDING);
        assertThat(learner.learn(1, true)).isEqualTo(Outcome.LEARNED);
    }

    @Test
    void ageCountsDecisionsAlsoWithinOneBatch() {
        Learner learner = learner(1000, 2);
        FeatureVector[] queries = {QUERY, QUERY, QUERY, QUERY, QUERY};
        learner.decideInto(queries, null, new long[] {50, 40, 30, 20, 10}, 5, learner.newBatch());
        assertThat(learner.pending()).isEqualTo(3);
        assertThat(learner.learn(50, true)).isEqualTo(Outcome.NOT_PENDING);
        assertThat(learner.learn(40, true)).isEqualTo(Outcome.NOT_PENDING);
        assertThat(learner.learn(30, true)).isEqualTo(Outcome.LEARNED);
    }

    @Test
    void answersToExpiredUnknownAndAnsweredIdsChangeNothing() {
        Learner learner = learner(2, 1000);
        decide(learner, 4);
        learner.learn(3, true);
        byte[] before = learner.snapshot();
        for (long id : new long[] {0, 1, 3, 4, -1, Long.MIN_VALUE}) { // expired, answered, never made
            for (Feedback feedback : new Feedback[] {
                Feedback.of(true),
                Feedback.of(false),
                Feedback.label(1),
                new Feedback.Expired(),
                new Feedback.Cancelled()
            }) {
                assertThat(learner.learn(id, feedback)).isEqualTo(Outcome.NOT_PENDING);
            }
            assertThat(learner.learn(id, true)).isEqualTo(Outcome.NOT_PENDING);
            assertThat(learner.learn(new long[] {id}, new boolean[] {true}, 1)).isZero();
        }
        assertThat(learner.snapshot()).isEqualTo(before);
    }

    @Test
    void expiredAndCancelledDecisionsAreDiscardedAndTeachNothing() {
        Learner learner = learner(10, 1000);
        Learners.train(learner, new Source(1), 10);
        double[] thresholds = learner.thresholds(0);
        long answered = learner.measures().answered();
        long first = learner.decide(QUERY).id();
        long second = learner.decide(QUERY).id();
        assertThat(learner.learn(first, new Feedback.Expired())).isEqualTo(Outcome.DISCARDED);
        assertThat(learner.expired()).isEqualTo(1);
        assertThat(learner.learn(second, new Feedback.Cancelled())).isEqualTo(Outcome.DISCARDED);
        assertThat(learner.expired()).isEqualTo(1);
        assertThat(learner.pending()).isZero();
        assertThat(learner.thresholds(0)).isEqualTo(thresholds);
        assertThat(learner.measures().answered()).isEqualTo(answered);
        assertThat(learner.learn(first, true)).isEqualTo(Outcome.NOT_PENDING);
        assertThat(learner.learn(second, true)).isEqualTo(Outcome.NOT_PENDING);
    }

    @Test
    void idIsFreeAgainOnceItsDecisionIsAnswered() {
        Learner learner = learner(10, 1000);
        DecisionBatch batch = learner.newBatch();
        for (int i = 0; i < 3; i++) {
            learner.decideInto(new FeatureVector[] {QUERY}, null, new long[] {42}, 1, batch);
            assertThat(learner.learn(42, true)).isEqualTo(Outcome.LEARNED);
        }
        assertThat(learner.decisions()).isEqualTo(3);
    }

    @Test
    void learnerWaitsForExactlyWhatTheLimitsSay() {
        Laws.forAll(40, random -> {
            int maxPending = random.within(1, 12);
            long maxAge = random.within(0, 20);
            Learner learner = learner(maxPending, maxAge);
            LinkedHashMap<Long, Long> waiting = new LinkedHashMap<>(); // id to sequence number, oldest first
            long expired = 0;
            for (int t = 0; t < 150; t++) {
                if (random.chance(0.6)) {
                    long id = learner.decide(QUERY).id();
                    waiting.put(id, learner.decisions() - 1);
                    while (waiting.size() > maxPending
                            || learner.decisions()
                                            - 1
                                            - waiting.values().iterator().next()
                                    > maxAge) {
                        waiting.remove(waiting.keySet().iterator().next());
                        expired++;
                    }
                } else {
                    long id = random.below((int) learner.decisions() + 1);
                    Outcome expected = waiting.remove(id) == null ? Outcome.NOT_PENDING : Outcome.LEARNED;
                    assertThat(learner.learn(id, random.chance(0.5))).isEqualTo(expected);
                }
                assertThat(learner.pending()).isEqualTo(waiting.size());
                assertThat(learner.expired()).isEqualTo(expired);
            }
        });
    }

    // ---------------------------------------------------------------- the collection itself

    private static DecisionRow row(long id) {
        DecisionRow row = new DecisionRow(1, 1, new int[] {0});
        row.id = id;
        row.propensity = id + 0.5;
        return row;
    }

    @Test
    void collectionBehavesAsALinkedMap() {
        Laws.forAll(60, random -> {
            PendingDecisions pending = new PendingDecisions(() -> row(0));
            Map<Long, Double> reference = new LinkedHashMap<>();
            int most = random.oneOf(3, 40, 500);
            // few ids, so that they return; or neighbouring ones, or any
            int manner = random.below(3);
            for (int t = 0; t < 1500; t++) {
                long id = manner == 0 ? random.below(2 * most) : manner == 1 ? t : random.bits();
                if (reference.size() < most && !reference.containsKey(id) && random.chance(0.6)) {
                    pending.add(row(id));
                    reference.put(id, id + 0.5);
                } else if (!reference.isEmpty()) {
                    List<Long> ids = new ArrayList<>(reference.keySet());
                    long gone = random.chance(0.3) ? ids.get(0) : ids.get(random.below(ids.size()));
                    pending.remove(gone);
                    reference.remove(gone);
                    assertThat(pending.contains(gone)).isFalse();
                    assertThat(pending.row(gone)).isNull();
                }
                assertThat(pending.size()).isEqualTo(reference.size());
                if (t % 50 == 0) {
                    same(pending, reference);
                }
            }
            same(pending, reference);
        });
    }

    private static void same(PendingDecisions pending, Map<Long, Double> reference) {
        DecisionRow[] rows = pending.inOrder();
        assertThat(rows).hasSize(reference.size());
        int at = 0;
        for (Map.Entry<Long, Double> entry : reference.entrySet()) {
            assertThat(rows[at].id).isEqualTo(entry.getKey());
            assertThat(rows[at].propensity).isEqualTo(entry.getValue());
            assertThat(pending.contains(entry.getKey())).isTrue();
            assertThat(pending.row(entry.getKey())).isSameAs(rows[at]);
            at++;
        }
        assertThat(pending.oldest()).isSameAs(rows.length == 0 ? null : rows[0]);
    }

    @Test
    void collectionReusesItsRows() {
        int[] made = {0};
        PendingDecisions pending = new PendingDecisions(() -> {
            made[0]++;
            return row(0);
        });
        for (long id = 0; id < 1000; id++) {
            pending.add(row(id));
            if (id >= 5) {
                pending.remove(id - 5);
            }
        }
        assertThat(made[0]).isLessThanOrEqualTo(6);
    }
}
