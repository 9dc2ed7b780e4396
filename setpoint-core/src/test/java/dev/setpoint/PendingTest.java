package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.estimate.IndicatorEstimator;
import dev.setpoint.estimate.SdrEstimator;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.policy.SoftmaxPolicy;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        assertThat(learner.learn(0, true)).isEqualTo(Outcome.EXPIRED);
        assertThat(learner.learn(1, true)).isEqualTo(Outcome.EXPIRED);
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
        assertThat(learner.learn(0, true)).isEqualTo(Outcome.EXPIRED);
        assertThat(learner.learn(1, true)).isEqualTo(Outcome.LEARNED);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 1024, 1025}) // up to 1024 labels, more is kept
    void answerIsLearnedAlikeFromTheBatchAndFromTheStore(int labels) {
        LearnerSettings settings = Learners.threeHeads(labels, Learners.regression())
                .loss(new CrossEntropyLoss(new SdrEstimator()))
                .policy(new SoftmaxPolicy(0.5))
                .build();
        Learner learner = new Learner(settings);
        Source random = new Source(5);
        Learners.train(learner, random, 20);
        FeatureVector[] queries = {Learners.query(random), Learners.query(random)};
        learner.decideInto(queries, null, null, null, 2, learner.newBatch());
        Learner restored = Learner.restore(learner.snapshot()); // which has no batch
        for (Learner one : List.of(learner, restored)) {
            assertThat(one.learn(21, true)).isEqualTo(Outcome.LEARNED);
            assertThat(one.learn(20, false)).isEqualTo(Outcome.LEARNED);
        }
        assertThat(restored.snapshot()).isEqualTo(learner.snapshot());
    }

    @Test
    void decisionsWaitAcrossABatchOfNone() {
        Learner learner = learner(10, 1000);
        decide(learner, 2);
        learner.decideInto(new FeatureVector[0], null, null, null, 0, learner.newBatch());
        assertThat(learner.learn(0, true)).isEqualTo(Outcome.LEARNED);
        assertThat(learner.decideAll(List.of())).isEmpty();
        assertThat(learner.learn(1, true)).isEqualTo(Outcome.LEARNED);
        assertThat(learner.decisions()).isEqualTo(2);
    }

    @Test
    void ageZeroKeepsOnlyTheLatest() {
        Learner learner = learner(1000, 0);
        decide(learner, 2);
        assertThat(learner.pending()).isEqualTo(1);
        assertThat(learner.learn(0, true)).isEqualTo(Outcome.EXPIRED);
        assertThat(learner.learn(1, true)).isEqualTo(Outcome.LEARNED);
    }

    @Test
    void ageCountsDecisionsAlsoWithinOneBatch() {
        Learner learner = learner(1000, 2);
        FeatureVector[] queries = {QUERY, QUERY, QUERY, QUERY, QUERY};
        learner.decideInto(queries, null, new long[] {50, 40, 30, 20, 10}, null, 5, learner.newBatch());
        assertThat(learner.pending()).isEqualTo(3);
        assertThat(learner.learn(50, true)).isEqualTo(Outcome.EXPIRED);
        assertThat(learner.learn(40, true)).isEqualTo(Outcome.EXPIRED);
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
                assertThat(learner.learn(id, feedback))
                        .isIn(
                                id == 3
                                        ? List.of(Outcome.ANSWERED, Outcome.CONTRADICTED)
                                        : List.of(id == 0 || id == 1 ? Outcome.EXPIRED : Outcome.UNKNOWN));
            }
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
        String first = learner.decide(QUERY).id();
        String second = learner.decide(QUERY).id();
        assertThat(learner.learn(first, new Feedback.Expired())).isEqualTo(Outcome.DISCARDED);
        assertThat(learner.expired()).isEqualTo(1);
        assertThat(learner.learn(second, new Feedback.Cancelled())).isEqualTo(Outcome.DISCARDED);
        assertThat(learner.expired()).isEqualTo(1);
        assertThat(learner.pending()).isZero();
        assertThat(learner.thresholds(0)).isEqualTo(thresholds);
        assertThat(learner.measures().answered()).isEqualTo(answered);
        assertThat(learner.learn(first, true)).isEqualTo(Outcome.EXPIRED);
        assertThat(learner.learn(second, true)).isEqualTo(Outcome.CANCELLED);
    }

    @Test
    void idIsFreeAgainOnceItsDecisionIsForgotten() {
        Learner learner = new Learner(Learners.plain(3).build(), new MemoryDecisionStore(2));
        learner.decide(Query.of(QUERY).named("x"));
        assertThatThrownBy(() -> learner.decide(Query.of(QUERY).named("x"))).hasMessage(REFUSED);
        learner.learn("x", true);
        learner.learn(learner.decide(QUERY).id(), true);
        byte[] before = learner.snapshot();
        assertThatThrownBy(() -> learner.decide(Query.of(QUERY).named("x"))).hasMessage(REFUSED);
        assertThat(learner.snapshot()).isEqualTo(before);
        learner.learn(learner.decide(QUERY).id(), true); // the second after it
        assertThat(learner.learn("x", true)).isEqualTo(Outcome.UNKNOWN);
        assertThat(learner.decide(Query.of(QUERY).named("x")).id()).isEqualTo("x");
    }

    private static final String REFUSED = "id: x (expected: one that is neither pending nor among the last 2 that were"
            + " answered, expired or cancelled)";

    @Test
    void numbersAndNamesAreIdsOfOneKind() {
        Learner learner = new Learner(Learners.plain(3).build());
        learner.decide(Query.of(QUERY).named("-17"));
        assertThat(learner.learn(-17, true)).isEqualTo(Outcome.LEARNED);
        assertThat(learner.learn("-17", true)).isEqualTo(Outcome.ANSWERED);
        learner.decide(Query.of(QUERY).named("017")); // which is no number as one writes it
        assertThat(learner.learn(17, true)).isEqualTo(Outcome.UNKNOWN);
        assertThat(learner.learn("017", true)).isEqualTo(Outcome.LEARNED);
        String longest = "\u00e4".repeat(64);
        assertThat(learner.learn(learner.decide(Query.of(QUERY).named(longest)).id(), false))
                .isEqualTo(Outcome.LEARNED);
        for (String id : new String[] {"", longest + "x", "a\ud800", "\udc00b"}) {
            assertThatThrownBy(() -> Query.of(QUERY).named(id)).hasMessageStartingWith("id: ");
            assertThatThrownBy(() -> learner.learn(id, true)).hasMessageStartingWith("id: ");
        }
    }

    @Test
    void numbersGivenOutStepOverThoseThatCallersChose() {
        Laws.forAll(30, random -> {
            Learner learner = new Learner(Learners.plain(3).build(), new MemoryDecisionStore(random.oneOf(0, 3, 1000)));
            Set<String> pending = new HashSet<>();
            for (int t = 0; t < 200; t++) {
                Query query = Query.of(QUERY);
                if (random.chance(0.5)) { // a number that is about to be given out, one that was, or a name
                    long near = learner.decisions() + random.within(-3, 6);
                    String id = random.oneOf(
                            Long.toString(near),
                            "n" + near,
                            Long.toString(random.oneOf(Long.MAX_VALUE, Long.MIN_VALUE)));
                    try {
                        assertThat(learner.decide(query.named(id)).id()).isEqualTo(id);
                    } catch (IllegalArgumentException e) {
                        assertThat(e).hasMessageStartingWith("id: " + id + " (expected: one that is neither pending");
                        continue;
                    }
                    assertThat(pending.add(id)).as(id).isTrue();
                } else {
                    List<Decision> decisions =
                            learner.decideAll(random.chance(0.5) ? List.of(query) : List.of(query, query));
                    for (Decision decision : decisions) {
                        assertThat(pending.add(decision.id())).as(decision.id()).isTrue();
                    }
                }
                if (random.chance(0.6)) {
                    String id = random.oneOf(pending.toArray(String[]::new));
                    assertThat(learner.find(id)).isPresent();
                    assertThat(learner.learn(id, true)).isEqualTo(Outcome.LEARNED);
                    pending.remove(id);
                }
                assertThat(learner.pending()).isEqualTo(pending.size());
            }
        });
    }

    @Test
    void secondAnswerIsHeldAgainstTheFirst() {
        LabelSet all = LabelSet.of(Learners.names(3), "label0", "label1", "label2");
        for (Feedback first : new Feedback[] {Feedback.CORRECT, Feedback.INCORRECT, Feedback.label(1)}) {
            Learner learner = learner(10, 1000);
            Decision decision = learner.decide(QUERY);
            int arm = decision.arm();
            learner.learn(decision.id(), first);
            int truth = first instanceof Feedback.Label label ? label.index() : first == Feedback.CORRECT ? arm : -1;
            for (int k = 0; k < 3; k++) {
                boolean possible = truth < 0 ? k != arm : k == truth;
                assertThat(learner.learn(decision.id(), Feedback.label(k)))
                        .isEqualTo(possible ? Outcome.ANSWERED : Outcome.CONTRADICTED);
            }
            assertThat(learner.learn(decision.id(), true))
                    .isEqualTo(truth == arm ? Outcome.ANSWERED : Outcome.CONTRADICTED);
            assertThat(learner.learn(decision.id(), false))
                    .isEqualTo(truth == arm ? Outcome.CONTRADICTED : Outcome.ANSWERED);
            assertThat(learner.learn(decision.id(), Feedback.noneOf(all)))
                    .isEqualTo(truth < 0 ? Outcome.ANSWERED : Outcome.CONTRADICTED);
            assertThat(learner.learn(decision.id(), new Feedback.Cancelled())).isEqualTo(Outcome.ANSWERED);
        }
    }

    @Test
    void pendingDecisionIsFoundAsItWasIssued() {
        Laws.forAll(30, random -> {
            Learner learner = new Learner(Learners.threeHeads(3, Learners.regression())
                    .policy(Learners.policy(random))
                    .emptySets(random.oneOf(EmptySets.values()))
                    .build());
            Learners.train(learner, random, 30);
            Map<String, Decision> issued = new LinkedHashMap<>();
            for (int i = 0; i < 10; i++) {
                Query query = Query.of(Learners.query(random));
                Decision decision = learner.decide(random.chance(0.5) ? query.named("n" + i) : query);
                issued.put(decision.id(), decision);
                Learners.train(learner, random, 3);
            }
            issued.forEach((id, decision) -> assertThat(learner.find(id)).contains(decision));
            learner.learn(issued.keySet().iterator().next(), true);
            assertThat(learner.find(issued.keySet().iterator().next())).isEmpty();
            assertThat(learner.find("nobody")).isEmpty();
        });
    }

    @Test
    void secondThreadIsRefusedWhileTheFirstIsInside() throws InterruptedException {
        Learner learner = new Learner(Learners.plain(50).build());
        AtomicLong refused = new AtomicLong();
        AtomicLong decided = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(() -> {
                for (int t = 0; t < 5000; t++) {
                    try {
                        learner.decide(QUERY);
                        decided.incrementAndGet();
                    } catch (IllegalStateException e) {
                        assertThat(e).hasMessageContaining("(expected: one thread at a time)");
                        refused.incrementAndGet();
                    }
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(learner.decisions()).isEqualTo(decided.get()); // what was not refused was not lost
        assertThat(decided.get() + refused.get()).isEqualTo(20_000);
        assertThat(refused.get()).isPositive();
    }

    @Test
    void learnerWaitsForExactlyWhatTheLimitsSay() {
        Laws.forAll(40, random -> {
            int maxPending = random.within(1, 12);
            long maxAge = random.within(0, 20);
            Learner learner = learner(maxPending, maxAge);
            Set<Long> gone = new HashSet<>();
            LinkedHashMap<Long, Long> waiting = new LinkedHashMap<>(); // id to sequence number, oldest first
            long expired = 0;
            for (int t = 0; t < 150; t++) {
                if (random.chance(0.6)) {
                    long id = Long.parseLong(learner.decide(QUERY).id());
                    waiting.put(id, learner.decisions() - 1);
                    while (waiting.size() > maxPending
                            || learner.decisions()
                                            - 1
                                            - waiting.values().iterator().next()
                                    > maxAge) {
                        gone.add(waiting.keySet().iterator().next());
                        waiting.remove(waiting.keySet().iterator().next());
                        expired++;
                    }
                } else {
                    long id = random.below((int) learner.decisions() + 1);
                    Outcome outcome = learner.learn(id, random.chance(0.5));
                    if (waiting.remove(id) != null) {
                        assertThat(outcome).isEqualTo(Outcome.LEARNED);
                    } else if (gone.contains(id)) {
                        assertThat(outcome).isEqualTo(Outcome.EXPIRED);
                    } else {
                        assertThat(outcome)
                                .isIn(
                                        id == learner.decisions()
                                                ? List.of(Outcome.UNKNOWN)
                                                : List.of(Outcome.ANSWERED, Outcome.CONTRADICTED));
                    }
                }
                assertThat(learner.pending()).isEqualTo(waiting.size());
                assertThat(learner.expired()).isEqualTo(expired);
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"3, sdr", "3, ipw", "200, sdr", "200, ipw", "1100, ipw"
    }) // of 200 labels, a handful stay; beyond 1,024, logits are kept
    void decisionsThatStayAsTheyWereIssuedAreLearnedLikeFoldedOnes(int labels, String estimator) {
        LearnerSettings settings = Learners.threeHeads(labels, Learners.regression())
                .loss(new CrossEntropyLoss(IndicatorEstimator.parse(estimator)))
                .maxPending(40)
                .build();
        Learner learner = new Learner(settings);
        Learner folding = new Learner(settings);
        List<DecisionBatch> batches = List.of(learner.newBatch(), learner.newBatch(), learner.newBatch());
        List<List<Decision>> issued = new ArrayList<>(List.of(List.of(), List.of(), List.of()));
        List<Long> waiting = new ArrayList<>();
        Source random = new Source(labels);
        for (int step = 0; step < (labels > 1024 ? 60 : 300); step++) {
            FeatureVector[] queries = new FeatureVector[random.within(1, 4)];
            Arrays.setAll(queries, i -> random.dense(Learners.DIMENSION));
            int turn = random.below(3);
            learner.decideInto(queries, queries.length, batches.get(turn));
            DecisionBatch others = folding.newBatch();
            folding.decideInto(queries, queries.length, others);
            folding.snapshot(); // folds all that wait
            assertThat(batches.get(turn).decisions()).isEqualTo(others.decisions());
            issued.set(turn, others.decisions());
            for (int i = 0; i < 3; i++) {
                assertThat(batches.get(i).decisions()).isEqualTo(issued.get(i)); // until it is filled again
            }
            for (int i = 0; i < queries.length; i++) {
                waiting.add(others.id(i));
            }
            while (waiting.size() > 30) {
                long id = waiting.remove(random.below(waiting.size()));
                boolean correct = random.below(2) == 0;
                assertThat(learner.learn(id, correct)).isEqualTo(folding.learn(id, correct));
            }
        }
        assertThat(learner.snapshot()).isEqualTo(folding.snapshot());
    }
}
