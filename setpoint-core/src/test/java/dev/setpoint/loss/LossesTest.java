package dev.setpoint.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.estimate.DrEstimator;
import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.estimate.SdrEstimator;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.LossContract;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LossesTest {
    @Nested
    class Ipw extends LossContract {
        @Override
        protected Loss loss() {
            return new CrossEntropyLoss(new IpwEstimator());
        }
    }

    @Nested
    class Dr extends LossContract {
        @Override
        protected Loss loss() {
            return new CrossEntropyLoss(new DrEstimator());
        }
    }

    @Nested
    class Sdr extends LossContract {
        @Override
        protected Loss loss() {
            return new CrossEntropyLoss(new SdrEstimator());
        }
    }

    @Nested
    class Likelihood extends LossContract {
        @Override
        protected Loss loss() {
            return new LikelihoodLoss();
        }
    }

    @Nested
    class PulledArm extends LossContract {
        @Override
        protected Loss loss() {
            return new PulledArmLoss();
        }
    }

    private static final List<Loss> ENTROPIES = List.of(Loss.parse("ipw"), Loss.parse("dr"), Loss.parse("sdr"));

    private static double[] gradient(Loss loss, Observation observation, double... logits) {
        double[] present = new double[logits.length];
        loss.probabilitiesInto(logits, present, 0);
        double[] gradient = new double[logits.length];
        if (loss.teaches(observation)) {
            loss.gradientInto(observation, logits, present, gradient);
        }
        return gradient;
    }

    /** The mean over the pulls from {@code distribution} and the labels from {@code truth}, by enumeration. */
    private static double[] meanGradient(
            Loss loss, double[] truth, double[] distribution, double[] issued, double[] logits) {
        int labels = logits.length;
        double[] mean = new double[labels];
        for (int y = 0; y < labels; y++) {
            for (int arm = 0; arm < labels; arm++) {
                Observation observation = new Observation(labels).setPull(arm, arm == y, issued, distribution);
                double[] gradient = gradient(loss, observation, logits);
                for (int k = 0; k < labels; k++) {
                    mean[k] += truth[y] * distribution[arm] * gradient[k];
                }
            }
        }
        return mean;
    }

    private static double[] logitsOf(double[] probabilities, double shift) {
        return Arrays.stream(probabilities).map(p -> Math.log(p) + shift).toArray();
    }

    // ------------------------------------------------------------------ cross-entropy on an estimate

    @Test
    void crossEntropyIsUnbiasedWhateverTheModel() {
        Laws.forAll(200, random -> {
            int labels = random.within(2, 9);
            double[] truth = random.distribution(labels);
            double[] logits = LossContract.logits(random, labels, 3);
            double[] present = new double[labels];
            ENTROPIES.get(0).probabilitiesInto(logits, present, 0);
            for (Loss loss : ENTROPIES) {
                double[] mean =
                        meanGradient(loss, truth, random.distribution(labels), random.distribution(labels), logits);
                for (int k = 0; k < labels; k++) {
                    assertThat(mean[k]).as("%s", loss).isCloseTo(present[k] - truth[k], within(1e-11));
                }
            }
        });
    }

    @Test
    void crossEntropyByHand() {
        // uniform logits, K = 4; the pull of label 1 from 1/5 was correct: Delta = 5 at label 1, gradient 5 / 4 - Delta
        double[] q = {0.25, 0.25, 0.25, 0.25};
        double[] pi = {0.4, 0.2, 0.2, 0.2};
        Observation correct = new Observation(4).setPull(1, true, q, pi);
        assertThat(gradient(ENTROPIES.get(0), correct, 0, 0, 0, 0)).containsExactly(1.25, -3.75, 1.25, 1.25);
        assertThat(ENTROPIES.get(0).value(correct, new double[4])).isCloseTo(5 * Math.log(4), within(1e-12));
        // told, it is the ordinary cross-entropy
        Observation told = new Observation(4).setLabel(2, 1, q, pi);
        for (Loss loss : ENTROPIES) {
            assertThat(gradient(loss, told, 0, 0, 0, 0)).containsExactly(0.25, 0.25, -0.75, 0.25);
        }
    }

    @Test
    void incorrectPullTeachesUnderAllButIpw() {
        double[] q = {0.5, 0.3, 0.2};
        Observation incorrect = new Observation(3).setPull(0, false, q, q);
        Observation noneOf = new Observation(3).setNoneOf(new boolean[] {true, true, false}, 0, q, q);
        for (String name : List.of("ipw", "dr", "sdr", "likelihood", "pulled-arm")) {
            assertThat(Loss.parse(name).teaches(incorrect)).as(name).isEqualTo(!name.equals("ipw"));
            assertThat(Loss.parse(name).teaches(noneOf)).as(name).isEqualTo(!name.equals("ipw"));
        }
    }

    // ------------------------------------------------------------------ likelihood

    @Test
    void likelihoodIsConsistentWhereTheModelCanBeTrueWhateverThePolicy() {
        Laws.forAll(300, random -> {
            int labels = random.within(2, 9);
            double[] truth = random.distribution(labels);
            double[] pi = random.chance(0.5) ? random.distribution(labels) : random.distributionWithTies(labels);
            double[] mean = meanGradient(
                    new LikelihoodLoss(),
                    truth,
                    pi,
                    random.distribution(labels),
                    logitsOf(truth, random.between(-5, 5)));
            for (double g : mean) {
                assertThat(g).isCloseTo(0, within(1e-12));
            }
        });
    }

    /** Given the pulled label, whether an incorrect pull is answered by no more than that or by the label. */
    @Test
    void implicitStepsOfTheLikelihoodAreConsistentForEveryPulledLabel() {
        Laws.forAll(300, random -> {
            int labels = random.within(2, 9);
            double[] truth = random.distribution(labels);
            double[] pi = random.distribution(labels);
            boolean corrected = random.chance(0.5);
            int arm = random.below(labels);
            double[] mean = new double[labels];
            for (int y = 0; y < labels; y++) {
                Observation observation = new Observation(labels);
                if (corrected && y != arm) {
                    observation.setLabel(y, arm, truth, pi);
                } else {
                    observation.setPull(arm, y == arm, truth, pi);
                }
                double[] direction = gradient(new LikelihoodLoss(), observation, logitsOf(truth, 0));
                double[] gradient = direction.clone();
                new LikelihoodLoss().turn(observation, direction);
                for (int k = 0; k < labels; k++) {
                    assertThat(direction[k]).isEqualTo(k == arm ? gradient[k] : gradient[k] / 2);
                    mean[k] += truth[y] * direction[k];
                }
            }
            for (double g : mean) {
                assertThat(g).isCloseTo(0, within(1e-12));
            }
        });
    }

    @Test
    void labelThatWasToldWithoutAPullIsLearnedByItsGradient() {
        double[] gradient = {0.3, -0.5, 0.2};
        new LikelihoodLoss().turn(new Observation(3).setLabel(1), gradient);
        assertThat(gradient).containsExactly(0.3, -0.5, 0.2);
    }

    @Test
    void likelihoodOfNoneOfIsConsistentToo() {
        // the answer to an incorrect pull names a fixed set, if the true label is not in it
        Laws.forAll(200, random -> {
            int labels = random.within(3, 8);
            double[] truth = random.distribution(labels);
            double[] pi = random.distribution(labels);
            boolean[] named = LossContract.named(random, labels);
            double[] mean = new double[labels];
            double[][] direction = new double[labels][labels]; // by pulled label
            for (int y = 0; y < labels; y++) {
                for (int arm = 0; arm < labels; arm++) {
                    // told in two steps, as a person would: first whether the pull or a member is true, then which
                    Observation observation = new Observation(labels);
                    if (arm == y || named[y]) {
                        observation.setLabel(y, arm, truth, pi);
                    } else {
                        observation.setNoneOf(named, arm, truth, pi);
                    }
                    double[] gradient = gradient(new LikelihoodLoss(), observation, logitsOf(truth, 0));
                    for (int k = 0; k < labels; k++) {
                        mean[k] += truth[y] * pi[arm] * gradient[k];
                    }
                    new LikelihoodLoss().turn(observation, gradient);
                    for (int k = 0; k < labels; k++) {
                        direction[arm][k] += truth[y] * gradient[k];
                    }
                }
            }
            for (double g : mean) {
                assertThat(g).isCloseTo(0, within(1e-12));
            }
            for (double[] ofOneArm : direction) {
                assertThat(ofOneArm).usingComparatorWithPrecision(1e-12).containsOnly(0);
            }
        });
    }

    @Test
    void likelihoodOfAModelThatCannotBeTrueDependsOnThePolicy() {
        // Two kinds of queries, equally frequent, with truths (0.8, 0.1, 0.1) and (0.1, 0.1, 0.8); the model has one
        // row of
        // logits for both. At their mean the full cross-entropy is least, but pulls that follow the kinds do not lead
        // there.
        double[][] truths = {{0.8, 0.1, 0.1}, {0.1, 0.1, 0.8}};
        double[] mean = {0.45, 0.1, 0.45};
        double[][] policies = {{0.9, 0.05, 0.05}, {0.9, 0.05, 0.05}};
        double[][] following = {{0.9, 0.05, 0.05}, {0.05, 0.05, 0.9}};
        assertThat(largestMean(new LikelihoodLoss(), truths, following, mean)).isGreaterThan(0.01);
        assertThat(largestMean(new CrossEntropyLoss(new SdrEstimator()), truths, following, mean))
                .isLessThan(1e-12);
        assertThat(largestMean(new LikelihoodLoss(), truths, policies, mean)).isLessThan(1e-12);
    }

    private static double largestMean(Loss loss, double[][] truths, double[][] policies, double[] fitted) {
        double[] sum = new double[fitted.length];
        for (int kind = 0; kind < truths.length; kind++) {
            double[] mean = meanGradient(loss, truths[kind], policies[kind], fitted, logitsOf(fitted, 0));
            for (int k = 0; k < sum.length; k++) {
                sum[k] += mean[k] / truths.length;
            }
        }
        return Arrays.stream(sum).map(Math::abs).max().orElseThrow();
    }

    @Test
    void likelihoodByHand() {
        // p = (0.5, 0.3, 0.2)
        double[] z = {Math.log(5), Math.log(3), Math.log(2)};
        double[] any = {0.2, 0.3, 0.5};
        LikelihoodLoss loss = new LikelihoodLoss();
        assertThat(gradient(loss, new Observation(3).setPull(1, true, any, any), z))
                .usingComparatorWithPrecision(1e-15)
                .containsExactly(0.5, -0.7, 0.2);
        // incorrect: 0.3 (e_1 - q), q = (5/7, 0, 2/7)
        assertThat(gradient(loss, new Observation(3).setPull(1, false, any, any), z))
                .usingComparatorWithPrecision(1e-15)
                .containsExactly(-0.3 * 5 / 7, 0.3, -0.3 * 2 / 7);
        // none of label 2, and label 1 was pulled: only label 0 is left
        boolean[] last = {false, false, true};
        assertThat(gradient(loss, new Observation(3).setNoneOf(last, 1, any, any), z))
                .usingComparatorWithPrecision(1e-15)
                .containsExactly(-0.5, 0.3, 0.2);
        assertThat(loss.value(new Observation(3).setPull(1, false, any, any), z))
                .isCloseTo(-Math.log(0.7), within(1e-15));
        assertThat(loss.value(new Observation(3).setNoneOf(last, 1, any, any), z))
                .isCloseTo(Math.log(2), within(1e-15));
    }

    @Test
    void incorrectPullOfASureLabelStillShares() {
        // p_A rounds to 1 and the others underflow: the others get what the pulled one loses, by their own odds of 3 to
        // 1
        double[] any = {0.5, 0.3, 0.2};
        for (double lead : new double[] {50, 600, 800, 1e6}) {
            double[] z = {lead, Math.log(3), 0};
            double[] gradient = gradient(new LikelihoodLoss(), new Observation(3).setPull(0, false, any, any), z);
            assertThat(gradient).usingComparatorWithPrecision(1e-12).containsExactly(1.0, -0.75, -0.25);
        }
    }

    // ------------------------------------------------------------------ pulled arm

    @Test
    void pulledArmIsConsistentLabelByLabelWhateverThePolicy() {
        Laws.forAll(300, random -> {
            int labels = random.within(2, 9);
            double[] truth = random.distribution(labels);
            double[] logits =
                    Arrays.stream(truth).map(p -> Math.log(p / (1 - p))).toArray();
            double[] pi = random.chance(0.5) ? random.distribution(labels) : random.distributionWithTies(labels);
            for (double g : meanGradient(new PulledArmLoss(), truth, pi, random.distribution(labels), logits)) {
                assertThat(g).isCloseTo(0, within(1e-12));
            }
        });
    }

    @Test
    void pulledArmTouchesThePulledLabelAlone() {
        Laws.forAll(100, random -> {
            int labels = random.within(2, 9);
            double[] any = random.distribution(labels);
            int arm = random.below(labels);
            double[] z = LossContract.logits(random, labels, 4);
            double sigma = 1 / (1 + Math.exp(-z[arm]));
            for (boolean correct : new boolean[] {true, false}) {
                double[] expected = new double[labels];
                expected[arm] = correct ? sigma - 1 : sigma;
                assertThat(gradient(new PulledArmLoss(), new Observation(labels).setPull(arm, correct, any, any), z))
                        .usingComparatorWithPrecision(1e-15)
                        .containsExactly(expected);
            }
        });
    }

    @Test
    void linkOfThePulledArmIsTheChanceThatOfIndependentEventsItWasTheOneThatHappened() {
        Laws.forAll(100, random -> {
            int labels = random.within(2, 6);
            double[] z = LossContract.logits(random, labels, 3);
            double[] chance = new double[labels];
            double sum = 0;
            for (int k = 0; k < labels; k++) {
                chance[k] = 1;
                for (int j = 0; j < labels; j++) {
                    double sigma = 1 / (1 + Math.exp(-z[j]));
                    chance[k] *= j == k ? sigma : 1 - sigma;
                }
                sum += chance[k];
            }
            double[] p = new double[labels];
            new PulledArmLoss().probabilitiesInto(z, p, 0);
            for (int k = 0; k < labels; k++) {
                assertThat(p[k]).isCloseTo(chance[k] / sum, within(1e-12));
            }
        });
    }

    @Test
    void pulledArmTakesATellingOfTheLabelForAnAnswerToEach() {
        double[] z = {0, 0, 0};
        double[] any = {0.5, 0.3, 0.2};
        assertThat(gradient(new PulledArmLoss(), new Observation(3).setLabel(1), z))
                .containsExactly(0.5, -0.5, 0.5);
        boolean[] first = {true, false, false};
        assertThat(gradient(new PulledArmLoss(), new Observation(3).setNoneOf(first, 2, any, any), z))
                .containsExactly(0.5, 0, 0.5);
    }

    // ------------------------------------------------------------------ observations

    @Test
    void observationSaysWhatWasSaid() {
        double[] p = {0.5, 0.3, 0.2};
        Observation observation = new Observation(3).setPull(2, true, p, p);
        assertThat(observation.isCorrect()).isTrue();
        assertThat(observation.label()).isEqualTo(2);
        observation.setPull(2, false, p, p);
        assertThat(observation.isCorrect()).isFalse();
        assertThat(observation.label()).isEqualTo(Observation.NONE);
        assertThat(observation.isRuledOut(2)).isTrue();
        assertThat(observation.isRuledOut(1)).isFalse();
        observation.setNoneOf(new boolean[] {true, false, false}, 1, p, p);
        assertThat(observation.isRuledOut(0)).isTrue();
        assertThat(observation.isRuledOut(1)).isTrue();
        assertThat(observation.isRuledOut(2)).isFalse();
        observation.setLabel(1, 1, p, p);
        assertThat(observation.isCorrect()).isTrue();
        assertThat(observation.isRuledOut(1)).isFalse();
        observation.setLabel(0);
        assertThat(observation.isCorrect()).isFalse();
        assertThat(observation.arm()).isEqualTo(Observation.NONE);
        assertThat(observation.probabilities()).isNull();
    }

    @Test
    void observationUsedAgainIsAsNew() {
        Laws.forAll(200, random -> {
            int labels = random.within(2, 6);
            Observation used = LossContract.observation(random, labels);
            double[] issued = random.distribution(labels);
            double[] distribution = random.distribution(labels);
            boolean[] named = LossContract.named(random, labels);
            int arm = random.below(labels);
            int kind = random.below(3);
            Observation fresh = new Observation(labels);
            for (Observation observation : List.of(used, fresh)) {
                switch (kind) {
                    case 0 -> observation.setPull(arm, false, issued, distribution);
                    case 1 -> observation.setLabel(arm, 0, issued, distribution);
                    default -> observation.setNoneOf(named, arm, issued, distribution);
                }
            }
            double[] logits = LossContract.logits(random, labels, 2);
            for (String name : List.of("ipw", "dr", "sdr", "likelihood", "pulled-arm")) {
                Loss loss = Loss.parse(name);
                assertThat(gradient(loss, used, logits)).isEqualTo(gradient(loss, fresh, logits));
            }
        });
    }
}
