package dev.setpoint.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.testing.GivenWeights;
import dev.setpoint.testing.Laws;
import org.junit.jupiter.api.Test;

class OptimizersTest {
    @Test
    void sgdStepsByRateTimesGradient() {
        float[] w = {1, -2};
        new Optimizer.Sgd(0.5).update(w, new float[] {4, -1}, null, null, 0, w.length, 1);
        assertThat(w).containsExactly(-1, -1.5f);
    }

    @Test
    void adaGradTakesTwoStepsAsOnPaper() {
        // rate 0.5; g = 2, then -1: G = 4, 5; w = 1 - 0.5 * 2/2, then + 0.5 * 1/sqrt 5
        float[] w = {1};
        float[] memory = {0};
        Optimizer.AdaGrad adaGrad = new Optimizer.AdaGrad(0.5);
        adaGrad.update(w, new float[] {2}, memory, null, 0, w.length, 1);
        assertThat(w[0]).isCloseTo(0.5f, within(1e-6f));
        assertThat(memory[0]).isEqualTo(4);
        adaGrad.update(w, new float[] {-1}, memory, null, 0, w.length, 2);
        assertThat(w[0]).isCloseTo((float) (0.5 + 0.5 / Math.sqrt(5)), within(1e-6f));
        assertThat(memory[0]).isEqualTo(5);
    }

    @Test
    void rowAdaGradTakesTwoStepsAsOnPaper() {
        // rate 0.5; |g|^2 = 4, then 5: G = 4, 9; the gradient is multiplied by 0.5 / 2, then by 0.5 / 3
        float[] memory = {7, 0};
        Optimizer.RowAdaGrad optimizer = new Optimizer.RowAdaGrad(0.5, false);
        assertThat(optimizer.remember(memory, 1, 4)).isCloseTo(0.25f, within(1e-7f));
        assertThat(optimizer.remember(memory, 1, 5)).isCloseTo(0.5f / 3, within(1e-7f));
        assertThat(memory).containsExactly(7, 9);
    }

    @Test
    void adamTakesTwoStepsAsPyTorch() {
        // rate 0.1, betas 0.9 and 0.99; g = 2, then -1. By hand, as in torch.optim.Adam:
        // step 1: m = 0.2, v = 0.04; m/(1-0.9) = 2, sqrt(v/(1-0.99)) = 2: w = 1 - 0.1 * 2/(2 + eps) = 0.9
        // step 2: m = 0.9*0.2 - 0.1 = 0.08, v = 0.99*0.04 + 0.01 = 0.0496
        //   m/(1-0.81) = 0.4210526, sqrt(v/(1-0.9801)) = sqrt(2.4924623) = 1.5787534: w = 0.9 - 0.1 * 0.2667 =
        // 0.8733305
        float[] w = {1};
        float[] m = {0};
        float[] v = {0};
        Optimizer.Adam adam = new Optimizer.Adam(0.1, 0.9, 0.99);
        adam.update(w, new float[] {2}, m, v, 0, w.length, 1);
        assertThat(w[0]).isCloseTo(0.9f, within(1e-6f));
        assertThat(m[0]).isCloseTo(0.2f, within(1e-7f));
        assertThat(v[0]).isCloseTo(0.04f, within(1e-7f));
        adam.update(w, new float[] {-1}, m, v, 0, w.length, 2);
        double corrected = (0.08 / 0.19) / Math.sqrt(0.0496 / 0.0199);
        assertThat(w[0]).isCloseTo((float) (0.9 - 0.1 * corrected), within(1e-6f));
        assertThat(w[0]).isCloseTo(0.87333f, within(2e-5f));
        assertThat(m[0]).isCloseTo(0.08f, within(1e-7f));
        assertThat(v[0]).isCloseTo(0.0496f, within(1e-7f));
    }

    @Test
    void adamAddsEpsilonOutsideTheRoot() {
        // tiny gradient: m-hat = g, sqrt(v-hat) = |g| = 1e-8: the step is rate * 1e-8 / (1e-8 + 1e-8) = rate / 2
        float[] w = {0};
        new Optimizer.Adam(0.1, 0.9, 0.999).update(w, new float[] {1e-8f}, new float[1], new float[1], 0, w.length, 1);
        assertThat(w[0]).isCloseTo(-0.05f, within(1e-3f));
    }

    @Test
    void adamFollowsTheFormulaOverManySteps() {
        Laws.forAll(20, random -> {
            double rate = random.between(0.001, 0.1);
            Optimizer.Adam adam = new Optimizer.Adam(rate, 0.9, 0.999);
            float[] w = {0};
            float[] first = {0};
            float[] second = {0};
            double m = 0;
            double v = 0;
            double x = 0;
            for (int t = 1; t <= 200; t++) {
                double g = (float) random.between(-2, 2);
                adam.update(w, new float[] {(float) g}, first, second, 0, w.length, t);
                m = 0.9 * m + 0.1 * g;
                v = 0.999 * v + 0.001 * g * g;
                x -= rate * (m / (1 - Math.pow(0.9, t))) / (Math.sqrt(v / (1 - Math.pow(0.999, t))) + 1e-8);
                assertThat((double) w[0]).isCloseTo(x, within(1e-5 + 1e-4 * rate * t));
            }
        });
    }

    @Test
    void stepsOfAdaGradDoNotDependOnTheScaleOfTheGradient() {
        Laws.forAll(50, random -> {
            float[] one = {0};
            float[] two = {0};
            float[] memory = {0};
            float[] other = {0};
            Optimizer.AdaGrad adaGrad = new Optimizer.AdaGrad(0.3);
            for (int t = 1; t < 20; t++) {
                float g = (float) random.between(-1, 1);
                adaGrad.update(one, new float[] {g}, memory, null, 0, one.length, t);
                adaGrad.update(two, new float[] {1000 * g}, other, null, 0, two.length, t);
                assertThat(two[0]).isCloseTo(one[0], within(1e-3f));
            }
        });
    }

    @Test
    void adamLeavesRowsAloneThatAStepDoesNotTouch() {
        ProbabilityModel model = new SoftmaxRegression.Settings(2, new Optimizer.Adam(0.1, 0.9, 0.999))
                .create(new ModelContext(2, new GivenWeights(), 0));
        FeatureVector first = FeatureVector.sparse(2);
        first.add(0, 1);
        FeatureVector second = FeatureVector.sparse(2);
        second.add(1, 1);
        FeatureVector none = FeatureVector.sparse(2);
        model.learn(new FeatureVector[] {first}, GivenWeights.of(1, 1, 0), 1, 1);
        double before = logitOf(model, first) - logitOf(model, none);
        model.learn(new FeatureVector[] {second}, GivenWeights.of(1, 1, 0), 1, 1);
        assertThat(logitOf(model, first) - logitOf(model, none)).isCloseTo(before, within(1e-6));
    }

    private static double logitOf(ProbabilityModel model, FeatureVector query) {
        double[] p = new double[2];
        model.probabilitiesInto(new FeatureVector[] {query}, 1, p);
        return Math.log(p[0] / p[1]);
    }

    @Test
    void modelsTellAdamWhichStepItIs() {
        // Under an even gradient a bias-corrected step has length rate, the second as the first. A query without
        // entries moves the output biases alone.
        double rate = 1e-4;
        Optimizer.Adam adam = new Optimizer.Adam(rate, 0.9, 0.999);
        FeatureVector[] none = {FeatureVector.sparse(2)};
        for (ModelSettings settings :
                new ModelSettings[] {new SoftmaxRegression.Settings(2, adam), new Mlp.Settings(2, 3, adam)}) {
            ProbabilityModel model = settings.create(new ModelContext(2, new GivenWeights(), 0));
            for (int step = 1; step <= 5; step++) {
                model.learn(none, GivenWeights.of(1, 1, 0), 1, 1);
                assertThat(logitOf(model, none[0])).isCloseTo(2 * rate * step, within(0.01 * rate));
            }
        }
    }

    @Test
    void everyLayerOfTheNetworkTellsAdamWhichStepItIs() {
        double rate = 1e-4;
        ProbabilityModel model = new Mlp.Settings(2, 8, new Optimizer.Adam(rate, 0.9, 0.999))
                .create(new ModelContext(2, new GivenWeights(), 3));
        FeatureVector[] query = {FeatureVector.dense(1, -0.5f)};
        model.learn(query, GivenWeights.of(1, 1, 0), 1, 1);
        float[] after = Weights.of(model, 2);
        for (int step = 0; step < 3; step++) {
            model.learn(query, GivenWeights.of(1, 1, 0), 1, 1);
        }
        float[] later = Weights.of(model, 2);
        assertThat(later).hasSize(2 * 8 + 8 + 8 * 2 + 2);
        int moved = 0;
        for (int i = 0; i < later.length; i++) {
            double distance = Math.abs((double) later[i] - after[i]);
            if (distance != 0) { // units that are off do not move
                assertThat(distance).isCloseTo(3 * rate, within(0.05 * rate));
                moved++;
            }
        }
        assertThat(moved).isGreaterThan(10);
    }

    @Test
    void memoriesAreAsManyAsTheMethodNeeds() {
        assertThat(new Optimizer.Sgd(1).memories()).isZero();
        assertThat(new Optimizer.AdaGrad(1).memories()).isEqualTo(1);
        assertThat(new Optimizer.Adam(1, 0, 0).memories()).isEqualTo(2);
    }

    @Test
    void constantsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> new Optimizer.Sgd(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rate: 0.0 (expected: > 0 and <= 3.4E38)");
        assertThatThrownBy(() -> new Optimizer.AdaGrad(Double.POSITIVE_INFINITY))
                .hasMessageStartingWith("rate");
        assertThatThrownBy(() -> new Optimizer.RowAdaGrad(-1, false))
                .hasMessage("rate: -1.0 (expected: > 0 and <= 3.4E38)");
        assertThatThrownBy(() -> new Optimizer.Adam(Double.NaN, 0.9, 0.9)).hasMessageStartingWith("rate: NaN");
        assertThatThrownBy(() -> new Optimizer.Adam(1, 1, 0.9)).hasMessage("beta1: 1.0 (expected: in [0, 1))");
        assertThatThrownBy(() -> new Optimizer.Adam(1, 0.9, -0.1)).hasMessage("beta2: -0.1 (expected: in [0, 1))");
    }
}
