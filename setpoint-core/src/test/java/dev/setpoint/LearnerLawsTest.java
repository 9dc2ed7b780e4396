package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.Loss;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.policy.SoftmaxPolicy;
import dev.setpoint.random.Draws;
import dev.setpoint.score.Score;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.TestModels;
import dev.setpoint.track.ExpertsTracker;
import dev.setpoint.track.SgdTracker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds for decisions, whatever the learner has learned. */
class LearnerLawsTest {
    @Test
    void noFiniteQueryLeavesALearnerWithoutProbabilities() {
        List<Optimizer> optimizers = List.of(
                new Optimizer.RowAdaGrad(8, true),
                new Optimizer.RowAdaGrad(1, false),
                new Optimizer.AdaGrad(2),
                new Optimizer.Sgd(0.1),
                new Optimizer.Adam(0.01, 0.9, 0.999));
        for (Optimizer optimizer : optimizers) {
            boolean implicit = optimizer instanceof Optimizer.RowAdaGrad row && row.implicit();
            for (Loss loss : List.of(Loss.parse("likelihood"), Loss.parse(implicit ? "pulled-arm" : "ipw"))) {
                Learner learner = new Learner(LearnerSettings.builder(Learners.names(3))
                        .model(new SoftmaxRegression.Settings(5, optimizer))
                        .loss(loss)
                        .floor(0.01)
                        .build());
                FeatureVector huge = FeatureVector.sparse(5);
                huge.add(1, 3e38f);
                huge.add(1, 3e38f); // the sum of which is not finite
                List<Answer> both = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    both.add(new Answer(learner.decide(huge).id(), Feedback.label(1)));
                }
                learner.learn(both);
                FeatureVector other = FeatureVector.sparse(5);
                other.add(2, 1);
                assertThat(learner.decide(other).propensity())
                        .as("%s with %s", optimizer, loss)
                        .isPositive();
            }
        }
    }

    // ---------------------------------------------------------------- sets

    @Test
    void higherThresholdGivesSmallerSet() {
        Laws.forAll(50, random -> {
            int labels = random.within(2, 9);
            double low = random.between(-0.2, 0.5);
            double high = low + random.between(0, 0.5);
            Score score = random.oneOf(Score.softmax(), Score.aps(), Score.raps(0.05, 1));
            Learner learner = new Learner(LearnerSettings.builder(Learners.names(labels))
                    .model(Learners.regression())
                    .head("low", score, new SgdTracker.Settings(1e-9, low))
                    .head("high", score, new SgdTracker.Settings(1e-9, high))
                    .build());
            Learners.train(learner, random, 20);
            DecisionBatch batch = learner.newBatch();
            learner.decideInto(Learners.query(random), batch);
            assertThat(batch.set(0, 0)).containsAll(batch.set(0, 1));
            assertThat(batch.setSize(0, 1)).isLessThanOrEqualTo(batch.setSize(0, 0));
        });
    }

    @Test
    void setHoldsExactlyTheLabelsWhoseScoreReachesTheThreshold() {
        Laws.forAll(50, random -> {
            int labels = random.within(2, 130);
            Learner learner = new Learner(
                    Learners.threeHeads(labels, Learners.regression()).build());
            Learners.train(learner, random, 30);
            DecisionBatch batch = learner.newBatch();
            learner.decideInto(Learners.query(random), batch);
            for (int h = 0; h < 3; h++) {
                LabelSet set = batch.set(0, h);
                int size = 0;
                for (int k = 0; k < labels; k++) {
                    boolean reaches = batch.score(0, h, k) >= batch.threshold(0, h, k);
                    size += reaches ? 1 : 0;
                    assertThat(set.contains(k)).isEqualTo(reaches);
                    assertThat(set.contains("label" + k)).isEqualTo(reaches);
                    assertThat(batch.contains(0, h, k)).isEqualTo(reaches);
                }
                assertThat(set).hasSize(size);
                assertThat(batch.setSize(0, h)).isEqualTo(size);
            }
            assertThat(batch.decision(0).set()).isEqualTo(batch.set(0, 0));
        });
    }

    @Test
    void scoreAtItsThresholdIsHeldEverywhere() {
        Learner learner = new Learner(LearnerSettings.builder("a", "b")
                .model(TestModels.Fixed.of(0.5, 0.5))
                .head("sgd", Score.softmax(), new SgdTracker.Settings(0.25, 0.5))
                .build());
        DecisionBatch batch = learner.newBatch();
        learner.decideInto(FeatureVector.dense(1), batch);
        assertThat(batch.contains(0, 0, 0)).isTrue();
        assertThat(batch.setSize(0, 0)).isEqualTo(2);
        assertThat(batch.set(0, 0)).containsExactly("a", "b");
        learner.learn(batch.id(0), Feedback.label(1));
        assertThat(learner.measures().head(0).coverage().coverage(1)).isEqualTo(1);
        assertThat(learner.measures().head(0).sizes().count(2)).isEqualTo(1);
        assertThat(learner.thresholds(0)[1]).isGreaterThan(0.5);
    }

    @Test
    void setIsIssuedWithTheThresholdsShownBefore() {
        Laws.forAll(20, random -> {
            Learner learner =
                    new Learner(Learners.threeHeads(4, Learners.network()).build());
            DecisionBatch batch = learner.newBatch();
            for (int t = 0; t < 20; t++) {
                double[][] shown = {learner.thresholds(0), learner.thresholds(1), learner.thresholds(2)};
                learner.decideInto(Learners.query(random), batch);
                for (int h = 0; h < 3; h++) {
                    for (int k = 0; k < 4; k++) {
                        assertThat(batch.threshold(0, h, k)).isEqualTo(shown[h][k]);
                    }
                }
                learner.learn(batch.id(0), true);
            }
        });
    }

    @Test
    void permutingLabelsPermutesSets() {
        // Labels told, not pulled: the arm depends on the order of the labels. (So do ranks of equal probabilities: no
        // APS.)
        Laws.forAll(40, random -> {
            int labels = random.within(2, 7);
            int[] to = random.permutation(labels);
            LearnerSettings settings = LearnerSettings.builder(Learners.names(labels))
                    .model(Learners.regression())
                    .head(
                            "softmax",
                            Score.softmax(),
                            random.oneOf(new SgdTracker.Settings(0.05, 0), ExpertsTracker.Settings.PAPER))
                    .build();
            Learner learner = new Learner(settings);
            Learner renamed = new Learner(settings);
            DecisionBatch one = learner.newBatch();
            DecisionBatch two = renamed.newBatch();
            for (int t = 0; t < 60; t++) {
                FeatureVector query = random.dense(Learners.DIMENSION);
                learner.decideInto(query, one);
                renamed.decideInto(query, two);
                for (int k = 0; k < labels; k++) {
                    if (Math.abs(one.score(0, 0, k) - one.threshold(0, 0, k)) > 1e-9) {
                        assertThat(two.contains(0, 0, to[k])).isEqualTo(one.contains(0, 0, k));
                    }
                    assertThat(two.probability(0, to[k])).isCloseTo(one.probability(0, k), within(1e-9));
                }
                int label = Learners.label(random, query, labels);
                learner.learn(one.id(0), Feedback.label(label));
                renamed.learn(two.id(0), Feedback.label(to[label]));
                if (Math.abs(one.score(0, 0, label) - one.threshold(0, 0, label)) < 1e-9) {
                    return; // within rounding of its threshold: from here on they may differ
                }
            }
        });
    }

    // ---------------------------------------------------------------- arms

    @Test
    void everyEligibleLabelIsPulledWithAtLeastItsShareOfTheFloor() {
        Laws.forAll(100, random -> {
            int labels = random.within(2, 9);
            double floor = random.oneOf(0.0, 0.05, 0.5, 1.0);
            Learner learner = new Learner(Learners.plain(labels)
                    .policy(Learners.policy(random))
                    .floor(floor)
                    .build());
            Learners.train(learner, random, 30);
            DecisionBatch batch = learner.newBatch();
            LabelSet excluded = exclusion(random, labels, random.below(labels));
            learner.decideInto(
                    new FeatureVector[] {Learners.query(random)}, new LabelSet[] {excluded}, null, null, 1, batch);
            double least = Math.max(
                    floor / (labels - excluded.size()), learner.settings().propensityLowerBound() * (1 - 1e-12));
            double sum = 0;
            for (int k = 0; k < labels; k++) {
                double pull = batch.pullProbability(0, k);
                sum += pull;
                if (excluded.contains(k)) {
                    assertThat(pull).isZero();
                } else {
                    assertThat(pull).isGreaterThanOrEqualTo(least).isLessThanOrEqualTo(1 + 1e-12);
                }
            }
            assertThat(sum).isCloseTo(1, within(1e-12));
            assertThat(excluded.contains(batch.arm(0))).isFalse();
            assertThat(batch.propensity(0)).isEqualTo(batch.pullProbability(0, batch.arm(0)));
        });
    }

    private static LabelSet exclusion(Source random, int labels, int size) {
        List<String> names = Learners.names(labels);
        int[] order = random.permutation(labels);
        String[] members = new String[size];
        for (int i = 0; i < size; i++) {
            members[i] = names.get(order[i]);
        }
        return LabelSet.of(names, members);
    }

    @Test
    void exclusionRenormalisesAndThenFloors() {
        // a fixed model: p = (0.5, 0.3, 0.2); label 0 excluded; floor 0.2: 0.8 * (0.6, 0.4) + 0.1
        Learner learner = new Learner(Learners.plain(3)
                .model(TestModels.Fixed.of(0.5, 0.3, 0.2))
                .policy(new SoftmaxPolicy(1))
                .floor(0.2)
                .build());
        DecisionBatch batch = learner.newBatch();
        LabelSet excluded = LabelSet.of(Learners.names(3), "label0");
        learner.decideInto(
                new FeatureVector[] {FeatureVector.dense(1)}, new LabelSet[] {excluded}, null, null, 1, batch);
        assertThat(batch.pullProbability(0, 0)).isZero();
        assertThat(batch.pullProbability(0, 1)).isCloseTo(0.58, within(1e-15));
        assertThat(batch.pullProbability(0, 2)).isCloseTo(0.42, within(1e-15));
    }

    @Test
    void labelsThatThePolicyNeverPullsAreEvenWhereAllOthersAreExcluded() {
        Learner learner = new Learner(Learners.plain(3)
                .model(TestModels.Fixed.of(1, 0, 0))
                .policy(new SoftmaxPolicy(1))
                .floor(0)
                .build());
        DecisionBatch batch = learner.newBatch();
        LabelSet excluded = LabelSet.of(Learners.names(3), "label0");
        learner.decideInto(
                new FeatureVector[] {FeatureVector.dense(1)}, new LabelSet[] {excluded}, null, null, 1, batch);
        assertThat(batch.pullProbability(0, 1)).isEqualTo(0.5);
        assertThat(batch.pullProbability(0, 2)).isEqualTo(0.5);
    }

    @Test
    void excludedLabelsAreNeverPulledAndStayInTheSet() {
        Laws.forAll(20, random -> {
            int labels = random.within(2, 6);
            Learner learner = new Learner(Learners.plain(labels).build());
            for (int t = 0; t < 50; t++) {
                LabelSet excluded = exclusion(random, labels, random.below(labels));
                FeatureVector query = Learners.query(random);
                Decision decision = learner.decide(Query.of(query).excluding(excluded));
                assertThat(excluded.contains(decision.arm())).isFalse();
                assertThat(decision.label()).isEqualTo("label" + decision.arm());
                if (t == 0) {
                    assertThat(decision.set()).hasSize(labels); // thresholds are 0: exclusion restricts the arm only
                }
                learner.learn(decision.id(), random.chance(0.5));
            }
        });
    }

    @Test
    void excludingAllLabelsIsRefusedAndChangesNothing() {
        Learner learner = new Learner(Learners.plain(3).build());
        Learners.train(learner, new Source(1), 5);
        learner.decide(new Source(2).dense(Learners.DIMENSION));
        byte[] before = learner.snapshot();
        LabelSet all = LabelSet.of(Learners.names(3), "label0", "label1", "label2");
        FeatureVector query = new Source(3).dense(Learners.DIMENSION);
        assertThatThrownBy(() -> learner.decide(Query.of(query).excluding(all)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("excluded: all labels (expected: at least one is eligible)");
        FeatureVector[] two = {query, query};
        assertThatThrownBy(() -> learner.decideInto(two, new LabelSet[] {null, all}, null, null, 2, learner.newBatch()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(learner.snapshot()).isEqualTo(before);
    }

    @Test
    void excludingLabelsOfAnotherLearnerIsRefusedAndChangesNothing() {
        Learner learner = new Learner(Learners.plain(3).build());
        byte[] before = learner.snapshot();
        FeatureVector query = new Source(3).dense(Learners.DIMENSION);
        LabelSet foreign = LabelSet.of(List.of("x", "y"), "x");
        assertThatThrownBy(() -> learner.decide(Query.of(query).excluding(foreign)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("excluded: of the labels [x, y] (expected: of [label0, label1, label2])");
        assertThat(learner.snapshot()).isEqualTo(before);
    }

    @Test
    void wrongQueriesIdsAndBatchesAreRefusedAndChangeNothing() {
        Learner learner = new Learner(Learners.plain(3).build());
        FeatureVector query = new Source(3).dense(Learners.DIMENSION);
        learner.decide(query);
        byte[] before = learner.snapshot();
        assertThatThrownBy(() -> learner.decide(FeatureVector.dense(1, 2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("dimension of the query: 2");
        assertThatThrownBy(() -> learner.decideInto(
                        new FeatureVector[] {query, FeatureVector.dense(1)}, null, null, null, 2, learner.newBatch()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> learner.decideInto(
                        new FeatureVector[] {query}, null, new long[] {0}, null, 1, learner.newBatch()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("id: 0 (expected: one that is neither pending nor among the last 100000 that were answered,"
                        + " expired or cancelled)");
        assertThatThrownBy(() -> learner.decideInto(
                        new FeatureVector[] {query, query, query},
                        null,
                        new long[] {7, 8, 7},
                        null,
                        3,
                        learner.newBatch()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("id: 7 twice in one batch (expected: once)");
        FeatureVector[] two = {query, query};
        for (String argument : List.of("excluded", "ids", "weights")) {
            assertThatThrownBy(() -> learner.decideInto(
                            two,
                            argument.equals("excluded") ? new LabelSet[1] : null,
                            argument.equals("ids") ? new long[] {9} : null,
                            argument.equals("weights") ? new double[] {1} : null,
                            2,
                            learner.newBatch()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(argument + ": 1 (expected: at least 2, one per query)");
        }
        DecisionBatch foreign = new Learner(Learners.plain(3).build()).newBatch();
        assertThatThrownBy(() -> learner.decideInto(query, foreign))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("batch: of another learner");
        assertThatThrownBy(() -> learner.learn(new long[] {0}, new boolean[] {true}, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("count: 2 (expected: in [0, 1])");
        assertThatThrownBy(() -> learner.learn(new long[3], new boolean[5], 5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("count: 5 (expected: in [0, 3])");
        assertThatThrownBy(() -> learner.learn(new long[3], new boolean[3], -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("count: -1 (expected: in [0, 3])");
        assertThat(learner.snapshot()).isEqualTo(before);
        // and nothing was left behind to be learned with the next answer
        Learner twin = new Learner(Learners.plain(3).build());
        twin.decide(query);
        learner.learn(0, true);
        twin.learn(0, true);
        assertThat(learner.snapshot()).isEqualTo(twin.snapshot());
    }

    @Test
    void modelThatGivesNoDistributionIsRefusedAndChangesNothing() {
        for (double[] p : new double[][] {{0.5, 0.6}, {Double.NaN, 0.5}, {-0.1, 1.1}, {0, 0}}) {
            Learner learner =
                    new Learner(Learners.plain(2).model(TestModels.Fixed.of(p)).build());
            byte[] before = learner.snapshot();
            assertThatThrownBy(() -> learner.decide(FeatureVector.dense(1)))
                    .isInstanceOf(DivergedException.class)
                    .hasMessageContaining("(expected: at least 0, with sum 1)");
            assertThat(learner.snapshot()).isEqualTo(before);
        }
    }

    // ---------------------------------------------------------------- draws

    /** A decision's draws, by its id. */
    private record Drawn(int arm, double apsScore) {}

    @Test
    void sameIdGivesSameArmAndScoresWhateverTheOrderTheBatchAndTheLearner() {
        Laws.forAll(20, random -> {
            LearnerSettings settings = Learners.threeHeads(5, Learners.network())
                    .seed(random.bits())
                    .build();
            FeatureVector query = Learners.query(random);
            Map<Long, Drawn> seen = new HashMap<>();
            for (int round = 0; round < 3; round++) {
                Learner learner = new Learner(settings);
                DecisionBatch batch = learner.newBatch();
                int[] order = random.permutation(30);
                for (int from = 0; from < 30; ) {
                    int count = Math.min(30 - from, random.within(1, 7));
                    long[] ids = new long[count];
                    FeatureVector[] queries = new FeatureVector[count];
                    for (int i = 0; i < count; i++) {
                        ids[i] = Draws.mix(order[from + i]);
                        queries[i] = query;
                    }
                    learner.decideInto(queries, null, ids, null, count, batch);
                    for (int i = 0; i < count; i++) {
                        Drawn drawn = new Drawn(batch.arm(i), batch.score(i, 0, 2));
                        Drawn before = seen.putIfAbsent(ids[i], drawn);
                        assertThat(before == null ? drawn : before).isEqualTo(drawn);
                        assertThat(batch.id(i)).isEqualTo(ids[i]);
                    }
                    from += count;
                }
            }
            assertThat(seen).hasSize(30);
            assertThat(new HashSet<>(seen.values())).hasSizeGreaterThan(20); // ids do matter
        });
    }

    @Test
    void armFollowsTheDocumentedDrawAndScoresTheDocumentedU() {
        Laws.forAll(50, random -> {
            double[] p = random.distribution(4);
            long seed = random.bits();
            long id = random.bits();
            Learner learner = new Learner(LearnerSettings.builder(Learners.names(4))
                    .seed(seed)
                    .model(TestModels.Fixed.of(p))
                    .floor(0)
                    .policy(new SoftmaxPolicy(1))
                    .head("aps", Score.aps(), new SgdTracker.Settings(1, 0))
                    .build());
            DecisionBatch batch = learner.newBatch();
            learner.decideInto(new FeatureVector[] {FeatureVector.dense(1)}, null, new long[] {id}, null, 1, batch);
            double u = Draws.uniform(Draws.stream(seed, Draws.ARM, id), 0);
            double sum = 0;
            int arm = -1;
            while (sum <= u) {
                sum += p[++arm];
            }
            assertThat(batch.arm(0)).isEqualTo(arm);
            for (int k = 0; k < 4; k++) {
                double above = 0;
                for (double other : p) {
                    above += other > p[k] ? other : 0;
                }
                double uk = Draws.uniform(Draws.stream(seed, Draws.SCORE, id), k);
                assertThat(batch.score(0, 0, k)).isCloseTo(1 - above - uk * p[k], within(1e-12));
            }
        });
    }

    @Test
    void numberedDecisionsCountFromZeroAlsoBesideGivenIds() {
        Learner learner = new Learner(Learners.plain(3).build());
        FeatureVector query = new Source(3).dense(Learners.DIMENSION);
        assertThat(learner.decide(query).id()).isEqualTo("0");
        DecisionBatch batch = learner.newBatch();
        learner.decideInto(new FeatureVector[] {query, query}, null, new long[] {-5, 900}, null, 2, batch);
        assertThat(batch.id(1)).isEqualTo(900);
        assertThat(learner.decide(query).id()).isEqualTo("3"); // the how-manieth decision it is
        // a number that a caller has chosen is passed over, while its decision is pending and while it is remembered
        learner.decideInto(new FeatureVector[] {query}, null, new long[] {5}, null, 1, batch);
        learner.decide(Query.of(query).named("6"));
        assertThat(learner.learn(5, true)).isEqualTo(Outcome.LEARNED);
        assertThat(learner.decide(query).id()).isEqualTo("7");
        assertThat(learner.decide(query).id()).isEqualTo("8");
        assertThat(learner.decisions()).isEqualTo(8);
    }

    @Test
    void batchOfDecisionsEqualsSingleDecisions() {
        Laws.forAll(30, random -> {
            LearnerSettings settings =
                    Learners.threeHeads(5, Learners.regression()).build();
            Learner together = new Learner(settings);
            Learner single = new Learner(settings);
            long seed = random.bits();
            Learners.train(together, new Source(seed), 20);
            Learners.train(single, new Source(seed), 20);
            int count = random.within(0, 12);
            FeatureVector[] queries = new FeatureVector[count];
            LabelSet[] excluded = new LabelSet[count];
            for (int i = 0; i < count; i++) {
                queries[i] = Learners.query(random);
                excluded[i] = random.chance(0.5) ? null : exclusion(random, 5, random.below(5));
            }
            DecisionBatch batch = together.newBatch();
            together.decideInto(queries, excluded, null, null, count, batch);
            assertThat(batch.size()).isEqualTo(count);
            for (int i = 0; i < count; i++) {
                assertThat(single.decide(Query.of(queries[i]).excluding(excluded[i])))
                        .isEqualTo(batch.decision(i));
            }
            assertThat(single.snapshot()).isEqualTo(together.snapshot());
        });
    }

    @Test
    void listOfQueriesIsDecidedAsABatch() {
        Laws.forAll(20, random -> {
            LearnerSettings settings =
                    Learners.threeHeads(4, Learners.network()).build();
            Learner listed = new Learner(settings);
            Learner batched = new Learner(settings);
            for (int t = 0; t < 5; t++) {
                FeatureVector[] queries = new FeatureVector[random.within(0, 6)];
                Arrays.setAll(queries, i -> Learners.query(random));
                DecisionBatch batch = batched.newBatch();
                batched.decideInto(queries, null, null, null, queries.length, batch);
                List<Decision> decisions =
                        listed.decideAll(Stream.of(queries).map(Query::of).toList());
                assertThat(decisions).hasSize(queries.length);
                for (int i = 0; i < queries.length; i++) {
                    assertThat(decisions.get(i)).isEqualTo(batch.decision(i));
                }
                assertThat(listed.snapshot()).isEqualTo(batched.snapshot());
            }
        });
    }

    @Test
    void batchThatWasLargerBeforeLeavesNoTrace() {
        LearnerSettings settings = Learners.threeHeads(3, Learners.regression()).build();
        Learner reusing = new Learner(settings);
        Learner fresh = new Learner(settings);
        Source random = new Source(8);
        DecisionBatch batch = reusing.newBatch();
        for (int count : new int[] {1, 9, 2, 5, 17, 3}) {
            FeatureVector[] queries = new FeatureVector[count];
            Arrays.setAll(queries, i -> Learners.query(random));
            reusing.decideInto(queries, null, null, null, count, batch);
            fresh.decideInto(queries, null, null, null, count, fresh.newBatch());
            assertThat(batch.size()).isEqualTo(count);
            assertThat(reusing.snapshot()).isEqualTo(fresh.snapshot());
        }
    }

    @Test
    void decisionsDoNotChangeThroughTheCallersVector() {
        Learner learner = new Learner(Learners.plain(3).build());
        Learner twin = new Learner(Learners.plain(3).build());
        FeatureVector query = new Source(3).dense(Learners.DIMENSION);
        FeatureVector kept = new FeatureVector();
        kept.copyFrom(query);
        String id = learner.decide(query).id();
        twin.decide(kept);
        query.clear(Learners.DIMENSION); // reused by the caller before the feedback comes
        learner.learn(id, true);
        twin.learn(id, true);
        assertThat(learner.snapshot()).isEqualTo(twin.snapshot());
    }

    @Test
    void modelWhoseWeightsOverflowedIsRefusedAndChangesNothing() {
        Learner learner = new Learner(Learners.plain(2)
                .model(new SoftmaxRegression.Settings(Learners.DIMENSION, new Optimizer.Sgd(3e38)))
                .build());
        FeatureVector ones = FeatureVector.dense(1, 1, 1, 1, 1, 1);
        learner.learn(learner.decide(ones).id(), Feedback.label(0));
        byte[] before = learner.snapshot();
        assertThatThrownBy(() -> learner.decide(ones))
                .isInstanceOf(DivergedException.class)
                .hasMessageContaining("a smaller learning rate may help");
        assertThat(learner.snapshot()).isEqualTo(before);
    }
}
