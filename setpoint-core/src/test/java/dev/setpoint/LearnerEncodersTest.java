package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.feature.Letters;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.loss.Loss;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Sealed;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.TestModels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Learners with encoders and label texts of their own. */
class LearnerEncodersTest {
    private static final FeatureSettings WORDS = new FeatureSettings(14, 1, 0, 0, true, true);

    private static LearnerSettingsBuilder dense() {
        return LearnerSettings.builder("a", "b", "c").dense(3);
    }

    private static FeatureVector numbers(Source random) {
        return FeatureVector.dense(
                (float) random.between(0, 1e6), (float) random.between(-1e-3, 1e-3), (float) random.below(2));
    }

    private static void train(Learner learner, Source random, int steps) {
        for (int t = 0; t < steps; t++) {
            FeatureVector query = numbers(random);
            Decision decision = learner.decide(query);
            learner.learn(decision.id(), decision.arm() == (int) (query.value(0) / 1e6 * 3));
        }
    }

    private static double[] probabilities(Learner learner, FeatureVector query) {
        DecisionBatch batch = learner.newBatch();
        learner.decideInto(query, batch);
        return IntStream.range(0, learner.settings().labels().size())
                .mapToDouble(k -> batch.probability(0, k))
                .toArray();
    }

    // ---------------------------------------------------------------- what the encoder sees, and when

    @Test
    void decisionsWithoutAnswersChangeNoInput() {
        Laws.forAll(5, random -> {
            Learner learner = new Learner(dense().build());
            train(learner, random, 50);
            FeatureVector query = numbers(random);
            double[] before = probabilities(learner, query);
            for (int t = 0; t < 100; t++) {
                Decision decision = learner.decide(FeatureVector.dense(1e9f, 1e9f, -1e9f));
                if (t % 2 == 0) {
                    learner.learn(decision.id(), new Feedback.Cancelled());
                }
            }
            assertThat(probabilities(learner, query)).isEqualTo(before);
        });
    }

    @Test
    void answersChangeInputs() {
        Learner learner = new Learner(dense().build());
        Source random = new Source(4);
        train(learner, random, 50);
        FeatureVector query = numbers(random);
        double[] before = probabilities(learner, query);
        Decision decision = learner.decide(FeatureVector.dense(1e9f, 1e9f, -1e9f));
        LabelSet all = LabelSet.of(learner.settings().labels(), "a", "b", "c");
        learner.learn(decision.id(), new Feedback.NoneOf(all)); // which teaches the model nothing
        assertThat(probabilities(learner, query)).isNotEqualTo(before);
    }

    @Test
    void scaleOfTheNumbersDoesNotMatter() {
        Learner one = new Learner(dense().build());
        Learner other = new Learner(dense().build());
        Source random = new Source(8);
        for (int t = 0; t < 300; t++) {
            FeatureVector query = numbers(random);
            FeatureVector scaled = FeatureVector.dense(
                    query.value(0) * 0x1p-20f, query.value(1) * 0x1p30f, query.value(2) * -0x1p3f); // nothing is lost
            double[] p = probabilities(one, query);
            double[] q = probabilities(other, scaled);
            Decision decision = one.decide(query);
            Decision again = other.decide(scaled);
            one.learn(decision.id(), Feedback.label(t % 3));
            other.learn(again.id(), Feedback.label(t % 3));
            if (t > 250) {
                assertThat(q).isEqualTo(p);
                assertThat(probabilities(one, query))
                        .isEqualTo(probabilities(other, scaled))
                        .isNotEqualTo(p);
            }
        }
    }

    @Test
    void learnerContinuesBitForBitFromAnyPoint() {
        for (LearnerSettings settings : List.of(
                dense().build(),
                LearnerSettings.builder("a", "b", "c")
                        .features(new VectorSettings(3, true, 1, false))
                        .model(ModelSettings.parse("mlp(dimension=3, hidden=4)"))
                        .build())) {
            Laws.forAll(8, random -> {
                Learner original = new Learner(settings);
                train(original, random, random.within(0, 40));
                List<String> waiting = new ArrayList<>();
                for (int i = random.below(6); i > 0; i--) {
                    waiting.add(original.decide(numbers(random)).id());
                }
                Learner copy = LearnerPages.restore(settings, original.snapshot());
                assertThat(copy.snapshot()).isEqualTo(original.snapshot());
                for (int t = 0; t < 20; t++) {
                    FeatureVector query = numbers(random);
                    Decision decision = original.decide(query);
                    assertThat(copy.decide(query)).isEqualTo(decision);
                    String answered = waiting.isEmpty() ? decision.id() : waiting.remove(0);
                    boolean correct = random.chance(0.5);
                    original.learn(answered, correct);
                    copy.learn(answered, correct);
                }
                assertThat(copy.snapshot()).isEqualTo(original.snapshot());
            });
        }
    }

    @Test
    void namedFeaturesContinueBitForBit() {
        Letters features = new Letters(WORDS);
        LearnerSettings settings = LearnerSettings.builder("pay bill", "book flight")
                .features(features)
                .build();
        try (Learner original = new Learner(settings)) {
            Source random = new Source(11);
            for (int t = 0; t < 40; t++) {
                original.learn(original.decide(named(random)).id(), random.chance(0.5));
            }
            Decision waiting = original.decide(named(random));
            try (Learner copy = LearnerPages.restore(settings, original.snapshot())) {
                original.learn(waiting.id(), true);
                copy.learn(waiting.id(), true);
                for (int t = 0; t < 20; t++) {
                    Features query = named(random);
                    Decision decision = original.decide(query);
                    assertThat(copy.decide(query)).isEqualTo(decision);
                    original.learn(decision.id(), t % 3 == 0);
                    copy.learn(decision.id(), t % 3 == 0);
                }
                assertThat(copy.snapshot()).isEqualTo(original.snapshot());
            }
        }
        assertThat(features.open()).isZero();
    }

    private static Features named(Source random) {
        return Features.ofText(random.oneOf("pay the bill", "a flight to somewhere", "hm"))
                .number("amount", random.between(0, 1e5))
                .category("channel", random.oneOf("mail", "phone"));
    }

    @Test
    void queryOfFeaturesIsTheOneThatIsEncoded() {
        LearnerSettings settings = LearnerSettings.builder("pay bill", "book flight")
                .features(WORDS)
                .build();
        Learner one = new Learner(settings);
        Learner other = new Learner(settings);
        Source random = new Source(12);
        FeatureVector query = new FeatureVector();
        for (int t = 0; t < 30; t++) {
            Features features = named(random);
            other.encodeInto(features, query);
            Decision decision = one.decide(features);
            assertThat(other.decide(query)).isEqualTo(decision);
            one.learn(decision.id(), t % 2 == 0);
            other.learn(decision.id(), t % 2 == 0);
        }
        assertThat(one.snapshot()).isEqualTo(other.snapshot());
    }

    // ---------------------------------------------------------------- closing

    @Test
    void closingALearnerClosesItsNetwork() {
        Letters features = new Letters(WORDS);
        Learner learner =
                new Learner(LearnerSettings.builder("a", "b").features(features).build());
        assertThat(features.open()).isEqualTo(1);
        learner.close();
        assertThat(features.open()).isZero();
    }

    @Test
    void learnersThatCannotBeMadeLeaveNothingOpen() {
        Letters features = new Letters(WORDS);
        LearnerSettings unfit = LearnerSettings.builder("a", "b")
                .features(features)
                .model(new TestModels.Unfit(features.dimension()))
                .build();
        assertThatThrownBy(() -> new Learner(unfit)).hasMessage("model: unfit (expected: fit)");
        LearnerSettings settings =
                LearnerSettings.builder("a", "b").features(features).build();
        byte[] snapshot;
        try (Learner learner = new Learner(settings)) {
            snapshot = learner.snapshot();
        }
        SortedMap<Long, byte[]> pages = Sealed.pages(snapshot);
        long last = pages.lastKey();
        byte[] page = pages.get(last);
        byte[] cut = Sealed.replaced(snapshot, last, Arrays.copyOf(page, page.length - 1));
        assertThatThrownBy(() -> LearnerPages.restore(settings, cut)).isInstanceOf(SnapshotException.class);
        byte[] longer = Sealed.replaced(snapshot, last, Arrays.copyOf(page, page.length + 1));
        assertThatThrownBy(() -> LearnerPages.restore(settings, longer)).isInstanceOf(SnapshotException.class);
        assertThat(features.opened()).isEqualTo(4);
        assertThat(features.open()).isZero();
    }

    @Test
    void lossWithoutSharesIsRefusedForImplicitStepsBeforeAnythingIsOpened() {
        Letters features = new Letters(WORDS);
        LearnerSettingsBuilder builder = LearnerSettings.builder("a", "b")
                .features(features)
                .model(new SoftmaxRegression.Settings(features.dimension(), Optimizer.RowAdaGrad.DEFAULT))
                .loss(Loss.parse("sdr"));
        assertThatThrownBy(builder::build)
                .hasMessage(
                        "optimizer: row-adagrad(rate=8.0, implicit=true) with loss sdr (expected: implicit=false, or a"
                                + " loss that is a likelihood)");
        assertThat(features.opened()).isZero();
    }

    /** Many like answers in one step go as far as one that asks for all of it, and no further. */
    @Test
    void answersOfOneStepDoNotOvershootTogether() {
        double[] after = new double[2];
        int[] counts = {1, 64};
        for (int c = 0; c < 2; c++) {
            Learner learner = new Learner(
                    LearnerSettings.builder("a", "b").dense(2).floor(1).build());
            List<Answer> answers = new ArrayList<>();
            for (int i = 0; i < counts[c]; i++) {
                Decision decision = learner.decide(FeatureVector.dense(1, 2));
                answers.add(new Answer(decision.id(), Feedback.label(0)));
            }
            learner.learn(answers);
            DecisionBatch batch = learner.newBatch();
            learner.decideInto(FeatureVector.dense(1, 2), batch);
            after[c] = batch.probability(0, 0);
        }
        assertThat(after[0]).isBetween(0.6, 0.99);
        assertThat(after[1]).isBetween(after[0] - 0.05, 0.999); // 64 times one step would be a probability of 1
    }

    // ---------------------------------------------------------------- refusals and defaults

    @Test
    void queriesThatAreNoneOfTheEncodersAreRefusedAndChangeNothing() {
        Learner learner = new Learner(dense().build());
        byte[] before = learner.snapshot();
        assertRefused(() -> learner.decide(FeatureVector.dense(1, 2)), "dimension of the query: 2 (expected: 3)");
        assertRefused(
                () -> learner.decide(FeatureVector.sparse(3)),
                "query: sparse (expected: dense, since its numbers are standardised, crossed or scaled)");
        assertRefused(() -> learner.decide(Features.ofText("hm")), "features: named (expected: a vector of 3 numbers)");
        Learner crossed = new Learner(LearnerSettings.builder("a", "b")
                .features(new VectorSettings(1, false, 2, false))
                .build());
        assertRefused(() -> crossed.decide(FeatureVector.dense(1e30f)), "features[1]: Infinity (expected: finite)");
        assertThat(learner.snapshot()).isEqualTo(before);
        assertThat(crossed.pending()).isZero();
    }

    private static void assertRefused(Runnable call, String message) {
        assertThatThrownBy(call::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void settingsThatDoNotGoTogetherAreRefused() {
        LearnerSettingsBuilder vectors = dense().labelTexts(List.of("x", "y", "z"));
        assertRefused(
                vectors::build,
                "label texts: with features vectors(dimension=3, standardize=true, cross=2, unitlength=true)"
                        + " (expected: none, as these hold no texts)");
        LearnerSettingsBuilder two = LearnerSettings.builder("a", "b", "c").labelTexts(List.of("x", "y"));
        assertRefused(two::build, "label texts: 2 (expected: none, or 3, one per label)");
        LearnerSettingsBuilder narrow = dense().model(ModelSettings.parse("mlp(dimension=3)"));
        assertRefused(
                narrow::build,
                "dimension of the model: 3 (expected: 10, that of features vectors(dimension=3, standardize=true,"
                        + " cross=2, unitlength=true))");
    }

    @Test
    void defaultsSuitEachOther() {
        LearnerSettings plain =
                LearnerSettings.builder("pay_bill", "book-flight").build();
        assertThat(plain.loss()).hasToString("likelihood");
        assertThat(plain.features()).isEqualTo(FeatureSettings.DEFAULT);
        assertThat(plain.model()).isEqualTo(new SoftmaxRegression.Settings(1 << 18, Optimizer.RowAdaGrad.OF_TEXTS));
        assertThat(plain.labelTexts()).containsExactly("pay bill", "book flight");

        LearnerSettings sdr =
                LearnerSettings.builder("a", "b").loss(Loss.parse("sdr")).build();
        assertThat(sdr.model()).isEqualTo(new SoftmaxRegression.Settings(1 << 18, Optimizer.AdaGrad.DEFAULT));

        LearnerSettings network = LearnerSettings.builder("a", "b")
                .model(ModelSettings.parse("mlp(dimension=7)"))
                .build();
        assertThat(network.loss()).hasToString("sdr");
        assertThat(network.features()).isEqualTo(VectorSettings.asGiven(7));
        assertThat(network.labelTexts()).isEmpty();

        LearnerSettings numbers = dense().build();
        assertThat(numbers.loss()).hasToString("likelihood");
        assertThat(numbers.features()).isEqualTo(VectorSettings.dense(3));
        assertThat(numbers.model()).isEqualTo(new SoftmaxRegression.Settings(10, Optimizer.RowAdaGrad.DEFAULT));
        assertThat(numbers.labelTexts()).isEmpty();

        assertThat(LearnerSettings.builder("a", "b")
                        .labelTexts(List.of())
                        .build()
                        .labelTexts())
                .isEmpty();
    }

    // ---------------------------------------------------------------- labels' texts

    private static final int LABELS = 12;
    private static final int MESSAGES = 6000;

    /** How many pulls of each quarter were correct, on messages of a name's word, a word of the label's topic and noise. */
    private static int[] correctByQuarter(List<String> labelTexts, long seed) {
        LearnerSettings settings = LearnerSettings.builder(
                        IntStream.range(0, LABELS).mapToObj(k -> "l" + k).toList())
                .features(WORDS)
                .labelTexts(labelTexts)
                .seed(seed)
                .build();
        Learner learner = new Learner(settings);
        Source random = new Source(seed);
        int[] correct = new int[4];
        for (int t = 0; t < MESSAGES; t++) {
            int label = random.below(LABELS);
            String text = "name" + label + random.oneOf("a", "b") + " topic" + label + "x" + random.below(4) + " noise"
                    + random.below(200) + " noise" + random.below(200);
            Decision decision = learner.decide(Features.ofText(text));
            learner.learn(decision.id(), decision.arm() == label);
            correct[4 * t / MESSAGES] += decision.arm() == label ? 1 : 0;
        }
        return correct;
    }

    private static List<String> names(int dealtTo) {
        return IntStream.range(0, LABELS)
                .map(k -> (k + dealtTo) % LABELS)
                .mapToObj(k -> "name" + k + "a name" + k + "b")
                .toList();
    }

    @Test
    void textsThatFitHelpAtOnceAndTextsThatMisleadAreForgotten() {
        int quarter = MESSAGES / 4;
        for (long seed = 1; seed <= 3; seed++) {
            int[] without = correctByQuarter(List.of(), seed);
            int[] fitting = correctByQuarter(names(0), seed);
            int[] misleading = correctByQuarter(names(1), seed);
            assertThat(fitting[0]).isGreaterThan(without[0] + quarter / 10);
            // two counts of 1500 at 0.95 differ by more than 5 of their 12 by chance once in a million times
            assertThat(fitting[3]).isGreaterThan(without[3] - 60);
            // They cost a fifth of the first quarter, and nothing in the end.
            assertThat(misleading[0]).isBetween(without[0] / 3 * 2, without[0] - 60);
            assertThat(misleading[2]).isGreaterThan(without[2] - 60);
            assertThat(misleading[3]).isGreaterThan(without[3] - 60);
        }
    }

    @Test
    void queriesWithoutTextsAreDecidedAsIfLabelsHadNone() {
        EncoderSettings wide = new FeatureSettings(20, 1, 3, 3, true, true); // where nothing meets by chance
        LearnerSettingsBuilder builder =
                LearnerSettings.builder("pay bill", "book flight", "other").features(wide);
        Learner with = new Learner(builder.build());
        Learner without = new Learner(builder.labelTexts(List.of()).build());
        Source random = new Source(9);
        for (int t = 0; t < 300; t++) {
            Features query = Features.create()
                    .category("channel", random.oneOf("mail", "phone", "visit"))
                    .number("amount", random.between(0, 100));
            Decision decision = with.decide(query);
            assertThat(without.decide(query)).isEqualTo(decision);
            boolean correct = random.chance(0.4);
            with.learn(decision.id(), correct);
            without.learn(decision.id(), correct);
        }
    }
}
