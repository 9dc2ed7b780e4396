package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.measure.ClassCoverage;
import dev.setpoint.measure.CoverageEstimate;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.policy.UniformPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import dev.setpoint.track.SgdTracker;
import dev.setpoint.track.TrackerSettings;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Coverage of all queries together: one threshold for all labels. */
class MarginalCoverageTest {
    private static final int LABELS = 4;

    private static LearnerSettingsBuilder settings(Score score, TrackerSettings tracker) {
        return LearnerSettings.builder("a", "b", "c", "d")
                .model(new SoftmaxRegression.Settings(3, new Optimizer.AdaGrad(0.3)))
                .coverage(Coverage.MARGINAL)
                .head("h", score, tracker);
    }

    private static FeatureVector query(Source random) {
        return FeatureVector.dense((float) random.between(-1, 1), (float) random.between(-1, 1), 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sgd",
                "experts",
                "scale-free",
                "decaying",
                "weighted-quantile",
                "strongly-adaptive",
                "auto",
                "outer(tracker=experts)"
            })
    void allLabelsAreHeldAgainstOneThresholdWhichMoves(String tracker) {
        Learner learner = new Learner(
                settings(Score.raps(0.01, 1), TrackerSettings.parse(tracker)).build());
        Source random = new Source(3);
        DecisionBatch batch = learner.newBatch();
        double first = learner.thresholds(0)[0];
        for (int n = 0; n < 600; n++) {
            learner.decideInto(query(random), batch);
            for (int k = 1; k < LABELS; k++) {
                assertThat(batch.threshold(0, 0, k)).isEqualTo(batch.threshold(0, 0, 0));
            }
            learner.learn(batch.id(0), random.chance(0.3));
        }
        double[] last = learner.thresholds(0);
        assertThat(last).containsOnly(last[0]);
        assertThat(last[0]).isNotEqualTo(first);
    }

    @Test
    void evidenceAboutEveryLabelMovesTheOneThresholdByItsOwnScoreAndWeight() {
        // Algorithm 1, one answer per step: (threshold - start) / eta is the sum over correct pulls of (alpha - missed)
        // / pi
        Learner learner = new Learner(settings(Score.softmax(), new SgdTracker.Settings(0.01, 0.2))
                .policy(new UniformPolicy())
                .build());
        Source random = new Source(7);
        DecisionBatch batch = learner.newBatch();
        double sum = 0;
        for (int n = 0; n < 400; n++) {
            learner.decideInto(query(random), batch);
            boolean correct = random.chance(0.4);
            int arm = batch.arm(0);
            if (correct) {
                sum += (0.1 - (batch.contains(0, 0, arm) ? 0 : 1)) / batch.propensity(0);
            }
            learner.learn(batch.id(0), correct);
        }
        assertThat(learner.thresholds(0)[0]).isCloseTo(0.2 + 0.01 * sum, within(1e-9));
    }

    @Test
    void decisionSaysWhichCoverageItIsAbout() {
        Learner marginal = new Learner(
                settings(Score.softmax(), new SgdTracker.Settings(0.01, 0)).build());
        Learner byClass = new Learner(settings(Score.softmax(), new SgdTracker.Settings(0.01, 0))
                .coverage(Coverage.CLASS)
                .build());
        FeatureVector query = FeatureVector.dense(1, 0, 0);
        assertThat(marginal.decide(query).coverage()).isEqualTo(Coverage.MARGINAL);
        assertThat(byClass.decide(query).coverage()).isEqualTo(Coverage.CLASS);
    }

    @Test
    void labelsAreVouchedForTogether() {
        Learner learner = new Learner(settings(Score.softmax(), TrackerSettings.parse("auto"))
                .policy(new UniformPolicy())
                .build());
        FeatureVector query = FeatureVector.dense(1, 0, 0);
        for (int n = 0; n < 9; n++) {
            learner.learn(learner.decide(query).id(), true);
        }
        assertThat(learner.decide(query).uncalibrated().size()).isEqualTo(LABELS);
        learner.learn(learner.decide(query).id(), true); // the tenth of equal weight: 1/alpha
        assertThat(learner.decide(query).uncalibrated().size()).isZero();
    }

    @Test
    void marginalEstimateIsThatOfTheSumsOverLabels() {
        Laws.forAll(50, random -> {
            CoverageEstimate byLabel = new CoverageEstimate(5);
            CoverageEstimate together = new CoverageEstimate(1);
            for (int n = random.within(1, 300); n > 0; n--) {
                double weight = random.between(1, 40);
                boolean held = random.chance(0.9);
                byLabel.add(random.below(5), weight, 40, held);
                together.add(0, weight, 40, held);
            }
            ClassCoverage marginal = byLabel.marginal(0.1, 0.05, 0.03);
            ClassCoverage expected =
                    together.classes(List.of("x"), 0.1, 0.05, 0.03).get(0);
            assertThat(marginal.label()).isEqualTo(CoverageEstimate.ALL_LABELS);
            assertThat(marginal.estimate()).isCloseTo(expected.estimate(), within(1e-9));
            assertThat(marginal.effectiveSampleSize()).isCloseTo(expected.effectiveSampleSize(), within(1e-6));
            assertThat(marginal.low())
                    .isCloseTo(expected.low(), within(0.0011)); // sums in another order may cross a step
            assertThat(marginal.high()).isCloseTo(expected.high(), within(0.0011));
            assertThat(marginal.low()).isLessThanOrEqualTo(marginal.estimate());
        });
    }

    @Test
    void marginalIntervalIsKnownSoonerThanThatOfAnyLabel() {
        Learner learner = new Learner(settings(Score.softmax(), new SgdTracker.Settings(1e-9, -1))
                .policy(new UniformPolicy())
                .build());
        assertThat(learner.coverage().marginal(0).low()).isZero();
        Source random = new Source(11);
        for (int n = 0; n < 800; n++) { // every set holds every label, and labels are as frequent as each other
            Decision decision = learner.decide(query(random));
            learner.learn(decision.id(), random.below(LABELS) == decision.arm());
        }
        double low = learner.coverage().marginal(0).low();
        assertThat(low).isGreaterThan(0.5);
        for (ClassCoverage label : learner.coverage().classes(0)) {
            assertThat(low).isGreaterThan(label.low() + 0.05);
        }
        assertThatThrownBy(() -> learner.coverage().marginal(1)).hasMessageContaining("head: 1");
    }

    @Test
    void restoredLearnerResumesAndSettingsOfTheOtherCoverageAreRefused() {
        LearnerSettings settings =
                settings(Score.aps(), TrackerSettings.parse("auto")).build();
        Learner learner = new Learner(settings);
        Source random = new Source(9);
        for (int n = 0; n < 50; n++) {
            learner.learn(learner.decide(query(random)).id(), random.chance(0.5));
        }
        Learner restored = LearnerPages.restore(settings, learner.snapshot());
        FeatureVector query = query(random);
        assertThat(restored.decide(query)).isEqualTo(learner.decide(query));
        LearnerSettings other = settings(Score.aps(), TrackerSettings.parse("auto"))
                .coverage(Coverage.CLASS)
                .build();
        byte[] snapshot = learner.snapshot();
        assertThatThrownBy(() -> LearnerPages.restore(other, snapshot)).hasMessageContaining("coverage");
    }

    @Test
    void unknownCoverageIsRefused() {
        assertThat(Coverage.parse("marginal")).isEqualTo(Coverage.MARGINAL);
        assertThat(Coverage.parse("class")).isEqualTo(Coverage.CLASS);
        assertThatThrownBy(() -> Coverage.parse("label")).hasMessage("coverage: 'label' (expected: class, marginal)");
    }
}
