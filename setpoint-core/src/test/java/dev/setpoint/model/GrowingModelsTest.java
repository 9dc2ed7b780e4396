package dev.setpoint.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.feature.Encoder;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.feature.LabelTexts;
import dev.setpoint.feature.Letters;
import dev.setpoint.loss.Loss;
import dev.setpoint.loss.Observation;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.States;
import dev.setpoint.testing.TestModels;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Labels that are added to a running model, beside what {@link ModelContract} says: texts, implicit steps, answers that come late. */
class GrowingModelsTest {
    private static final Loss LOSS = Loss.parse("likelihood");
    private static final Letters FEATURES = new Letters(new FeatureSettings(10, 1, 3, 3, true, false));
    private static final List<String> TEXTS = List.of("transfer money", "book a flight", "play music");
    private static final List<String> MORE = List.of("open a window", "");
    private static final int LABELS = TEXTS.size();
    private static final int GROWN = LABELS + MORE.size();

    private final Encoder encoder = FEATURES.create();
    private final LabelTexts texts = encoder.labelTexts(TEXTS);
    private final LabelTexts moreTexts = texts.and(encoder.labelTexts(MORE));

    private static LogitOutput model(Optimizer optimizer, Loss loss, int labels, LabelTexts labelTexts) {
        return (LogitOutput) new SoftmaxRegression.Settings(FEATURES.dimension(), optimizer)
                .create(new ModelContext(labels, loss, labelTexts, 1));
    }

    private FeatureVector[] query(String text) {
        FeatureVector query = new FeatureVector();
        encoder.encodeInto(Features.ofText(text), query);
        return new FeatureVector[] {query};
    }

    private static String message(Source random) {
        return random.oneOf("move my money", "a flight please", "music of all kinds", "a window seat", "open it", "hm");
    }

    private static double[] probabilities(ProbabilityModel model, int labels, FeatureVector... query) {
        double[] p = new double[labels];
        model.probabilitiesInto(query, 1, p);
        return p;
    }

    private static float[] logits(LogitOutput model, int labels, FeatureVector... query) {
        float[] logits = new float[labels];
        model.logitsInto(query, 1, logits, new double[labels]);
        return logits;
    }

    private void learn(Source random, LogitOutput model, int labels) {
        FeatureVector[] query = query(message(random));
        double[] p = probabilities(model, labels, query);
        Observation observation = new Observation(labels).setPull(random.below(labels), random.chance(0.5), p, p);
        model.learn(query, new Observation[] {observation}, 1, 1);
    }

    @Test
    void textOfAnAddedLabelIsBelievedByTheWeightThatTextsHaveEarned() {
        Laws.forAll(20, random -> {
            LogitOutput model = model(Optimizer.RowAdaGrad.OF_TEXTS, LOSS, LABELS, texts);
            for (int step = 0; step < 20; step++) {
                learn(random, model, LABELS);
            }
            FeatureVector[][] queries = new FeatureVector[6][];
            float[][] before = new float[queries.length][];
            for (int i = 0; i < queries.length; i++) {
                queries[i] = query(message(random));
                before[i] = logits(model, LABELS, queries[i]);
            }
            double[] weights = LabelPriorTest.stored(model);
            model.grow(new ModelContext(GROWN, LOSS, moreTexts, 1));
            assertThat(LabelPriorTest.stored(model)).isEqualTo(weights);
            double[] cosines = new double[moreTexts.parts() * GROWN];
            for (int i = 0; i < queries.length; i++) {
                float[] after = logits(model, GROWN, queries[i]);
                assertThat(Arrays.copyOf(after, LABELS)).isEqualTo(before[i]);
                moreTexts.cosinesInto(queries[i][0], cosines);
                double expected = weights[0] * cosines[LABELS] + weights[1] * cosines[GROWN + LABELS];
                assertThat((double) after[LABELS]).isCloseTo(expected, within(1e-4));
                assertThat(after[LABELS + 1]).as("of a label without text").isZero();
            }
            LogitOutput restored = States.copied(model, model(Optimizer.RowAdaGrad.OF_TEXTS, LOSS, GROWN, moreTexts));
            for (int step = 0; step < 5; step++) {
                long seed = random.bits();
                learn(new Source(seed), model, GROWN);
                learn(new Source(seed), restored, GROWN);
                assertThat(States.bytes(restored)).isEqualTo(States.bytes(model));
            }
        });
    }

    @Test
    void addedLabelOfANetworkBeginsAtTheMeanOfTheOthers() {
        Laws.forAll(20, random -> {
            LogitOutput model =
                    (LogitOutput) new Mlp.Settings(FEATURES.dimension(), 6, new Optimizer.Adam(0.1, 0.9, 0.999))
                            .create(new ModelContext(LABELS, LOSS, 1));
            for (int step = random.below(20); step > 0; step--) {
                learn(random, model, LABELS);
            }
            model.grow(new ModelContext(GROWN, LOSS, 1));
            float[] logits = logits(model, GROWN, query(message(random)));
            float mean = (logits[0] + logits[1] + logits[2]) / LABELS;
            assertThat(logits[LABELS]).isCloseTo(mean, within(1e-5f * (1 + Math.abs(mean))));
            assertThat(logits[LABELS + 1]).isEqualTo(logits[LABELS]);
        });
    }

    /** As the model that decides and the one that sums up steps may have been asked other queries. */
    @Test
    void whatAnAddedLabelBeginsWithDoesNotDependOnTheQueriesAskedBefore() {
        Mlp.Settings settings = new Mlp.Settings(FEATURES.dimension(), 6, new Optimizer.Sgd(0.1));
        LogitOutput asked = (LogitOutput) settings.create(new ModelContext(LABELS, LOSS, 1));
        LogitOutput notAsked = (LogitOutput) settings.create(new ModelContext(LABELS, LOSS, 1));
        FeatureVector[] query = query("music");
        logits(asked, LABELS, query);
        asked.grow(new ModelContext(GROWN, LOSS, 1));
        notAsked.grow(new ModelContext(GROWN, LOSS, 1));
        assertThat(logits(notAsked, GROWN, query)).isEqualTo(logits(asked, GROWN, query));
    }

    @Test
    void addedLabelWithATextIsFoundAtOnce() {
        LogitOutput model = model(Optimizer.RowAdaGrad.OF_TEXTS, LOSS, LABELS, texts);
        Source random = new Source(3);
        for (int step = 0; step < 50; step++) {
            learn(random, model, LABELS);
        }
        model.grow(new ModelContext(GROWN, LOSS, moreTexts, 1));
        assertThat(probabilities(model, GROWN, query("open a window please"))[LABELS])
                .isGreaterThan(0.5);
    }

    @Test
    void textsAreGivenIfAndOnlyIfThereWereSome() {
        LogitOutput with = model(Optimizer.RowAdaGrad.DEFAULT, LOSS, LABELS, texts);
        LogitOutput without = model(Optimizer.RowAdaGrad.DEFAULT, LOSS, LABELS, null);
        assertThatThrownBy(() -> with.grow(new ModelContext(GROWN, LOSS, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("texts of labels: in 0 parts (expected: 2, as before)");
        assertThatThrownBy(() -> without.grow(new ModelContext(GROWN, LOSS, moreTexts, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("texts of labels: in 2 parts (expected: 0, as before)");
        assertThat(probabilities(with, LABELS, query("music"))).hasSize(LABELS);
    }

    @Test
    void modelThatCannotBeGivenMoreLabelsSaysSo() {
        ProbabilityModel model = TestModels.Fixed.of(0.5, 0.5).create(new ModelContext(2, LOSS, 1));
        assertThatThrownBy(() -> model.grow(new ModelContext(3, LOSS, 1)))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("model: one with a fixed number of labels (expected: one that can be given more labels)");
    }

    private static double[] padded(double[] values) {
        return Arrays.copyOf(values, GROWN);
    }

    private static Observation late(Source random, double[] issued, double[] distribution) {
        int arm = random.below(LABELS);
        Observation observation = new Observation(GROWN);
        return switch (random.below(5)) {
            case 0 -> observation.setPull(arm, true, issued, distribution);
            case 1 -> observation.setPull(arm, false, issued, distribution);
            case 2 -> observation.setLabel(random.below(GROWN), arm, issued, distribution);
            case 3 -> observation.setNoneOf(new boolean[] {true, false, false, true, false}, arm, issued, distribution);
            default -> observation.setNoneOf(new boolean[GROWN], arm, issued, distribution);
        };
    }

    @Test
    void answersToDecisionsOfFewerLabelsAreLearnedFrom() {
        Laws.forAll(200, random -> {
            Loss loss = Loss.parse(random.oneOf("likelihood", "pulled-arm", "ipw", "dr", "sdr"));
            Optimizer explicit = random.oneOf(new Optimizer.AdaGrad(0.5), new Optimizer.Adam(0.01, 0.9, 0.999));
            Optimizer optimizer = loss.hasShares() && random.chance(0.7) ? Optimizer.RowAdaGrad.DEFAULT : explicit;
            LogitOutput model = model(optimizer, loss, LABELS, null);
            int count = random.within(1, 4);
            FeatureVector[] queries = new FeatureVector[count];
            double[][] issued = new double[count][];
            for (int i = 0; i < count; i++) {
                queries[i] = query(message(random))[0];
                issued[i] = padded(probabilities(model, LABELS, queries[i]));
            }
            model.grow(new ModelContext(GROWN, loss, 1));
            Observation[] observations = new Observation[count];
            for (int i = 0; i < count; i++) {
                observations[i] = late(random, issued[i], padded(random.distribution(LABELS)));
            }
            byte[] before = States.bytes(model);
            model.learn(queries, observations, count, 1);
            for (float weight : logits(model, GROWN, queries[0])) {
                assertThat(weight).isFinite();
            }
            assertThat(probabilities(model, GROWN, queries[0])).doesNotContain(Double.NaN);
            boolean teaches = Arrays.stream(observations).anyMatch(loss::teaches);
            assertThat(!Arrays.equals(States.bytes(model), before)).isEqualTo(teaches);
        });
    }

    @Test
    void correctPullOfAnEarlierDecisionSpeaksAgainstAddedLabels() {
        for (String name : new String[] {"likelihood", "pulled-arm", "ipw", "dr", "sdr"}) {
            Loss loss = Loss.parse(name);
            LogitOutput model = model(new Optimizer.Sgd(0.1), loss, LABELS, null);
            FeatureVector[] query = query("a flight please");
            double[] issued = padded(probabilities(model, LABELS, query));
            model.grow(new ModelContext(GROWN, loss, 1));
            double before = probabilities(model, GROWN, query)[LABELS];
            Observation correct = new Observation(GROWN).setPull(1, true, issued, issued);
            model.learn(query, new Observation[] {correct}, 1, 1);
            assertThat(probabilities(model, GROWN, query)[LABELS]).as(name).isLessThan(before);
        }
    }
}
