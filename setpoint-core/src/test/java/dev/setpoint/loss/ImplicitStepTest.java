package dev.setpoint.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.testing.Laws;
import dev.setpoint.testing.LossContract;
import dev.setpoint.testing.Source;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ImplicitStepTest {
    private static final double[] MARGINS = {-1e6, -700, -40, -5, -1, -1e-9, 0, 1e-9, 0.3, 1, 5, 40, 700, 1e4, 1e6};
    private static final double[] REACHES = {
        0, 1e-300, 1e-12, 1e-3, 0.5, 1, 8, 60, 350, 1400, 1e6, 1e12, 8e19, 1e40, 1e200
    };

    private static double logistic(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    /** log sigma(x), which does not underflow. */
    private static double logLogistic(double x) {
        return -Softmax.softplus(-x);
    }

    /** The margin m' = m - r sigma(m') after an implicit step, by bisection. */
    private static double after(double margin, double reach) {
        double low = margin - reach;
        double high = margin;
        for (int i = 0; i < 3000 && low < high; i++) {
            double middle = low / 2 + high / 2;
            if (middle + reach * logistic(middle) < margin) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    @Test
    void shareSolvesItsEquation() {
        for (double margin : MARGINS) {
            for (double reach : REACHES) {
                double share = ImplicitStep.share(margin, reach);
                double expected = Math.exp(logLogistic(after(margin, reach)) - logLogistic(margin));
                // a margin of size m is known to m eps, and so is the share in proportion to itself
                double tolerance = 1e-8 + 1e-15 * Math.abs(margin);
                assertThat(share)
                        .as("margin %s, reach %s", margin, reach)
                        .isCloseTo(expected, within(tolerance * expected));
            }
        }
    }

    @Test
    void stepOfTheShareEndsWhereItsOwnGradientIsTaken() {
        Laws.forAll(2000, random -> {
            double margin = random.between(-30, 30) * random.oneOf(0.01, 1.0, 20.0);
            double reach = Math.exp(random.between(-10, 25));
            double share = ImplicitStep.share(margin, reach);
            double end = margin - reach * share * logistic(margin);
            assertThat(logLogistic(end)).isCloseTo(Math.log(share) + logLogistic(margin), within(1e-6));
        });
    }

    @Test
    void shareIsPositiveAndAtMostOneAndFallsWithTheReach() {
        for (double margin : MARGINS) {
            double before = 1;
            for (double reach : REACHES) {
                double share = ImplicitStep.share(margin, reach);
                assertThat(share).as("margin %s, reach %s", margin, reach).isPositive();
                assertThat(share).as("margin %s, reach %s", margin, reach).isLessThanOrEqualTo(before * (1 + 1e-9));
                before = share;
            }
        }
    }

    @Test
    void stepsThatReachNowhereAreTakenWhole() {
        for (double margin : MARGINS) {
            assertThat(ImplicitStep.share(margin, 0)).isEqualTo(1);
            assertThat(ImplicitStep.share(margin, 1e-12)).isCloseTo(1, within(1e-11));
        }
    }

    @Test
    void farEnoughOffAStepIsTakenWhole() {
        // sigma(700 - 350) is 1 to the last digit, so nothing is gained by holding back
        assertThat(ImplicitStep.share(700, 350)).isCloseTo(1, within(1e-12));
        assertThat(ImplicitStep.share(-700, 350)).isCloseTo(1, within(1e-12));
    }

    @Test
    void byHand() {
        // m' = -1 is where m = -1 + r sigma(-1) began: with r = 4, m = -1 + 4 / (1 + e)
        double margin = -1 + 4 / (1 + Math.E);
        assertThat(ImplicitStep.share(margin, 4)).isCloseTo(logistic(-1) / logistic(margin), within(1e-12));
    }

    // ---------------------------------------------------------------- shares of losses

    private static double[] probabilities(Loss loss, double[] logits) {
        double[] present = new double[logits.length];
        loss.probabilitiesInto(logits, present, 0);
        return present;
    }

    private static double[] moved(double[] logits, double[] gradient, double by) {
        double[] moved = logits.clone();
        for (int k = 0; k < logits.length; k++) {
            moved[k] -= by * gradient[k];
        }
        return moved;
    }

    /** log of what the gradient is in proportion to: the probability of all that the answer is against. */
    private static double logAgainst(Observation observation, double[] logits) {
        boolean[] against = new boolean[logits.length];
        for (int k = 0; k < logits.length; k++) {
            int label = observation.label();
            against[k] = label == Observation.NONE ? observation.isRuledOut(k) : k != label;
        }
        return logLogistic(logSum(logits, against, true) - logSum(logits, against, false));
    }

    private static double logSum(double[] logits, boolean[] against, boolean side) {
        double[] chosen = IntStream.range(0, logits.length)
                .filter(k -> against[k] == side)
                .mapToDouble(k -> logits[k])
                .toArray();
        return Softmax.logSum(chosen);
    }

    /** The a with a P(z) = P(z - s a g(z)), by bisection: the implicit step among those along g. */
    private static double exactShare(Observation observation, double[] logits, double[] gradient, double s) {
        double low = 0;
        double high = 1;
        double now = logAgainst(observation, logits);
        for (int i = 0; i < 200; i++) {
            double a = low + (high - low) / 2;
            if (Math.log(a) + now < logAgainst(observation, moved(logits, gradient, s * a))) {
                low = a;
            } else {
                high = a;
            }
        }
        return high;
    }

    private static Observation teaching(Source random, Loss loss, int labels) {
        Observation observation;
        do {
            observation = LossContract.observation(random, labels);
        } while (!loss.teaches(observation));
        return observation;
    }

    /** A likelihood's share over the exact one. */
    private static double overExact(LikelihoodLoss loss, Observation observation, double[] logits, double reach) {
        double[] present = probabilities(loss, logits);
        double[] gradient = new double[logits.length];
        loss.gradientInto(observation, logits, present, gradient);
        loss.turn(observation, gradient);
        double share = loss.share(observation, logits, present, reach);
        assertThat(share).isPositive().isLessThanOrEqualTo(1);
        return share / exactShare(observation, logits, gradient, reach);
    }

    /*
     * Per unit of the step, the margin falls by the mean of q over the labels that the answer is against plus the mean over the
     * others, q being their probabilities within their side and the means weighted by them: the sum of squares, at first. Then the
     * former falls, as larger ones are lowered more, and the latter grows, up to the largest q. The share is exact for the first
     * curvature, so it is off by no more than the curvature changes: of a single label it does not.
     */
    @Test
    void shareOfAKnownLabelIsAtMostTheExactOneAndAtLeastHalfOfIt() {
        LikelihoodLoss loss = new LikelihoodLoss();
        Laws.forAll(3000, random -> {
            int labels = random.within(2, 40);
            double[] logits = LossContract.logits(random, labels, random.oneOf(0.1, 2.0, 8.0, 30.0, 400.0));
            Observation told = new Observation(labels).setLabel(random.below(labels));
            double ratio = overExact(loss, told, logits, Math.exp(random.between(-5, 30)));
            assertThat(ratio).isBetween(0.5 - 1e-6, 1 + 1e-6);
        });
    }

    @Test
    void shareOfAnIncorrectPullIsAtLeastTheExactOneAndAtMostAFifthMore() {
        LikelihoodLoss loss = new LikelihoodLoss();
        double most = (1 + Math.sqrt(2)) / 2; // the largest (1 + q) / (1 + q^2)
        Laws.forAll(3000, random -> {
            int labels = random.within(2, 40);
            double[] logits = LossContract.logits(random, labels, random.oneOf(0.1, 2.0, 8.0, 30.0, 400.0));
            double[] any = random.distribution(labels);
            Observation incorrect = new Observation(labels).setPull(random.below(labels), false, any, any);
            double ratio = overExact(loss, incorrect, logits, Math.exp(random.between(-5, 30)));
            assertThat(ratio).isBetween(1 - 1e-6, most + 1e-6);
        });
    }

    @Test
    void shareOfNoneOfSeveralIsOffByNoMoreThanTheirNumberAllows() {
        LikelihoodLoss loss = new LikelihoodLoss();
        Laws.forAll(3000, random -> {
            int labels = random.within(2, 40);
            double[] logits = LossContract.logits(random, labels, random.oneOf(0.1, 2.0, 8.0, 30.0, 400.0));
            Observation observation = teaching(random, loss, labels);
            double ratio = overExact(loss, observation, logits, Math.exp(random.between(-5, 30)));
            assertThat(ratio).isBetween(1.0 / labels, (1 + Math.sqrt(labels)) / 2);
        });
    }

    @Test
    void shareOfTwoLabelsIsExact() {
        LikelihoodLoss loss = new LikelihoodLoss();
        Laws.forAll(1000, random -> {
            double[] logits = LossContract.logits(random, 2, random.oneOf(2.0, 30.0, 700.0, 1e4));
            Observation observation = teaching(random, loss, 2);
            double ratio = overExact(loss, observation, logits, Math.exp(random.between(-5, 30)));
            assertThat(ratio).isCloseTo(1, within(1e-6));
        });
    }

    @Test
    void shareOfAPulledArmIsExact() {
        PulledArmLoss loss = new PulledArmLoss();
        Laws.forAll(1000, random -> {
            int labels = random.within(2, 9);
            double[] logits = LossContract.logits(random, labels, random.oneOf(2.0, 30.0, 700.0));
            double[] any = random.distribution(labels);
            int arm = random.below(labels);
            boolean correct = random.chance(0.5);
            double reach = Math.exp(random.between(-5, 30));
            double share = loss.share(new Observation(labels).setPull(arm, correct, any, any), logits, any, reach);
            assertThat(share).isEqualTo(ImplicitStep.share(correct ? -logits[arm] : logits[arm], reach));
        });
    }

    @Test
    void noStepOfAShareRaisesTheLoss() {
        Laws.forAll(3000, random -> {
            Loss loss = random.oneOf(new LikelihoodLoss(), new PulledArmLoss());
            int labels = random.within(2, 20);
            double[] logits = LossContract.logits(random, labels, random.oneOf(0.1, 2.0, 30.0, 800.0, 1e6));
            Observation observation = teaching(random, loss, labels);
            double reach = Math.exp(random.between(-5, 60));
            double[] present = probabilities(loss, logits);
            double[] gradient = new double[labels];
            loss.gradientInto(observation, logits, present, gradient);
            loss.turn(observation, gradient);
            double share = loss.share(observation, logits, present, reach);
            assertThat(share).isPositive().isLessThanOrEqualTo(1);
            double before = loss.value(observation, logits);
            assertThat(loss.value(observation, moved(logits, gradient, reach * share)))
                    .isLessThanOrEqualTo(before * (1 + 1e-12));
        });
    }

    @Test
    void farOffLabelsAreNotOvershot() {
        // p of the told label underflows, or its square does: the step must still end near a margin of 0, not at -reach
        LikelihoodLoss loss = new LikelihoodLoss();
        Observation told = new Observation(2).setLabel(1);
        for (double margin : new double[] {300, 330, 400, 700, 760, 2000}) {
            double[] logits = {margin, 0};
            double reach = 1e5;
            double share = loss.share(told, logits, probabilities(loss, logits), reach);
            double end = margin - 2 * reach * share; // the gradient is (1, -1)
            assertThat(end).as("margin %s", margin).isBetween(-12.0, 0.0);
        }
    }

    @Test
    void estimatesHaveNoShares() {
        Loss sdr = Loss.parse("sdr");
        assertThat(sdr.hasShares()).isFalse();
        assertThat(Loss.parse("ipw").hasShares()).isFalse();
        assertThat(Loss.parse("dr").hasShares()).isFalse();
        double[] p = {0.5, 0.5};
        assertThatThrownBy(() -> sdr.share(new Observation(2).setLabel(0), p, p, 1))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("loss: sdr has no shares");
    }
}
