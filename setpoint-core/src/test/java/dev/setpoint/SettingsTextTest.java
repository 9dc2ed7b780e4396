package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.feature.Encoder;
import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.loss.LikelihoodLoss;
import dev.setpoint.loss.Loss;
import dev.setpoint.loss.Observation;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.policy.Policy;
import dev.setpoint.score.RankedProbabilities;
import dev.setpoint.score.Score;
import dev.setpoint.score.ScoreRange;
import dev.setpoint.testing.Laws;
import dev.setpoint.track.SgdTracker;
import dev.setpoint.track.Tracker;
import dev.setpoint.track.TrackerSettings;
import dev.setpoint.track.TrackingTask;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Settings read back from their text are the settings, and nothing else is read. */
class SettingsTextTest {
    private static final String GOOD = LearnerSettings.builder("a", "b")
            .features(VectorSettings.asGiven(3))
            .head("x", Score.softmax(), new SgdTracker.Settings(0.5, 0))
            .build()
            .toString();

    private static void refused(String text, String message) {
        assertThatThrownBy(() -> LearnerSettings.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void everySettingReadsBackWhatItPrints() {
        Laws.forAll(2000, random -> {
            LearnerSettings settings = RandomSettings.settings(random);
            assertThat(LearnerSettings.parse(settings.toString())).isEqualTo(settings);
            byte[] stored = settings.toString().getBytes(StandardCharsets.UTF_8);
            assertThat(LearnerSettings.parse(new String(stored, StandardCharsets.UTF_8)))
                    .isEqualTo(settings);
            assertThat(Operation.parse(settings.operation().toString())).isEqualTo(settings.operation());
            for (HeadSettings head : settings.heads()) {
                assertThat(HeadSettings.parse(head.toString())).isEqualTo(head);
            }
            SettingsText.checkReadable(settings);
        });
    }

    @Test
    void differentSettingsHaveDifferentText() {
        Laws.forAll(500, random -> {
            LearnerSettings one = RandomSettings.settings(random);
            LearnerSettings other = RandomSettings.settings(random);
            assertThat(one.toString().equals(other.toString())).isEqualTo(one.equals(other));
            HeadSettings shadow = RandomSettings.head(random, "h1");
            HeadSettings shade = RandomSettings.head(random, "h1");
            assertThat(shadow.toString().equals(shade.toString())).isEqualTo(shadow.equals(shade));
        });
    }

    @Test
    void textOfTheEarlierVersionsIsRead() {
        String earlier = """
                labels: [a, b]
                alpha: 0.25
                seed: 7
                features: hashed(bits=18, words=2, charsfrom=3, charsto=4, unitlength=true)
                model: softmax-regression(dimension=262144, optimizer=adagrad(rate=0.5), clip=15.0)
                policy: uniform
                floor: 0.0
                loss: ipw
                thresholdEstimator: ipw
                normalize: correct-pulls
                emptySets: allowed
                maxWeight: 1.0
                maxPending: 100
                maxAge: 1000
                head experts: auto(prior=0.015, own=0.3, fading=1.0, memory=5000.0) on softmax
                head a\\nb: sgd(eta=0.25, start=0.5) on aps(randomised=true)""";
        LearnerSettings settings = LearnerSettings.parse(earlier);
        assertThat(settings.labelTexts()).isEmpty();
        assertThat(settings.coverage()).isEqualTo(Coverage.CLASS);
        assertThat(settings.issuingHead()).isEqualTo("experts");
        assertThat(settings.features()).isEqualTo(FeatureSettings.DEFAULT);
        assertThat(settings.heads().get(0).tracker()).isEqualTo(TrackerSettings.parse("auto"));
        assertThat(settings.heads().get(1).name()).isEqualTo("a\nb");
    }

    @Test
    void linesThatAreUnknownMissingOrThereTwiceAreNamed() {
        assertThat(LearnerSettings.parse(GOOD)).hasToString(GOOD);
        refused(
                GOOD + "\ncolour: red",
                "settings: line 'colour: red' (expected: a line of labels, retired, alpha, seed, features, labelTexts, model, policy,"
                        + " floor, loss, thresholdEstimator, normalize, emptySets, coverage, maxWeight, maxPending, maxAge,"
                        + " issuing, head)");
        assertThatThrownBy(() -> LearnerSettings.parse(GOOD + "\n"))
                .hasMessageStartingWith("settings: line '' (expected: a line of ");
        assertThatThrownBy(() -> LearnerSettings.parse(""))
                .hasMessageStartingWith("settings: line '' (expected: a line of ");
        refused(GOOD + "\nalpha: 0.2", "settings: line 'alpha: 0.2' (expected: one line of alpha; this is another)");
        refused(
                GOOD + "\nhead x: sgd(eta=0.5, start=0.0) on softmax",
                "heads: two are named 'x' (expected: different names)");
        List<String> lines = GOOD.lines().toList();
        for (String line : lines) {
            List<String> fewer = new ArrayList<>(lines);
            fewer.remove(line);
            String key = line.startsWith("head ") ? "head" : line.substring(0, line.indexOf(':'));
            refused(
                    String.join("\n", fewer),
                    "settings: no line of " + key
                            + (key.equals("head") ? " (expected: at least one)" : " (expected: one)"));
        }
    }

    @Test
    void valuesThatCannotBeReadAreRefusedByTheirLine() {
        refused(GOOD.replace("alpha: 0.1", "alpha: x"), "settings: line 'alpha: x': 'x' (expected: a number)");
        refused(GOOD.replace("alpha: 0.1", "alpha: 2"), "alpha: 2.0 (expected: in (0, 1))");
        refused(GOOD.replace("seed: 1", "seed: 1.5"), "settings: line 'seed: 1.5': '1.5' (expected: a whole number)");
        refused(
                GOOD.replace("maxPending: 10000", "maxPending: 10000000000"),
                "settings: line 'maxPending: 10000000000': '10000000000' (expected: a whole number)");
        refused(
                GOOD.replace("policy: trade-off(price=0.01)", "policy: trade-off(cost=0.01)"),
                "settings: line 'policy: trade-off(cost=0.01)': cost in 'trade-off(cost=0.01)' (expected: price)");
        refused(
                GOOD.replace("head x: sgd(eta=0.5, start=0.0) on softmax", "head x: sgd on"),
                "settings: line 'head x: sgd on': head: 'x: sgd on' (expected: name: tracker on score)");
        refused(
                GOOD.replace("labels: [a, b]", "labels: a, b"),
                "settings: line 'labels: a, b': 'a, b' (expected: [ at the beginning, ] at the end)");
        refused(
                GOOD.replace("labels: [a, b]", "labels: [a,b]"),
                "settings: line 'labels: [a,b]': 'b' (expected: a blank after each comma)");
        refused(
                GOOD.replace("labels: [a, b]", "labels: [a\\q, b]"),
                "settings: line 'labels: [a\\q, b]': 'a\\q' (expected: after each \\ another, n, u with four digits, or a"
                        + " separator)");
        refused(GOOD.replace("\nhead x", "\nissuing: y\nhead x"), "issuing head: 'y' (expected: one of [x])");
        refused(
                GOOD.replace("labels: [a, b]", "labels: [" + "a, ".repeat(9_999) + "a]"),
                "labels: [a, a, a, ... 9,997 more] (expected: two or more, all different)");
        assertThatThrownBy(
                        () -> LearnerSettings.parse(GOOD.replace("labels: [a, b]", "labels: " + "a, ".repeat(9_999))))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(500));
    }

    @Test
    void operationIsAsStrict() {
        String text = LearnerSettings.parse(GOOD).operation().toString();
        assertThat(Operation.parse(text)).hasToString(text);
        assertThatThrownBy(() -> Operation.parse(text + "\nseed: 1"))
                .hasMessage("settings: line 'seed: 1' (expected: a line of alpha, policy, floor, emptySets, maxWeight,"
                        + " maxPending, maxAge, issuing)");
        assertThatThrownBy(() -> Operation.parse(text + "\nhead x: sgd on softmax"))
                .hasMessageStartingWith("settings: line 'head x: ");
        for (String line : text.lines().toList()) {
            List<String> fewer = new ArrayList<>(text.lines().toList());
            fewer.remove(line);
            assertThatThrownBy(() -> Operation.parse(String.join("\n", fewer)))
                    .hasMessage("settings: no line of " + line.substring(0, line.indexOf(':')) + " (expected: one)");
        }
    }

    // ---------------------------------------------------------------- what could not be read back

    private static void unreadable(LearnerSettingsBuilder builder, String message) {
        LearnerSettings settings = builder.build();
        assertThatThrownBy(() -> new Learner(settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching(message + " \\(expected: one whose text names it, known through a Plugin\\)");
    }

    @Test
    void learnerThatCouldNotBeRestoredIsNotMade() {
        Policy lambda = (probabilities, inSet, into) -> Arrays.fill(into, 1.0 / into.length);
        unreadable(Learners.plain(3).policy(lambda), "policy: .*Lambda.*");
        unreadable(Learners.plain(3).policy(new Named("greedy")), "policy: greedy");
        unreadable(Learners.plain(3).policy(new Named("uniform")), "policy: uniform"); // it names another
        unreadable(Learners.plain(3).policy(new Named("uniform\nfloor: 1")), "policy: uniform\\\\u000afloor: 1");
        unreadable(
                Learners.plain(3).head("mine", new Halves(), new SgdTracker.Settings(1, 0)),
                "score of head mine: Halves.*");
        unreadable(
                Learners.plain(3).head("mine", Score.softmax(), new TrackerSettings() {
                    @Override
                    public Tracker create(TrackingTask task) {
                        return new SgdTracker.Settings(1, 0).create(task);
                    }
                }),
                "tracker of head mine: .*SettingsTextTest.*");
        unreadable(Learners.plain(3).model(new OwnModel("own(dimension=6)")), "model: own\\(dimension=6\\)");
        unreadable(Learners.plain(3).model(new OwnModel("mlp(dimension=6)")), "model: mlp\\(dimension=6\\)");
        unreadable(Learners.plain(3).loss(new OwnLoss("own")), "loss: own");
        unreadable(Learners.plain(3).loss(new OwnLoss("likelihood")), "loss: likelihood");
        unreadable(Learners.plain(3).features(new OwnFeatures("own(dimension=6)")), "features: own\\(dimension=6\\)");
        unreadable(
                Learners.plain(3).features(new OwnFeatures("vectors(dimension=6)")),
                "features: vectors\\(dimension=6\\)");
    }

    @Test
    void whatALearnerIsMadeOfIsNotOpenedBeforeItsSettingsAreRead() {
        dev.setpoint.feature.Letters features = new dev.setpoint.feature.Letters(FeatureSettings.DEFAULT);
        LearnerSettings settings = LearnerSettings.builder("a", "b")
                .features(features)
                .policy(new Named("greedy"))
                .build();
        assertThatThrownBy(() -> new Learner(settings)).hasMessageStartingWith("policy: greedy ");
        assertThat(features.opened()).isZero();
    }

    private record Named(String text) implements Policy {
        @Override
        public void distributionInto(double[] probabilities, boolean[] inSet, double[] distribution) {
            Arrays.fill(distribution, 1.0 / distribution.length);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private record Halves() implements Score {
        @Override
        public void scoresInto(RankedProbabilities query, double[] u, double[] scores) {
            Arrays.fill(scores, 0.5);
        }

        @Override
        public boolean randomised() {
            return false;
        }

        @Override
        public ScoreRange range(int labels) {
            return ScoreRange.UNIT;
        }
    }

    private record OwnModel(String text) implements ModelSettings {
        @Override
        public int dimension() {
            return Learners.DIMENSION;
        }

        @Override
        public ProbabilityModel create(ModelContext context) {
            throw new AssertionError("made though it cannot be read back");
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private record OwnFeatures(String text) implements EncoderSettings {
        @Override
        public int dimension() {
            return Learners.DIMENSION;
        }

        @Override
        public Encoder create() {
            throw new AssertionError("made though it cannot be read back");
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private record OwnLoss(String text) implements Loss {
        private static final Loss INNER = new LikelihoodLoss();

        @Override
        public void probabilitiesInto(double[] logits, double[] probabilities, int offset) {
            INNER.probabilitiesInto(logits, probabilities, offset);
        }

        @Override
        public boolean teaches(Observation observation) {
            return INNER.teaches(observation);
        }

        @Override
        public void gradientInto(Observation observation, double[] logits, double[] present, double[] gradient) {
            INNER.gradientInto(observation, logits, present, gradient);
        }

        @Override
        public double value(Observation observation, double[] logits) {
            return INNER.value(observation, logits);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
