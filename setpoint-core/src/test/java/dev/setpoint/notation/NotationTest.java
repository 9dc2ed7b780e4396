package dev.setpoint.notation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.Normalization;
import dev.setpoint.estimate.IndicatorEstimator;
import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.SentenceSettings;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.loss.Loss;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.policy.EpsilonGreedyPolicy;
import dev.setpoint.policy.Policy;
import dev.setpoint.policy.SetAwarePolicy;
import dev.setpoint.policy.SoftmaxPolicy;
import dev.setpoint.policy.SquareCbPolicy;
import dev.setpoint.policy.TradeOffPolicy;
import dev.setpoint.score.ApsScore;
import dev.setpoint.score.RapsScore;
import dev.setpoint.score.Score;
import dev.setpoint.testing.Laws;
import dev.setpoint.track.DecayingTracker;
import dev.setpoint.track.ExpertsTracker;
import dev.setpoint.track.OuterLoopTracker;
import dev.setpoint.track.ScaleFreeTracker;
import dev.setpoint.track.SgdTracker;
import dev.setpoint.track.StronglyAdaptiveTracker;
import dev.setpoint.track.TrackerSettings;
import dev.setpoint.track.WeightedQuantileTracker;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NotationTest {
    @Test
    void splitsAtCommasOutsideBrackets() {
        assertThat(Notation.split(" softmax, raps(lambda=0.1, kreg=2),, experts(etas=[1, 2]) ,"))
                .containsExactly("softmax", "raps(lambda=0.1, kreg=2)", "experts(etas=[1, 2])");
        assertThat(Notation.split(" , ")).isEmpty();
    }

    @Test
    void nameAloneHasNoKeys() {
        Notation notation = Notation.parse("  Softmax ");
        assertThat(notation.name()).isEqualTo("softmax");
        assertThat(notation.number("x", 3)).isEqualTo(3);
        assertThat(notation.text("y", "z")).isEqualTo("z");
        notation.finish();
    }

    @Test
    void keysHaveNumbersFlagsTextsAndLists() {
        Notation notation =
                Notation.parse("thing( a = 1.5e-3 , b=[1, 2 ,3], c=inner(x=1, y=[4, 5]), d=yes, e=7, f=No)");
        assertThat(notation.number("a", 0)).isEqualTo(0.0015);
        assertThat(notation.numbers("b", List.of())).containsExactly(1.0, 2.0, 3.0);
        assertThat(notation.text("c", "")).isEqualTo("inner(x=1, y=[4, 5])");
        assertThat(notation.flag("d", false)).isTrue();
        assertThat(notation.integer("e", 0)).isEqualTo(7);
        assertThat(notation.flag("f", true)).isFalse();
        assertThat(notation.numbers("g", List.of(9.0))).containsExactly(9.0);
        notation.finish();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "(",
                ")",
                "()",
                "a(",
                "a)",
                "a(b=1",
                "a(b=1)c",
                "a b",
                "a(b)",
                "a(=1)",
                "a(b=1, b=2)",
                "a_b",
                "a(b=1) ("
            })
    void brokenTextIsRefused(String text) {
        assertThatThrownBy(() -> Notation.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("(expected: ");
    }

    @Test
    void bracketsNestedTooDeepAreRefusedBeforeTheyAreFollowed() {
        String deep = "outer(tracker=".repeat(3000) + "sgd" + ")".repeat(3000);
        assertThatThrownBy(() -> TrackerSettings.parse(deep))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("more characters)' (expected: brackets nested at most 16 deep)");
        String allowed = "outer(tracker=".repeat(16) + "sgd" + ")".repeat(16);
        assertThat(TrackerSettings.parse(allowed).toString()).startsWith("outer(gamma=0.01, tracker=outer(");
    }

    @Test
    void numbersAreWrittenAsPeopleDo() {
        for (String number :
                List.of("0x1p3", "1d", "1f", "1_0", "\u0661", "1,5", "", "+", "e5", "infinity", "nan", "1e", ".")) {
            assertThatThrownBy(() -> Notation.number("n", number))
                    .as(number)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("n: '" + number + "' (expected: a number)");
        }
        assertThat(Notation.number("n", " -.5E-1 ")).isEqualTo(-0.05);
        assertThat(Notation.number("n", "+1.")).isEqualTo(1);
        assertThat(Notation.number("n", "-Infinity")).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Notation.number("n", "NaN")).isNaN();
    }

    @Test
    void valueOfTheWrongKindIsRefusedByItsKey() {
        Notation notation = Notation.parse("a(n=x, i=1.5, f=maybe, l=[1, x], h=1e10, m=NaN)");
        assertThatThrownBy(() -> notation.number("n", 0)).hasMessage("n: 'x' (expected: a number)");
        assertThatThrownBy(() -> notation.integer("i", 0)).hasMessage("i: 1.5 (expected: a whole number)");
        assertThatThrownBy(() -> notation.integer("h", 0)).hasMessageContaining("(expected: a whole number)");
        assertThatThrownBy(() -> notation.integer("m", 0)).hasMessageContaining("(expected: a whole number)");
        assertThatThrownBy(() -> notation.flag("f", true)).hasMessage("f: 'maybe' (expected: true or false)");
        assertThatThrownBy(() -> notation.numbers("l", List.of())).hasMessage("l: 'x' (expected: a number)");
    }

    @Test
    void keysNobodyAskedForAreRefused() {
        Notation notation = Notation.parse("a(b=1, c=2)");
        notation.number("b", 0);
        assertThatThrownBy(notation::finish)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("c in 'a(b=1, c=2)' (expected: b)");
        assertThatThrownBy(() -> Notation.parse("a(c=2)").finish()).hasMessageContaining("(expected: no key)");
    }

    @Test
    void anyTextIsAValueBetweenQuotationMarks() {
        assertThat(Notation.quoted("resnet50.npz")).isEqualTo("resnet50.npz");
        assertThat(Notation.quoted("my \u00fc weights=1.npz")).isEqualTo("my \u00fc weights=1.npz");
        assertThat(Notation.quoted("a, \"b\" (1)\n")).isEqualTo("\"a, \\\"b\\\" (1)\\n\"");
        assertThat(Notation.quoted("")).isEqualTo("\"\"");
        Laws.forAll(2000, random -> {
            String text = random.oneOf("a", "", " ", "x y", "\\")
                    + random.oneOf(",", "(", ")", "[", "]", "\"", "=", "\n", "\ud83d", "b")
                    + random.oneOf("\"", ")", "\\", "\\\\", " ", "c", ", d=1");
            String quoted = Notation.quoted(text);
            Notation notation = Notation.parse("a(s=" + quoted + ", t=b(u=" + quoted + ", v=[1, 2]), w=3)");
            assertThat(notation.string("s", null)).isEqualTo(text);
            assertThat(notation.number("w", 0)).isEqualTo(3);
            Notation inner = Notation.parse(notation.text("t", null));
            assertThat(inner.string("u", null)).isEqualTo(text);
            assertThat(inner.numbers("v", null)).containsExactly(1.0, 2.0);
            notation.finish();
        });
        assertThat(Notation.parse("a").string("s", "x")).isEqualTo("x");
        for (String value : List.of("\"", "\"b", "\"b\\\"", "\"b\"c\"", "\"b\" c")) {
            assertThatThrownBy(() -> Notation.parse("a(s=" + value + ")").string("s", null))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("s: " + value + " (expected: one closing quotation mark)");
        }
    }

    @Test
    void quotationMarksInsideAValueAreLetters() {
        Notation notation = Notation.parse("a(s=5\" disk, t=2)");
        assertThat(notation.string("s", null)).isEqualTo("5\" disk");
        assertThat(notation.number("t", 0)).isEqualTo(2);
    }

    @Test
    void whatTheSurroundingsKnowStandsBeforeDefaultsAndBehindTheText() {
        Notation notation =
                Notation.parse("a(b=1)").presuming("b", 5).presuming("c", 6).presuming("nobody", 7);
        assertThat(notation.integer("b", 0)).isEqualTo(1);
        assertThat(notation.integer("c", 0)).isEqualTo(6);
        assertThat(notation.integer("d", 0)).isZero();
        notation.finish();
    }

    @Test
    void unknownNamesAreAnsweredWithTheKnownOnes() {
        assertThatThrownBy(() -> Score.parse("margin"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("score: 'margin' (expected: softmax, aps, raps)");
        assertThatThrownBy(() -> Policy.parse("greedy"))
                .hasMessage(
                        "policy: 'greedy' (expected: trade-off, softmax, uniform, epsilon-greedy, squarecb, set-aware)");
        assertThatThrownBy(() -> IndicatorEstimator.parse("knn"))
                .hasMessage("estimator: 'knn' (expected: ipw, dr, sdr)");
        assertThatThrownBy(() -> Loss.parse("hinge"))
                .hasMessage("loss: 'hinge' (expected: likelihood, pulled-arm, ipw, dr, sdr)");
        assertThatThrownBy(() -> TrackerSettings.parse("aci"))
                .hasMessage("tracker: 'aci' (expected: sgd, experts, scale-free, decaying, weighted-quantile,"
                        + " strongly-adaptive, outer, auto)");
        assertThatThrownBy(() -> ModelSettings.parse("tree"))
                .hasMessage(
                        "model: 'tree' (expected: softmax-regression, mlp, given, test-fixed, test-given, test-unfit,"
                                + " test-lent, test-ordered, test-choking)"); // those of plugins, too
        assertThatThrownBy(() -> Optimizer.parse("lion"))
                .hasMessage("optimizer: 'lion' (expected: sgd, adagrad, row-adagrad, adam)");
        assertThatThrownBy(() -> FeatureSettings.parse("dense")).hasMessage("features: 'dense' (expected: hashed)");
        assertThatThrownBy(() -> Normalization.parse("mean"))
                .hasMessage("normalize: 'mean' (expected: none, batch-size, correct-pulls)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "softmax(x=1)",
                "aps(randomized=true)",
                "raps(lamda=1)",
                "raps(kreg=0.5)",
                "raps(lambda=-1)",
                "aps(randomised=2)"
            })
    void scoresRefuseUnknownKeysAndBadValues(String text) {
        assertThatThrownBy(() -> Score.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("(expected: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sgd(rate=1)",
                "sgd(eta=0)",
                "experts(etas=[])",
                "experts(etas=[0.1, -1])",
                "experts(etas=[0.1, 0.01)",
                "sgd(start=NaN)",
                "experts(eta=1)",
                "scale-free(prior=-1)",
                "decaying(power=2)",
                "weighted-quantile(size=1)",
                "weighted-quantile(memory=1)",
                "strongly-adaptive(lifetime=1)",
                "strongly-adaptive(levels=0.5)",
                "outer(gamma=-1)",
                "outer(tracker=aci)",
                "outer(tracker=)"
            })
    void trackersRefuseUnknownKeysAndBadValues(String text) {
        assertThatThrownBy(() -> TrackerSettings.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("(expected: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "softmax-regression(hidden=3)",
                "mlp(hidden=0)",
                "mlp(dimension=0)",
                "mlp(clip=0)",
                "mlp(optimizer=adam(rate=0))",
                "mlp(optimizer=adam(rate=1)",
                "mlp(optimizer=adam(beta1=1))",
                "mlp(optimizer=sgd(beta1=0.5))",
                "softmax-regression(optimizer=)",
                "softmax-regression(dimension=1e12)"
            })
    void modelsRefuseUnknownKeysAndBadValues(String text) {
        assertThatThrownBy(() -> ModelSettings.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("(expected: ");
    }

    @Test
    void defaultsStandWhereKeysAreAbsent() {
        assertThat(Score.parse("aps")).isEqualTo(new ApsScore(true));
        assertThat(Score.parse("raps")).isEqualTo(new RapsScore(0.01, 1, true));
        assertThat(TrackerSettings.parse("experts")).isEqualTo(ExpertsTracker.Settings.PAPER);
        assertThat(TrackerSettings.parse("sgd")).isEqualTo(new SgdTracker.Settings(0.01, 0));
        assertThat(TrackerSettings.parse("scale-free")).isEqualTo(new ScaleFreeTracker.Settings(0.1, 0, 0));
        assertThat(TrackerSettings.parse("decaying")).isEqualTo(new DecayingTracker.Settings(0.1, 0.6, 0));
        assertThat(TrackerSettings.parse("weighted-quantile"))
                .isEqualTo(new WeightedQuantileTracker.Settings(200, 1000));
        assertThat(TrackerSettings.parse("strongly-adaptive"))
                .isEqualTo(new StronglyAdaptiveTracker.Settings(0.1, 8, 10, 0));
        assertThat(TrackerSettings.parse("outer"))
                .isEqualTo(new OuterLoopTracker.Settings(0.01, new SgdTracker.Settings(0.01, 0)));
        assertThat(FeatureSettings.parse("hashed")).isEqualTo(FeatureSettings.DEFAULT);
        assertThat(Policy.parse("softmax").toString()).isEqualTo("softmax(temperature=1.0)");
        assertThat(ModelSettings.parse("mlp").toString())
                .isEqualTo("mlp(dimension=262144, hidden=64, optimizer=adam(rate=0.001, beta1=0.9, beta2=0.999),"
                        + " clip=Infinity)");
    }

    @Test
    void everySettingsRecordReadsBackWhatItPrints() {
        Laws.forAll(300, random -> {
            double rate = Math.exp(random.between(-200, 13));
            double beta = random.uniform();
            Optimizer optimizer = switch (random.below(4)) {
                case 0 -> new Optimizer.Sgd(rate);
                case 1 -> new Optimizer.AdaGrad(rate);
                case 2 -> new Optimizer.RowAdaGrad(rate, false);
                default -> new Optimizer.Adam(rate, beta, random.uniform());
            };
            assertThat(Optimizer.parse(optimizer.toString())).isEqualTo(optimizer);
            String clip = random.oneOf("15.0", "Infinity", "0.1");
            String model = random.chance(0.5)
                    ? "mlp(dimension=12, hidden=3, optimizer=" + optimizer + ", clip=" + clip + ")"
                    : "softmax-regression(dimension=7, optimizer=" + optimizer + ", clip=" + clip + ")";
            assertThat(ModelSettings.parse(model).toString()).isEqualTo(model);
            assertThat(ModelSettings.parse(ModelSettings.parse(model).toString()))
                    .isEqualTo(ModelSettings.parse(model));
            Score score = new RapsScore(rate, random.below(100), random.chance(0.5));
            assertThat(Score.parse(score.toString())).isEqualTo(score);
            List<Double> etas = new ArrayList<>();
            for (int j = random.within(1, 6); j > 0; j--) {
                etas.add(Math.exp(random.between(-20, 5)));
            }
            TrackerSettings experts = new ExpertsTracker.Settings(etas, random.between(-1, 1));
            assertThat(TrackerSettings.parse(experts.toString())).isEqualTo(experts);
            TrackerSettings sgd = new SgdTracker.Settings(rate, random.between(-1e9, 1e9));
            assertThat(TrackerSettings.parse(sgd.toString())).isEqualTo(sgd);
            TrackerSettings further = switch (random.below(4)) {
                case 0 -> new ScaleFreeTracker.Settings(rate, random.between(-1, 1), random.between(0, 1e9));
                case 1 -> new DecayingTracker.Settings(rate, random.uniform(), random.between(-1, 1));
                case 2 ->
                    new WeightedQuantileTracker.Settings(
                            random.within(2, 1000), random.chance(0.5) ? Double.POSITIVE_INFINITY : 2 + rate);
                default ->
                    new StronglyAdaptiveTracker.Settings(
                            rate, random.within(2, 99), random.within(1, 32), random.between(-1, 1));
            };
            assertThat(TrackerSettings.parse(further.toString())).isEqualTo(further);
            TrackerSettings outer = new OuterLoopTracker.Settings(rate, random.oneOf(further, experts, sgd));
            assertThat(TrackerSettings.parse(outer.toString())).isEqualTo(outer);
            int charsTo = random.within(0, 16);
            FeatureSettings features = new FeatureSettings(
                    random.within(1, 28),
                    random.within(0, 8),
                    charsTo == 0 ? 0 : random.within(1, charsTo),
                    charsTo,
                    random.chance(0.5),
                    false);
            assertThat(FeatureSettings.parse(features.toString())).isEqualTo(features);
            assertThat(EncoderSettings.parse(features.toString())).isEqualTo(features);
            int dimension = random.within(1, 200);
            EncoderSettings vectors = new VectorSettings(
                    dimension,
                    random.chance(0.5),
                    random.within(1, 2),
                    random.chance(0.5),
                    random.within(0, dimension));
            assertThat(EncoderSettings.parse(vectors.toString())).isEqualTo(vectors);
            EncoderSettings sentence =
                    new SentenceSettings(random.oneOf("minilm", "a, b", "(", " "), random.within(1, 999), features);
            assertThat(EncoderSettings.parse(sentence.toString())).isEqualTo(sentence);
            Policy policy = switch (random.below(5)) {
                case 0 -> new TradeOffPolicy(random.between(1e-9, 1e6));
                case 1 -> new SoftmaxPolicy(rate);
                case 2 -> new EpsilonGreedyPolicy(beta);
                case 3 -> new SquareCbPolicy(rate);
                default -> new SetAwarePolicy(rate);
            };
            assertThat(Policy.parse(policy.toString())).isEqualTo(policy);
        });
        for (Normalization normalization : Normalization.values()) {
            assertThat(Normalization.parse(normalization.toString())).isEqualTo(normalization);
        }
    }
}
