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

    @Test
    void readsBackWhatItPrints() {
        assertThat(Loss.parse(loss().toString())).isEqualTo(loss());
    }
}
