package dev.setpoint.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.feature.Encoder;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.feature.LabelTexts;
import dev.setpoint.loss.Loss;
import dev.setpoint.loss.Observation;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import dev.setpoint.step.GradientSums;
import dev.setpoint.testing.Apart;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.States;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Gradients that are collected apart, for every loss and optimizer, with the labels' texts and without. */
class SummedModelTest {
    private static final FeatureSettings WORDS = new FeatureSettings(9, 1, 0, 0, true, false);
    private static final List<String> TEXTS =
            List.of("pay a bill", "book a flight", "lost card", "", "open an account");
    private static final String[] VOCABULARY = {"pay", "bill", "book", "flight", "card", "account", "open", "a", "the"};
    private static final int LABELS = TEXTS.size();

    private final Encoder encoder = WORDS.create();

    private FeatureVector query(Source random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.within(0, 7); i > 0; i--) {
            text.append(random.oneOf(VOCABULARY)).append(' ');
        }
        FeatureVector query = new FeatureVector();
        encoder.encodeInto(Features.ofText(text.toString()), query);
        if (query.count() > 0 && random.chance(0.3)) {
            query.add(query.index(0), (float) random.between(-1, 1)); // an index twice
        }
        return query;
    }

    private static Observation observation(Source random) {
        double[] p = random.distribution(LABELS);
        double[] distribution = random.distribution(LABELS);
        int arm = random.below(LABELS);
        Observation observation = new Observation(LABELS);
        return switch (random.below(4)) {
            case 0 -> observation.setPull(arm, true, p, distribution);
            case 1 -> observation.setPull(arm, false, p, distribution);
            case 2 -> observation.setLabel(random.below(LABELS), arm, p, distribution);
            default -> {
                boolean[] ruledOut = new boolean[LABELS];
                for (int k = 0; k < LABELS; k++) {
                    ruledOut[k] = random.chance(0.5);
                }
                yield observation.setNoneOf(ruledOut, arm, p, distribution);
            }
        };
    }

    private static ModelSettings settings(Source random, Loss loss) {
        Optimizer optimizer = random.oneOf(
                new Optimizer.Sgd(0.1),
                new Optimizer.AdaGrad(0.5),
                new Optimizer.RowAdaGrad(1, false),
                new Optimizer.RowAdaGrad(8, loss.hasShares()),
                new Optimizer.Adam(0.01, 0.9, 0.999));
        double clip = random.oneOf(Double.POSITIVE_INFINITY, 2.0);
        boolean implicit = optimizer instanceof Optimizer.RowAdaGrad row && row.implicit();
        return implicit || random.chance(0.5)
                ? new SoftmaxRegression.Settings(WORDS.dimension(), optimizer, clip)
                : new Mlp.Settings(WORDS.dimension(), random.oneOf(3, 70), optimizer, clip);
    }

    @Test
    void learningIsToTheBitCollectingAGradientAndApplyingIt() {
        LabelTexts texts = encoder.labelTexts(TEXTS);
        Laws.forAll(150, random -> {
            Loss loss = Loss.parse(random.oneOf("likelihood", "pulled-arm", "ipw", "dr", "sdr"));
            ModelSettings settings = settings(random, loss);
            boolean dense = random.chance(0.3);
            ModelContext context = new ModelContext(LABELS, loss, !dense && random.chance(0.5) ? texts : null, 7);
            ProbabilityModel whole = settings.create(context);
            SummedModel apart = (SummedModel) settings.create(context);
            for (int step = 0; step < 12; step++) {
                int count = random.oneOf(1, 1, random.within(2, 30));
                FeatureVector[] queries = new FeatureVector[count];
                Observation[] observations = new Observation[count];
                for (int i = 0; i < count; i++) {
                    queries[i] = dense && random.chance(0.8) ? random.dense(WORDS.dimension()) : query(random);
                    observations[i] = observation(random);
                }
                double divisor = random.oneOf(1.0, 3.0, (double) count);
                whole.learn(queries, observations, count, divisor);
                Apart.learn(apart, queries, observations, divisor);
                assertThat(States.bytes(apart)).as("%s with %s", settings, loss).isEqualTo(States.bytes(whole));
            }
        });
    }

    /** The likelihood, which throws where it is told to. */
    private static final class BrittleLoss implements Loss {
        private final Loss loss = Loss.parse("likelihood");
        private int throwsAfter = Integer.MAX_VALUE;

        @Override
        public void probabilitiesInto(double[] logits, double[] probabilities, int offset) {
            loss.probabilitiesInto(logits, probabilities, offset);
        }

        @Override
        public boolean teaches(Observation observation) {
            return loss.teaches(observation);
        }

        @Override
        public void gradientInto(Observation observation, double[] logits, double[] p, double[] gradient) {
            if (throwsAfter-- == 0) {
                throw new IllegalStateException("brittle");
            }
            loss.gradientInto(observation, logits, p, gradient);
        }

        @Override
        public double value(Observation observation, double[] logits) {
            return loss.value(observation, logits);
        }
    }

    @Test
    void lossThatThrowsLeavesNoGradientBehind() {
        LabelTexts texts = encoder.labelTexts(TEXTS);
        Laws.forAll(60, random -> {
            BrittleLoss loss = new BrittleLoss();
            ModelSettings settings = settings(random, loss);
            ModelContext context = new ModelContext(LABELS, loss, random.chance(0.5) ? texts : null, 7);
            SummedModel threw = (SummedModel) settings.create(context);
            SummedModel never = (SummedModel) settings.create(context);
            for (int step = 0; step < 6; step++) {
                int count = random.within(1, 5);
                FeatureVector[] queries = new FeatureVector[count];
                Observation[] observations = new Observation[count];
                for (int i = 0; i < count; i++) {
                    queries[i] = query(random);
                    observations[i] = new Observation(LABELS)
                            .setLabel(
                                    random.below(LABELS), 0, random.distribution(LABELS), random.distribution(LABELS));
                }
                byte[] before = States.bytes(threw);
                loss.throwsAfter = random.below(count);
                assertThatThrownBy(() -> Apart.collect(threw, queries, observations, count, 1))
                        .hasMessage("brittle");
                assertThat(States.bytes(threw)).as("%s", settings).isEqualTo(before);
                loss.throwsAfter = random.below(count);
                assertThatThrownBy(() -> threw.learn(queries, observations, count, count))
                        .hasMessage("brittle");
                loss.throwsAfter = Integer.MAX_VALUE;
                threw.learn(queries, observations, count, count);
                never.learn(queries, observations, count, count);
                double[] p = new double[count * LABELS];
                double[] expected = new double[count * LABELS];
                threw.probabilitiesInto(queries, count, p);
                never.probabilitiesInto(queries, count, expected);
                assertThat(p).as("%s", settings).isEqualTo(expected);
            }
        });
    }

    /** An implicit step allows for answers elsewhere: a part of many moves less than the whole would. */
    @Test
    void implicitStepOfManyPartsTakesASmallerShare() {
        ModelSettings settings = new SoftmaxRegression.Settings(WORDS.dimension(), new Optimizer.RowAdaGrad(8, true));
        Loss loss = Loss.parse("likelihood");
        FeatureVector[] query = {FeatureVector.sparse(WORDS.dimension())};
        query[0].add(3, 1);
        double[] even = {0.2, 0.2, 0.2, 0.2, 0.2};
        Observation[] observation = {new Observation(LABELS).setPull(1, true, even, even)};
        double[] after = new double[2];
        for (int parts = 1; parts <= 2; parts++) {
            SummedModel model = (SummedModel) settings.create(new ModelContext(LABELS, loss, 7));
            GradientSums sums = Apart.collect(model, query, observation, 1, parts);
            model.apply(new GradientSums[] {sums}, new double[] {1}, 1);
            double[] p = new double[LABELS];
            model.probabilitiesInto(query, 1, p);
            after[parts - 1] = p[1];
        }
        assertThat(after[1]).isBetween(0.2, Math.nextDown(after[0]));
    }

    @Test
    void sumsOfAnswersThatTeachNothingMoveNothing() {
        for (Optimizer optimizer : new Optimizer[] {new Optimizer.Sgd(1), new Optimizer.Adam(0.1, 0.9, 0.999)}) {
            SummedModel model = (SummedModel) new SoftmaxRegression.Settings(WORDS.dimension(), optimizer)
                    .create(new ModelContext(LABELS, Loss.parse("ipw"), encoder.labelTexts(TEXTS), 7));
            double[] even = {0.2, 0.2, 0.2, 0.2, 0.2};
            FeatureVector[] query = {query(new Source(1))};
            Apart.learn(model, query, new Observation[] {new Observation(LABELS).setPull(1, true, even, even)}, 1);
            byte[] before = States.bytes(model);
            Apart.learn(model, query, new Observation[] {new Observation(LABELS).setPull(1, false, even, even)}, 1);
            model.apply(new GradientSums[0], new double[0], 0);
            assertThat(States.bytes(model)).isEqualTo(before);
        }
    }

    private static void refused(Optimizer optimizer, String message, int... start) {
        SummedModel model = (SummedModel)
                new SoftmaxRegression.Settings(5, optimizer).create(new ModelContext(2, Loss.parse("ipw"), 7));
        StateWriter out = new StateWriter();
        for (int value : start) {
            out.writeInt(value);
        }
        for (int i = 0; i < 100; i++) {
            out.writeInt(0);
        }
        assertThatThrownBy(() -> model.newSums().readState(new StateReader(out.written())))
                .isInstanceOf(SnapshotException.class)
                .hasMessageContaining(message);
    }

    @Test
    void sumsThatCannotBeAreRefused() {
        Optimizer sgd = new Optimizer.Sgd(1);
        refused(sgd, "snapshot: answers of a gradient -1 (expected: in [0,", -1);
        refused(sgd, "snapshot: rows of a gradient 7 (expected: in [0, 6])", 1, 7);
        refused(sgd, "snapshot: input 6 (expected: in [0, 5])", 1, 1, 6);
        refused(sgd, "snapshot: input -1 (expected: in [0, 5])", 1, 1, -1);
        refused(sgd, "snapshot: input 4 twice in a gradient (expected: each input once)", 1, 3, 4, 0, 0, 2, 0, 0, 4);
        refused(sgd, "snapshot: gradient of 1 rows without an answer (expected: of none)", 0, 1);
        refused(
                new Optimizer.RowAdaGrad(1, false),
                "snapshot: squared length 0.0 of a gradient (expected: above 0)",
                1,
                1,
                4);
    }
}
