package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.setpoint.estimate.IndicatorEstimator;
import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.loss.Loss;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.policy.Policy;
import dev.setpoint.score.Score;
import dev.setpoint.state.PageSource;
import dev.setpoint.track.SgdTracker;
import dev.setpoint.track.TrackerSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Null, where nothing is said of it, is refused by the name of the argument, and changes nothing. */
class NullsTest {
    private static final FeatureVector QUERY = FeatureVector.dense(1, 2);

    private static Arguments by(String argument, Consumer<Learner> call) {
        return arguments(argument, call);
    }

    static Stream<Arguments> callsOfALearner() {
        return Stream.of(
                by("settings", learner -> new Learner(null)),
                by("store", learner -> new Learner(learner.settings(), null)),
                by("features", learner -> learner.decide((Features) null)),
                by("vector", learner -> learner.decide((FeatureVector) null)),
                by("query", learner -> learner.decide((Query) null)),
                by("queries", learner -> learner.decideAll(null)),
                by("query", learner -> learner.decideAll(Collections.singletonList(null))),
                by("features", learner -> learner.encodeInto(null, QUERY)),
                by("query", learner -> learner.encodeInto(Features.create(), null)),
                by("into", learner -> learner.decideInto(QUERY, null)),
                by("query", learner -> learner.decideInto((FeatureVector) null, learner.newBatch())),
                by("queries", learner -> learner.decideInto(null, 0, learner.newBatch())),
                by("query", learner -> learner.decideInto(new FeatureVector[1], 1, learner.newBatch())),
                by("id", learner -> learner.find(null)),
                by("id", learner -> learner.learn(null, true)),
                by("feedback", learner -> learner.learn(0, null)),
                by("feedback", learner -> learner.learn("0", null)),
                by("ids", learner -> learner.learn(null, new boolean[0], 0)),
                by("correct", learner -> learner.learn(new long[0], null, 0)),
                by("answers", learner -> learner.learn(null)),
                by("answer", learner -> learner.learn(Collections.singletonList(null))),
                by("step", learner -> learner.apply(null)),
                by("change", learner -> learner.change(null)),
                by("snapshot", learner -> Learner.restore(null)));
    }

    private interface Restoring {
        void run() throws IOException;
    }

    private static Arguments restored(String argument, Restoring call) {
        return by(argument, learner -> {
            try {
                call.run();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    static Stream<Arguments> callsThatRestore() {
        InputStream empty = InputStream.nullInputStream();
        MemoryDecisionStore store = new MemoryDecisionStore();
        return Stream.of(
                restored("snapshot", () -> LearnerPages.restore((LearnerSettings) null, null)),
                restored("snapshot", () -> LearnerPages.restore(null, List.of())),
                restored("increments", () -> LearnerPages.restore(empty, null, store)),
                restored("decisions", () -> LearnerPages.restore(empty, List.of(), null)),
                restored("pages", () -> LearnerPages.restore((PageSource) null)),
                restored("decisions", () -> LearnerPages.restore((PageSource) null, null)));
    }

    private static Arguments built(String argument, Consumer<LearnerSettingsBuilder> call) {
        return by(argument, learner -> {
            LearnerSettingsBuilder builder = LearnerSettings.builder("a", "b");
            call.accept(builder);
            builder.build();
        });
    }

    static Stream<Arguments> callsOfSettings() {
        SgdTracker.Settings sgd = new SgdTracker.Settings(1, 0);
        return Stream.of(
                by("labels", learner -> LearnerSettings.builder((String[]) null)),
                by("labels", learner -> LearnerSettings.builder((List<String>) null)),
                by("label", learner -> LearnerSettings.builder("a", null)),
                built("policy", builder -> builder.policy(null)),
                built("thresholdEstimator", builder -> builder.thresholdEstimator(null)),
                built("normalization", builder -> builder.normalization(null)),
                built("emptySets", builder -> builder.emptySets(null)),
                built("coverage", builder -> builder.coverage(null)),
                built("name", builder -> builder.head(null, Score.softmax(), sgd)),
                by("name", learner -> new HeadSettings(null, Score.softmax(), sgd)),
                by("score", learner -> new HeadSettings("a", null, sgd)),
                by("tracker", learner -> new HeadSettings("a", Score.softmax(), null)),
                by("features", learner -> Query.of((Features) null)),
                by("vector", learner -> Query.of((FeatureVector) null)),
                by("id", learner -> new Answer(null, Feedback.CORRECT)),
                by("feedback", learner -> new Answer(0, null)),
                by("change", learner -> learner.settings().with(null)));
    }

    static Stream<Arguments> parsers() {
        return Stream.<Consumer<String>>of(
                        LearnerSettings::parse,
                        Operation::parse,
                        HeadSettings::parse,
                        EmptySets::parse,
                        Normalization::parse,
                        Coverage::parse,
                        Policy::parse,
                        Score::parse,
                        TrackerSettings::parse,
                        ModelSettings::parse,
                        EncoderSettings::parse,
                        FeatureSettings::parse,
                        Loss::parse,
                        Optimizer::parse,
                        IndicatorEstimator::parse)
                .map(parser -> by("text", learner -> parser.accept(null)));
    }

    @ParameterizedTest
    @MethodSource({"callsOfALearner", "callsThatRestore", "callsOfSettings", "parsers"})
    void nullIsRefusedByTheNameOfTheArgument(String argument, Consumer<Learner> call) {
        Learner learner = new Learner(LearnerSettings.builder("a", "b").dense(2).build());
        learner.decide(QUERY);
        byte[] before = learner.snapshot();
        assertThatThrownBy(() -> call.accept(learner))
                .isInstanceOf(NullPointerException.class)
                .hasMessage(argument);
        assertThat(learner.snapshot()).isEqualTo(before);
    }
}
