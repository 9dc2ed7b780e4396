package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.policy.Policy;
import dev.setpoint.policy.SetAwarePolicy;
import dev.setpoint.policy.SoftmaxPolicy;
import dev.setpoint.policy.TradeOffPolicy;
import dev.setpoint.policy.UniformPolicy;
import dev.setpoint.testing.Laws;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Exploration by itself, without a learner. */
class ExplorationTest {
    @Test
    void pullsAsALearnerOfTheSameSeedWould() {
        Laws.forAll(30, random -> {
            Policy policy = Learners.policy(random);
            double floor = random.between(0, 0.5);
            long seed = random.bits();
            Learner learner = new Learner(LearnerSettings.builder(Learners.names(4))
                    .givenProbabilities()
                    .policy(policy)
                    .floor(floor)
                    .seed(seed)
                    .build());
            Exploration exploration = new Exploration(policy, floor, 4);
            for (int t = 0; t < 20; t++) {
                double[] p = random.distribution(4);
                LabelSet excluded =
                        random.chance(0.5) ? LabelSet.of(learner.settings().labels(), "label2") : null;
                String id = random.chance(0.5) ? "ticket-" + t : String.valueOf(1000 + t);
                Decision decision =
                        learner.decide(Query.ofProbabilities(p).named(id).excluding(excluded));
                double[] given = decision.probabilities().stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray();
                double[] propensities = exploration.propensities(given, decision.set(), excluded);
                assertThat(Doubles.copyOf(propensities)).isEqualTo(decision.propensities());
                assertThat(exploration.pull(propensities, seed, id)).isEqualTo(decision.arm());
            }
        });
    }

    /** The share of 20,000 pulls is within 5 standard errors of the propensity: a false alarm in one of 10^5 seeds. */
    @Test
    void pullsAsOftenAsItSays() {
        Exploration exploration = new Exploration(new TradeOffPolicy(0.01), 0.3, 3);
        double[] propensities = exploration.propensities(new double[] {0.6, 0.3, 0.1});
        int[] pulls = new int[3];
        for (int i = 0; i < 20_000; i++) {
            pulls[exploration.pull(propensities, 7, "d" + i)]++;
        }
        for (int k = 0; k < 3; k++) {
            double error = Math.sqrt(propensities[k] * (1 - propensities[k]) / 20_000);
            assertThat(pulls[k] / 20_000.0).isBetween(propensities[k] - 5 * error, propensities[k] + 5 * error);
        }
    }

    @Test
    void propensitiesOfProbabilitiesThatMissTheSumAreThoseDrawnBy() {
        double[] propensities = new Exploration(new SoftmaxPolicy(1), 0, 2).propensities(new double[] {0.7, 0.3009});
        assertThat(propensities[0] + propensities[1]).isCloseTo(1, within(1e-12));
        double[] many = new double[1000];
        Arrays.fill(many, 1.009 / 1000); // what is let in can be drawn by
        assertThat(new Exploration(new SoftmaxPolicy(1), 0, 1000)
                        .pull(new Exploration(new SoftmaxPolicy(1), 0, 1000).propensities(many), 1, "a"))
                .isBetween(0, 999);
    }

    @Test
    void refusesWhatItCannotExploreBy() {
        Exploration exploration = new Exploration(new UniformPolicy(), 0.1, 3);
        double[] p = {0.5, 0.25, 0.25};
        List<String> names = Learners.names(3);
        refused("policy: null (expected: not null)", () -> new Exploration(null, 0, 2));
        refused("floor: -0.1 (expected: in [0, 1])", () -> new Exploration(new UniformPolicy(), -0.1, 2));
        refused("floor: NaN (expected: in [0, 1])", () -> new Exploration(new UniformPolicy(), Double.NaN, 2));
        refused("labels: 1 (expected: >= 2)", () -> new Exploration(new UniformPolicy(), 0, 1));
        refused("probabilities: null (expected: 3, one per label)", () -> exploration.propensities(null));
        refused(
                "probabilities: 2 numbers (expected: 3, one per label)",
                () -> exploration.propensities(new double[] {0.5, 0.5}));
        refused(
                "probabilities[0]: 1.9 (expected: in [0, 1])",
                () -> exploration.propensities(new double[] {1.9, 1.9, 0}));
        refused(
                "excluded: all labels (expected: at least one is eligible)",
                () -> exploration.propensities(p, null, LabelSet.of(names, "label0", "label1", "label2")));
        refused(
                "excluded: of 2 labels (expected: of 3)",
                () -> exploration.propensities(p, null, LabelSet.of(Learners.names(2), "label0")));
        refused(
                "set: null (expected: the issued set, as policy set-aware(temperature=1.0) reads it)",
                () -> new Exploration(new SetAwarePolicy(1), 0.1, 3).propensities(p));
        refused("id: 0 bytes (expected: 1 to 128)", () -> exploration.pull(p, 1, ""));
        refused(
                "propensities: sum 1.5 (expected: 1, give or take 0.001)",
                () -> exploration.pull(new double[] {0.5, 0.5, 0.5}, 1, "a"));
    }

    private static void refused(String message, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
