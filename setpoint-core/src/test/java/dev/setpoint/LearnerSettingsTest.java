package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.estimate.DrEstimator;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.loss.Loss;
import dev.setpoint.loss.PulledArmLoss;
import dev.setpoint.model.BatchEffect;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.policy.EpsilonGreedyPolicy;
import dev.setpoint.policy.SetAwarePolicy;
import dev.setpoint.policy.SoftmaxPolicy;
import dev.setpoint.policy.SquareCbPolicy;
import dev.setpoint.policy.UniformPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.score.SoftmaxScore;
import dev.setpoint.track.AutoTracker;
import dev.setpoint.track.ExpertsTracker;
import dev.setpoint.track.SgdTracker;
import dev.setpoint.track.TrackerSettings;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LearnerSettingsTest {
    private static LearnerSettingsBuilder builder() {
        return LearnerSettings.builder("a", "b");
    }

    private static void refused(LearnerSettingsBuilder builder, String message) {
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void everythingOutOfItsRangeIsRefused() {
        refused(builder().alpha(1.5), "alpha: 1.5 (expected: in (0, 1))");
        refused(builder().alpha(0), "alpha: 0.0 (expected: in (0, 1))");
        refused(builder().alpha(1), "alpha: 1.0 (expected: in (0, 1))");
        refused(builder().alpha(Double.NaN), "alpha: NaN (expected: in (0, 1))");
        refused(builder().floor(-0.1), "floor: -0.1 (expected: in [0, 1])");
        refused(builder().floor(1.1), "floor: 1.1 (expected: in [0, 1])");
        refused(builder().floor(Double.NaN), "floor: NaN (expected: in [0, 1])");
        refused(builder().maxPending(0), "maxPending: 0 (expected: >= 1)");
        refused(builder().maxAge(-1), "maxAge: -1 (expected: >= 0)");
        refused(LearnerSettings.builder("a"), "labels: [a] (expected: two or more, all different)");
        refused(LearnerSettings.builder(), "labels: [] (expected: two or more, all different)");
        refused(LearnerSettings.builder("a", "b", "a"), "labels: [a, b, a] (expected: two or more, all different)");
        SgdTracker.Settings sgd = new SgdTracker.Settings(1, 0);
        assertThatThrownBy(() -> builder()
                        .head("h", Score.softmax(), sgd)
                        .head("h", Score.aps(), sgd)
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("heads: two are named 'h' (expected: different names)");
        assertThatThrownBy(() -> builder().head(" ", Score.softmax(), sgd))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("name of a head: ' ' (expected: not blank)");
        LearnerSettings good = builder().build();
        assertThatThrownBy(() -> with(good, "heads", List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("heads: none (expected: at least one)");
        refused(
                builder().head("h", Score.softmax(), sgd).issuingHead("other"),
                "issuing head: 'other' (expected: one of [h])");
    }

    @Test
    void manyLabelsDoNotFillAMessage() {
        List<String> labels = new ArrayList<>();
        for (int k = 0; k < 10_000; k++) {
            labels.add("label " + k);
        }
        labels.set(9_999, "label 0");
        refused(
                LearnerSettings.builder(labels),
                "labels: [label 0, label 1, label 2, ... 9,997 more] (expected: two or more, all different)");
        assertThatThrownBy(() -> LabelSet.of(labels, "label 9999"))
                .hasMessage("label: 'label 9999' (expected: one of [label 0, label 1, label 2, ... 9,997 more])");
    }

    @Test
    void firstHeadIssuesUnlessAnotherIsNamed() {
        SgdTracker.Settings sgd = new SgdTracker.Settings(1, 0);
        LearnerSettingsBuilder two = builder().head("one", Score.softmax(), sgd).head("two", Score.aps(), sgd);
        assertThat(two.build().issuingHead()).isEqualTo("one");
        assertThat(two.build().issuing()).isZero();
        assertThat(two.build().toString()).doesNotContain("issuing");
        LearnerSettings second = two.issuingHead("two").build();
        assertThat(second.issuing()).isEqualTo(1);
        assertThat(second.toString()).contains("\nissuing: two\nhead one: ");
    }

    @Test
    void labelsOfANewLearnerHaveReadableNames() {
        for (String name : List.of("", " ", "\t", "a\nb", "\u001b[31mred")) {
            assertThatThrownBy(() -> LearnerSettings.builder("a", name))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("label: '")
                    .hasMessageEndingWith(
                            "' (expected: a name that is not blank and has no line breaks or other control characters)")
                    .satisfies(e -> assertThat(e.getMessage().chars()).noneMatch(Character::isISOControl));
        }
        String stored = builder().build().toString().replaceFirst("labels: \\[[^,]*", "labels: [\\\\n");
        assertThat(LearnerSettings.parse(stored).labels())
                .as("earlier versions took it")
                .contains("\n");
    }

    @Test
    void shadowHeadsComeAndGo() {
        SgdTracker.Settings sgd = new SgdTracker.Settings(1, 0);
        LearnerSettings one = builder().head("one", Score.softmax(), sgd).build();
        LearnerSettings two = one.with(new Change.AddHead(new HeadSettings("two", Score.aps(), sgd)));
        assertThat(two.heads()).extracting(HeadSettings::name).containsExactly("one", "two");
        assertThat(two.with(new Change.RemoveHead("two"))).isEqualTo(one);
        LearnerSettings second = two.with(two.operation().withIssuingHead("two"));
        assertThat(second.with(new Change.RemoveHead("one")).issuing()).isZero();
        assertThat(second.with(new Change.RemoveHead("one")).issuingHead()).isEqualTo("two");
        assertThatThrownBy(() -> two.with(new Change.RemoveHead("one")))
                .hasMessage("head: 'one', which issues the sets (expected: one in the shadow of 'one', of [two])");
        assertThatThrownBy(() -> two.with(new Change.RemoveHead("three")))
                .hasMessage("head: 'three' (expected: one in the shadow of 'one', of [two])");
        assertThatThrownBy(() -> two.with(new Change.AddHead(new HeadSettings("two", Score.aps(), sgd))))
                .hasMessage("heads: two are named 'two' (expected: different names)");
    }

    @Test
    void operationChangesNothingElse() {
        LearnerSettings settings = builder().build();
        Operation changed = settings.operation()
                .withAlpha(0.3)
                .withPolicy(new UniformPolicy())
                .withFloor(0.5)
                .withEmptySets(EmptySets.MOST_PROBABLE)
                .withMaxWeight(3)
                .withMaxPending(7)
                .withMaxAge(8);
        assertThat(settings.with(changed))
                .isEqualTo(builder()
                        .alpha(0.3)
                        .policy(new UniformPolicy())
                        .floor(0.5)
                        .emptySets(EmptySets.MOST_PROBABLE)
                        .maxWeight(3)
                        .maxPending(7)
                        .maxAge(8)
                        .build());
        assertThat(settings.with(settings.operation())).isEqualTo(settings);
        assertThatThrownBy(() -> settings.with(changed.withIssuingHead("none")))
                .hasMessage("issuing head: 'none' (expected: one of [auto])");
    }

    @Test
    void edgesOfTheRangesAreAllowed() {
        assertThat(builder().floor(0).build().floor()).isZero();
        assertThat(builder().floor(1).build().floor()).isEqualTo(1);
        assertThat(builder().alpha(1e-9).maxPending(1).maxAge(0).build().maxAge())
                .isZero();
    }

    @Test
    void nothingMayBeNull() {
        LearnerSettings good = builder().build();
        for (String name : List.of(
                "labels",
                "features",
                "labelTexts",
                "model",
                "policy",
                "loss",
                "thresholdEstimator",
                "normalization",
                "heads",
                "coverage",
                "operation",
                "issuingHead",
                "emptySets")) {
            assertThatThrownBy(() -> with(good, name, null))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(name + ": null (expected: not null)");
        }
    }

    @Test
    void listsAreCopied() {
        List<String> labels = new ArrayList<>(List.of("a", "b"));
        LearnerSettings settings = LearnerSettings.builder(labels).build();
        labels.set(0, "c");
        assertThat(settings.labels()).containsExactly("a", "b");
    }

    @Test
    void floorZeroIsWarnedOfUnlessThePolicyExploresByItself() {
        assertThat(builder().floor(0.01).build().warnings()).isEmpty();
        assertThat(builder().floor(0).policy(new UniformPolicy()).build().warnings())
                .isEmpty();
        assertThat(builder().floor(0).policy(new SoftmaxPolicy(1)).build().warnings())
                .singleElement()
                .asString()
                .startsWith("floor: 0 with policy softmax(temperature=1.0): a label may never be pulled");
        assertThat(builder().floor(0).policy(new EpsilonGreedyPolicy(0)).build().warnings())
                .hasSize(1);
        assertThat(builder()
                        .floor(0)
                        .policy(new EpsilonGreedyPolicy(0.1))
                        .build()
                        .warnings())
                .isEmpty();
    }

    @Test
    void correctPullsAreWarnedOfWhereTheLossLearnsFromIncorrectOnes() {
        LearnerSettingsBuilder builder = builder().normalization(Normalization.CORRECT_PULLS);
        assertThat(builder.loss(Loss.parse("ipw")).build().warnings()).isEmpty();
        for (String loss : List.of("dr", "sdr", "likelihood", "pulled-arm")) {
            assertThat(builder.loss(Loss.parse(loss)).build().warnings())
                    .containsExactly("normalize: correct-pulls with loss " + loss
                            + ": a step without a correct pull teaches the model nothing, though it could (use none or"
                            + " batch-size)");
        }
    }

    @Test
    void modelThatLooksAtTheBatchAsAWholeIsWarnedOf() {
        for (BatchEffect effect : BatchEffect.values()) {
            ModelSettings model = new ModelSettings() {
                @Override
                public int dimension() {
                    return 3;
                }

                @Override
                public BatchEffect batchEffect() {
                    return effect;
                }

                @Override
                public ProbabilityModel create(ModelContext context) {
                    throw new AssertionError("warnings need no model");
                }

                @Override
                public String toString() {
                    return "crowd";
                }
            };
            List<String> expected = effect == BatchEffect.CONTENT
                    ? List.of(
                            "model: crowd: the probabilities of a query, and so its set, depend on the queries that are"
                                    + " decided with it (use a model that does not normalise by the batch if that matters)")
                    : List.of();
            assertThat(LearnerSettings.builder("a", "b").model(model).build().warnings())
                    .isEqualTo(expected);
        }
    }

    @Test
    void everyWarningEndsWithWhatToDo() {
        List<String> warnings = builder()
                .floor(0)
                .policy(new EpsilonGreedyPolicy(0))
                .thresholdEstimator(new DrEstimator())
                .normalization(Normalization.CORRECT_PULLS)
                .head("h", Score.raps(0.5, 1), new SgdTracker.Settings(0.1, 0))
                .build()
                .warnings();
        assertThat(warnings).hasSize(4).allMatch(warning -> warning.matches(".*\\(use .+\\)"));
    }

    @Test
    void aRateThatIsNamedTwiceIsWarnedOf() {
        ExpertsTracker.Settings twice = new ExpertsTracker.Settings(List.of(0.1, 0.01, 0.1), 0);
        assertThat(builder().head("h", new SoftmaxScore(), twice).build().warnings())
                .containsExactly(
                        "head h: etas: [0.1] more than once, and each time an expert more (use each rate once)");
        assertThat(builder()
                        .head("h", new SoftmaxScore(), ExpertsTracker.Settings.PAPER)
                        .build()
                        .warnings())
                .isEmpty();
    }

    @Test
    void thresholdThatStartsAboveTheLeastScoreIsWarnedOf() {
        Score raps = Score.raps(0.5, 1); // of two labels, from -0.5
        SgdTracker.Settings atZero = new SgdTracker.Settings(0.1, 0);
        assertThat(builder().head("h", raps, atZero).build().warnings())
                .singleElement()
                .asString()
                .startsWith("head h: start: 0.0 above the least score, -0.5");
        assertThat(builder()
                        .head("h", raps, atZero)
                        .head("slow", raps, new SgdTracker.Settings(0.01, 0))
                        .build()
                        .warnings())
                .as("the same of two heads is said once")
                .singleElement()
                .asString()
                .startsWith("heads h, slow: start: 0.0 above the least score, -0.5");
        assertThat(builder()
                        .head("o", raps, TrackerSettings.parse("outer(tracker=experts)"))
                        .build()
                        .warnings())
                .hasSize(1);
        assertThat(builder()
                        .head("auto", raps, AutoTracker.Settings.DEFAULT)
                        .head("low", raps, new SgdTracker.Settings(0.1, -0.5))
                        .head("softmax", Score.softmax(), atZero)
                        .build()
                        .warnings())
                .isEmpty();
    }

    @Test
    void propensityLowerBoundIsWhatTheFloorAndThePolicyGuarantee() {
        LearnerSettingsBuilder four = LearnerSettings.builder("a", "b", "c", "d");
        assertThat(four.floor(0.2).policy(new SoftmaxPolicy(1)).build().propensityLowerBound())
                .isCloseTo(0.05, within(1e-15));
        assertThat(four.policy(new UniformPolicy()).build().propensityLowerBound())
                .isCloseTo(0.25, within(1e-15));
        // 0.8 * 0.5 / 4 + 0.2 / 4
        assertThat(four.policy(new EpsilonGreedyPolicy(0.5)).build().propensityLowerBound())
                .isCloseTo(0.15, within(1e-15));
    }

    // ---------------------------------------------------------------- the text that snapshots carry

    /** The same settings with one component replaced, their own or one of their operation. */
    private static LearnerSettings with(LearnerSettings settings, String name, Object value) throws Exception {
        return names(Operation.class).anyMatch(name::equals)
                ? settings.with(replaced(settings.operation(), name, value))
                : replaced(settings, name, value);
    }

    private static Stream<String> names(Class<? extends Record> type) {
        return Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName);
    }

    @SuppressWarnings("unchecked")
    private static <R extends Record> R replaced(R settings, String name, Object value) throws Exception {
        RecordComponent[] components = settings.getClass().getRecordComponents();
        Object[] values = new Object[components.length];
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = components[i].getName().equals(name)
                    ? value
                    : components[i].getAccessor().invoke(settings);
        }
        Constructor<R> constructor = (Constructor<R>) settings.getClass().getDeclaredConstructor(types);
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    @Test
    void everyComponentShowsInTheText() throws Exception {
        SgdTracker.Settings sgd = new SgdTracker.Settings(1, 0);
        HeadSettings own = new HeadSettings("own", Score.softmax(), sgd);
        LearnerSettings texts = builder()
                .head("own", Score.softmax(), sgd)
                .head("shadow", Score.softmax(), sgd)
                .build();
        LearnerSettings vectors =
                builder().features(VectorSettings.asGiven(3)).build(); // whose dimension is that of the others below
        Map<String, Object> others = new HashMap<>();
        others.put("labels", List.of("a", "c"));
        others.put("retired", List.of("b"));
        others.put("alpha", 0.3);
        others.put("seed", 99L);
        others.put("features", new VectorSettings(3, true, 1, false));
        others.put("labelTexts", List.of("a", "something else"));
        others.put("model", ModelSettings.parse("mlp(dimension=3)"));
        others.put("policy", new UniformPolicy());
        others.put("floor", 0.77);
        others.put("loss", new PulledArmLoss());
        others.put("thresholdEstimator", new DrEstimator());
        others.put("emptySets", EmptySets.MOST_PROBABLE);
        others.put("coverage", Coverage.MARGINAL);
        others.put("maxWeight", 7.0);
        others.put("normalization", Normalization.BATCH_SIZE);
        others.put("heads", List.of(own, new HeadSettings("other", Score.aps(), sgd)));
        others.put("issuingHead", "shadow");
        others.put("maxPending", 5);
        others.put("maxAge", 6L);
        // a new component must be added here, and to the text
        assertThat(Stream.concat(names(LearnerSettings.class), names(Operation.class))
                        .filter(name -> !name.equals("operation")))
                .containsExactlyInAnyOrderElementsOf(others.keySet());
        for (Map.Entry<String, Object> other : others.entrySet()) {
            boolean ofVectors =
                    other.getKey().equals("features") || other.getKey().equals("model");
            boolean ofThree = other.getKey().equals("retired"); // so that two are left
            LearnerSettings settings = ofVectors ? vectors : ofThree ? texts.with(new Change.AddLabel("third")) : texts;
            LearnerSettings changed = with(settings, other.getKey(), other.getValue());
            assertThat(changed).as(other.getKey()).isNotEqualTo(settings);
            assertThat(changed.toString()).as(other.getKey()).isNotEqualTo(settings.toString());
            assertThat(LearnerSettings.parse(changed.toString()))
                    .as(other.getKey())
                    .isEqualTo(changed);
        }
    }

    @Test
    void everyComponentOfTheSettingsInsideShowsInTheText() throws Exception {
        // one step further down: each component of each settings record is named in its own text
        for (Record settings : List.of(
                (Record) ModelSettings.parse("mlp(dimension=3)"),
                (Record) ModelSettings.parse("softmax-regression(dimension=3)"),
                (Record) Score.raps(0.1, 2),
                (Record) Score.aps(),
                new SgdTracker.Settings(1, 0),
                ExpertsTracker.Settings.PAPER,
                AutoTracker.Settings.DEFAULT,
                (Record) TrackerSettings.parse("scale-free"),
                (Record) TrackerSettings.parse("decaying"),
                (Record) TrackerSettings.parse("weighted-quantile"),
                (Record) TrackerSettings.parse("strongly-adaptive"),
                (Record) TrackerSettings.parse("outer"),
                new SoftmaxPolicy(2),
                new EpsilonGreedyPolicy(0.2),
                new SquareCbPolicy(3),
                new SetAwarePolicy(2),
                new Optimizer.Sgd(1),
                new Optimizer.AdaGrad(1),
                new Optimizer.RowAdaGrad(1, false),
                new Optimizer.Adam(1, 0.5, 0.6))) {
            for (RecordComponent component : settings.getClass().getRecordComponents()) {
                assertThat(settings.toString()).contains(component.getName() + "=");
            }
        }
    }

    @Test
    void equalSettingsHaveEqualText() {
        assertThat(builder().build())
                .isEqualTo(builder().build())
                .hasToString(builder().build().toString());
    }

    @Test
    void textIsOneLinePerSetting() {
        assertThat(builder()
                        .alpha(0.05)
                        .head("x", Score.softmax(), new SgdTracker.Settings(0.5, 0))
                        .build()
                        .toString()
                        .lines()
                        .map(line -> line.substring(0, line.indexOf(':'))))
                .containsExactly(
                        "labels",
                        "alpha",
                        "seed",
                        "features",
                        "labelTexts",
                        "model",
                        "policy",
                        "floor",
                        "loss",
                        "thresholdEstimator",
                        "normalize",
                        "emptySets",
                        "maxWeight",
                        "maxPending",
                        "maxAge",
                        "head x");
    }

    @Test
    void feedbackAndAnswersAreValues() {
        assertThat(Feedback.of(true)).isEqualTo(new Feedback.Correct());
        assertThat(Feedback.of(false)).isEqualTo(new Feedback.Incorrect());
        assertThat(Feedback.label(3)).isEqualTo(new Feedback.Label(3));
    }
}
