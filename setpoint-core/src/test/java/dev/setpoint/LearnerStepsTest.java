package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.policy.UniformPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import dev.setpoint.track.ExpertsTracker;
import dev.setpoint.track.SgdTracker;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What one step of learning does. */
class LearnerStepsTest {
    private static final FeatureVector ONE = FeatureVector.dense(1);

    /** K = 2, pi = 1/2, so a correct pull weighs 2; p = (1/2, 1/2) and thresholds 0 at first, so every label is held. */
    private static LearnerSettingsBuilder even(Normalization normalization) {
        return LearnerSettings.builder("a", "b")
                .loss(new CrossEntropyLoss(new IpwEstimator()))
                .alpha(0.2)
                .policy(new UniformPolicy())
                .normalization(normalization)
                .model(new SoftmaxRegression.Settings(1, new Optimizer.Sgd(1)))
                .head("sgd", Score.softmax(), new SgdTracker.Settings(0.5, 0));
    }

    /**
     * Decides four queries and answers correct, correct, incorrect, incorrect, in one step. Returns the arms of the correct pulls.
     */
    private static int[] stepOfFour(Learner learner) {
        DecisionBatch batch = learner.newBatch();
        learner.decideInto(new FeatureVector[] {ONE, ONE, ONE, ONE}, null, null, null, 4, batch);
        long[] ids = {batch.id(0), batch.id(1), batch.id(2), batch.id(3)};
        assertThat(learner.learn(ids, new boolean[] {true, true, false, false}, 4))
                .isEqualTo(4);
        return new int[] {batch.arm(0), batch.arm(1)};
    }

    private static void batchStepAsOnPaper(Normalization normalization, double divisor) {
        Learner learner = new Learner(even(normalization).build());
        int[] correct = stepOfFour(learner);
        // each correct pull: covered, so tau += 0.5 * 2 * 0.2 / divisor for its arm
        double[] tau = new double[2];
        double[] logits = new double[2];
        for (int arm : correct) {
            tau[arm] += 0.5 * 2 * 0.2 / divisor;
            // gradient of the logits: 0.5 * 2 - 2 for the arm, 0.5 * 2 for the other; feature and bias both move
            logits[arm] += 2 * 1 / divisor;
            logits[1 - arm] -= 2 * 1 / divisor;
        }
        assertThat(learner.thresholds(0)).usingComparatorWithPrecision(1e-15).containsExactly(tau);
        DecisionBatch batch = learner.newBatch();
        learner.decideInto(ONE, batch);
        assertThat(batch.probability(0, 0)).isCloseTo(1 / (1 + Math.exp(logits[1] - logits[0])), within(1e-7));
    }

    @Test
    void stepWithoutNormalizationAddsUp() {
        batchStepAsOnPaper(Normalization.NONE, 1);
    }

    @Test
    void stepByBatchSizeIsDividedByItsAnswers() {
        batchStepAsOnPaper(Normalization.BATCH_SIZE, 4);
    }

    @Test
    void stepByCorrectPullsIsDividedByTheCorrectOnes() {
        batchStepAsOnPaper(Normalization.CORRECT_PULLS, 2);
    }

    @Test
    void answersThatAreNotPendingDoNotCountInTheBatchSize() {
        Learner learner = new Learner(even(Normalization.BATCH_SIZE).build());
        DecisionBatch batch = learner.newBatch();
        learner.decideInto(new FeatureVector[] {ONE, ONE}, null, null, null, 2, batch);
        int arm = batch.arm(0);
        List<Outcome> outcomes = learner.learn(List.of(
                new Answer(0, Feedback.of(true)),
                new Answer(77, Feedback.of(true)), // never made
                new Answer(0, Feedback.of(true)), // twice
                new Answer(1, new Feedback.Cancelled())));
        assertThat(outcomes).containsExactly(Outcome.LEARNED, Outcome.UNKNOWN, Outcome.ANSWERED, Outcome.DISCARDED);
        assertThat(learner.thresholds(0)[arm]).isCloseTo(0.5 * 2 * 0.2, within(1e-15));
        assertThat(learner.thresholds(0)[1 - arm]).isZero();
        assertThat(learner.pending()).isZero();
    }

    @Test
    void stepByCorrectPullsWithoutACorrectPullMovesNothing() {
        Learner learner = new Learner(even(Normalization.CORRECT_PULLS).build());
        stepOfFour(learner);
        double[] tau = learner.thresholds(0);
        DecisionBatch batch = learner.newBatch();
        learner.decideInto(new FeatureVector[] {ONE, ONE}, null, null, null, 2, batch);
        double p = batch.probability(0, 0);
        learner.learn(new long[] {batch.id(0), batch.id(1)}, new boolean[2], 2);
        assertThat(learner.thresholds(0)).isEqualTo(tau);
        learner.decideInto(ONE, batch);
        assertThat(batch.probability(0, 0)).isEqualTo(p);
        assertThat(learner.measures().answered()).isEqualTo(6);
    }

    @Test
    void stepByCorrectPullsWithoutACorrectPullStillCountsForTheWeightsOfExperts() {
        Learner learner = new Learner(LearnerSettings.builder("a", "b")
                .loss(new CrossEntropyLoss(new IpwEstimator()))
                .alpha(0.2)
                .policy(new UniformPolicy())
                .normalization(Normalization.CORRECT_PULLS)
                .model(new SoftmaxRegression.Settings(1, new Optimizer.Sgd(1e-9)))
                .head("experts", Score.softmax(), new ExpertsTracker.Settings(List.of(2.0, 0.1), 0))
                .build());
        // two labels told: tau_a = 2 * 0.2 = 0.4 and 0.02, losses 0.5 * 0.2 each; then the same again at s = 0.5:
        // losses 0.1 * 0.2 and 0.48 * 0.2, thresholds 0.8 and 0.04
        learner.learn(learner.decide(ONE).id(), Feedback.label(0));
        learner.learn(learner.decide(ONE).id(), Feedback.label(0));
        double excess = (0.48 - 0.1) * 0.2; // by which the second expert is worse
        for (int t = 2; t < 6; t++) {
            double w = Math.exp(-excess / Math.sqrt(t + 1.0));
            assertThat(learner.thresholds(0)[0]).isCloseTo((0.8 + w * 0.04) / (1 + w), within(1e-7));
            learner.learn(learner.decide(ONE).id(), false);
        }
    }

    @Test
    void toldLabelWeighsOneWhetherItWasPulledOrNot() {
        for (int told = 0; told < 2; told++) {
            for (Normalization normalization : Normalization.values()) {
                Learner learner = new Learner(even(normalization).build());
                int arm = learner.decide(ONE).arm();
                assertThat(learner.learn(0, Feedback.label(told))).isEqualTo(Outcome.LEARNED);
                double[] expected = new double[2];
                expected[told] = 0.5 * 1 * 0.2;
                assertThat(learner.thresholds(0))
                        .usingComparatorWithPrecision(1e-15)
                        .containsExactly(expected);
                DecisionBatch batch = learner.newBatch();
                learner.decideInto(ONE, batch);
                // gradient of the logits -+0.5; feature and bias: logits +-1
                assertThat(batch.probability(0, told)).isCloseTo(1 / (1 + Math.exp(-2)), within(1e-7));
                assertThat(learner.measures().correctPulls()).isEqualTo(arm == told ? 1 : 0);
                assertThat(learner.measures().head(0).coverage().weight(told)).isEqualTo(1);
                assertThat(learner.measures().head(0).coverage().weight(1 - told))
                        .isZero();
            }
        }
    }

    @Test
    void toldLabelsAndIncorrectPullsShareAStep() {
        // correct-pulls: divided by the answers that tell the label (1), batch-size: by all (2)
        for (Normalization normalization : Normalization.values()) {
            Learner learner = new Learner(even(normalization).build());
            learner.decideInto(new FeatureVector[] {ONE, ONE}, null, null, null, 2, learner.newBatch());
            learner.learn(List.of(new Answer(0, Feedback.label(1)), new Answer(1, Feedback.of(false))));
            double divisor = normalization == Normalization.BATCH_SIZE ? 2 : 1;
            assertThat(learner.thresholds(0)[1]).isCloseTo(0.5 * 0.2 / divisor, within(1e-15));
        }
    }

    @Test
    void labelThatDoesNotExistIsRefusedAndChangesNothing() {
        Learner learner = new Learner(even(Normalization.NONE).build());
        learner.decideInto(new FeatureVector[] {ONE, ONE}, null, null, null, 2, learner.newBatch());
        byte[] before = learner.snapshot();
        for (int index : new int[] {-1, -2, 2, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertThatThrownBy(() -> learner.learn(0, Feedback.label(index)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("label: " + index + " (expected: in [0, 2))");
            assertThatThrownBy(() -> learner.learn(List.of(
                            new Answer(0, Feedback.of(true)),
                            new Answer(1, new Feedback.Expired()),
                            new Answer(1, Feedback.label(index)))))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(learner.snapshot()).isEqualTo(before);
    }

    @Test
    void correctPullTeachesAsOnPaperUnderUnevenPropensity() {
        Laws.forAll(50, random -> {
            Learner learner = new Learner(Learners.plain(4).floor(0.2).build());
            Learners.train(learner, random, 30);
            DecisionBatch batch = learner.newBatch();
            learner.decideInto(Learners.query(random), batch);
            int arm = batch.arm(0);
            double before = learner.thresholds(0)[arm];
            boolean held = batch.contains(0, 0, arm);
            learner.learn(batch.id(0), true);
            double expected = before + 0.02 / batch.propensity(0) * (0.1 - (held ? 0 : 1));
            assertThat(learner.thresholds(0)[arm]).isCloseTo(expected, within(1e-14));
        });
    }

    @Test
    void oneAnswerIsLearnedAlikeInEveryForm() {
        Laws.forAll(20, random -> {
            boolean correct = random.chance(0.5);
            long seed = random.bits();
            List<byte[]> snapshots = new ArrayList<>();
            for (int form = 0; form < 4; form++) {
                Learner learner = new Learner(
                        Learners.threeHeads(3, Learners.regression()).build());
                Source same = new Source(seed);
                Learners.train(learner, same, 10);
                long id = Long.parseLong(learner.decide(Learners.query(same)).id());
                switch (form) {
                    case 0 -> learner.learn(id, correct);
                    case 1 -> learner.learn(id, Feedback.of(correct));
                    case 2 -> learner.learn(new long[] {id}, new boolean[] {correct}, 1);
                    default -> learner.learn(List.of(new Answer(id, Feedback.of(correct))));
                }
                snapshots.add(learner.snapshot());
            }
            for (byte[] snapshot : snapshots) {
                assertThat(snapshot).isEqualTo(snapshots.get(0));
            }
        });
    }

    @Test
    void headsDoNotDisturbEachOther() {
        Laws.forAll(10, random -> {
            long seed = random.bits();
            Learner many =
                    new Learner(Learners.threeHeads(4, Learners.regression()).build());
            Learner alone = new Learner(LearnerSettings.builder(Learners.names(4))
                    .model(Learners.regression())
                    .head("sgd", Score.softmax(), new SgdTracker.Settings(0.05, 0.1))
                    .build());
            Learners.train(many, new Source(seed), 60);
            Learners.train(alone, new Source(seed), 60);
            assertThat(many.thresholds(1)).isEqualTo(alone.thresholds(0));
        });
    }

    @Test
    void emptyStepTeachesNothing() {
        Learner learner =
                new Learner(Learners.threeHeads(3, Learners.regression()).build());
        Learners.train(learner, new Source(3), 5);
        byte[] before = learner.snapshot();
        assertThat(learner.learn(new long[0], new boolean[0], 0)).isZero();
        assertThat(learner.learn(List.of())).isEmpty();
        assertThat(learner.snapshot()).isEqualTo(before);
    }

    @Test
    void divisorsAreAsDocumented() {
        assertThat(Normalization.NONE.divisor(7, 3)).isEqualTo(1);
        assertThat(Normalization.BATCH_SIZE.divisor(7, 3)).isEqualTo(7);
        assertThat(Normalization.CORRECT_PULLS.divisor(7, 3)).isEqualTo(3);
        assertThat(Normalization.CORRECT_PULLS.divisor(7, 0)).isZero();
    }
}
