package dev.setpoint.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.Loss;
import dev.setpoint.loss.Observation;
import dev.setpoint.testing.GivenWeights;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.ModelContract;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.States;
import java.util.Arrays;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ModelsTest {
    @Nested
    class SoftmaxRegressionWithSgd extends ModelContract {
        @Override
        protected ModelSettings settings() {
            return new SoftmaxRegression.Settings(ModelContract.DIMENSION, new Optimizer.Sgd(0.1));
        }
    }

    @Nested
    class SoftmaxRegressionWithAdaGrad extends ModelContract {
        @Override
        protected ModelSettings settings() {
            return new SoftmaxRegression.Settings(ModelContract.DIMENSION, new Optimizer.AdaGrad(0.5));
        }
    }

    @Nested
    class SoftmaxRegressionWithRowAdaGrad extends ModelContract {
        @Override
        protected ModelSettings settings() {
            return new SoftmaxRegression.Settings(ModelContract.DIMENSION, new Optimizer.RowAdaGrad(0.5, false));
        }
    }

    @Nested
    class MlpWithRowAdaGrad extends ModelContract {
        @Override
        protected ModelSettings settings() {
            return new Mlp.Settings(ModelContract.DIMENSION, 6, new Optimizer.RowAdaGrad(0.2, false));
        }
    }

    @Nested
    class SoftmaxRegressionWithAdam extends ModelContract {
        @Override
        protected ModelSettings settings() {
            return new SoftmaxRegression.Settings(ModelContract.DIMENSION, new Optimizer.Adam(0.01, 0.9, 0.999));
        }
    }

    @Nested
    class MlpWithSgd extends ModelContract {
        @Override
        protected ModelSettings settings() {
            return new Mlp.Settings(ModelContract.DIMENSION, 6, new Optimizer.Sgd(0.1));
        }
    }

    @Nested
    class MlpWithAdaGrad extends ModelContract {
        @Override
        protected ModelSettings settings() {
            return new Mlp.Settings(ModelContract.DIMENSION, 6, new Optimizer.AdaGrad(0.5));
        }
    }

    @Nested
    class MlpWithAdam extends ModelContract {
        @Override
        protected ModelSettings settings() {
            return new Mlp.Settings(ModelContract.DIMENSION, 6, new Optimizer.Adam(0.01, 0.9, 0.999));
        }
    }

    @Nested
    class ClippedMlp extends ModelContract {
        @Override
        protected ModelSettings settings() {
            return new Mlp.Settings(ModelContract.DIMENSION, 6, new Optimizer.Adam(0.01, 0.9, 0.999), 15);
        }
    }

    private static final int D = 5;
    private static final int K = 3;

    private static ModelSettings regression(double rate, double clip) {
        return new SoftmaxRegression.Settings(D, new Optimizer.Sgd(rate), clip);
    }

    private static ModelSettings mlp(double rate, double clip) {
        return new Mlp.Settings(D, 6, new Optimizer.Sgd(rate), clip);
    }

    /** The bandit cross-entropy of a batch, from the probabilities. */
    private static double loss(ProbabilityModel model, FeatureVector[] queries, double[] weights, double divisor) {
        double[] p = new double[weights.length];
        model.probabilitiesInto(queries, queries.length, p);
        double loss = 0;
        for (int i = 0; i < p.length; i++) {
            loss -= weights[i] == 0 ? 0 : weights[i] * Math.log(p[i]);
        }
        return loss / divisor;
    }

    private static double squaredDistance(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += ((double) a[i] - b[i]) * ((double) a[i] - b[i]);
        }
        return sum;
    }

    private static float[] weightsOf(ProbabilityModel model) {
        return Weights.of(model);
    }

    /** A model that has learned a little, so that no gradient is zero by symmetry. */
    private static ProbabilityModel trained(ModelSettings settings, Source random, FeatureVector... seen) {
        ProbabilityModel model = settings.create(new ModelContext(K, new GivenWeights(), 9));
        model.probabilitiesInto(seen, seen.length, new double[seen.length * K]);
        for (int step = 0; step < 10; step++) {
            double[] weights = new double[K];
            weights[random.below(K)] = 2;
            model.learn(new FeatureVector[] {random.dense(D)}, GivenWeights.of(1, weights), 1, 1);
        }
        return model;
    }

    private static FeatureVector[] denseQueries(Source random, int count) {
        FeatureVector[] queries = new FeatureVector[count];
        Arrays.setAll(queries, i -> random.dense(D));
        return queries;
    }

    /**
     * An SGD step is minus rate times the gradient: a small one lowers the loss by rate * |gradient|^2, which is
     * |step|^2 / rate. A gradient that was wrong in direction or in length would miss this.
     */
    private static void stepFollowsTheSlopeOfTheLoss(ModelSettings training, ModelSettings stepping, double rate) {
        Laws.forAll(60, random -> {
            FeatureVector[] queries = denseQueries(random, 3);
            double[] weights = new double[3 * K];
            for (int i = 0; i < 3; i++) {
                weights[i * K + random.below(K)] = random.between(0.5, 4);
                weights[i * K + random.below(K)] = random.between(-0.5, 1);
            }
            double divisor = random.between(0.5, 4);
            ProbabilityModel model = States.copied(
                    trained(training, random, queries), stepping.create(new ModelContext(K, new GivenWeights(), 9)));
            double before = loss(model, queries, weights, divisor);
            float[] from = weightsOf(model);
            model.learn(queries, GivenWeights.of(3, weights), 3, divisor);
            double expected = squaredDistance(from, weightsOf(model)) / rate;
            double found = before - loss(model, queries, weights, divisor);
            assertThat(expected).isGreaterThan(0);
            assertThat(found).isCloseTo(expected, within(0.02 * expected + 1e-7));
        });
    }

    @Test
    void regressionDescendsTheBanditCrossEntropy() {
        stepFollowsTheSlopeOfTheLoss(regression(0.2, 1e9), regression(1e-3, 1e9), 1e-3);
    }

    @Test
    void networkDescendsTheBanditCrossEntropy() {
        // so small a step that no rectified unit switches on or off within it, in any of these cases
        stepFollowsTheSlopeOfTheLoss(mlp(0.05, 1e9), mlp(1e-5, 1e9), 1e-5);
    }

    @Test
    void networkGradientAgreesWithFiniteDifferencesInEveryWeight() {
        everyWeightAgrees(mlp(0.05, 1e9), mlp(1, 1e9));
    }

    @Test
    void regressionGradientAgreesWithFiniteDifferencesInEveryWeight() {
        everyWeightAgrees(regression(0.2, 1e9), regression(1, 1e9));
    }

    /** Rate 1: the step is minus the gradient; each weight is also moved by hand, a little up and a little down. */
    private static void everyWeightAgrees(ModelSettings training, ModelSettings stepping) {
        Laws.forAll(8, random -> {
            FeatureVector[] queries = denseQueries(random, 2);
            double[] weights = new double[2 * K];
            weights[random.below(K)] = 2;
            weights[K + random.below(K)] = 1.5;
            ProbabilityModel model = States.copied(
                    trained(training, random, queries), stepping.create(new ModelContext(K, new GivenWeights(), 9)));
            float[] from = weightsOf(model);
            ProbabilityModel stepped =
                    States.copied(model, stepping.create(new ModelContext(K, new GivenWeights(), 9)));
            stepped.learn(queries, GivenWeights.of(2, weights), 2, 1.7);
            float[] to = weightsOf(stepped);
            float h = 2e-3f;
            int kinks = 0;
            for (int i = 0; i < from.length; i++) {
                double up = loss(
                        Weights.moved(model, stepping.create(new ModelContext(K, new GivenWeights(), 9)), i, h),
                        queries,
                        weights,
                        1.7);
                double down = loss(
                        Weights.moved(model, stepping.create(new ModelContext(K, new GivenWeights(), 9)), i, -h),
                        queries,
                        weights,
                        1.7);
                double slope = (up - down) / (2 * h);
                if (Math.abs(slope - ((double) from[i] - to[i])) > 5e-3 + 5e-3 * Math.abs(slope)) {
                    kinks++; // a rectified unit may switch on between up and down
                }
            }
            assertThat(kinks).isLessThanOrEqualTo(1);
        });
    }

    @Test
    void everyLayerOfTheNetworkLearnsItsBiasesToo() {
        Mlp.Settings settings = new Mlp.Settings(D, 6, new Optimizer.Sgd(0.1));
        ProbabilityModel model = settings.create(new ModelContext(K, new GivenWeights(), 9));
        model.learn(denseQueries(new Source(2), 1), GivenWeights.of(1, 1, 0, 0), 1, 1);
        float[] weights = weightsOf(model);
        assertThat(weights).hasSize(D * 6 + 6 + 6 * K + K);
        assertThat(Arrays.copyOfRange(weights, D * 6, D * 6 + 6)).isNotEqualTo(new float[6]);
        assertThat(Arrays.copyOfRange(weights, weights.length - K, weights.length))
                .isNotEqualTo(new float[K]);
    }

    @Test
    void batchStepIsTheSumOfTheStepsOfItsRows() {
        Laws.forAll(40, random -> {
            ModelSettings settings = random.chance(0.5) ? regression(0.1, 1e9) : mlp(0.1, 1e9);
            FeatureVector[] queries = denseQueries(random, 4);
            double[] weights = new double[4 * K];
            for (int i = 0; i < 4; i++) {
                weights[i * K + random.below(K)] = random.between(0.5, 4);
            }
            ProbabilityModel model = trained(settings, random, queries);
            float[] from = weightsOf(model);
            double[] sum = new double[from.length];
            for (int i = 0; i < 4; i++) {
                ProbabilityModel alone =
                        States.copied(model, settings.create(new ModelContext(K, new GivenWeights(), 9)));
                alone.learn(
                        new FeatureVector[] {queries[i]},
                        GivenWeights.of(1, Arrays.copyOfRange(weights, i * K, (i + 1) * K)),
                        1,
                        2.5);
                float[] to = weightsOf(alone);
                for (int w = 0; w < sum.length; w++) {
                    sum[w] += (double) to[w] - from[w];
                }
            }
            ProbabilityModel together =
                    States.copied(model, settings.create(new ModelContext(K, new GivenWeights(), 9)));
            together.learn(queries, GivenWeights.of(4, weights), 4, 2.5);
            float[] to = weightsOf(together);
            for (int w = 0; w < sum.length; w++) {
                assertThat((double) to[w] - from[w]).isCloseTo(sum[w], within(2e-5));
            }
        });
    }

    @Test
    void stepTouchesHundredsOfFeaturesAtOnce() {
        // more rows in one step than the step's buffers start with
        ModelSettings settings = new SoftmaxRegression.Settings(1000, new Optimizer.Sgd(1));
        ProbabilityModel model = settings.create(new ModelContext(2, new GivenWeights(), 0));
        FeatureVector query = FeatureVector.sparse(1000);
        for (int i = 0; i < 500; i++) {
            query.add(2 * i, 0.0625f);
        }
        model.learn(new FeatureVector[] {query}, GivenWeights.of(1, 1, 0), 1, 1);
        double[] p = new double[2];
        model.probabilitiesInto(new FeatureVector[] {query}, 1, p);
        // logit gradient -+0.5: every feature's weight moves by 0.5 * 0.0625, the bias by 0.5
        double logit = 500 * 0.0625 * 0.0625 * 0.5 + 0.5;
        assertThat(p[0]).isCloseTo(1 / (1 + Math.exp(-2 * logit)), within(1e-6));
    }

    @Test
    void clipBoundsTheLogitsAndStopsTheirGradient() {
        // one feature 1, K = 2, rate 1: logits move by +-0.5 * 2 * weight per step (feature and bias)
        ModelSettings settings = new SoftmaxRegression.Settings(1, new Optimizer.Sgd(1), 3);
        ProbabilityModel model = settings.create(new ModelContext(2, new GivenWeights(), 0));
        FeatureVector[] query = {FeatureVector.dense(1)};
        model.learn(query, GivenWeights.of(1, 8, 0), 1, 1); // logits +-8, clipped to +-3
        double[] p = new double[2];
        model.probabilitiesInto(query, 1, p);
        assertThat(p[0]).isCloseTo(1 / (1 + Math.exp(-6)), within(1e-9));
        float[] before = Weights.of(model);
        model.learn(query, GivenWeights.of(1, 0, 5), 1, 1);
        assertThat(Weights.of(model)).isEqualTo(before);
    }

    @Test
    void unclippedLogitsStillMoveBesideClippedOnes() {
        ModelSettings settings = new SoftmaxRegression.Settings(1, new Optimizer.Sgd(1), 3);
        ProbabilityModel model = settings.create(new ModelContext(3, new GivenWeights(), 0));
        FeatureVector[] query = {FeatureVector.dense(1)};
        model.learn(
                query,
                GivenWeights.of(1, 3, 0, 0),
                1,
                1); // gradient (-2, 1, 1): logits 4, -2, -2; only the first clipped
        float[] before = Weights.of(model);
        model.learn(query, GivenWeights.of(1, 0, 1, 0), 1, 1);
        float[] after = Weights.of(model);
        double sum = Math.exp(3) + 2 * Math.exp(-2);
        assertThat(after[0]).isEqualTo(before[0]);
        assertThat(after[1]).isCloseTo((float) (before[1] - (Math.exp(-2) / sum - 1)), within(1e-6f));
        assertThat(after[2]).isCloseTo((float) (before[2] - Math.exp(-2) / sum), within(1e-6f));
    }

    @Test
    void modelDescendsTheLossItWasMadeWith() {
        // rate 1: the step of a weight is minus its input times the loss's gradient in the logit, 0 where that is
        // clipped
        Laws.forAll(200, random -> {
            Loss loss = Loss.parse(random.oneOf("likelihood", "pulled-arm", "ipw", "dr", "sdr"));
            double clip = random.oneOf(0.5, 1e9);
            ModelSettings settings = new SoftmaxRegression.Settings(D, new Optimizer.Sgd(1), clip);
            FeatureVector[] query = denseQueries(random, 1);
            ProbabilityModel model = States.copied(
                    trained(regression(0.2, 1e9), random, query), settings.create(new ModelContext(K, loss, 9)));
            float[] from = weightsOf(model);
            double[] logits = new double[K];
            double[] clipped = new double[K];
            for (int k = 0; k < K; k++) {
                logits[k] = from[D * K + k];
                for (int f = 0; f < D; f++) {
                    logits[k] += (double) query[0].value(f) * from[f * K + k];
                }
                clipped[k] = Math.max(-clip, Math.min(clip, logits[k]));
            }
            double[] issued = random.distribution(K);
            double[] distribution = random.distribution(K);
            boolean[] one = new boolean[K];
            one[random.below(K)] = true;
            Observation observation = new Observation(K);
            switch (random.below(4)) {
                case 0 -> observation.setPull(random.below(K), true, issued, distribution);
                case 1 -> observation.setPull(random.below(K), false, issued, distribution);
                case 2 -> observation.setLabel(random.below(K), 0, issued, distribution);
                default -> observation.setNoneOf(one, random.below(K), issued, distribution);
            }
            double[] present = new double[K];
            double[] gradient = new double[K];
            loss.probabilitiesInto(clipped, present, 0);
            if (loss.teaches(observation)) {
                loss.gradientInto(observation, clipped, present, gradient);
            }
            double divisor = random.between(0.5, 4);
            double[] answered = new double[K];
            model.probabilitiesInto(query, 1, answered);
            model.learn(query, new Observation[] {observation}, 1, divisor);
            float[] to = weightsOf(model);
            for (int k = 0; k < K; k++) {
                assertThat(answered[k]).isCloseTo(present[k], within(1e-5));
                double step = Math.abs(logits[k]) <= clip ? gradient[k] / divisor : 0;
                for (int f = 0; f <= D; f++) {
                    double input = f == D ? 1 : query[0].value(f);
                    assertThat((double) from[f * K + k] - to[f * K + k])
                            .isCloseTo(step * input, within(1e-4 * (1 + Math.abs(step))));
                }
            }
        });
    }

    @Test
    void regressionStartsUniform() {
        double[] p = new double[K];
        regression(1, 1e9)
                .create(new ModelContext(K, new GivenWeights(), 5))
                .probabilitiesInto(denseQueries(new Source(1), 1), 1, p);
        assertThat(p).containsOnly(1.0 / K);
    }

    @Test
    void networkStartsAsItsSeedSays() {
        FeatureVector[] query = denseQueries(new Source(1), 1);
        double[] one = new double[K];
        double[] two = new double[K];
        mlp(1, 1e9).create(new ModelContext(K, new GivenWeights(), 5)).probabilitiesInto(query, 1, one);
        mlp(1, 1e9).create(new ModelContext(K, new GivenWeights(), 6)).probabilitiesInto(query, 1, two);
        assertThat(one).isNotEqualTo(two);
    }

    @Test
    void networkStartsWithinItsRanges() {
        Mlp.Settings settings = new Mlp.Settings(24, 16, new Optimizer.Sgd(1));
        ProbabilityModel model = settings.create(new ModelContext(K, new GivenWeights(), 5));
        FeatureVector[] query = {FeatureVector.dense(new float[24])};
        model.probabilitiesInto(query, 1, new double[K]);
        float[] all = Weights.of(model);
        double inner = Math.sqrt(6.0 / 24);
        double largestInner = 0;
        for (int i = 0; i < 24 * 16; i++) {
            largestInner = Math.max(largestInner, Math.abs(all[i]));
        }
        assertThat(largestInner).isBetween(0.9 * inner, inner);
        double largestOuter = 0;
        for (int i = 24 * 16; i < 24 * 16 + 16 * K; i++) {
            largestOuter = Math.max(largestOuter, Math.abs(all[i]));
        }
        assertThat(largestOuter).isBetween(0.8 * 0.25, 0.25);
    }

    @Test
    void settingsOutOfRangeAreRefused() {
        Optimizer sgd = new Optimizer.Sgd(1);
        assertThatThrownBy(() -> new SoftmaxRegression.Settings(0, sgd))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("dimension: 0 (expected: in [1, 1073741824])");
        assertThatThrownBy(() -> new Mlp.Settings(0, 1, sgd)).hasMessage("dimension: 0 (expected: in [1, 1073741824])");
        assertThatThrownBy(() -> new Mlp.Settings(1, 0, sgd)).hasMessage("hidden: 0 (expected: >= 1)");
        assertThatThrownBy(() -> new Mlp.Settings(1, 1, sgd, 0)).hasMessageStartingWith("clip: 0.0 (expected: > 0");
        assertThatThrownBy(() -> new SoftmaxRegression.Settings(1, sgd, Double.NaN))
                .hasMessageStartingWith("clip: NaN");
    }
}
