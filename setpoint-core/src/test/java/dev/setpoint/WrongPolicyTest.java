package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.notation.Notation;
import dev.setpoint.notation.Plugin;
import dev.setpoint.policy.Policy;
import dev.setpoint.score.Score;
import dev.setpoint.testing.OfferedPlugins;
import dev.setpoint.track.SgdTracker;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A policy of a user's own that keeps no promise is noticed when it first pulls. */
class WrongPolicyTest {
    /** Writes what it is told, a distribution or not. */
    record Fixed(double first, double others) implements Policy {
        @Override
        public void distributionInto(double[] probabilities, boolean[] inSet, double[] distribution) {
            Arrays.fill(distribution, others);
            distribution[0] = first;
        }

        @Override
        public String toString() {
            return "fixed(first=" + first + ", others=" + others + ")";
        }
    }

    /** {@link Fixed} by name. */
    public static final class FixedPlugin implements Plugin<Policy> {
        /** For the service loader. */
        public FixedPlugin() {}

        @Override
        public Class<Policy> kind() {
            return Policy.class;
        }

        @Override
        public List<String> names() {
            return List.of("fixed");
        }

        @Override
        public Policy parse(Notation notation) {
            return new Fixed(notation.number("first", 1), notation.number("others", 0));
        }
    }

    private final FeatureVector good = FeatureVector.dense(1, 2, 3, 4);
    private OfferedPlugins plugins;

    @BeforeEach
    void offer(@TempDir Path folder) {
        plugins = OfferedPlugins.of(folder, FixedPlugin.class);
    }

    @AfterEach
    void forget() {
        plugins.close();
    }

    @Test
    void policyThatWritesNoDistributionIssuesNothing() {
        Map<Double, String> sums = Map.of(
                0.25,
                "sum to 0.75",
                0.65,
                "sum to 1.9",
                2.0,
                "sum to 6.0",
                0.0,
                "sum to 0.0",
                Double.NaN,
                "sum to NaN");
        sums.forEach((each, sum) -> {
            Fixed policy = new Fixed(each, each);
            Learner misled = new Learner(LearnerSettings.builder("a", "b", "c")
                    .dense(4)
                    .policy(policy)
                    .floor(0)
                    .build());
            byte[] before = misled.snapshot();
            assertThatThrownBy(() -> misled.decide(good))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("policy: " + policy + ", whose pull probabilities, with the floor, " + sum)
                    .hasMessageEndingWith(" (expected: in [0, 1], with sum 1)");
            assertThat(misled.pending()).isZero();
            assertThat(misled.snapshot()).isEqualTo(before);
        });
    }

    @Test
    void policyThatWritesNoDistributionIsNoticedBesideExcludedLabelsToo() {
        LearnerSettings settings = LearnerSettings.builder("a", "b", "c")
                .dense(4)
                .policy(new Fixed(0.25, 0.25))
                .build();
        Query query = Query.of(good).excluding(LabelSet.of(settings.labels(), "b"));
        assertThatThrownBy(() -> new Learner(settings).decide(query)).hasMessageContaining("sum to 0.75");
    }

    @Test
    void negativeProbabilityIsNoticed() {
        Learner misled = new Learner(LearnerSettings.builder("a", "b", "c")
                .dense(4)
                .policy(new Fixed(-0.1, 0.55))
                .floor(0)
                .build());
        assertThatThrownBy(() -> misled.decide(good)).hasMessageContaining(" and are in part below 0");
    }

    @Test
    void probabilityThatIsAboveOneByRoundingIsOneHoweverLateItsAnswerComes() {
        LearnerSettings settings = LearnerSettings.builder("a", "b")
                .dense(4)
                .policy(new Fixed(1 + 1e-9, 0))
                .floor(0)
                .thresholdEstimator(new IpwEstimator())
                .head("sgd", Score.softmax(), new SgdTracker.Settings(0.02, 0))
                .build();
        Learner rounding = new Learner(settings);
        Decision decision = rounding.decide(good);
        assertThat(decision.propensity()).isEqualTo(1);
        Learner restored = Learner.restore(rounding.snapshot());
        Learner twin = new Learner(settings);
        twin.decide(good);
        for (Learner learner : List.of(restored, twin)) {
            learner.learn(decision.id(), true);
        }
        assertThat(twin.snapshot()).isEqualTo(restored.snapshot());
    }
}
