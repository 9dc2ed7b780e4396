package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.loss.Loss;
import dev.setpoint.model.GivenProbabilities;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.score.Score;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.States;
import dev.setpoint.track.AutoTracker;
import dev.setpoint.track.ExpertsTracker;
import dev.setpoint.track.SgdTracker;
import dev.setpoint.track.TrackerSettings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Learners whose probabilities come from somebody else's model. */
class GivenProbabilitiesTest {
    private static final int LABELS = 4;

    private static LearnerSettingsBuilder given(int labels) {
        return LearnerSettings.builder(Learners.names(labels)).givenProbabilities();
    }

    /** Of 64ths, which a float and a sum hold exactly. */
    private static double[] exact(Source random, int labels) {
        double[] p = new double[labels];
        for (int i = 0; i < 64; i++) {
            p[random.chance(0.5) ? 0 : random.below(labels)] += 1.0 / 64;
        }
        return p;
    }

    @Test
    void issuesTheSetsOfAConformalLayerFedWithTheSameRows() {
        Laws.forAll(30, random -> {
            TrackerSettings tracker = random.oneOf(
                    new SgdTracker.Settings(0.05, 0), ExpertsTracker.Settings.PAPER, AutoTracker.Settings.DEFAULT);
            Learner learner = new Learner(given(LABELS)
                    .policy(Learners.policy(random))
                    .head("h", Score.softmax(), tracker)
                    .build());
            ConformalLayer layer = new ConformalLayer(
                    new HeadSettings("h", Score.softmax(), tracker), LABELS, 0.1, Normalization.NONE);
            for (int t = 0; t < 80; t++) {
                double[] p = exact(random, LABELS);
                Decision decision = learner.decide(p);
                double[] pull = decision.propensities().stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray();
                layer.issue(p, null, pull);
                assertThat(decision.probabilities())
                        .isEqualTo(Arrays.stream(p).boxed().toList());
                for (int k = 0; k < LABELS; k++) {
                    assertThat(decision.set().contains(k)).isEqualTo(layer.contains(k));
                }
                boolean correct = random.uniform() < p[decision.arm()];
                assertThat(learner.learn(decision.id(), correct)).isEqualTo(Outcome.LEARNED);
                layer.answer(decision.arm(), decision.propensity(), correct);
                layer.endStep();
            }
            double[] thresholds = new double[LABELS];
            Arrays.setAll(thresholds, layer::threshold);
            assertThat(learner.thresholds(0)).isEqualTo(thresholds);
        });
    }

    /** A calibrated model on 5,000 queries: the least covered of three classes misses 0.9 by 0.05 in less than one seed of 10^4. */
    @Test
    void coversEveryClassOfACalibratedModel() {
        Source random = new Source(5);
        Learner learner = new Learner(given(3).build());
        int[] covered = new int[3];
        int[] seen = new int[3];
        for (int t = 0; t < 5000; t++) {
            double[] p = random.distribution(3);
            double u = random.uniform();
            int label = u < p[0] ? 0 : u < p[0] + p[1] ? 1 : 2;
            Decision decision = learner.decide(p);
            if (t >= 2000) {
                seen[label]++;
                covered[label] += decision.set().contains(label) ? 1 : 0;
            }
            learner.learn(decision.id(), Feedback.of(decision.arm() == label));
        }
        for (int k = 0; k < 3; k++) {
            assertThat((double) covered[k] / seen[k]).isBetween(0.85, 0.99);
        }
        assertThat(learner.coverage().classes(0)).hasSize(3);
    }

    @Test
    void probabilitiesThatMissTheSumByRoundingAreDividedByIt() {
        Learner learner = new Learner(given(3).build());
        Decision decision = learner.decide(0.3333, 0.3333, 0.3333);
        assertThat(decision.probabilities()).allSatisfy(p -> assertThat(p).isCloseTo(1 / 3.0, within(1e-9)));
        assertThat(learner.decide(1, 0, 0).probabilities()).containsExactly(1.0, 0.0, 0.0);
    }

    @Test
    void refusesWhatIsNoDistributionAndChangesNothing() {
        Learner learner = new Learner(given(3).build());
        byte[] before = learner.snapshot();
        refuses(learner, "probabilities: 2 numbers (expected: 3, one per label)", 0.5, 0.5);
        refuses(learner, "probabilities: 0 numbers (expected: 3, one per label)");
        refuses(learner, "probabilities: null (expected: 3, one per label)", (double[]) null);
        refuses(learner, "probabilities[0]: 1.9 (expected: in [0, 1])", 1.9, 1.9, 0);
        refuses(learner, "probabilities[1]: -0.5 (expected: in [0, 1])", 1, -0.5, 0.5);
        refuses(learner, "probabilities[2]: NaN (expected: in [0, 1])", 1, 0, Double.NaN);
        refuses(learner, "probabilities[0]: Infinity (expected: in [0, 1])", Double.POSITIVE_INFINITY, 0, 0);
        refuses(learner, "probabilities: sum 0.75 (expected: 1, give or take 0.001)", 0.25, 0.25, 0.25);
        refuses(learner, "probabilities: sum 0.0 (expected: 1, give or take 0.001)", 0, 0, 0);
        assertThatThrownBy(() -> learner.decide(FeatureVector.dense(2, -1, 0)))
                .hasMessage("probabilities[0]: 2.0 (expected: in [0, 1])");
        assertThat(learner.snapshot()).isEqualTo(before);
    }

    private static void refuses(Learner learner, String message, double... probabilities) {
        assertThatThrownBy(() -> learner.decide(probabilities))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void nothingIsNoDistributionHoweverManyLabelsThereAre() {
        Learner learner = new Learner(given(30_000).build());
        refuses(learner, "probabilities: sum 0.0 (expected: 1, give or take 0.01)", new double[30_000]);
        assertThat(GivenProbabilities.tolerance(30_000)).isEqualTo(0.01);
    }

    @Test
    void probabilitiesAtTheEdgeOfTheToleranceAreTaken() {
        Learner learner = new Learner(given(2).build());
        assertThat(learner.decide(0.5, 0.501).probabilities().get(0)).isCloseTo(0.5 / 1.001, within(1e-7));
    }

    @Test
    void featuresOfAnotherKindAreRefused() {
        assertThatThrownBy(() -> given(2).dense(2).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("dimension");
        assertThatThrownBy(() ->
                        given(2).features(new VectorSettings(2, true, 1, false)).build())
                .hasMessageContaining("with probabilities that are given");
    }

    @Test
    void learnerWithAModelRefusesThem() {
        Learner learner = new Learner(LearnerSettings.builder("a", "b").dense(2).build());
        assertThatThrownBy(() -> learner.decide(0.5, 0.5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("probabilities: given to a learner whose model is softmax-regression(")
                .hasMessageEndingWith("(expected: settings with givenProbabilities)");
        assertThatThrownBy(() -> new Learner(LearnerSettings.builder("a", "b")
                        .model(new GivenProbabilities.Settings(3))
                        .build()))
                .hasMessage("dimension: 3 (expected: 2, one per label)");
    }

    /** Labels come and go, and at every moment a copy from a snapshot and one from the events are the same to the bit. */
    @Test
    void labelsComeAndGoAndNothingIsLost() {
        Laws.forAll(10, random -> {
            Learner learner = new Learner(given(3).build());
            ByteArrayOutputStream log = new ByteArrayOutputStream();
            learner.recordTo(EventLogWriter.begin(log));
            int labels = 3;
            for (int t = 0; t < 60; t++) {
                Decision decision = learner.decide(
                        Query.ofProbabilities(random.distribution(labels)).named("q" + t));
                if (random.chance(0.2)) {
                    learner.change(new Change.AddLabel("new" + labels, null));
                    labels++;
                } else if (random.chance(0.05) && !learner.settings().retired().contains("label1")) {
                    learner.change(new Change.RetireLabel("label1"));
                }
                if (random.chance(0.8)) {
                    learner.learn(decision.id(), random.chance(0.5));
                }
            }
            byte[] state = learner.snapshot();
            assertThat(Learner.restore(state).snapshot()).isEqualTo(state);
            assertThat(new EventLogReader(new ByteArrayInputStream(log.toByteArray()))
                            .fold()
                            .snapshot())
                    .isEqualTo(state);
            double[] p = random.distribution(labels);
            assertThat(Learner.restore(state).decide(p)).isEqualTo(learner.decide(p));
            assertThat(learner.settings().model()).isEqualTo(new GivenProbabilities.Settings(labels));
            assertThat(LearnerSettings.parse(learner.settings().toString())).isEqualTo(learner.settings());
        });
    }

    /** The part of a model's contract that does not ask it to learn. */
    @Test
    void modelSaysWhatItIsGivenWhateverTheFormAndTheCompany() {
        ModelSettings settings = new GivenProbabilities.Settings(LABELS);
        assertThat(ModelSettings.parse(settings.toString())).isEqualTo(settings);
        ProbabilityModel model = settings.create(new ModelContext(LABELS, settings.defaultLoss(), 1));
        Laws.forAll(30, random -> {
            FeatureVector dense = FeatureVector.dense(floats(random.distribution(LABELS)));
            FeatureVector sparse = FeatureVector.sparse(LABELS);
            for (int k = LABELS - 1; k >= 0; k--) {
                sparse.add(k, dense.value(k));
            }
            double[] p = new double[3 * LABELS];
            FeatureVector other = FeatureVector.dense(floats(random.distribution(LABELS)));
            model.probabilitiesInto(new FeatureVector[] {dense, other, sparse, null}, 3, p);
            assertThat(Arrays.copyOfRange(p, 2 * LABELS, 3 * LABELS)).isEqualTo(Arrays.copyOf(p, LABELS));
            assertThat(Arrays.stream(p, LABELS, 2 * LABELS).sum()).isCloseTo(1, within(1e-12));
        });
        assertThat(States.bytes(States.copied(model, settings.create(new ModelContext(LABELS, Loss.parse("dr"), 2)))))
                .isEqualTo(States.bytes(model));
        assertThatThrownBy(() -> model.grow(new ModelContext(LABELS, settings.defaultLoss(), 1)))
                .hasMessage("labels: 4 (expected: more than 4)");
        assertThatThrownBy(
                        () -> model.probabilitiesInto(new FeatureVector[] {FeatureVector.dense(1)}, 1, new double[4]))
                .hasMessage("dimension of the query: 1 (expected: 4)");
        assertThatThrownBy(() -> new GivenProbabilities.Settings(1))
                .hasMessage("dimension: 1 (expected: >= 2, one per label)");
    }

    private static float[] floats(double[] values) {
        float[] floats = new float[values.length];
        for (int k = 0; k < values.length; k++) {
            floats[k] = (float) values[k];
        }
        return floats;
    }

    @Test
    void excludedLabelsAreNeverPulled() {
        Learner learner = new Learner(given(3).build());
        LabelSet first = LabelSet.of(learner.settings().labels(), "label0");
        List<Query> queries =
                Collections.nCopies(200, Query.ofProbabilities(0.9, 0.05, 0.05).excluding(first));
        assertThat(learner.decideAll(queries))
                .allMatch(decision ->
                        decision.arm() != 0 && decision.propensities().get(0) == 0);
    }
}
