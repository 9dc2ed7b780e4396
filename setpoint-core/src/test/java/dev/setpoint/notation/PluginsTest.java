package dev.setpoint.notation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.Feedback;
import dev.setpoint.Learner;
import dev.setpoint.LearnerSettings;
import dev.setpoint.estimate.IndicatorEstimator;
import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.feature.Encoder;
import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.loss.Loss;
import dev.setpoint.loss.Observation;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.policy.Policy;
import dev.setpoint.score.RankedProbabilities;
import dev.setpoint.score.Score;
import dev.setpoint.score.ScoreRange;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.testing.OfferedPlugins;
import dev.setpoint.track.SgdTracker;
import dev.setpoint.track.Tracker;
import dev.setpoint.track.TrackerSettings;
import dev.setpoint.track.TrackingTask;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings of a user's own are as good as core's, of whatever kind they are. */
class PluginsTest {
    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    @TempDir
    private Path folder;

    @AfterEach
    void forget() {
        Thread.currentThread().setContextClassLoader(before);
    }

    /** From now on the context class loader offers these plugins, beside those of all tests. */
    private void offer(Class<?>... plugins) {
        OfferedPlugins.of(folder, plugins); // until forget
    }

    private static LearnerSettings own() {
        return LearnerSettings.builder("a", "b")
                .features(new Doubled(2))
                .model(new Model(2, 7))
                .policy(new Lazy(0.5))
                .loss(new Squared())
                .thresholdEstimator(new Halved(2))
                .head("mine", new Flat(0.25), new Still(0.75))
                .build();
    }

    private void offerAll() {
        offer(
                Encoders.class,
                Models.class,
                Policies.class,
                Losses.class,
                Estimators.class,
                Scores.class,
                Trackers.class);
    }

    @Test
    void everyKindOfSettingIsOpen() {
        offerAll();
        assertThat(EncoderSettings.parse("doubled", 5)).isEqualTo(new Doubled(5)); // which the surroundings know
        assertThat(ModelSettings.parse("mine(seed=3)", 4)).isEqualTo(new Model(4, 3));
        assertThat(Policy.parse("lazy(share=0.1)")).isEqualTo(new Lazy(0.1));
        assertThat(Score.parse("flat")).isEqualTo(new Flat(0));
        assertThat(TrackerSettings.parse("outer(tracker=still(at=0.5))"))
                .hasToString("outer(gamma=0.01, tracker=still(at=0.5))");
        assertThat(Loss.parse("squared")).isEqualTo(new Squared());
        assertThat(IndicatorEstimator.parse("halved(by=4)")).isEqualTo(new Halved(4));
        assertThat(Loss.parse("halved(by=4)")).isEqualTo(new CrossEntropyLoss(new Halved(4)));
        assertThat(LearnerSettings.parse(own().toString())).isEqualTo(own());
    }

    @Test
    void learnerOfOnesOwnMakeIsRestoredWithoutItsSettings() {
        offerAll();
        Learner learner = new Learner(own());
        learner.learn(learner.decide(FeatureVector.dense(1, 2)).id(), Feedback.of(true));
        byte[] snapshot = learner.snapshot();
        assertThat(Learner.restore(snapshot).settings()).isEqualTo(own());
        assertThat(Learner.restore(snapshot).snapshot()).isEqualTo(snapshot);
        offer(Encoders.class, Models.class);
        assertThatThrownBy(() -> Learner.restore(snapshot))
                .isInstanceOf(SnapshotException.class)
                .hasMessageStartingWith("snapshot: settings: line ")
                .hasMessageContaining("(expected: ");
        LearnerSettings settings = own();
        assertThatThrownBy(() -> new Learner(settings))
                .hasMessage("policy: lazy(share=0.5) (expected: one whose text names it, known through a Plugin)");
    }

    @Test
    void lineThatNamesNoPluginIsToldInOneSentence() {
        offerAll();
        LearnerSettings settings = own();
        String expected =
                " (expected: in META-INF/services/dev.setpoint.notation.Plugin, one line per plugin with the name"
                        + " of a public class that is there and can be made)";
        OfferedPlugins.of(folder, "me.Nobody"); // until forget
        assertThatThrownBy(() -> new Learner(settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("plugin: Provider me.Nobody not found" + expected);
        OfferedPlugins.of(folder, "not a name");
        assertThatThrownBy(() -> Policy.parse("lazy"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("plugin: file:")
                .hasMessageEndingWith(":1: Illegal configuration-file syntax" + expected);
        OfferedPlugins.of(folder, PluginsTest.class);
        assertThatThrownBy(() -> Policy.parse("lazy"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("plugin: dev.setpoint.notation.PluginsTest not a subtype" + expected);
    }

    @Test
    void partThatDoesNotEqualWhatItsTextSaysIsRefused() {
        offer(Singles.class);
        LearnerSettings settings =
                LearnerSettings.builder("a", "b").dense(2).policy(new Single()).build();
        assertThatThrownBy(() -> new Learner(settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("policy: single, which reads back as another (expected: one that equals it; records do)");
    }

    @Test
    void unknownNamesAreAnsweredWithThePluginsToo() {
        offerAll();
        assertThatThrownBy(() -> Score.parse("margin"))
                .hasMessage("score: 'margin' (expected: softmax, aps, raps, flat)");
        assertThatThrownBy(() -> IndicatorEstimator.parse("knn"))
                .hasMessage("estimator: 'knn' (expected: ipw, dr, sdr, halved)");
        assertThatThrownBy(() -> Loss.parse("hinge"))
                .hasMessage("loss: 'hinge' (expected: likelihood, pulled-arm, ipw, dr, sdr, halved, squared)");
        assertThatThrownBy(() -> Policy.parse("lazy(shares=1)"))
                .hasMessage("shares in 'lazy(shares=1)' (expected: share)");
    }

    @Test
    void nameThatIsTakenIsRefused() {
        offer(Policies.class, CorePolicies.class);
        assertThatThrownBy(() -> Policy.parse("lazy"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("policy: 'uniform' of the plugin " + CorePolicies.class.getName()
                        + " (expected: a name that is not taken)");
        offer(Policies.class, MorePolicies.class);
        assertThatThrownBy(() -> Policy.parse("other"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("policy: 'lazy' of the plugins " + Policies.class.getName() + " and "
                        + MorePolicies.class.getName() + " (expected: of one of them)");
        offer(LoudPolicies.class);
        assertThatThrownBy(() -> Policy.parse("lazy"))
                .hasMessage("policy: 'LAZY' of the plugin " + LoudPolicies.class.getName()
                        + " (expected: a name of lower-case letters, digits and hyphens)");
        offer(Estimators.class, EstimatorLike.class);
        assertThatThrownBy(() -> Loss.parse("hinge"))
                .hasMessage("loss: 'halved' of the plugin " + EstimatorLike.class.getName()
                        + " (expected: a name that is not taken)");
    }

    @Test
    void pluginsOfCoresOwnLoaderAreFoundUnderAForeignOne() {
        Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
        assertThat(ModelSettings.parse("test-given(dimension=3)")).hasToString("test-given(dimension=3)");
        Thread.currentThread().setContextClassLoader(null);
        assertThat(ModelSettings.parse("test-given(dimension=3)")).hasToString("test-given(dimension=3)");
    }

    @Test
    void moduleSaysThatItUsesThem() throws Exception {
        Path compiled = Path.of(Learner.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        assertThat(ModuleFinder.of(compiled)
                        .find("dev.setpoint.core")
                        .orElseThrow()
                        .descriptor()
                        .uses())
                .containsExactlyInAnyOrder(
                        Plugin.class.getName(),
                        "dev.setpoint.feature.EmbedderPlugin",
                        "dev.setpoint.feature.TextEncoderPlugin");
    }

    // ---------------------------------------------------------------- settings of one's own, of each kind

    private record Doubled(int queryDimension) implements EncoderSettings {
        @Override
        public int dimension() {
            return queryDimension;
        }

        @Override
        public Encoder create() {
            return VectorSettings.asGiven(queryDimension).create();
        }

        @Override
        public String toString() {
            return "doubled(dimension=" + queryDimension + ")";
        }
    }

    private record Model(int dimension, int seed) implements ModelSettings {
        @Override
        public ProbabilityModel create(ModelContext context) {
            return new SoftmaxRegression.Settings(dimension, new Optimizer.Sgd(0.1)).create(context);
        }

        @Override
        public String toString() {
            return "mine(dimension=" + dimension + ", seed=" + seed + ")";
        }
    }

    /** No record, and without equals. */
    private static final class Single implements Policy {
        @Override
        public void distributionInto(double[] probabilities, boolean[] inSet, double[] distribution) {
            new Lazy(1).distributionInto(probabilities, inSet, distribution);
        }

        @Override
        public String toString() {
            return "single";
        }
    }

    private record Lazy(double share) implements Policy {
        @Override
        public void distributionInto(double[] probabilities, boolean[] inSet, double[] distribution) {
            Arrays.fill(distribution, 1.0 / distribution.length);
        }

        @Override
        public String toString() {
            return "lazy(share=" + share + ")";
        }
    }

    private record Squared() implements Loss {
        private static final Loss OTHER = new CrossEntropyLoss(new IpwEstimator());

        @Override
        public void probabilitiesInto(double[] logits, double[] probabilities, int offset) {
            OTHER.probabilitiesInto(logits, probabilities, offset);
        }

        @Override
        public boolean teaches(Observation observation) {
            return OTHER.teaches(observation);
        }

        @Override
        public void gradientInto(Observation observation, double[] logits, double[] present, double[] gradient) {
            OTHER.gradientInto(observation, logits, present, gradient);
        }

        @Override
        public double value(Observation observation, double[] logits) {
            return OTHER.value(observation, logits);
        }

        @Override
        public String toString() {
            return "squared";
        }
    }

    private record Halved(int by) implements IndicatorEstimator {
        @Override
        public void estimateInto(
                double[] probabilities, double[] distribution, int arm, boolean correct, double[] estimate) {
            Arrays.fill(estimate, 1.0 / by);
        }

        @Override
        public boolean neverNegative() {
            return true;
        }

        @Override
        public String toString() {
            return "halved(by=" + by + ")";
        }
    }

    private record Flat(double at) implements Score {
        @Override
        public void scoresInto(RankedProbabilities query, double[] u, double[] scores) {
            Arrays.fill(scores, at);
        }

        @Override
        public boolean randomised() {
            return false;
        }

        @Override
        public ScoreRange range(int labels) {
            return ScoreRange.UNIT;
        }

        @Override
        public String toString() {
            return "flat(at=" + at + ")";
        }
    }

    private record Still(double at) implements TrackerSettings {
        @Override
        public Tracker create(TrackingTask task) {
            return new SgdTracker.Settings(1e-9, at).create(task);
        }

        @Override
        public String toString() {
            return "still(at=" + at + ")";
        }
    }

    private abstract static class One<T> implements Plugin<T> {
        private final Class<T> kind;
        private final String name;
        private final Function<Notation, T> parser;

        One(Class<T> kind, String name, Function<Notation, T> parser) {
            this.kind = kind;
            this.name = name;
            this.parser = parser;
        }

        @Override
        public Class<T> kind() {
            return kind;
        }

        @Override
        public List<String> names() {
            return List.of(name);
        }

        @Override
        public T parse(Notation notation) {
            return parser.apply(notation);
        }
    }

    /** {@code doubled}. */
    public static final class Encoders extends One<EncoderSettings> {
        /** For the service loader. */
        public Encoders() {
            super(EncoderSettings.class, "doubled", notation -> new Doubled(notation.integer("dimension", 1)));
        }
    }

    /** {@code mine}. */
    public static final class Models extends One<ModelSettings> {
        /** For the service loader. */
        public Models() {
            super(
                    ModelSettings.class,
                    "mine",
                    notation -> new Model(notation.integer("dimension", 1), notation.integer("seed", 1)));
        }
    }

    /** {@code lazy}. */
    public static final class Policies extends One<Policy> {
        /** For the service loader. */
        public Policies() {
            super(Policy.class, "lazy", notation -> new Lazy(notation.number("share", 1)));
        }
    }

    /** {@code single}. */
    public static final class Singles extends One<Policy> {
        /** For the service loader. */
        public Singles() {
            super(Policy.class, "single", notation -> new Single());
        }
    }

    /** {@code lazy}, too. */
    public static final class MorePolicies extends One<Policy> {
        /** For the service loader. */
        public MorePolicies() {
            super(Policy.class, "lazy", notation -> new Lazy(0));
        }
    }

    /** A name of core's. */
    public static final class CorePolicies extends One<Policy> {
        /** For the service loader. */
        public CorePolicies() {
            super(Policy.class, "uniform", notation -> new Lazy(0));
        }
    }

    /** A name that no notation has. */
    public static final class LoudPolicies extends One<Policy> {
        /** For the service loader. */
        public LoudPolicies() {
            super(Policy.class, "LAZY", notation -> new Lazy(0));
        }
    }

    /** {@code squared}. */
    public static final class Losses extends One<Loss> {
        /** For the service loader. */
        public Losses() {
            super(Loss.class, "squared", notation -> new Squared());
        }
    }

    /** A loss with an estimator's name. */
    public static final class EstimatorLike extends One<Loss> {
        /** For the service loader. */
        public EstimatorLike() {
            super(Loss.class, "halved", notation -> new Squared());
        }
    }

    /** {@code halved}. */
    public static final class Estimators extends One<IndicatorEstimator> {
        /** For the service loader. */
        public Estimators() {
            super(IndicatorEstimator.class, "halved", notation -> new Halved(notation.integer("by", 2)));
        }
    }

    /** {@code flat}. */
    public static final class Scores extends One<Score> {
        /** For the service loader. */
        public Scores() {
            super(Score.class, "flat", notation -> new Flat(notation.number("at", 0)));
        }
    }

    /** {@code still}. */
    public static final class Trackers extends One<TrackerSettings> {
        /** For the service loader. */
        public Trackers() {
            super(TrackerSettings.class, "still", notation -> new Still(notation.number("at", 0)));
        }
    }
}
