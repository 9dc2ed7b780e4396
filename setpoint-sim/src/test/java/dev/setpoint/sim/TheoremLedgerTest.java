package dev.setpoint.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.DecisionBatch;
import dev.setpoint.Learner;
import dev.setpoint.LearnerSettings;
import dev.setpoint.LearnerSettingsBuilder;
import dev.setpoint.Normalization;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.policy.Policy;
import dev.setpoint.policy.SoftmaxPolicy;
import dev.setpoint.policy.UniformPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.sim.TrueMeasures.Span;
import dev.setpoint.sim.theorem.TheoremLedger;
import dev.setpoint.track.ExpertsTracker;
import dev.setpoint.track.SgdTracker;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TheoremLedgerTest {
    private static final int SGD = 0;
    private static final int EXPERTS = 1;
    private static final double TINY = 1e-9; // features are floats, but the numbers here are exact in both

    /** A run whose every term is known. */
    private static final class Run {
        final Learner learner;
        final TheoremLedger ledger;
        final TrueMeasures measures;
        final DecisionBatch batch;

        Run(LearnerSettings settings) {
            learner = new Learner(settings);
            ledger = new TheoremLedger(settings);
            measures =
                    new TrueMeasures(settings.labels().size(), settings.heads().size(), 1, 1_000_000);
            batch = learner.newBatch();
        }

        void step(float[][] queries, int... labels) {
            FeatureVector[] vectors = new FeatureVector[queries.length];
            long[] ids = new long[queries.length];
            boolean[] correct = new boolean[queries.length];
            int count = 0;
            for (int i = 0; i < queries.length; i++) {
                vectors[i] = FeatureVector.dense(queries[i]);
            }
            learner.decideInto(vectors, null, null, null, queries.length, batch);
            for (int i = 0; i < queries.length; i++) {
                ledger.add(batch, i, labels[i]);
                measures.add(batch, i, labels[i]);
                ids[i] = batch.id(i);
                correct[i] = batch.arm(i) == labels[i];
                count += correct[i] ? 1 : 0;
            }
            learner.learn(ids, correct, queries.length);
            ledger.endStep(queries.length, count);
        }
    }

    // ------------------------------------------------------------------ by hand

    private static final float[][] P = {{0.75f, 0.25f}, {0.5f, 0.5f}, {0.25f, 0.75f}, {0.5f, 0.5f}};
    private static final int[] LABEL = {0, 1, 1, 0};
    private static final int[] ARM = {0, 0, 1, 0}; // correct, incorrect, correct, correct

    private static LearnerSettingsBuilder twoClasses(Policy policy, double start, double... distribution) {
        return LearnerSettings.builder("a", "b")
                .alpha(0.2)
                .seed(Worlds.seedOfArms(distribution, ARM))
                .model(Worlds.given(2))
                .policy(policy)
                .floor(0)
                .head("sgd", Score.softmax(), new SgdTracker.Settings(0.5, start))
                .head("experts", Score.softmax(), new ExpertsTracker.Settings(List.of(0.5, 0.1), start));
    }

    private static Run fourSteps(LearnerSettings settings) {
        Run run = new Run(settings);
        for (int t = 0; t < 4; t++) {
            run.step(new float[][] {P[t]}, LABEL[t]);
            assertThat(run.batch.arm(0)).isEqualTo(ARM[t]);
        }
        return run;
    }

    /** pi = (3/4, 1/4): correct pulls of a weigh 4/3, of b 4. Thresholds start at 0.6. */
    private static Run unevenPolicy() {
        return fourSteps(twoClasses(Worlds.fixed(0.75, 0.25), 0.6, 0.75, 0.25).build());
    }

    @Test
    void theoremOneByHand() {
        TheoremLedger ledger = unevenPolicy().ledger;
        TrueMeasures measures = unevenPolicy().measures;
        // a: 0.75 >= 0.6, then 0.5 < 0.6 + 0.5 * 4/3 * 0.2; b: 0.5 < 0.6, then 0.75 >= 0.6
        assertThat(ledger.theorem1().gap(measures.misses(SGD, 0), 0)).isCloseTo(Math.abs(0.2 - 0.5), within(TINY));
        assertThat(ledger.theorem1().gap(measures.misses(SGD, 1), 1)).isCloseTo(0.3, within(TINY));
        // a: 4/3 * 0.2 - 4/3 * 0.8 over 2; b: 4 * 0.2 over 2
        assertThat(ledger.theorem1().thresholdTerm(SGD, 0)).isCloseTo(0.4, within(TINY));
        assertThat(ledger.theorem1().thresholdTerm(SGD, 1)).isCloseTo(0.4, within(TINY));
        // without a promise, c is the least that occurred; delta / K = 0.025
        assertThat(ledger.propensityLowerBound(0)).isEqualTo(0.75);
        assertThat(ledger.propensityLowerBound(1)).isEqualTo(0.25);
        double log = Math.log(2 / (0.05 / 2));
        double zetaOfA = 2 / (3 * 0.75) * log + Math.sqrt(2 * log * (4.0 / 3 + 4.0 / 3));
        double zetaOfB = 2 / (3 * 0.25) * log + Math.sqrt(2 * log * (4 + 4));
        assertThat(ledger.theorem1().deviationTerm(0)).isCloseTo(zetaOfA / 2, within(TINY));
        assertThat(ledger.theorem1().deviationTerm(1)).isCloseTo(zetaOfB / 2, within(TINY));
        assertThat(ledger.theorem1().bound(SGD, 0)).isCloseTo(0.4 + zetaOfA / 2, within(TINY));
        assertThat(ledger.theorem1().boundOfUniformPolicy(SGD, 0)).isNaN();
    }

    @Test
    void theoremTwoByHand() {
        TheoremLedger ledger = unevenPolicy().ledger;
        // scores of a: 0.75, 0.5; of b: 0.5, 0.75; the 0.2-quantile is the smaller
        assertThat(ledger.theorem2().bestThreshold(SGD, 0)).isEqualTo(0.5);
        assertThat(ledger.theorem2().bestThreshold(SGD, 1)).isEqualTo(0.5);
        // issued, a: 4/3 * 0.15 * 0.2 + 4/3 * (0.5 - 11/15) * (0.2 - 1); best: 0.25 * 0.2
        double issued = 4.0 / 3 * 0.15 * 0.2 + 4.0 / 3 * (0.5 - 11.0 / 15) * -0.8;
        assertThat(ledger.theorem2().regret(SGD, 0)).isCloseTo((issued - 0.05) / 4, within(TINY));
        assertThat(ledger.theorem2().regret(SGD, 1)).isCloseTo((4 * 0.15 * 0.2 - 0.05) / 4, within(TINY));
        // thresholds start at 0.6, so tau* - start is -0.1 where the paper's, starting at 0, is tau*
        // 0.1 / T sqrt(p_k sum 1{Y=k} / pi^2): a: 0.1 / 4 sqrt(0.5 * 32/9) = 1/30; b: 0.1 / 4 sqrt(0.5 * 32) = 1/10
        assertThat(ledger.theorem2().bound(SGD, 0)).isCloseTo(1.0 / 30, within(TINY));
        assertThat(ledger.theorem2().bound(SGD, 1)).isCloseTo(0.1, within(TINY));
        // 0.1 sqrt(p_k) / sqrt(sum): 0.1 sqrt(0.5 / (32/9)) and 0.1 sqrt(0.5 / 32)
        assertThat(ledger.theorem2().bestRate(SGD, 0)).isCloseTo(0.0375, within(TINY));
        assertThat(ledger.theorem2().bestRate(SGD, 1)).isCloseTo(0.0125, within(TINY));
        assertThat(ledger.theorem2().boundOfUniformPolicy(SGD, 0)).isNaN();
    }

    @Test
    void theoremThreeByHand() {
        TheoremLedger ledger = unevenPolicy().ledger;
        // a, step 1: both experts and the issued threshold are 0.6: loss 0.04. Then tau = 11/15 and 47/75, losses
        // equal, so the
        // issued one is their mean 0.68; step 4, s = 0.5: losses 4/3 * 0.8 * (tau - 0.5)
        double issued = 0.04 + 4.0 / 3 * 0.8 * 0.18;
        double best = 0.04 + 4.0 / 3 * 0.8 * (47.0 / 75 - 0.5);
        assertThat(ledger.theorem3().regret(EXPERTS, 0)).isCloseTo((issued - best) / 4, within(TINY));
        assertThat(ledger.theorem3().regret(EXPERTS, 1)).isCloseTo(0, within(TINY));
        assertThat(ledger.theorem3().bound(EXPERTS, 0))
                .isCloseTo((1 / (4 * 0.5625) + 2 * Math.log(2)) / 2, within(TINY));
        assertThat(ledger.theorem3().bound(EXPERTS, 1)).isCloseTo((4 + 2 * Math.log(2)) / 2, within(TINY));
        assertThat(ledger.theorem3().lossesWereBounded(EXPERTS, 0)).isTrue();
        assertThat(ledger.theorem3().lossesWereBounded(EXPERTS, 1)).isTrue();
    }

    @Test
    void corollariesOfTheUniformPolicyByHand() {
        TheoremLedger ledger =
                fourSteps(twoClasses(new UniformPolicy(), 0.6, 0.5, 0.5).build()).ledger;
        assertThat(ledger.propensityLowerBound(0)).isEqualTo(0.5);
        double log = Math.log(80);
        // sum of b is K T_k = 4; b's correct pull weighs 2: 2 * 0.2 over 2
        double zeta = 2 / (3 * 0.5) * log + Math.sqrt(2 * log * 4);
        assertThat(ledger.theorem1().boundOfUniformPolicy(SGD, 1)).isCloseTo(0.2 + zeta / 2, within(TINY));
        assertThat(ledger.theorem1().bound(SGD, 1)).isCloseTo(0.2 + zeta / 2, within(TINY));
        // |tau* - start| K p_k / sqrt(T)
        assertThat(ledger.theorem2().boundOfUniformPolicy(SGD, 1)).isCloseTo(0.1 * 2 * 0.5 / 2, within(TINY));
        assertThat(ledger.theorem2().bound(SGD, 1)).isCloseTo(0.05, within(TINY));
    }

    @Test
    void aFloorPromisesThePropensityLowerBound() {
        Run run =
                new Run(twoClasses(new SoftmaxPolicy(1), 0, 0.5, 0.5).floor(0.1).build());
        run.step(new float[][] {{0.5f, 0.5f}}, 0);
        assertThat(run.ledger.propensityLowerBound(0)).isEqualTo(0.05);
    }

    @Test
    void lossesAboveTheAssumptionAreNoticed() {
        // start 10: a's first loss is 4/3 * 9.25 * 0.8, above 4/3
        TheoremLedger ledger =
                fourSteps(twoClasses(Worlds.fixed(0.75, 0.25), 10, 0.75, 0.25).build()).ledger;
        assertThat(ledger.theorem3().lossesWereBounded(EXPERTS, 0)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Normalization.class)
    void aStepOfSeveralQueriesIsOneRoundWithItsLossesDivided(Normalization normalization) {
        Run run = new Run(twoClasses(Worlds.fixed(0.75, 0.25), 0.6, 0.75, 0.25)
                .normalization(normalization)
                .build());
        run.step(new float[][] {P[0], P[1], P[2]}, LABEL[0], LABEL[1], LABEL[2]); // two of three correct
        run.step(new float[][] {P[3]}, LABEL[3]);
        double divisor = normalization.divisor(3, 2);
        assertThat(divisor)
                .isEqualTo(Map.of("none", 1.0, "batch-size", 3.0, "correct-pulls", 2.0)
                        .get(normalization.toString()));
        // a: after step 1 the experts are at 0.6 + eta * 4/15 / divisor, with equal losses: the issued one is their
        // mean
        double slow = 0.6 + 0.1 * 4 / 15 / divisor;
        double mean = 0.6 + 0.3 * 4 / 15 / divisor;
        double weight = 4.0 / 3 * 0.8; // step 2 has one query, correct: its divisor is 1
        assertThat(run.ledger.theorem3().regret(EXPERTS, 0)).isCloseTo(weight * (mean - slow) / 2, within(TINY));
        assertThat(run.ledger.theorem3().bound(EXPERTS, 1))
                .isCloseTo((4 + 2 * Math.log(2)) / Math.sqrt(2), within(TINY));
        assertThat(run.ledger.theorem1().thresholdTerm(SGD, 0)).isCloseTo(0.4, within(TINY));
    }

    @Test
    void knowsOfWhichHeadsTheTheoremsSpeak() {
        LearnerSettings settings = LearnerSettings.builder("a", "b")
                .model(Worlds.given(2))
                .head("sgd", Score.softmax(), new SgdTracker.Settings(0.5, 0))
                .head("experts", Score.softmax(), new ExpertsTracker.Settings(List.of(0.5, 0.1), 0))
                .head("one expert", Score.softmax(), new ExpertsTracker.Settings(List.of(0.5), 0))
                .build();
        TheoremLedger ledger = new TheoremLedger(settings);
        assertThat(List.of(
                        ledger.theorem1().speaksOf(0),
                        ledger.theorem1().speaksOf(1),
                        ledger.theorem1().speaksOf(2)))
                .containsExactly(true, false, false);
        assertThat(List.of(
                        ledger.theorem3().speaksOf(0),
                        ledger.theorem3().speaksOf(1),
                        ledger.theorem3().speaksOf(2)))
                .containsExactly(false, true, false);
        assertThat(ledger.theorem2().bestThreshold(0, 0)).isNaN();
    }

    @Test
    void theBestThresholdIsTheQuantileWithTheLeastLoss() {
        // 40 scores of one class under two scores: no other threshold has a smaller check loss
        LearnerSettings settings = LearnerSettings.builder("a", "b")
                .alpha(0.3)
                .model(Worlds.given(2))
                .head("softmax", Score.softmax(), new SgdTracker.Settings(0.1, 0))
                .head("aps", Score.aps(), new SgdTracker.Settings(0.1, 0))
                .build();
        Run run = new Run(settings);
        Random random = new Random(5);
        double[][] scores = new double[2][40];
        for (int t = 0; t < 40; t++) {
            float p = random.nextFloat();
            run.step(new float[][] {{p, 1 - p}}, 0);
            scores[0][t] = run.batch.score(0, 0, 0);
            scores[1][t] = run.batch.score(0, 1, 0);
        }
        for (int h = 0; h < 2; h++) {
            double best = checkLoss(scores[h], run.ledger.theorem2().bestThreshold(h, 0));
            for (double candidate : scores[h]) {
                assertThat(best).isLessThanOrEqualTo(checkLoss(scores[h], candidate) + 1e-12);
            }
        }
    }

    private static double checkLoss(double[] scores, double tau) {
        double sum = 0;
        for (double s : scores) {
            sum += (s - tau) * (0.3 - (s < tau ? 1 : 0));
        }
        return sum;
    }

    // ------------------------------------------------------------------ laws

    private static Run randomRun(
            long seed, Policy policy, Normalization normalization, int batch, int queries, int labels) {
        Random random = new Random(seed);
        String[] names = new String[labels];
        for (int k = 0; k < labels; k++) {
            names[k] = "label " + k;
        }
        Run run = new Run(LearnerSettings.builder(names)
                .alpha(0.1)
                .seed(seed)
                .model(Worlds.given(labels))
                .policy(policy)
                .floor(0.2)
                .normalization(normalization)
                .head("sgd", Score.softmax(), new SgdTracker.Settings(0.05, 0.1))
                .head("experts", Score.aps(), new ExpertsTracker.Settings(List.of(0.3, 0.05, 0.01), 0.1))
                .build());
        for (int q = 0; q < queries; q += batch) {
            float[][] p = new float[batch][labels];
            int[] label = new int[batch];
            for (int i = 0; i < batch; i++) {
                label[i] = query(random, p[i]);
            }
            run.step(p, label);
        }
        return run;
    }

    /** Random probabilities, and a label drawn from them: the model is correct about what it does not know. */
    private static int query(Random random, float[] p) {
        float sum = 0;
        for (int k = 0; k < p.length; k++) {
            p[k] = (float) -Math.log(1 - random.nextDouble());
            sum += p[k];
        }
        double position = random.nextDouble();
        int label = -1;
        for (int k = 0; k < p.length; k++) {
            p[k] /= sum;
            position -= p[k];
            label = position < 0 && label < 0 ? k : label;
        }
        return label < 0 ? p.length - 1 : label;
    }

    @Test
    void theThresholdTermIsHowFarTheThresholdHasCome() {
        for (long seed = 1; seed <= 10; seed++) {
            for (Normalization normalization : Normalization.values()) {
                assertThresholdTerm(randomRun(seed, new SoftmaxPolicy(1), normalization, 1, 200, 3), seed);
            }
            assertThresholdTerm(randomRun(seed, new SoftmaxPolicy(1), Normalization.NONE, 8, 200, 3), seed);
        }
    }

    private static void assertThresholdTerm(Run run, long seed) {
        for (int k = 0; k < 3; k++) {
            double term = run.ledger.theorem1().thresholdTerm(SGD, k) * run.measures.queries(k) * 0.05;
            assertThat(term)
                    .as("seed %d, label %d", seed, k)
                    .isCloseTo(Math.abs(run.learner.thresholds(SGD)[k] - 0.1), within(1e-10))
                    .isPositive();
        }
    }

    @Test
    void theoremThreeHoldsWheneverItsAssumptionDoes() {
        int held = 0;
        for (long seed = 1; seed <= 40; seed++) {
            Normalization normalization = List.of(
                            Normalization.NONE, Normalization.BATCH_SIZE, Normalization.CORRECT_PULLS)
                    .get((int) (seed % 3));
            Run run = randomRun(seed, new SoftmaxPolicy(1), normalization, seed % 2 == 0 ? 1 : 5, 300, 4);
            for (int k = 0; k < 4; k++) {
                if (run.ledger.theorem3().lossesWereBounded(EXPERTS, k)) {
                    held++;
                    assertThat(run.ledger.theorem3().regret(EXPERTS, k))
                            .as("seed %d, label %d", seed, k)
                            .isLessThanOrEqualTo(run.ledger.theorem3().bound(EXPERTS, k));
                }
            }
        }
        assertThat(held).as("runs that say something").isGreaterThan(80);
    }

    @Test
    @Tag("statistical")
    void theoremOneFailsNoMoreOftenThanDeltaAllows() {
        // The bound fails for some class with probability at most 0.05 per run. In 200 runs, more than 26 failures have
        // probability P(Bin(200, 0.05) > 26) = 3e-6.
        int failures = 0;
        int failuresOfTheFirstTermAlone = 0;
        for (long seed = 1; seed <= 200; seed++) {
            Run run = randomRun(
                    seed, seed % 2 == 0 ? new UniformPolicy() : new SoftmaxPolicy(1), Normalization.NONE, 1, 400, 3);
            boolean failed = false;
            boolean firstFailed = false;
            for (int k = 0; k < 3; k++) {
                double gap = run.ledger.theorem1().gap(run.measures.misses(SGD, k), k);
                double counted = Math.abs(0.1 - (1 - run.measures.coverage(Span.ALL, SGD, k)));
                assertThat(gap).isCloseTo(counted, within(1e-12));
                failed |= gap > run.ledger.theorem1().bound(SGD, k);
                firstFailed |= gap > run.ledger.theorem1().thresholdTerm(SGD, k);
            }
            failures += failed ? 1 : 0;
            failuresOfTheFirstTermAlone += firstFailed ? 1 : 0;
        }
        assertThat(failures).isLessThanOrEqualTo(26);
        // and the second term is not there for nothing
        assertThat(failuresOfTheFirstTermAlone).isGreaterThan(100);
    }
}
