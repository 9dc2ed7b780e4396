package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.score.Score;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import dev.setpoint.track.SgdTracker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Wang &amp; Qiao (2024), the telescoping identity in the proof of Theorem 1: (tau_T - tau_0) / eta equals the sum over steps of
 * (sum of Delta (alpha - 1{s &lt; tau as issued})) / divisor. It is an identity, not an estimate: it holds for every sequence of
 * events, up to rounding, which is allowed to grow with the number of steps.
 */
class TheoremOneTest {
    private static final int LABELS = 4;

    /** What one issued decision will add to the sums, should its answer come. */
    private record Open(long id, int arm, double weight, boolean held) {}

    private static Open open(DecisionBatch batch, int row) {
        int arm = batch.arm(row);
        return new Open(batch.id(row), arm, 1 / batch.propensity(row), batch.contains(row, 0, arm));
    }

    private static Learner learner(Source random, double alpha, double eta, double start, Normalization normalization) {
        return new Learner(LearnerSettings.builder(Learners.names(LABELS))
                .alpha(alpha)
                .seed(random.bits())
                .policy(Learners.policy(random))
                .floor(random.oneOf(0.05, 0.3, 1.0))
                .normalization(normalization)
                .model(Learners.regression())
                .maxPending(40)
                .maxAge(60)
                .head(
                        "sgd",
                        random.oneOf(Score.softmax(), Score.aps(), Score.raps(0.02, 1)),
                        new SgdTracker.Settings(eta, start))
                .build());
    }

    private static void identityHolds(Learner learner, double eta, double start, double[] sums, int steps) {
        double[] thresholds = learner.thresholds(0);
        double rounding = 1e-13
                * (steps + 1)
                * Math.max(1, Arrays.stream(sums).map(Math::abs).max().orElse(0) * eta);
        for (int k = 0; k < LABELS; k++) {
            assertThat(thresholds[k] - start).isCloseTo(eta * sums[k], within(rounding));
        }
    }

    @Test
    void thresholdIsTheSumOfItsSteps() {
        Laws.forAll(40, random -> {
            double alpha = random.between(0.01, 0.5);
            double eta = Math.exp(random.between(-7, 0));
            double start = random.between(-0.1, 0.3);
            Learner learner = learner(random, alpha, eta, start, Normalization.NONE);
            DecisionBatch batch = learner.newBatch();
            double[] sums = new double[LABELS];
            for (int t = 1; t <= 300; t++) {
                FeatureVector query = Learners.query(random);
                learner.decideInto(query, batch);
                Open open = open(batch, 0);
                if (open.arm == Learners.label(random, query, LABELS)) {
                    sums[open.arm] += open.weight * (alpha - (open.held ? 0 : 1));
                    learner.learn(open.id, true);
                } else {
                    learner.learn(open.id, false);
                }
                identityHolds(learner, eta, start, sums, t);
            }
        });
    }

    @Test
    void identitySurvivesDelayDropsReorderingAndEveryNormalization() {
        Laws.forAll(60, random -> {
            double alpha = random.between(0.01, 0.5);
            double eta = Math.exp(random.between(-7, 0));
            double start = random.between(-0.1, 0.3);
            Normalization normalization = random.oneOf(Normalization.values());
            Learner learner = learner(random, alpha, eta, start, normalization);
            DecisionBatch batch = learner.newBatch();
            double[] sums = new double[LABELS];
            List<Open> waiting = new ArrayList<>();
            int informative = 0;
            for (int t = 1; t <= 100; t++) {
                int count = random.within(0, 6);
                FeatureVector[] queries = new FeatureVector[count];
                Arrays.setAll(queries, i -> Learners.query(random));
                learner.decideInto(queries, null, null, null, count, batch);
                for (int i = 0; i < count; i++) {
                    if (random.chance(0.85)) { // the rest are never answered
                        waiting.add(open(batch, i));
                    }
                }
                List<Answer> answers = new ArrayList<>();
                List<Open> answered = new ArrayList<>();
                for (int i = random.below(8); i > 0 && !waiting.isEmpty(); i--) {
                    Open open = waiting.remove(random.below(waiting.size())); // any order
                    answered.add(open);
                    answers.add(new Answer(open.id, Feedback.of(random.chance(0.5))));
                }
                // what the step should do, by the decisions it finds still pending
                double[] step = new double[LABELS];
                int correct = 0;
                int pendingBefore = learner.pending();
                Learner probe = LearnerPages.restore(learner.settings(), learner.snapshot());
                for (int i = 0; i < answers.size(); i++) {
                    Open open = answered.get(i);
                    boolean pending = probe.learn(open.id, new Feedback.Cancelled()) == Outcome.DISCARDED;
                    if (pending && answers.get(i).feedback() instanceof Feedback.Correct) {
                        step[open.arm] += open.weight * (alpha - (open.held ? 0 : 1));
                        correct++;
                    }
                }
                int learned = Collections.frequency(learner.learn(answers), Outcome.LEARNED);
                assertThat(learner.pending()).isEqualTo(pendingBefore - learned);
                informative += correct;
                double divisor = normalization.divisor(learned, correct);
                for (int k = 0; k < LABELS; k++) {
                    sums[k] += divisor > 0 ? step[k] / divisor : 0;
                }
                identityHolds(learner, eta, start, sums, t);
            }
            assertThat(informative).isPositive();
        });
    }
}
