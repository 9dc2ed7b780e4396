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
import dev.setpoint.state.PageId;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Sealed;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.States;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The labels' texts inside softmax regression. Its state ends with their weights and AdaGrad's squares. */
class LabelPriorTest {
    private static final Letters FEATURES = new Letters(new FeatureSettings(10, 1, 3, 3, true, false));
    private static final List<String> TEXTS = List.of("transfer money", "book a flight", "play music", "");
    private static final int PARTS = 2;
    private static final int BYTES = Integer.BYTES + PARTS * Double.BYTES;
    private static final Loss LOSS = Loss.parse("likelihood");

    private final Encoder encoder = FEATURES.create();
    private final LabelTexts texts = encoder.labelTexts(TEXTS);

    private ProbabilityModel model(Optimizer optimizer, LabelTexts labelTexts) {
        return new SoftmaxRegression.Settings(FEATURES.dimension(), optimizer)
                .create(new ModelContext(TEXTS.size(), LOSS, labelTexts, 1));
    }

    private FeatureVector query(String text) {
        FeatureVector query = new FeatureVector();
        encoder.encodeInto(Features.ofText(text), query);
        return query;
    }

    private static double[] probabilities(ProbabilityModel model, FeatureVector query) {
        double[] p = new double[TEXTS.size()];
        model.probabilitiesInto(new FeatureVector[] {query}, 1, p);
        return p;
    }

    private static double value(ProbabilityModel model, FeatureVector query, Observation observation) {
        return LOSS.value(
                observation,
                Arrays.stream(probabilities(model, query)).map(Math::log).toArray());
    }

    /** Which ends with the prior. */
    private static final long FIRST_PAGE = PageId.of(0, 0, 0);

    /** A weight (of 0 to parts - 1), or one of the squares (after them). */
    private static double stored(ProbabilityModel model, int which) {
        byte[] bytes = Sealed.pages(States.bytes(model)).get(FIRST_PAGE);
        return ByteBuffer.wrap(bytes).getDouble(place(bytes, which));
    }

    /** The weight of each part, then the squares. */
    static double[] stored(ProbabilityModel model) {
        return new double[] {stored(model, 0), stored(model, 1), stored(model, 2), stored(model, 3)};
    }

    private static int place(byte[] page, int which) {
        return page.length - 2 * BYTES + Integer.BYTES + Double.BYTES * which + (which < PARTS ? 0 : Integer.BYTES);
    }

    private static void store(ProbabilityModel from, ProbabilityModel to, int which, double value) {
        byte[] snapshot = States.bytes(from);
        byte[] page = Sealed.pages(snapshot).get(FIRST_PAGE);
        ByteBuffer.wrap(page).putDouble(place(page, which), value);
        States.read(Sealed.replaced(snapshot, FIRST_PAGE, page), to);
    }

    private Observation observation(Source random) {
        double[] any = random.distribution(TEXTS.size());
        int arm = random.below(TEXTS.size());
        return switch (random.below(3)) {
            case 0 -> new Observation(TEXTS.size()).setPull(arm, true, any, any);
            case 1 -> new Observation(TEXTS.size()).setPull(arm, false, any, any);
            default -> new Observation(TEXTS.size()).setNoneOf(new boolean[] {true, false, false, true}, arm, any, any);
        };
    }

    private String message(Source random) {
        return random.oneOf(
                "move my money", "a flight please", "music of all kinds", "transfer it", "hm", "book some music");
    }

    @Test
    void gradientOfItsWeightsIsThatOfTheLoss() {
        Optimizer optimizer = new Optimizer.Sgd(0.1);
        Laws.forAll(60, random -> {
            ProbabilityModel model = model(optimizer, texts);
            for (int part = 0; part < PARTS; part++) { // at 20 most probabilities are 0 or 1
                store(model, model, part, random.between(-3, 3));
            }
            FeatureVector query = query(message(random));
            Observation observation = observation(random);
            ProbabilityModel after = States.copied(model, model(optimizer, texts));
            after.learn(new FeatureVector[] {query}, new Observation[] {observation}, 1, 1);
            for (int part = 0; part < PARTS; part++) {
                double h = 1e-2;
                double weight = stored(model, part);
                ProbabilityModel up = model(optimizer, texts);
                ProbabilityModel down = model(optimizer, texts);
                store(model, up, part, weight + h);
                store(model, down, part, weight - h);
                double slope = (value(up, query, observation) - value(down, query, observation)) / (2 * h);
                double gradient = Math.sqrt(stored(after, PARTS + part));
                assertThat(gradient).isCloseTo(Math.abs(slope), within(1e-4));
                if (gradient > 1e-3) { // AdaGrad's first step: the rate, down the slope
                    assertThat(stored(after, part) - weight).isCloseTo(-0.3 * Math.signum(slope), within(1e-9));
                }
            }
        });
    }

    @Test
    void weightsFollowAdaGradOverSteps() {
        ProbabilityModel model = model(new Optimizer.Sgd(0.1), texts);
        Source random = new Source(2);
        for (int t = 0; t < 30; t++) {
            double[] weights = {stored(model, 0), stored(model, 1)};
            double[] squares = {stored(model, 2), stored(model, 3)};
            model.learn(new FeatureVector[] {query(message(random))}, new Observation[] {observation(random)}, 1, 1);
            for (int part = 0; part < PARTS; part++) {
                double square = stored(model, PARTS + part) - squares[part];
                assertThat(square).isNotNegative();
                double step = squares[part] + square == 0 ? 0 : 0.3 * Math.sqrt(square / (squares[part] + square));
                assertThat(Math.abs(stored(model, part) - weights[part])).isCloseTo(step, within(1e-6));
            }
        }
    }

    @Test
    void namesAreBelievedAtFirst() {
        ProbabilityModel model = model(Optimizer.RowAdaGrad.DEFAULT, texts);
        assertThat(stored(model, 0)).isEqualTo(20);
        assertThat(stored(model, 1)).isEqualTo(20);
        for (int k = 0; k < 3; k++) {
            assertThat(probabilities(model, query(TEXTS.get(k)))[k]).isGreaterThan(0.9);
        }
    }

    @Test
    void priorIsTheWeightedSumOfCosines() {
        ProbabilityModel model = model(Optimizer.RowAdaGrad.DEFAULT, texts);
        store(model, model, 0, 2);
        store(model, model, 1, -3);
        FeatureVector query = query("book some music");
        double[] cosines = new double[PARTS * TEXTS.size()];
        texts.cosinesInto(query, cosines);
        double[] p = probabilities(model, query);
        for (int k = 1; k < TEXTS.size(); k++) {
            double odds = 2 * (cosines[k] - cosines[0]) - 3 * (cosines[TEXTS.size() + k] - cosines[TEXTS.size()]);
            assertThat(Math.log(p[k] / p[0])).isCloseTo(odds, within(1e-5));
        }
    }

    @Test
    void stateWithForgedWeightsIsRefused() {
        ProbabilityModel model = model(Optimizer.RowAdaGrad.DEFAULT, texts);
        for (double[] forged :
                new double[][] {{0, Double.NaN}, {1, Double.POSITIVE_INFINITY}, {2, -1}, {3, Double.NaN}}) {
            assertThatThrownBy(
                            () -> store(model, model(Optimizer.RowAdaGrad.DEFAULT, texts), (int) forged[0], forged[1]))
                    .isInstanceOf(SnapshotException.class)
                    .hasMessageEndingWith("(expected: finite, not negative)");
        }
    }

    @Test
    void stateOfAModelWithoutTextsIsRefused() {
        byte[] without = States.bytes(model(Optimizer.RowAdaGrad.DEFAULT, null));
        assertThatThrownBy(() -> States.read(without, model(Optimizer.RowAdaGrad.DEFAULT, texts)))
                .isInstanceOf(SnapshotException.class);
    }

    @Test
    void textsMustBeAsManyAsLabels() {
        assertThatThrownBy(() -> new ModelContext(3, LOSS, texts, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("texts: 4 (expected: 3, one per label)");
    }
}
