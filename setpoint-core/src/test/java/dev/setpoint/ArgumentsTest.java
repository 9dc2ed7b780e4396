package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.setpoint.estimate.IndicatorEstimator;
import dev.setpoint.feature.Encoder;
import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.FeatureEncoder;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.feature.LabelTexts;
import dev.setpoint.feature.SentenceSettings;
import dev.setpoint.feature.TextEncoderPlugin;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.loss.Loss;
import dev.setpoint.measure.CoverageEstimate;
import dev.setpoint.measure.SetSizes;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.policy.Policy;
import dev.setpoint.score.Score;
import dev.setpoint.shift.DomainClassifier;
import dev.setpoint.state.PageSource;
import dev.setpoint.track.ExpertsTracker;
import dev.setpoint.track.OuterLoopTracker;
import dev.setpoint.track.SgdTracker;
import dev.setpoint.track.TrackerSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is no argument is refused by its name, and changes nothing: null, where nothing is said of it; positions at which there is nothing;
 * arrays that do not fit; probabilities that are no distribution.
 */
class ArgumentsTest {
    private static final FeatureVector QUERY = FeatureVector.dense(1, 2);
    private static final HeadSettings HEAD = HeadSettings.DEFAULT;
    private static final double[] HALVES = {0.5, 0.5};

    /** A learner of two labels, a batch with one decision of its, and a layer with one row. */
    private record Subject(Learner learner, DecisionBatch batch, ConformalLayer layer) {}

    /** A call that may throw what streams throw. */
    private interface Call {
        void of(Subject subject) throws IOException;
    }

    private static Arguments refused(String message, Call call) {
        Consumer<Subject> unchecked = subject -> {
            try {
                call.of(subject);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
        return arguments(message, unchecked);
    }

    private static Arguments missing(String argument, Call call) {
        return refused(argument + ": null (expected: not null)", call);
    }

    static Stream<Arguments> callsOfALearner() {
        return Stream.of(
                missing("settings", s -> new Learner(null)),
                missing("store", s -> new Learner(s.learner.settings(), null)),
                missing("query", s -> s.learner.decide((Features) null)),
                missing("query", s -> s.learner.decide((FeatureVector) null)),
                missing("query", s -> s.learner.decide((Query) null)),
                missing("queries", s -> s.learner.decideAll(null)),
                missing("queries[1]", s -> s.learner.decideAll(Arrays.asList(Query.of(QUERY), null))),
                missing("features", s -> s.learner.encodeInto(null, QUERY)),
                missing("query", s -> s.learner.encodeInto(Features.create(), null)),
                missing("into", s -> s.learner.decideInto(QUERY, null)),
                missing("query", s -> s.learner.decideInto((FeatureVector) null, s.batch)),
                missing("queries", s -> s.learner.decideInto(null, 0, s.batch)),
                missing("queries[1]", s -> s.learner.decideInto(new FeatureVector[] {QUERY, null}, 2, s.batch)),
                refused(
                        "count: 2 (expected: in [0, 1])",
                        s -> s.learner.decideInto(new FeatureVector[] {QUERY}, 2, s.batch)),
                refused(
                        "ids: 0 (expected: at least 1, one per query)",
                        s -> s.learner.decideInto(new FeatureVector[] {QUERY}, null, new long[0], null, 1, s.batch)),
                missing("id", s -> s.learner.find(null)),
                missing("id", s -> s.learner.learn(null, true)),
                missing("feedback", s -> s.learner.learn(0, null)),
                missing("feedback", s -> s.learner.learn("0", null)),
                refused("label: 2 (expected: in [0, 2))", s -> s.learner.learn(0, Feedback.label(2))),
                missing("ids", s -> s.learner.learn(null, new boolean[0], 0)),
                missing("correct", s -> s.learner.learn(new long[0], null, 0)),
                missing("answers", s -> s.learner.learn(null)),
                missing("answers[0]", s -> s.learner.learn(Collections.singletonList(null))),
                missing("step", s -> s.learner.apply(null)),
                missing("change", s -> s.learner.change(null)),
                refused("head: 1 (expected: in [0, 1))", s -> s.learner.thresholds(1)),
                refused(
                        "head: -1 (expected: in [0, 1))",
                        s -> s.learner.coverage().classes(-1)),
                refused(
                        "head: 1 (expected: in [0, 1))",
                        s -> s.learner.coverage().marginal(1)),
                missing("learner", s -> Step.of(null, 1)),
                missing("learner", s -> Step.read(null, new byte[0])),
                missing("bytes", s -> Step.read(s.learner, null)),
                missing("later", s -> Step.of(s.learner, 1).merge(null)),
                missing("id", s -> Step.of(s.learner, 1).add(null, Feedback.CORRECT)),
                missing("feedback", s -> Step.of(s.learner, 1).add(0, null)),
                refused(
                        "feedback: expired or cancelled (expected: an answer)",
                        s -> Step.of(s.learner, 1).add(0, Feedback.EXPIRED)));
    }

    static Stream<Arguments> callsOfABatch() {
        return Stream.of(
                refused("row: 1 (expected: in [0, 1))", s -> s.batch.id(1)),
                refused("row: -1 (expected: in [0, 1))", s -> s.batch.idText(-1)),
                refused("row: 1 (expected: in [0, 1))", s -> s.batch.drawKey(1)),
                refused("row: 1 (expected: in [0, 1))", s -> s.batch.arm(1)),
                refused("row: 1 (expected: in [0, 1))", s -> s.batch.propensity(1)),
                refused("row: 1 (expected: in [0, 1))", s -> s.batch.weight(1)),
                refused("row: 1 (expected: in [0, 1))", s -> s.batch.decision(1)),
                refused("label: 2 (expected: in [0, 2))", s -> s.batch.probability(0, 2)),
                refused("label: -1 (expected: in [0, 2))", s -> s.batch.pullProbability(0, -1)),
                refused("label: 2 (expected: in [0, 2))", s -> s.batch.isCalibrated(2)),
                refused("head: 1 (expected: in [0, 1))", s -> s.batch.score(0, 1, 0)),
                refused("label: 2 (expected: in [0, 2))", s -> s.batch.score(0, 0, 2)),
                refused("head: 1 (expected: in [0, 1))", s -> s.batch.threshold(0, 1, 0)),
                refused("label: 2 (expected: in [0, 2))", s -> s.batch.threshold(0, 0, 2)),
                refused("head: 1 (expected: in [0, 1))", s -> s.batch.trackerRecord(0, 1, 0)),
                refused("i: 0 (expected: in [0, 0))", s -> s.batch.trackerRecord(0, 0, 0)),
                refused("head: -1 (expected: in [0, 1))", s -> s.batch.contains(0, -1, 0)),
                refused("label: 2 (expected: in [0, 2))", s -> s.batch.contains(0, 0, 2)),
                refused("head: 1 (expected: in [0, 1))", s -> s.batch.setSize(0, 1)),
                refused("head: 1 (expected: in [0, 1))", s -> s.batch.set(0, 1)),
                refused(
                        "row: 0 (expected: in [0, 0))",
                        s -> s.learner.newBatch().score(0, 0, 0)),
                refused(
                        "row: 0 (expected: in [0, 0))",
                        s -> s.learner.newBatch().setSize(0, 0)));
    }

    static Stream<Arguments> callsOfALayer() {
        double[] ones = {1, 1};
        return Stream.of(
                missing("head", s -> new ConformalLayer(null, 2, 0.1, Normalization.NONE)),
                missing("normalization", s -> new ConformalLayer(HEAD, 2, 0.1, null)),
                missing("coverage", s -> new ConformalLayer(HEAD, 2, 0.1, Normalization.NONE, null)),
                missing("emptySets", s -> new ConformalLayer(HEAD, 2, 0.1, Normalization.NONE, Coverage.CLASS, null)),
                refused("p: null (expected: 2, one per label)", s -> s.layer.issue(null, ones)),
                refused("p: 3 numbers (expected: 2, one per label)", s -> s.layer.issue(new double[3], ones)),
                refused("p[0]: 1.9 (expected: in [0, 1])", s -> s.layer.issue(new double[] {1.9, 1.9}, ones)),
                refused("p[1]: NaN (expected: in [0, 1])", s -> s.layer.issue(new double[] {1, Double.NaN}, ones)),
                refused(
                        "p: sum 0.75 (expected: 1, give or take 0.001)",
                        s -> s.layer.issue(new double[] {0.5, 0.25}, ones)),
                refused("u: null (expected: 2 for a randomised score)", s -> s.layer.issue(HALVES, null)),
                refused("u: 1 numbers (expected: 2 for a randomised score)", s -> s.layer.issue(HALVES, new double[1])),
                refused("u[1]: 1.5 (expected: in [0, 1])", s -> s.layer.issue(HALVES, new double[] {0, 1.5})),
                refused("u[0]: NaN (expected: in [0, 1])", s -> s.layer.issue(HALVES, new double[] {Double.NaN, 0})),
                refused(
                        "pull: 3 numbers (expected: 2, one per label)",
                        s -> s.layer.issue(HALVES, ones, new double[] {1, 1, 1})),
                refused(
                        "pull[0]: -0.5 (expected: in [0, 1])",
                        s -> s.layer.issue(HALVES, ones, new double[] {-0.5, 1.5})),
                refused(
                        "pull: sum 1.5 (expected: 1, give or take 0.001)",
                        s -> s.layer.issue(HALVES, ones, new double[] {1, 0.5})),
                refused("label: 2 (expected: in [0, 2))", s -> s.layer.contains(2)),
                refused("label: -1 (expected: in [0, 2))", s -> s.layer.threshold(-1)),
                refused("label: 2 (expected: in [0, 2))", s -> s.layer.weight(2)),
                refused("label: 2 (expected: in [0, 2))", s -> s.layer.reveal(2)),
                refused("arm: 2 (expected: in [0, 2))", s -> s.layer.answer(2, 0.5, true)),
                refused("propensity: 1.5 (expected: in (0, 1])", s -> s.layer.answer(0, 1.5, true)),
                missing("snapshot", s -> s.layer.restore(null)));
    }

    static Stream<Arguments> callsThatStoreAndRestore() {
        InputStream empty = InputStream.nullInputStream();
        MemoryDecisionStore store = new MemoryDecisionStore();
        DecisionKey key = new DecisionKey();
        return Stream.of(
                missing("snapshot", s -> Learner.restore(null)),
                missing("snapshot", s -> LearnerPages.restore((LearnerSettings) null, null)),
                missing("snapshot", s -> LearnerPages.restore(null, List.of())),
                missing("increments", s -> LearnerPages.restore(empty, null, store)),
                missing("decisions", s -> LearnerPages.restore(empty, List.of(), null)),
                missing("pages", s -> LearnerPages.restore((PageSource) null)),
                missing("decisions", s -> LearnerPages.restore((PageSource) null, null)),
                missing("out", s -> s.learner.pages().writeSnapshot(null)),
                missing("out", s -> s.learner.pages().writeIncrement(null)),
                missing("store", s -> s.learner.pages().writeAll(null)),
                missing("store", s -> s.learner.pages().writeTouched(null)),
                missing("id", s -> store.fate(null)),
                missing("id", s -> store.add(null, ByteBuffer.allocate(8))),
                missing("decision", s -> store.add(key, null)),
                missing("id", s -> store.decision(null)),
                missing("into", s -> store.oldest(null)),
                missing("action", s -> store.forEachPending(null)),
                missing("fate", s -> store.end(key, null, 0)),
                missing("id", s -> store.answer(null)),
                missing("other", s -> key.copyFrom(null)),
                missing("out", s -> key.write(null)),
                missing("in", s -> key.read(null)),
                missing("id", s -> key.set(null)),
                missing("in", s -> new EventLogReader(null)),
                missing("out", s -> EventLogWriter.begin(null)),
                missing("out", s -> EventLogWriter.resume(null)),
                missing("settings", s -> new Event.Created(null)),
                missing("settings", s -> new Event.Continued(null, 0, 0, 0)),
                missing("queries", s -> new Event.Decided(null)),
                missing("answers[0]", s -> new Event.Answered(Collections.singletonList(null))),
                missing("change", s -> new Event.Changed(null)),
                missing("learner", s -> new Event.Decided(List.of()).applyTo(null)),
                missing("out", s -> new DecisionLogWriter(null)),
                missing("decision", s -> log().write(null, Feedback.CORRECT)),
                missing("batch", s -> log().write(0, null, 0, Feedback.CORRECT, -1)),
                refused("row: 1 (expected: in [0, 1))", s -> log().write(0, s.batch, 1, Feedback.CORRECT, -1)),
                refused("label: 2 (expected: in [0, 2))", s -> log().write(0, s.batch, 0, Feedback.CORRECT, 2)),
                refused("probabilities: null (expected: at least 2)", s -> log().write("a", null, HALVES, 0, true)),
                refused("arm: 2 (expected: in [0, 2))", s -> log().write("a", HALVES, HALVES, 2, true)));
    }

    private static DecisionLogWriter log() {
        return new DecisionLogWriter(new StringBuilder());
    }

    private static Arguments built(String argument, Consumer<LearnerSettingsBuilder> call) {
        return missing(argument, s -> call.accept(LearnerSettings.builder("a", "b")));
    }

    static Stream<Arguments> callsOfSettings() {
        SgdTracker.Settings sgd = new SgdTracker.Settings(1, 0);
        List<String> labels = List.of("a", "b");
        return Stream.of(
                missing("labels", s -> LearnerSettings.builder((String[]) null)),
                missing("labels", s -> LearnerSettings.builder((List<String>) null)),
                missing("labels[1]", s -> LearnerSettings.builder("a", null)),
                missing("label", s -> LearnerSettings.textOf(null)),
                built("features", builder -> builder.features(null)),
                built("labelTexts", builder -> builder.labelTexts(null)),
                missing(
                        "labelTexts[1]",
                        s -> LearnerSettings.builder("a", "b")
                                .labelTexts(Arrays.asList("a", null))
                                .build()),
                built("model", builder -> builder.model(null)),
                built("loss", builder -> builder.loss(null)),
                built("issuingHead", builder -> builder.issuingHead(null)),
                built("policy", builder -> builder.policy(null)),
                built("thresholdEstimator", builder -> builder.thresholdEstimator(null)),
                built("normalization", builder -> builder.normalization(null)),
                built("emptySets", builder -> builder.emptySets(null)),
                built("coverage", builder -> builder.coverage(null)),
                built("name", builder -> builder.head(null, Score.softmax(), sgd)),
                missing("name", s -> new HeadSettings(null, Score.softmax(), sgd)),
                missing("score", s -> new HeadSettings("a", null, sgd)),
                missing("tracker", s -> new OuterLoopTracker.Settings(0.1, null)),
                missing("etas[0]", s -> new ExpertsTracker.Settings(Collections.singletonList(null), 0)),
                missing("optimizer", s -> new DomainClassifier(2, null, 1)),
                missing("features", s -> new DomainClassifier(2, new Optimizer.AdaGrad(0.5), 1).weight(null)),
                missing("features", s -> new DomainClassifier(2, new Optimizer.AdaGrad(0.5), 1).observeSource(null)),
                missing("tracker", s -> new HeadSettings("a", Score.softmax(), null)),
                missing("features", s -> Query.of((Features) null)),
                missing("vector", s -> Query.of((FeatureVector) null)),
                missing("probabilities", s -> Query.ofProbabilities((double[]) null)),
                missing("id", s -> new Answer(null, Feedback.CORRECT)),
                missing("feedback", s -> new Answer(0, null)),
                missing("label", s -> Feedback.label(null)),
                missing("labels", s -> Feedback.noneOf(null)),
                missing("labels", s -> LabelSet.of(null)),
                missing("labels[0]", s -> LabelSet.of(Collections.singletonList(null))),
                missing("members", s -> LabelSet.of(labels, (String[]) null)),
                missing("members[1]", s -> LabelSet.of(labels, "a", null)),
                missing("name", s -> new Change.AddLabel(null)),
                missing("head", s -> new Change.AddHead(null)),
                missing("change", s -> s.learner.settings().with(null)),
                missing("policy", s -> new Exploration(null, 0, 2)),
                refused(
                        "probabilities: null (expected: 2, one per label)",
                        s -> new Exploration(Policy.parse("uniform"), 0, 2).propensities(null)),
                refused(
                        "propensities: null (expected: 2, one per label)",
                        s -> new Exploration(Policy.parse("uniform"), 0, 2).pull(null, 1, "a")),
                refused(
                        "propensities: sum 1.5 (expected: 1, give or take 0.001)",
                        s -> new Exploration(Policy.parse("uniform"), 0, 2).pull(new double[] {1, 0.5}, 1, "a")),
                missing("id", s -> decision(null, 0, labels)),
                missing("labels", s -> decision("1", 0, null)),
                refused("arm: 2 (expected: in [0, 2))", s -> decision("1", 2, labels)));
    }

    private static Decision decision(String id, int arm, List<String> labels) {
        LabelSet none = LabelSet.of(List.of("a", "b"));
        return new Decision(id, none, none, arm, 1, List.of(), List.of(), labels, Coverage.CLASS);
    }

    static Stream<Arguments> callsOfFeatures() {
        FeatureVector vector = FeatureVector.dense(1, 2);
        FeatureEncoder encoder = new FeatureEncoder(FeatureSettings.DEFAULT);
        Encoder hashed = FeatureSettings.DEFAULT.create();
        LabelTexts texts = hashed.labelTexts(List.of("a", "b"));
        SentenceSettings sentences = new SentenceSettings("minilm", 3, FeatureSettings.DEFAULT);
        FeatureVector ngrams = encoder.encode(Features.create());
        return Stream.of(
                missing("values", s -> FeatureVector.dense((float[]) null)),
                missing("source", s -> vector.setDense(null, 0, 0)),
                refused("offset: -1 (expected: in [0, 2])", s -> vector.setDense(new float[2], -1, 1)),
                refused("offset: 3 (expected: in [0, 2])", s -> vector.setDense(new float[2], 3, 0)),
                refused("length: 2 (expected: in [0, 1])", s -> vector.setDense(new float[2], 1, 2)),
                refused("length: -1 (expected: in [0, 2])", s -> vector.setDense(new float[2], 0, -1)),
                refused("dimension: -1 (expected: >= 0)", s -> FeatureVector.sparse(-1)),
                refused(
                        "index: 3 (expected: in [0, 3))",
                        s -> FeatureVector.sparse(3).add(3, 1)),
                missing("other", s -> vector.copyFrom(null)),
                missing("target", s -> vector.valuesInto(null, 0)),
                refused(
                        "offset: 1 in a target of 2 (expected: at least 0, with room for 2 numbers)",
                        s -> vector.valuesInto(new float[2], 1)),
                missing("name", s -> Features.create().number(null, 1)),
                missing("name", s -> Features.create().category(null, "a")),
                missing("name", s -> Features.create().text(null, "a")),
                missing("settings", s -> new FeatureEncoder(null)),
                missing("features", s -> encoder.encode(null)),
                missing("into", s -> encoder.encodeInto(Features.create(), null)),
                missing("features", s -> hashed.encodeInto(null, vector)),
                missing("query", s -> hashed.encodeInto(Features.create(), null)),
                missing("query", s -> hashed.check(null)),
                missing("query", s -> VectorSettings.dense(2).create().check(null)),
                missing("texts", s -> hashed.labelTexts(null)),
                missing("texts[0]", s -> hashed.labelTexts(Collections.singletonList(null))),
                missing("more", s -> texts.and(null)),
                missing("query", s -> texts.cosinesInto(null, new double[2])),
                missing("cosines", s -> texts.cosinesInto(ngrams, null)),
                refused("cosines: 1 numbers (expected: at least 2)", s -> texts.cosinesInto(ngrams, new double[1])),
                missing("encoder", s -> new SentenceSettings(null, 3, FeatureSettings.DEFAULT)),
                missing("ngrams", s -> sentences.joinInto(null, new float[3], new FeatureVector())),
                missing("query", s -> sentences.joinInto(ngrams, new float[3], null)),
                refused(
                        "sentence: 2 numbers (expected: 3)",
                        s -> sentences.joinInto(ngrams, new float[2], new FeatureVector())),
                missing("name", s -> TextEncoderPlugin.find(null)));
    }

    static Stream<Arguments> callsOfMeasures() {
        return Stream.of(
                refused(
                        "head: 1 (expected: in [0, 1))",
                        s -> s.learner.measures().head(1)),
                missing("other", s -> s.learner.measures().merge(null)),
                refused("label: 2 (expected: in [0, 2))", s -> new CoverageEstimate(2).coverage(2)),
                refused("label: -1 (expected: in [0, 2))", s -> new CoverageEstimate(2).weight(-1)),
                refused("label: 2 (expected: in [0, 2))", s -> new CoverageEstimate(2).interval(2, 0.1)),
                refused("label: 2 (expected: in [0, 2))", s -> new CoverageEstimate(2).add(2, 1, true)),
                missing("other", s -> new CoverageEstimate(2).merge(null)),
                missing("labels", s -> new CoverageEstimate(2).classes(null, 0.1, 0.1, 0)),
                refused(
                        "labels: 1 names (expected: 2)",
                        s -> new CoverageEstimate(2).classes(List.of("a"), 0.1, 0.1, 0)),
                refused("size: 3 (expected: in [0, 3))", s -> new SetSizes(2).count(3)),
                missing("other", s -> new SetSizes(2).merge(null)));
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
                .map(parser -> missing("text", s -> parser.accept(null)));
    }

    @ParameterizedTest
    @MethodSource({
        "callsOfALearner",
        "callsOfABatch",
        "callsOfALayer",
        "callsThatStoreAndRestore",
        "callsOfSettings",
        "callsOfFeatures",
        "callsOfMeasures",
        "parsers"
    })
    void whatIsNoArgumentIsRefusedByItsNameAndChangesNothing(String message, Consumer<Subject> call) {
        Learner learner = new Learner(LearnerSettings.builder("a", "b").dense(2).build());
        DecisionBatch batch = learner.newBatch();
        learner.decideInto(QUERY, batch);
        HeadSettings randomised = new HeadSettings("h", Score.parse("aps"), TrackerSettings.parse("auto"));
        ConformalLayer layer = issued(randomised);
        byte[] before = learner.snapshot();
        assertThatThrownBy(() -> call.accept(new Subject(learner, batch, layer)))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThat(learner.snapshot()).isEqualTo(before);
        assertThat(answered(layer)).isEqualTo(answered(issued(randomised)));
    }

    private static ConformalLayer issued(HeadSettings head) {
        ConformalLayer layer = new ConformalLayer(head, 2, 0.1, Normalization.NONE);
        layer.issue(HALVES, HALVES);
        return layer;
    }

    /** The state of a layer after its row has been answered, which it takes only if the row is still there. */
    private static byte[] answered(ConformalLayer layer) {
        layer.answer(0, 0.5, true);
        layer.endStep();
        return layer.snapshot();
    }
}
