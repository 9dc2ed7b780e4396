package dev.setpoint.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.loss.Loss;
import dev.setpoint.loss.Observation;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ImplicitRowAdaGradTest {
    private static final int DIMENSION = 5;
    private static final Loss LIKELIHOOD = Loss.parse("likelihood");

    private static ProbabilityModel model(int labels, double rate) {
        return new SoftmaxRegression.Settings(DIMENSION, new Optimizer.RowAdaGrad(rate, true))
                .create(new ModelContext(labels, LIKELIHOOD, 1));
    }

    private static double[] logProbabilities(ProbabilityModel model, FeatureVector query, int labels) {
        double[] p = new double[labels];
        model.probabilitiesInto(new FeatureVector[] {query}, 1, p);
        return Arrays.stream(p).map(Math::log).toArray();
    }

    private static FeatureVector query(Source random) {
        FeatureVector query = random.chance(0.5) ? random.dense(DIMENSION) : random.sparse(DIMENSION, 5);
        query.scale(random.oneOf(1e-6, 1e-2, 1.0, 30.0, 1e4, 1e12));
        return query;
    }

    private static Observation observation(Source random, int labels) {
        double[] any = random.distribution(labels);
        int arm = random.below(labels);
        return random.chance(0.2)
                ? new Observation(labels).setLabel(random.below(labels), arm, any, any)
                : new Observation(labels).setPull(arm, random.chance(0.4), any, any);
    }

    @Test
    void firstStepOfTwoLabelsEndsAtTheFixedPoint() {
        // From zero, p = 1/2 and g = (-1/2, 1/2): a row's rate is 8 / (|x| sqrt(1/2)), so logits reach 8 sqrt 2 times
        // the sum of |x|, the bias' 1 included, and the margin falls by twice that times sigma of where it ends
        Laws.forAll(200, random -> {
            FeatureVector query = random.dense(DIMENSION);
            query.scale(random.oneOf(1e-3, 1.0, 1e3, 1e9, 1e15));
            double sum = 1;
            for (int i = 0; i < DIMENSION; i++) {
                sum += Math.abs(query.value(i));
            }
            double reach = 2 * 8 * Math.sqrt(2) * sum;
            double low = -reach;
            double high = 0;
            for (int i = 0; i < 300; i++) {
                double middle = (low + high) / 2;
                if (middle + reach / (1 + Math.exp(-middle)) < 0) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            ProbabilityModel model = model(2, 8);
            Observation told = new Observation(2).setLabel(0);
            double divisor =
                    random.oneOf(1.0, 4.0); // by which a likelihood's step does not change, as AdaGrad's does not
            model.learn(new FeatureVector[] {query}, new Observation[] {told}, 1, divisor);
            double[] log = logProbabilities(model, query, 2);
            assertThat(log[1] - log[0]).isCloseTo(high, within(1e-3 * Math.abs(high)));
        });
    }

    @Test
    void stepOnOneAnswerDoesNotRaiseItsLoss() {
        Laws.forAll(300, random -> {
            int labels = random.within(2, 8);
            ProbabilityModel model = model(labels, random.oneOf(0.1, 1.0, 8.0, 100.0));
            for (int t = 0; t < 60; t++) {
                FeatureVector query = query(random);
                Observation observation = observation(random, labels);
                double[] before = logProbabilities(model, query, labels);
                model.learn(new FeatureVector[] {query}, new Observation[] {observation}, 1, 1);
                double[] after = logProbabilities(model, query, labels);
                double value = LIKELIHOOD.value(observation, before);
                assertThat(after).doesNotContain(Double.NaN);
                if (Double.isFinite(value)
                        && Double.isFinite(Arrays.stream(before).sum())) {
                    // logits are floats: of their size eps is lost
                    double tolerance = 1e-5
                            * (1 + Arrays.stream(before).map(Math::abs).max().orElse(0));
                    assertThat(LIKELIHOOD.value(observation, after)).isLessThanOrEqualTo(value + tolerance);
                }
            }
        });
    }

    @Test
    void largeFeaturesAreLearnedWithoutOvershooting() {
        // the label is the sign of the first feature: told once for each, both are known, and neither is certain beyond
        // reason
        for (float scale : new float[] {1, 1e3f, 1e9f, 0x1p50f}) {
            ProbabilityModel model = model(2, 8);
            FeatureVector plus = FeatureVector.dense(scale, 0, 0, 0, 0);
            FeatureVector minus = FeatureVector.dense(-scale, 0, 0, 0, 0);
            for (int t = 0; t < 200; t++) {
                FeatureVector query = t % 2 == 0 ? plus : minus;
                model.learn(new FeatureVector[] {query}, new Observation[] {new Observation(2).setLabel(t % 2)}, 1, 1);
            }
            double[] log = logProbabilities(model, plus, 2);
            assertThat(log[0] - log[1]).as("scale %s", scale).isBetween(3.0, 60.0);
        }
    }

    @Test
    void certaintyDoesNotBecomeNaN() {
        // log odds of thousands: p of all else underflows
        ProbabilityModel model = model(3, 8);
        FeatureVector small = FeatureVector.dense(1, 0, 0, 0, 0);
        FeatureVector large = FeatureVector.dense(1000, 0, 0, 0, 0);
        double[] any = {0.3, 0.3, 0.4};
        for (int t = 0; t < 50; t++) {
            model.learn(new FeatureVector[] {small}, new Observation[] {new Observation(3).setLabel(0)}, 1, 1);
        }
        for (float scale = 1; scale <= 1000; scale *= 1.1f) {
            FeatureVector query = FeatureVector.dense(scale, 0, 0, 0, 0);
            model.learn(
                    new FeatureVector[] {query},
                    new Observation[] {new Observation(3).setPull(0, true, any, any)},
                    1,
                    1);
            assertThat(logProbabilities(model, query, 3)[0]).isCloseTo(0, within(0.1));
        }
        model.learn(
                new FeatureVector[] {large}, new Observation[] {new Observation(3).setPull(0, false, any, any)}, 1, 1);
        double[] log = logProbabilities(model, large, 3);
        assertThat(log[0]).as("far off, but not past the fixed point").isBetween(-30.0, -0.5);
    }

    @Test
    void networksRefuseImplicitSteps() {
        assertThatThrownBy(() -> new Mlp.Settings(4, 3, Optimizer.RowAdaGrad.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "optimizer: row-adagrad(rate=8.0, implicit=true) (expected: implicit=false, as hidden layers"
                                + " are not linear)");
        assertThat(new Mlp.Settings(4, 3, new Optimizer.RowAdaGrad(1, false)).defaultLoss())
                .hasToString("sdr");
    }

    @Test
    void lossesWithoutSharesRefuseImplicitSteps() {
        for (String loss : new String[] {"sdr", "ipw", "dr"}) {
            SoftmaxRegression.Settings settings = new SoftmaxRegression.Settings(4, Optimizer.RowAdaGrad.DEFAULT);
            assertThatThrownBy(() -> settings.create(new ModelContext(3, Loss.parse(loss), 1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("optimizer: row-adagrad(rate=8.0, implicit=true) with loss " + loss
                            + " (expected: implicit=false, or a loss that is a likelihood)");
        }
    }

    @Test
    void optimizerAndLossSuitEachOther() {
        assertThat(SoftmaxRegression.Settings.of(VectorSettings.asGiven(4), LIKELIHOOD)
                        .optimizer())
                .isEqualTo(Optimizer.RowAdaGrad.DEFAULT);
        assertThat(SoftmaxRegression.Settings.of(VectorSettings.asGiven(4), Loss.parse("pulled-arm"))
                        .optimizer())
                .isEqualTo(Optimizer.RowAdaGrad.DEFAULT);
        assertThat(SoftmaxRegression.Settings.of(VectorSettings.asGiven(4), Loss.parse("sdr"))
                        .optimizer())
                .isEqualTo(Optimizer.AdaGrad.DEFAULT);
        assertThat(new SoftmaxRegression.Settings(4, Optimizer.RowAdaGrad.DEFAULT).defaultLoss())
                .isEqualTo(LIKELIHOOD);
        assertThat(new SoftmaxRegression.Settings(4, new Optimizer.RowAdaGrad(1, false)).defaultLoss())
                .hasToString("sdr");
        assertThat(Optimizer.parse("row-adagrad")).isEqualTo(new Optimizer.RowAdaGrad(8, true));
        assertThat(Optimizer.parse("row-adagrad(implicit=false)")).isEqualTo(new Optimizer.RowAdaGrad(1, false));
        assertThat(Optimizer.parse("row-adagrad(rate=3)")).isEqualTo(new Optimizer.RowAdaGrad(3, true));
    }
}
