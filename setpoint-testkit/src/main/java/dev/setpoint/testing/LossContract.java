package dev.setpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.loss.Loss;
import dev.setpoint.loss.Observation;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * What every {@link Loss} promises. To hold one to it, extend this in a test:
 *
 * <pre>{@code
 * class MyLossTest extends LossContract {
 *     protected Loss loss() { return new MyLoss(); }
 * }
 * }</pre>
 *
 * <p>Snapshots keep settings as text, so its text must be read back: name it by a {@link dev.setpoint.notation.Plugin}.
 */
public abstract class LossContract {
    /** Of one loss. */
    protected LossContract() {}

    /** The loss, stateless. */
    protected abstract Loss loss();

    /** Uniform in [-range, range). */
    public static double[] logits(Source random, int labels, double range) {
        double[] logits = new double[labels];
        Arrays.setAll(logits, k -> random.between(-range, range));
        return logits;
    }

    /** Any observation of a decision whose issued probabilities are not the present ones. */
    public static Observation observation(Source random, int labels) {
        Observation observation = new Observation(labels);
        double[] issued = random.distribution(labels);
        double[] distribution = random.distribution(labels);
        int arm = random.below(labels);
        return switch (random.below(6)) {
            case 0 -> observation.setPull(arm, true, issued, distribution);
            case 1 -> observation.setPull(arm, false, issued, distribution);
            case 2 -> observation.setLabel(random.below(labels), arm, issued, distribution);
            case 3 -> observation.setLabel(random.below(labels));
            default -> observation.setNoneOf(named(random, labels), arm, issued, distribution);
        };
    }

    /** Any set of labels, by label. */
    public static boolean[] named(Source random, int labels) {
        double share = random.uniform();
        boolean[] named = new boolean[labels];
        for (int k = 0; k < labels; k++) {
            named[k] = random.chance(share);
        }
        return named;
    }

    final double[] probabilities(double[] logits) {
        double[] p = new double[logits.length];
        loss().probabilitiesInto(logits, p, 0);
        return p;
    }

    final double[] gradient(Observation observation, double[] logits) {
        double[] gradient = new double[logits.length];
        Arrays.fill(gradient, Double.NaN);
        loss().gradientInto(observation, logits, probabilities(logits), gradient);
        return gradient;
    }

    @Test
    void linkGivesADistribution() {
        Laws.forAll(200, random -> {
            int labels = random.within(2, 30);
            double[] into = new double[labels + 5];
            Arrays.fill(into, -1);
            double[] logits = logits(random, labels, random.oneOf(0.0, 1.0, 50.0, 2000.0, 1e30));
            loss().probabilitiesInto(logits, into, 3);
            double sum = 0;
            for (int k = 0; k < labels; k++) {
                assertThat(into[3 + k]).isBetween(0.0, 1.0);
                sum += into[3 + k];
            }
            assertThat(sum).isCloseTo(1, within(1e-12));
            assertThat(into[2]).isEqualTo(-1);
            assertThat(into[3 + labels]).isEqualTo(-1);
        });
    }

    @Test
    void gradientIsThatOfTheValue() {
        Laws.forAll(600, random -> {
            int labels = random.within(2, 9);
            double[] logits = logits(random, labels, random.between(0.1, 8));
            Observation observation = observation(random, labels);
            if (!loss().teaches(observation)) {
                return;
            }
            double[] gradient = gradient(observation, logits);
            double h = 1e-5;
            for (int k = 0; k < labels; k++) {
                double[] up = logits.clone();
                double[] down = logits.clone();
                up[k] += h;
                down[k] -= h;
                double value = loss().value(observation, logits);
                double slope = (loss().value(observation, up) - loss().value(observation, down)) / (2 * h);
                // what rounding leaves of values of this size, and the third derivative
                double tolerance = 1e-10 + 1e-10 * Math.abs(value) + 1e-8 * Math.abs(gradient[k]);
                assertThat(gradient[k]).isCloseTo(slope, within(100 * tolerance));
            }
        });
    }

    @Test
    void whatDoesNotTeachHasNoValue() {
        Laws.forAll(300, random -> {
            int labels = random.within(2, 4);
            Observation observation = observation(random, labels);
            if (!loss().teaches(observation)) {
                assertThat(loss().value(observation, logits(random, labels, 3))).isZero();
            }
        });
    }

    @Test
    void nothingIsLearnedWhereEveryLabelIsRuledOut() {
        double[] p = {0.5, 0.3, 0.2};
        Observation all = new Observation(3).setNoneOf(new boolean[] {true, true, true}, 1, p, p);
        assertThat(loss().teaches(all)).isFalse();
        Observation others = new Observation(3).setNoneOf(new boolean[] {true, false, true}, 1, p, p);
        assertThat(loss().teaches(others)).isFalse();
        Observation told = new Observation(3).setLabel(2);
        assertThat(loss().teaches(told)).isTrue();
    }

    @Test
    void extremeLogitsGiveFiniteGradients() {
        Laws.forAll(600, random -> {
            int labels = random.within(2, 9);
            double[] logits = logits(random, labels, random.oneOf(40.0, 700.0, 2000.0, 1e30));
            logits[random.below(labels)] = random.oneOf(-1e30, -750.0, 0.0, 750.0, 1e30);
            Observation observation = observation(random, labels);
            if (!loss().teaches(observation)) {
                return;
            }
            for (double g : gradient(observation, logits)) {
                assertThat(g).isFinite();
            }
            assertThat(loss().value(observation, logits)).isFinite();
        });
    }

    @Test
    void lossDoesNotChangeWhatItIsGiven() {
        Laws.forAll(100, random -> {
            int labels = random.within(2, 9);
            double[] logits = logits(random, labels, 3);
            double[] kept = logits.clone();
            Observation observation = observation(random, labels);
            double[] issued = observation.probabilities() == null
                    ? null
                    : observation.probabilities().clone();
            double[] distribution = observation.distribution() == null
                    ? null
                    : observation.distribution().clone();
            if (loss().teaches(observation)) {
                double[] first = gradient(observation, logits);
                assertThat(gradient(observation, logits)).isEqualTo(first);
            }
            assertThat(logits).isEqualTo(kept);
            assertThat(observation.probabilities()).isEqualTo(issued);
            assertThat(observation.distribution()).isEqualTo(distribution);
        });
    }

    @Test
    void labelThatWasToldIsMoreProbableAfterAStepDown() {
        Laws.forAll(200, random -> {
            int labels = random.within(2, 9);
            double[] logits = logits(random, labels, 4);
            int label = random.below(labels);
            Observation told = new Observation(labels).setLabel(label);
            double[] gradient = gradient(told, logits);
            double before = probabilities(logits)[label];
            for (int k = 0; k < labels; k++) {
                logits[k] -= 1e-3 * gradient[k];
            }
            assertThat(probabilities(logits)[label]).isGreaterThan(before);
        });
    }

    private static int[] first(int labels) {
        int[] places = new int[labels];
        Arrays.setAll(places, k -> k);
        return places;
    }

    /** A decision's arrays with labels put in between that are not there: 0 for those. */
    private static double[] spread(double[] values, int[] places, int labels, double absent) {
        if (values == null) {
            return null;
        }
        double[] spread = new double[labels];
        Arrays.fill(spread, absent);
        for (int k = 0; k < places.length; k++) {
            spread[places[k]] = values[k];
        }
        return spread;
    }

    /** With "none of these" naming the pulled label, too. */
    private static Observation spread(Observation of, int[] places, int labels) {
        double[] issued = spread(of.probabilities(), places, labels, 0);
        double[] distribution = spread(of.distribution(), places, labels, 0);
        Observation observation = new Observation(labels);
        if (of.arm() == Observation.NONE) {
            return observation.setLabel(places[of.label()]);
        }
        int arm = places[of.arm()];
        return switch (of.answer()) {
            case CORRECT, INCORRECT -> observation.setPull(arm, of.isCorrect(), issued, distribution);
            case LABEL -> observation.setLabel(places[of.label()], arm, issued, distribution);
            case NONE_OF -> {
                boolean[] named = new boolean[labels];
                for (int k = 0; k < places.length; k++) {
                    named[places[k]] = of.isRuledOut(k);
                }
                yield observation.setNoneOf(named, arm, issued, distribution);
            }
        };
    }

    /** Whether they come later or were retired. */
    @Test
    void labelsThatAreNotThereChangeNoBitOfTheOthers() {
        Laws.forAll(400, random -> {
            int labels = random.within(2, 9);
            Observation alone = spread(observation(random, labels), first(labels), labels);
            if (!loss().teaches(alone)) {
                return;
            }
            int more = labels + random.within(1, 5);
            int[] places = Arrays.copyOf(random.permutation(more), labels);
            Arrays.sort(places);
            Observation among = spread(alone, places, more);
            double[] logits = logits(random, labels, random.oneOf(3.0, 40.0, 2000.0));
            double[] masked = spread(logits, places, more, Double.NEGATIVE_INFINITY);
            assertThat(probabilities(masked)).isEqualTo(spread(probabilities(logits), places, more, 0));
            double[] gradient = gradient(among, masked);
            double[] expected = spread(gradient(alone, logits), places, more, 0);
            for (int k = 0; k < more; k++) {
                assertThat(gradient[k] == expected[k])
                        .as("%d: %s", k, gradient[k])
                        .isTrue(); // 0 may be -0
            }
            assertThat(loss().value(among, masked)).isEqualTo(loss().value(alone, logits));
            if (loss().hasShares()) {
                double reach = random.between(0, 10);
                assertThat(loss().share(among, masked, probabilities(masked), reach))
                        .isEqualTo(loss().share(alone, logits, probabilities(logits), reach));
            }
        });
    }

    @Test
    void onlyLabelThatIsThereIsCertain() {
        double[] logits = {Double.NEGATIVE_INFINITY, -3, Double.NEGATIVE_INFINITY};
        assertThat(probabilities(logits)).containsExactly(0, 1, 0);
    }

    /** The labels after the first few did not exist when the decision was issued; at present they have logits like all others. */
    @Test
    void answerToADecisionOfFewerLabelsHasAFiniteGradient() {
        Laws.forAll(400, random -> {
            int before = random.within(2, 6);
            int labels = before + random.within(1, 4);
            Observation late = spread(observation(random, before), first(before), labels);
            if (!loss().teaches(late)) {
                return;
            }
            double[] logits = logits(random, labels, random.oneOf(3.0, 700.0));
            for (double g : gradient(late, logits)) {
                assertThat(g).isFinite();
            }
            assertThat(loss().value(late, logits)).isFinite();
            if (loss().hasShares()) {
                double reach = random.between(0, 10);
                assertThat(loss().share(late, logits, probabilities(logits), reach))
                        .isBetween(0.0, 1.0);
            }
        });
    }

    @Test
    void readsBackWhatItPrints() {
        assertThat(Loss.parse(loss().toString())).isEqualTo(loss());
    }
}
