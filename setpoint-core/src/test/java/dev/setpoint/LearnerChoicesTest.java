package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.estimate.DrEstimator;
import dev.setpoint.estimate.IndicatorEstimator;
import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.estimate.SdrEstimator;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.loss.Loss;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.policy.EpsilonGreedyPolicy;
import dev.setpoint.policy.Policy;
import dev.setpoint.policy.SetAwarePolicy;
import dev.setpoint.policy.SoftmaxPolicy;
import dev.setpoint.policy.TradeOffPolicy;
import dev.setpoint.policy.UniformPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.TestModels;
import dev.setpoint.track.SgdTracker;
import dev.setpoint.track.TrackerSettings;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Estimators, policies that look at the set, weights of queries, empty sets and "none of these", in a whole learner. */
class LearnerChoicesTest {
    private static final FeatureVector ONE = FeatureVector.dense(1);

    /** K = 3, pi = 1/3, p = 1/3 at first; one feature and a bias, so logits move by twice the gradient. */
    private static LearnerSettingsBuilder even() {
        return LearnerSettings.builder(Learners.names(3))
                .alpha(0.2)
                .policy(new UniformPolicy())
                .model(new SoftmaxRegression.Settings(1, new Optimizer.Sgd(0.1)))
                .head("sgd", Score.softmax(), new SgdTracker.Settings(0.5, 0));
    }

    private static double[] probabilities(Learner learner) {
        DecisionBatch batch = learner.newBatch();
        learner.decideInto(ONE, batch);
        double[] p = new double[3];
        Arrays.setAll(p, k -> batch.probability(0, k));
        return p;
    }

    private static double[] softmax(double... logits) {
        double sum = Arrays.stream(logits).map(Math::exp).sum();
        return Arrays.stream(logits).map(z -> Math.exp(z) / sum).toArray();
    }

    // ------------------------------------------------------------------ two estimators

    @Test
    void modelAndThresholdsEachMoveByTheirOwnEstimate() {
        // SDR with q = pi = 1/3 all alike: shares 1/3; correct (1 - 1/3) * 3 = 2, incorrect -1. The gradient is p -
        // estimate.
        for (boolean correct : new boolean[] {true, false}) {
            Learner learner = new Learner(even().build());
            int arm = learner.decide(ONE).arm();
            learner.learn(0, correct);
            double correction = correct ? 2 : -1;
            double[] logits = new double[3];
            double[] tau = new double[3];
            for (int k = 0; k < 3; k++) {
                logits[k] = 2 * 0.1 * correction * ((k == arm ? 1 : 0) - 1.0 / 3);
            }
            tau[arm] = correct ? 0.5 * 3 * 0.2 : 0; // IPW: covered, weight 3
            assertThat(learner.thresholds(0))
                    .usingComparatorWithPrecision(1e-15)
                    .containsExactly(tau);
            assertThat(probabilities(learner))
                    .usingComparatorWithPrecision(1e-7)
                    .containsExactly(softmax(logits));
        }
    }

    @Test
    void thresholdsMayUseDrAndTheModelIpw() {
        for (boolean correct : new boolean[] {true, false}) {
            Learner learner = new Learner(even().loss(new CrossEntropyLoss(new IpwEstimator()))
                    .thresholdEstimator(new DrEstimator())
                    .build());
            int arm = learner.decide(ONE).arm();
            learner.learn(0, correct);
            for (int k = 0; k < 3; k++) {
                double estimate = 1.0 / 3 + (k == arm ? (correct ? 2 : -1) : 0);
                assertThat(learner.thresholds(0)[k]).isCloseTo(0.5 * estimate * 0.2, within(1e-15));
            }
            if (!correct) {
                assertThat(probabilities(learner)).containsOnly(1.0 / 3);
            }
            assertThat(learner.measures().head(0).coverage().weight(arm)).isCloseTo(correct ? 3 : 0, within(1e-12));
        }
    }

    @Test
    void incorrectPullTeachesTheModelUnderSdrAndDrAndNotUnderIpw() {
        for (IndicatorEstimator estimator : List.of(new IpwEstimator(), new DrEstimator(), new SdrEstimator())) {
            Learner learner =
                    new Learner(even().loss(new CrossEntropyLoss(estimator)).build());
            int arm = learner.decide(ONE).arm();
            learner.learn(0, false);
            double p = probabilities(learner)[arm];
            if (estimator instanceof IpwEstimator) {
                assertThat(p).isEqualTo(1.0 / 3);
            } else {
                assertThat(p).isLessThan(1.0 / 3 - 0.01);
            }
        }
    }

    @Test
    void everyLossLearnsAnEasyWorld() {
        for (String loss : List.of("likelihood", "pulled-arm", "ipw", "dr", "sdr")) {
            String implicit = loss.endsWith("r") || loss.equals("ipw") ? "false" : "true"; // estimates have no shares
            for (String optimizer : List.of("adagrad", "row-adagrad(implicit=" + implicit + ")")) {
                Learner learner = new Learner(LearnerSettings.builder(Learners.names(4))
                        .model(ModelSettings.parse("softmax-regression(dimension=4, optimizer=" + optimizer + ")"))
                        .loss(Loss.parse(loss))
                        .build());
                Source random = new Source(3);
                int correct = 0;
                for (int t = 0; t < 1200; t++) {
                    int label = random.below(4);
                    float[] values = new float[4];
                    values[label] = 1;
                    Decision decision = learner.decide(FeatureVector.dense(values));
                    learner.learn(decision.id(), decision.arm() == label);
                    correct += t >= 800 && decision.arm() == label ? 1 : 0;
                }
                assertThat(correct / 400.0).as("%s %s", loss, optimizer).isGreaterThan(0.8);
            }
        }
    }

    // ------------------------------------------------------------------ none of these

    @Test
    void noneOfTeachesTheModelWhatIsLeftAndThresholdsUnderIpwNothing() {
        Learner learner = new Learner(even().build());
        int arm = learner.decide(ONE).arm();
        int other = (arm + 1) % 3;
        int left = (arm + 2) % 3;
        List<String> names = Learners.names(3);
        Outcome outcome = learner.learn(0, Feedback.noneOf(LabelSet.of(names, names.get(arm), names.get(other))));
        assertThat(outcome).isEqualTo(Outcome.LEARNED);
        // the mean of two incorrect pulls: 1/3 - 1 * (1/2 - 1/3) for the two, 1/3 + 1/3 for the one that is left
        double[] logits = new double[3];
        logits[arm] = 2 * 0.1 * (-1.0 / 6);
        logits[other] = 2 * 0.1 * (-1.0 / 6);
        logits[left] = 2 * 0.1 * (1.0 / 3);
        assertThat(probabilities(learner)).usingComparatorWithPrecision(1e-7).containsExactly(softmax(logits));
        assertThat(learner.thresholds(0)).containsOnly(0);
        assertThat(learner.measures().answered()).isEqualTo(1);
        assertThat(learner.measures().correctPulls()).isZero();
        assertThat(learner.measures().head(0).coverage().weight(left)).isZero();
    }

    @Test
    void noneOfThePulledLabelAloneTeachesWhatIncorrectTeaches() {
        Laws.forAll(20, random -> {
            LearnerSettings settings = Learners.threeHeads(4, Learners.regression())
                    .policy(Learners.policy(random))
                    .loss(new CrossEntropyLoss(random.oneOf(new IpwEstimator(), new DrEstimator(), new SdrEstimator())))
                    .build();
            Learner one = new Learner(settings);
            Learner two = new Learner(settings);
            for (int t = 0; t < 30; t++) {
                FeatureVector query = Learners.query(random);
                Decision decision = one.decide(query);
                assertThat(two.decide(query)).isEqualTo(decision);
                boolean correct = random.chance(0.4);
                one.learn(decision.id(), Feedback.of(correct));
                LabelSet pulled = LabelSet.of(decision.labels(), decision.label());
                two.learn(decision.id(), correct ? Feedback.of(true) : Feedback.noneOf(pulled));
            }
            assertThat(two.snapshot()).isEqualTo(one.snapshot());
        });
    }

    @Test
    void noneOfEverythingTeachesTheModelNothing() {
        Learner learner = new Learner(even().build());
        learner.decide(ONE);
        LabelSet all = LabelSet.of(Learners.names(3), "label0", "label1", "label2");
        assertThat(learner.learn(0, Feedback.noneOf(all))).isEqualTo(Outcome.LEARNED);
        assertThat(probabilities(learner)).containsOnly(1.0 / 3);
        assertThat(learner.thresholds(0)).containsOnly(0);
        assertThat(learner.measures().answered()).isEqualTo(1);
    }

    @Test
    void noneOfLabelsOfAnotherLearnerIsRefusedAndChangesNothing() {
        Learner learner = new Learner(even().build());
        learner.decide(ONE);
        byte[] before = learner.snapshot();
        Feedback foreign = Feedback.noneOf(LabelSet.of(List.of("x", "y", "z"), "x"));
        assertThatThrownBy(() -> learner.learn(0, foreign))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("labels ruled out: of the labels [x, y, z] (expected: of [label0, label1, label2])");
        assertThatThrownBy(() -> learner.learn(List.of(new Answer(0, Feedback.of(true)), new Answer(1, foreign))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(learner.snapshot()).isEqualTo(before);
    }

    // ------------------------------------------------------------------ weights of queries

    @Test
    void weightCountsForThresholdsAndMeasuresAndNotForTheModel() {
        for (double weight : new double[] {0, 0.5, 1, 3, 4, 9}) {
            double counted = Math.min(weight, 4);
            Learner plain = new Learner(even().maxWeight(4).build());
            Learner weighted = new Learner(even().maxWeight(4).build());
            int arm = plain.decide(ONE).arm();
            DecisionBatch batch = weighted.newBatch();
            weighted.decideInto(new FeatureVector[] {ONE}, null, null, new double[] {weight}, 1, batch);
            assertThat(batch.arm(0)).isEqualTo(arm);
            assertThat(batch.weight(0)).isEqualTo(counted);
            plain.learn(0, true);
            weighted.learn(0, true);
            assertThat(weighted.thresholds(0)[arm]).isCloseTo(counted * plain.thresholds(0)[arm], within(1e-12));
            assertThat(weighted.measures().head(0).coverage().weight(arm)).isCloseTo(counted * 3, within(1e-12));
            assertThat(weighted.measures().answered()).isEqualTo(1);
            assertThat(weighted.measures().head(0).sizes().sets()).isEqualTo(1);
            assertThat(probabilities(weighted)).isEqualTo(probabilities(plain));
            // told labels count by the weight alone
            Decision again = weighted.decide(Query.of(ONE).weighing(weight));
            double before = weighted.measures().head(0).coverage().weight(1);
            weighted.learn(again.id(), Feedback.label(1));
            assertThat(weighted.measures().head(0).coverage().weight(1)).isCloseTo(before + counted, within(1e-12));
        }
    }

    @Test
    void weightsAboveOneMustBeAllowed() {
        Learner learner = new Learner(even().build());
        DecisionBatch batch = learner.newBatch();
        learner.decideInto(new FeatureVector[] {ONE, ONE}, null, null, new double[] {1, 0.25}, 2, batch);
        assertThat(batch.weight(0)).isEqualTo(1);
        assertThat(batch.weight(1)).isEqualTo(0.25);
        assertThat(learner.settings().mostEvidence()).isCloseTo(3, within(1e-12));
        byte[] before = learner.snapshot();
        assertThatThrownBy(() -> learner.decide(Query.of(ONE).weighing(1.5)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("weight: 1.5 (expected: at most 1, as maxWeight is 1");
        assertThat(learner.snapshot()).isEqualTo(before);
    }

    @Test
    void weightsThatAreNoWeightsAreRefusedAndChangeNothing() {
        Learner learner = new Learner(even().maxWeight(4).build());
        learner.decide(ONE);
        byte[] before = learner.snapshot();
        for (double weight : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> learner.decide(Query.of(ONE).weighing(weight)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("weight: " + weight + " (expected: finite and >= 0)");
            FeatureVector[] two = {ONE, ONE};
            assertThatThrownBy(
                            () -> learner.decideInto(two, null, null, new double[] {1, weight}, 2, learner.newBatch()))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(learner.snapshot()).isEqualTo(before);
    }

    // ------------------------------------------------------------------ empty sets

    @Test
    void setsAreNeverEmptyWhereTheMostProbableLabelIsAddedAndCoverageOnlyGrows() {
        Laws.forAll(20, random -> {
            LearnerSettingsBuilder builder = LearnerSettings.builder(Learners.names(4))
                    .model(Learners.regression())
                    .head("high", Score.softmax(), new SgdTracker.Settings(0.05, 0.5))
                    .head("low", Score.aps(), new SgdTracker.Settings(0.05, 0));
            Learner allowed = new Learner(builder.build());
            LearnerSettings adding = builder.emptySets(EmptySets.MOST_PROBABLE).build();
            Learner added = new Learner(adding);
            DecisionBatch one = allowed.newBatch();
            int empty = 0;
            for (int t = 0; t < 100; t++) {
                FeatureVector query = Learners.query(random);
                allowed.decideInto(query, one);
                DecisionBatch two = added.newBatch();
                added.decideInto(query, two);
                assertThat(two.arm(0)).isEqualTo(one.arm(0));
                for (int h = 0; h < 2; h++) {
                    if (one.setSize(0, h) == 0) {
                        empty++;
                        int best = 0;
                        for (int k = 0; k < 4; k++) {
                            best = one.probability(0, k) > one.probability(0, best) ? k : best;
                        }
                        assertThat(two.set(0, h).indices()).containsExactly(best);
                        assertThat(two.setSize(0, h)).isEqualTo(1);
                        assertThat(two.contains(0, h, best)).isTrue();
                    } else {
                        assertThat(two.set(0, h)).isEqualTo(one.set(0, h));
                    }
                }
                assertThat(two.decision(0).set()).isEqualTo(two.set(0, 0));
                if (t % 7 == 3) { // half answered, the rest pending: they must survive with the label that was added
                    added = LearnerPages.restore(adding, added.snapshot());
                }
                int late = t - 5;
                if (late >= 0) {
                    boolean correct = random.chance(0.5);
                    allowed.learn(late, correct);
                    added.learn(late, correct);
                }
            }
            assertThat(empty).isPositive();
            assertThat(added.thresholds(0)).isEqualTo(allowed.thresholds(0));
            for (int h = 0; h < 2; h++) {
                assertThat(added.measures().head(h).sizes().count(0)).isZero();
                for (int k = 0; k < 4; k++) {
                    double least = allowed.measures().head(h).coverage().coverage(k);
                    if (!Double.isNaN(least)) {
                        assertThat(added.measures().head(h).coverage().coverage(k))
                                .isGreaterThanOrEqualTo(least);
                    }
                }
            }
        });
    }

    // ------------------------------------------------------------------ policies that look at the set

    @Test
    void setAwarePullsOutsideTheSetByTheFloorAlone() {
        Laws.forAll(30, random -> {
            int labels = random.within(3, 8);
            Learner learner = new Learner(Learners.plain(labels)
                    .policy(new SetAwarePolicy(1))
                    .floor(0.2)
                    .build());
            Learners.train(learner, random, 100);
            DecisionBatch batch = learner.newBatch();
            for (int t = 0; t < 20; t++) {
                learner.decideInto(Learners.query(random), batch);
                double members = 0;
                for (int k = 0; k < labels; k++) {
                    members += batch.contains(0, 0, k) ? batch.probability(0, k) : 0;
                }
                for (int k = 0; k < labels; k++) {
                    double p = batch.probability(0, k);
                    double share = members == 0 ? p : batch.contains(0, 0, k) ? p / members : 0;
                    assertThat(batch.pullProbability(0, k)).isCloseTo(0.8 * share + 0.2 / labels, within(1e-12));
                }
                assertThat(batch.propensity(0)).isEqualTo(batch.pullProbability(0, batch.arm(0)));
                learner.learn(batch.id(0), random.chance(0.5));
            }
        });
    }

    @Test
    void noneOfAllLabelsMovesNothing() {
        LearnerSettings settings = LearnerSettings.builder(Learners.names(3))
                .model(new TestModels.Given(3))
                .head("outer", Score.softmax(), TrackerSettings.parse("outer(gamma=0.1, tracker=sgd(start=0.5))"))
                .build();
        Learner learner = new Learner(settings);
        LabelSet all = LabelSet.of(Learners.names(3), "label0", "label1", "label2");
        LabelSet two = LabelSet.of(Learners.names(3), "label0", "label1");
        FeatureVector query = FeatureVector.dense(0.75f, 0.1875f, 0.0625f);
        learner.learn(learner.decide(query).id(), Feedback.noneOf(all));
        assertThat(learner.thresholds(0)).containsOnly(0.5); // the known labels are as they were
        learner.learn(learner.decide(Query.of(query).excluding(two)).id(), Feedback.noneOf(two));
        assertThat(learner.thresholds(0)).containsOnly(0.5); // it pulled label2: no label is left either
        LabelSet last = LabelSet.of(Learners.names(3), "label2");
        learner.learn(learner.decide(Query.of(query).excluding(two)).id(), Feedback.noneOf(last));
        assertThat(learner.thresholds(0)).containsOnly(0.5); // label0 was in the set, label1 was not: unknown
        learner.learn(learner.decide(Query.of(query).excluding(last)).id(), Feedback.label(2));
        assertThat(learner.thresholds(0)[0]).isLessThan(0.5); // label2 was missed
    }

    @Test
    void headThatIsNamedIssuesTheSets() {
        LearnerSettingsBuilder builder = LearnerSettings.builder(Learners.names(3))
                .model(TestModels.Fixed.of(0.5, 0.3, 0.2))
                .policy(new SetAwarePolicy(1))
                .floor(0.01)
                .head("wide", Score.softmax(), new SgdTracker.Settings(1e-9, 0))
                .head("narrow", Score.softmax(), new SgdTracker.Settings(1e-9, 0.4));
        Learner wide = new Learner(builder.build());
        Learner narrow = new Learner(builder.issuingHead("narrow").build());
        FeatureVector query = FeatureVector.dense(1);
        assertThat(wide.decide(query).set()).containsExactly("label0", "label1", "label2");
        assertThat(narrow.decide(query).set()).containsExactly("label0");
        DecisionBatch batch = narrow.newBatch();
        narrow.decideInto(query, batch);
        assertThat(batch.pullProbability(0, 0)).isGreaterThan(0.99); // the policy looks at the set that is issued
        assertThat(batch.set(0, 0)).hasSize(3); // heads keep their places
        for (int t = 0; t < 40; t++) {
            narrow.learn(narrow.decide(query).id(), Feedback.label(0));
        }
        assertThat(narrow.decide(query).uncalibrated()).isEmpty();
    }

    @Test
    void answerThatTheModelChokedOnIsNotLearnedLater() {
        TestModels.Choking choking = new TestModels.Choking();
        Learner learner = new Learner(
                LearnerSettings.builder(Learners.names(3)).model(choking).build());
        FeatureVector query = FeatureVector.dense(1);
        assertThatThrownBy(() -> learner.learn(learner.decide(query).id(), true))
                .hasMessage("choked");
        learner.learn(learner.decide(query).id(), true);
        assertThat(choking.learned()).containsExactly(1, 1);
        assertThat(learner.measures().answered()).isEqualTo(1);
    }

    @Test
    void membersThatAreExcludedLeaveThePullToTheOthers() {
        for (Policy policy : List.of(new SetAwarePolicy(1), new EpsilonGreedyPolicy(0))) {
            Learner learner = new Learner(LearnerSettings.builder(Learners.names(3))
                    .model(new TestModels.Given(3))
                    .policy(policy)
                    .floor(0)
                    .head("half", Score.softmax(), new SgdTracker.Settings(0.1, 0.5))
                    .build());
            DecisionBatch batch = learner.newBatch();
            FeatureVector query = FeatureVector.dense(0.75f, 0.1875f, 0.0625f);
            LabelSet excluded = LabelSet.of(Learners.names(3), "label0"); // the only member
            learner.decideInto(new FeatureVector[] {query}, new LabelSet[] {excluded}, null, null, 1, batch);
            assertThat(batch.set(0, 0)).containsExactly("label0");
            assertThat(batch.pullProbability(0, 0)).isZero();
            boolean greedy = policy instanceof EpsilonGreedyPolicy;
            assertThat(batch.pullProbability(0, 1)).isEqualTo(greedy ? 1 : 0.75);
            assertThat(batch.pullProbability(0, 2)).isEqualTo(greedy ? 0 : 0.25);
        }
    }

    @Test
    void excludedLabelsAreToThePolicyAsIfTheyWereNone() {
        for (Policy policy : List.of(new TradeOffPolicy(0.01), new SoftmaxPolicy(0.5), new EpsilonGreedyPolicy(0))) {
            Learner learner = new Learner(LearnerSettings.builder(Learners.names(4))
                    .model(new TestModels.Given(4))
                    .policy(policy)
                    .floor(0)
                    .build());
            DecisionBatch batch = learner.newBatch();
            FeatureVector query = FeatureVector.dense(0.875f, 0.09375f, 0.015625f, 0.015625f);
            LabelSet excluded = LabelSet.of(Learners.names(4), "label0");
            learner.decideInto(new FeatureVector[] {query}, new LabelSet[] {excluded}, null, null, 1, batch);
            double[] expected = new double[4];
            policy.distributionInto(new double[] {0, 0.75, 0.125, 0.125}, new boolean[4], expected);
            assertThat(expected[1]).isGreaterThan(0.85); // the best of those that are left is what is mostly pulled
            for (int k = 0; k < 4; k++) {
                assertThat(batch.pullProbability(0, k)).isCloseTo(expected[k], within(1e-15));
            }
            LabelSet butOne = LabelSet.of(Learners.names(4), "label0", "label1", "label3");
            learner.decideInto(new FeatureVector[] {query}, new LabelSet[] {butOne}, null, null, 1, batch);
            assertThat(batch.pullProbability(0, 2)).isEqualTo(1);
        }
    }

    /** True coverage in the second half of 20,000 queries whose labels are drawn from the model's own probabilities. */
    private static double coverageOfSetAware(double floor) {
        Learner learner = new Learner(LearnerSettings.builder(Learners.names(4))
                .model(new TestModels.Given(4))
                .policy(new SetAwarePolicy(1))
                .floor(floor)
                .head("sgd", Score.softmax(), new SgdTracker.Settings(0.002, 0))
                .build());
        Source random = new Source(11);
        DecisionBatch batch = learner.newBatch();
        float[] values = new float[4];
        int held = 0;
        for (int t = 0; t < 20_000; t++) {
            double[] p = random.distribution(4);
            for (int k = 0; k < 4; k++) {
                values[k] = (float) p[k];
            }
            learner.decideInto(FeatureVector.dense(values), batch);
            double u = random.uniform();
            int y = 0;
            while (y < 3 && u >= p[y]) {
                u -= p[y++];
            }
            held += t >= 10_000 && batch.contains(0, 0, y) ? 1 : 0;
            learner.learn(batch.id(0), batch.arm(0) == y);
        }
        return held / 10_000.0;
    }

    @Test
    @Tag("statistical")
    void setAwareKeepsCoverageWithAFloorAndLosesItWithout() {
        // 10,000 queries: 5 standard deviations of a share of 0.9 are 0.015, the thresholds' own swing adds about as
        // much;
        // false alarm below 1e-6. Without pulls outside the set thresholds rise until sets are empty.
        assertThat(coverageOfSetAware(0.2)).isBetween(0.87, 0.93);
        assertThat(coverageOfSetAware(0)).isLessThan(0.8);
    }
}
