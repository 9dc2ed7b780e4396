package dev.setpoint.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.testing.EncoderContract;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Sealed;
import dev.setpoint.testing.Source;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class EncodersTest {
    private static final int NUMBERS = 3;
    private static final FeatureSettings SMALL = new FeatureSettings(10, 1, 3, 3, true, true);

    // ---------------------------------------------------------------- the contract

    abstract static class Vectors extends EncoderContract {
        @Override
        protected abstract VectorSettings settings();

        @Override
        protected boolean observes() {
            return settings().standardize();
        }

        @Override
        protected FeatureVector query(Source random) {
            return random.dense(NUMBERS);
        }

        @Override
        protected List<FeatureVector> extremes() {
            float largest = settings().cross() == 2 && !settings().standardize() ? 1e19f : Float.MAX_VALUE;
            return List.of(
                    FeatureVector.dense(largest, -largest, largest),
                    FeatureVector.dense(-largest, -largest, 0),
                    FeatureVector.dense(Float.MIN_VALUE, -Float.MIN_VALUE, Float.MIN_NORMAL),
                    FeatureVector.dense(0, 0, 0),
                    FeatureVector.dense(7, 7, 7));
        }

        @Test
        void namedFeaturesAreRefused() {
            try (Encoder encoder = create()) {
                assertThatThrownBy(() -> encoder.encodeInto(Features.ofText("hello"), new FeatureVector()))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("features: named (expected: a vector of 3 numbers)");
                assertThat(encoder.labelTexts(List.of("a", "b"))).isNull();
            }
        }

        @Test
        void sparseVectorsAreRefusedUnlessTheyAreLeftAsTheyAre() {
            try (Encoder encoder = create()) {
                FeatureVector sparse = FeatureVector.sparse(NUMBERS);
                if (settings().equals(VectorSettings.asGiven(NUMBERS))) {
                    encoder.check(sparse);
                    assertThat(encoder.inputOf(sparse, new FeatureVector())).isSameAs(sparse);
                } else {
                    assertThatThrownBy(() -> encoder.check(sparse))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessage("query: sparse (expected: dense, since its numbers are standardised, crossed"
                                    + " or scaled)");
                }
            }
        }
    }

    @Nested
    class AsGiven extends Vectors {
        @Override
        protected VectorSettings settings() {
            return VectorSettings.asGiven(NUMBERS);
        }
    }

    @Nested
    class Standardised extends Vectors {
        @Override
        protected VectorSettings settings() {
            return new VectorSettings(NUMBERS, true, 1, false);
        }
    }

    @Nested
    class Crossed extends Vectors {
        @Override
        protected VectorSettings settings() {
            return new VectorSettings(NUMBERS, false, 2, false);
        }
    }

    @Nested
    class OfUnitLength extends Vectors {
        @Override
        protected VectorSettings settings() {
            return new VectorSettings(NUMBERS, false, 1, true);
        }
    }

    @Nested
    class Dense extends Vectors {
        @Override
        protected VectorSettings settings() {
            return VectorSettings.dense(NUMBERS);
        }
    }

    /** Numbers, then indicators, in sparse queries. */
    abstract static class Mixed extends EncoderContract {
        static final int FEW = 2;

        @Override
        protected abstract VectorSettings settings();

        @Override
        protected boolean observes() {
            return settings().standardize();
        }

        @Override
        protected FeatureVector query(Source random) {
            int dimension = settings().queryDimension();
            FeatureVector query = FeatureVector.sparse(dimension);
            for (int i = 0; i < FEW; i++) {
                if (random.chance(0.8)) { // a number that is not named is 0
                    query.add(i, (float) random.between(-10, 10));
                }
            }
            query.add(random.within(FEW, dimension - 1), 1);
            return query;
        }

        @Override
        protected List<FeatureVector> extremes() {
            List<FeatureVector> extremes = new ArrayList<>();
            for (float number : new float[] {Float.MAX_VALUE, -Float.MAX_VALUE, Float.MIN_VALUE, 0}) {
                FeatureVector query = FeatureVector.sparse(settings().queryDimension());
                query.add(0, number);
                query.add(0, number); // twice: the sum is beyond a float
                query.add(1, -number);
                query.add(FEW, 1);
                extremes.add(query);
            }
            extremes.add(FeatureVector.sparse(settings().queryDimension()));
            return extremes;
        }
    }

    @Nested
    class WithFewIndicators extends Mixed {
        @Override
        protected VectorSettings settings() {
            return VectorSettings.dense(6, FEW);
        }
    }

    @Nested
    class WithManyIndicators extends Mixed {
        @Override
        protected VectorSettings settings() {
            return VectorSettings.dense(1000, FEW);
        }
    }

    @Nested
    class StandardisedBesideIndicators extends Mixed {
        @Override
        protected VectorSettings settings() {
            return new VectorSettings(6, true, 1, false, FEW);
        }
    }

    abstract static class Named extends EncoderContract {
        abstract Features features(Source random);

        @Override
        protected String dimensionRefused(int found, int expected) {
            return "query: a vector of dimension " + found + " (expected: Features, which this learner encodes into "
                    + expected + " positions; for vectors make it with dense(" + Math.max(1, found) + "))";
        }

        @Override
        protected FeatureVector query(Source random) {
            return encoded(features(random));
        }

        final FeatureVector encoded(Features features) {
            try (Encoder encoder = create()) {
                FeatureVector query = new FeatureVector();
                encoder.encodeInto(features, query);
                return query;
            }
        }

        @Override
        protected List<FeatureVector> extremes() {
            List<FeatureVector> extremes = new ArrayList<>();
            for (double number :
                    new double[] {Float.MAX_VALUE, -Float.MAX_VALUE, Float.MIN_VALUE, 0, 1e300, Double.NaN}) {
                extremes.add(encoded(Features.create().number("a", number).number("b", -number)));
                extremes.add(encoded(Features.create().number("a", number).text("t", "some words")));
            }
            extremes.add(encoded(Features.create()));
            extremes.add(encoded(Features.create().text("t", null).category("c", null)));
            FeatureVector faint = encoded(Features.create().number("a", 1).category("c", "x"));
            faint.scale(1e-42);
            extremes.add(faint);
            return extremes;
        }
    }

    private static Features words(Source random) {
        return Features.create()
                .text("t", random.oneOf("a word", "more words here", "", "other"))
                .category("c", random.oneOf("x", "y"));
    }

    private static Features numbers(Source random) {
        Features features = words(random);
        for (String name : List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")) {
            if (random.chance(0.5)) {
                features.number(name, random.between(-100, 100));
            }
        }
        return features;
    }

    @Nested
    class HashedWords extends Named {
        @Override
        protected EncoderSettings settings() {
            return SMALL;
        }

        @Override
        protected boolean observes() {
            return false;
        }

        @Override
        Features features(Source random) {
            return words(random);
        }
    }

    @Nested
    class HashedNumbers extends Named {
        @Override
        protected EncoderSettings settings() {
            return SMALL;
        }

        @Override
        protected boolean observes() {
            return true;
        }

        @Override
        Features features(Source random) {
            return numbers(random);
        }
    }

    @Nested
    class HashedNumbersAsGiven extends Named {
        @Override
        protected EncoderSettings settings() {
            return new FeatureSettings(10, 1, 3, 3, true, false);
        }

        @Override
        protected boolean observes() {
            return false;
        }

        @Override
        Features features(Source random) {
            return numbers(random);
        }
    }

    @Nested
    class Sentences extends Named {
        @Override
        protected EncoderSettings settings() {
            return new Letters(SMALL);
        }

        @Override
        protected boolean observes() {
            return true;
        }

        @Override
        Features features(Source random) {
            return numbers(random);
        }
    }

    // ---------------------------------------------------------------- standardising

    private static float[] values(Encoder encoder, float... numbers) {
        return EncoderContract.values(encoder, FeatureVector.dense(numbers));
    }

    @Test
    void numbersAreScaledByWhatWasObservedBefore() {
        Encoder encoder = new VectorSettings(2, true, 1, false).create();
        assertThat(values(encoder, 5, 7)).containsExactly(0, 0); // nothing is known yet
        encoder.observe(FeatureVector.dense(1, 7));
        assertThat(values(encoder, 5, 7)).containsExactly(0, 0); // nothing has varied yet
        encoder.observe(FeatureVector.dense(3, 7)); // 1 and 3: mean 2, variance 1
        assertThat(values(encoder, 3, 9)).containsExactly(1, 0);
        assertThat(values(encoder, 2.5f, 7)).containsExactly(0.5f, 0);
        encoder.observe(FeatureVector.dense(5, 7)); // 1, 3, 5: mean 3, variance 8/3
        assertThat(values(encoder, 5, 7)[0]).isCloseTo((float) (2 / Math.sqrt(8.0 / 3)), within(1e-6f));
        encoder.observe(FeatureVector.dense(3, 9)); // a constant that changes at last: mean 7.5, variance 3/4
        assertThat(values(encoder, 3, 9)[1]).isCloseTo((float) (1.5 / Math.sqrt(0.75)), within(1e-6f));
    }

    @Test
    void numbersAreCutAtTwoDeviations() {
        Encoder encoder = new VectorSettings(1, true, 1, false).create();
        encoder.observe(FeatureVector.dense(-1));
        encoder.observe(FeatureVector.dense(1));
        assertThat(values(encoder, 1.9f)).containsExactly(1.9f);
        assertThat(values(encoder, 2.1f)).containsExactly(2);
        assertThat(values(encoder, -1.9f)).containsExactly(-1.9f);
        assertThat(values(encoder, -1000)).containsExactly(-2);
        assertThat(values(encoder, Float.MAX_VALUE)).containsExactly(2);
    }

    @Test
    void scalesAreThoseOfTwoPasses() {
        Laws.forAll(100, random -> {
            int count = random.within(1, 60);
            double center = random.oneOf(0.0, 1e3, -1e6);
            double width = random.oneOf(1e-3, 1.0, 1e4);
            RunningScale scale = new RunningScale(1);
            double[] seen = new double[count];
            for (int i = 0; i < count; i++) {
                seen[i] = center + width * random.between(-1, 1);
                scale.observe(0, seen[i]);
            }
            double mean = 0;
            for (double value : seen) {
                mean += value / count;
            }
            double variance = 0;
            for (double value : seen) {
                variance += (value - mean) * (value - mean) / count;
            }
            double asked = center + width * random.between(-2, 2);
            double plain = variance == 0 ? 0 : (asked - mean) / Math.sqrt(variance);
            // what rounding to eps times the mean leaves of a deviation
            double tolerance = 1e-9 + 1e-14 * Math.abs(center) / width * 100;
            if (count > 1) {
                assertThat(scale.scaled(0, asked)).isCloseTo(Math.max(-2, Math.min(2, plain)), within(tolerance));
            } else {
                assertThat(scale.scaled(0, asked)).isZero();
            }
        });
    }

    @Test
    void constantNumbersStayAtZeroForEver() {
        RunningScale scale = new RunningScale(1);
        for (int i = 0; i < 1000; i++) {
            scale.observe(0, 0.1);
            assertThat(scale.scaled(0, 0.3)).isZero();
        }
    }

    @Test
    void numberThatIsAddedAfterAStateWasReadStartsAnew() {
        RunningScale scale = new RunningScale(3);
        scale.observe(2, -1);
        scale.observe(2, 1);
        byte[] two = Snapshot.seal(Snapshot.LEARNER, new RunningScale(2)::writeState);
        scale.readState(Snapshot.open(Snapshot.LEARNER, two));
        assertThat(scale.size()).isEqualTo(2);
        scale.extend();
        assertThat(scale.scaled(2, 1)).isZero();
    }

    @Test
    void forgedScalesAreRefused() {
        for (double[] forged : new double[][] {
            {-1, 0, 0},
            {1, Double.NaN, 0},
            {1, Double.NEGATIVE_INFINITY, 0},
            {1, 0, -1e-9},
            {1, 0, Double.NaN},
            {1, 0, Double.POSITIVE_INFINITY}
        }) {
            byte[] payload = ByteBuffer.allocate(28)
                    .putInt(1)
                    .putLong((long) forged[0])
                    .putDouble(forged[1])
                    .putDouble(forged[2])
                    .array();
            byte[] sealed = Sealed.learner(new TreeMap<>(Map.of(0L, payload)));
            assertThatThrownBy(() -> new RunningScale(1).readState(Snapshot.open(Snapshot.LEARNER, sealed)))
                    .isInstanceOf(SnapshotException.class)
                    .hasMessageEndingWith("(expected: finite, not negative)");
        }
        byte[] three = dev.setpoint.testing.States.bytes(new VectorSettings(3, true, 1, false).create());
        assertThatThrownBy(
                        () -> dev.setpoint.testing.States.read(three, new VectorSettings(2, true, 1, false).create()))
                .isInstanceOf(SnapshotException.class)
                .hasMessage("snapshot: 3 scaled numbers (expected: 2)");
    }

    // ---------------------------------------------------------------- crossing

    @Test
    void pairsFollowTheNumbersRowByRow() {
        assertThat(values(new VectorSettings(2, false, 2, false).create(), 3, 5))
                .containsExactly(6, 10, 9, 15, 25);
        assertThat(values(new VectorSettings(3, false, 2, false).create(), 2, 3, 5))
                .containsExactly(4, 6, 10, 4, 6, 10, 9, 15, 25);
        assertThat(new VectorSettings(3, false, 2, false).dimension()).isEqualTo(9);
        assertThat(new VectorSettings(3, false, 2, true).dimension()).isEqualTo(10);
        assertThat(VectorSettings.asGiven(3).dimension()).isEqualTo(3);
    }

    @Test
    void unitLengthHasAConstantAtTheEnd() {
        // (2, 2, 1) has length 3
        float[] values = values(new VectorSettings(2, false, 1, true).create(), 2, 2);
        assertThat(values).containsExactly(new float[] {2 / 3f, 2 / 3f, 1 / 3f}, within(1e-6f));
        // (2, 4, 1, 2, 4, 1): length sqrt 42
        float scale = (float) (1 / Math.sqrt(42));
        assertThat(values(new VectorSettings(2, false, 2, true).create(), 1, 2))
                .containsExactly(new float[] {2 * scale, 4 * scale, scale, 2 * scale, 4 * scale, scale}, within(1e-6f));
        assertThat(values(new VectorSettings(2, false, 2, true).create(), 0, 0)).containsExactly(0, 0, 0, 0, 0, 1);
    }

    @Test
    void standardisedNumbersAreCrossedAfterwards() {
        Encoder encoder = new VectorSettings(2, true, 2, false).create();
        encoder.observe(FeatureVector.dense(1, 10));
        encoder.observe(FeatureVector.dense(3, 30)); // means 2 and 20, deviations 1 and 10
        assertThat(values(encoder, 2.5f, 5)).containsExactly(1, -3, 0.25f, -0.75f, 2.25f);
    }

    @Test
    void unitLengthHoldsForNumbersOfAnyScale() {
        Laws.forAll(200, random -> {
            int numbers = random.within(1, 8);
            float[] values = new float[numbers];
            for (int i = 0; i < numbers; i++) {
                values[i] = (float) (random.between(-1, 1) * random.oneOf(1e-40, 1e-3, 1.0, 1e9, 1e18));
            }
            Encoder encoder = new VectorSettings(numbers, false, random.within(1, 2), true).create();
            FeatureVector input = EncoderContract.input(encoder, FeatureVector.dense(values));
            assertThat(input.norm()).isCloseTo(1, within(1e-5));
        });
    }

    @Test
    void productsBeyondAFloatAreRefused() {
        Encoder encoder = new VectorSettings(1, false, 2, false).create();
        assertThatThrownBy(() -> values(encoder, 1e20f))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("features[1]: Infinity (expected: finite)");
    }

    @Test
    void defaultsCrossWherePairsAreNotTooMany() {
        assertThat(VectorSettings.dense(64)).isEqualTo(new VectorSettings(64, true, 2, true)); // 64 + 2080 + 1
        assertThat(VectorSettings.dense(88).cross()).isEqualTo(2); // 88 + 3916 + 1
        assertThat(VectorSettings.dense(90).cross()).isEqualTo(1); // 90 + 4095 + 1
        assertThat(EncoderSettings.parse("dense(dimension=5)")).isEqualTo(VectorSettings.dense(5));
        assertThat(EncoderSettings.parse("dense(cross=1)", 5)).isEqualTo(new VectorSettings(5, true, 1, true));
        assertThat(EncoderSettings.parse("vectors", 5)).isEqualTo(VectorSettings.asGiven(5));
        assertThat(EncoderSettings.parse("hashed(bits=9)").dimension()).isEqualTo(512);
        assertThat(EncoderSettings.parse("sentence")).isEqualTo(SentenceSettings.DEFAULT);
        assertThat(EncoderSettings.parse(SentenceSettings.DEFAULT.toString())).isEqualTo(SentenceSettings.DEFAULT);
    }

    // ---------------------------------------------------------------- indicators beside numbers

    private static FeatureVector sparseTwin(float... values) {
        FeatureVector twin = FeatureVector.sparse(values.length);
        for (int i = 0; i < values.length; i++) {
            if (values[i] != 0) {
                twin.add(i, values[i] / 2);
                twin.add(i, values[i] / 2);
            }
        }
        return twin;
    }

    @Test
    void numbersAreScaledBesideIndicatorsThatAreNot() {
        Encoder encoder = new VectorSettings(4, true, 1, false, 2).create();
        encoder.observe(sparseTwin(1, 0, 1, 0));
        encoder.observe(sparseTwin(3, 4, 0, 1)); // 1 and 3: mean 2, variance 1; 0 and 4: mean 2, variance 4
        assertThat(EncoderContract.values(encoder, sparseTwin(3, 3, 0, 1))).containsExactly(1, 0.5f, 0, 1);
        assertThat(EncoderContract.values(encoder, sparseTwin(0, 0, 1, 0))).containsExactly(-2, -1, 1, 0);
    }

    /** Halves are exact, and so is their sum: a query that names positions twice, in any order, is encoded bit for bit like its twin. */
    @Test
    void twinsAreEncodedAlikeWithManyIndicators() {
        Laws.forAll(100, random -> {
            int dimension = random.within(300, 1000); // beyond 254, pairs are of numbers alone
            int numbers = random.below(4);
            Encoder encoder =
                    new VectorSettings(dimension, random.chance(0.5), random.within(1, 2), true, numbers).create();
            float[] values = new float[dimension];
            for (int named = random.below(60); named > 0; named--) {
                values[random.below(dimension)] = (float) random.between(-3, 3);
            }
            FeatureVector once = FeatureVector.sparse(dimension);
            for (int i = 0; i < dimension; i++) {
                if (values[i] != 0) {
                    once.add(i, values[i]);
                }
            }
            FeatureVector input = EncoderContract.input(encoder, once);
            assertThat(input.norm()).isCloseTo(1, within(1e-5));
            assertThat(EncoderContract.input(encoder, sparseTwin(values))).isEqualTo(input);
            assertThat(EncoderContract.input(encoder, shuffledTwin(random, values)))
                    .isEqualTo(input);
        });
    }

    /** Each value in halves, each with others in between, and a position that is taken back. */
    private static FeatureVector shuffledTwin(Source random, float... values) {
        FeatureVector halves = sparseTwin(values);
        int[] order = IntStream.range(0, halves.count()).toArray();
        for (int i = order.length - 1; i > 0; i--) {
            int j = random.within(0, i);
            int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
        FeatureVector twin = FeatureVector.sparse(values.length);
        int free = values.length - 1;
        while (values[free] != 0) {
            free--;
        }
        twin.add(free, 1);
        for (int i : order) {
            twin.add(halves.index(i), halves.value(i));
        }
        twin.add(free, -1);
        return twin;
    }

    @Test
    void indicatorNamedTwiceStaysFinite() {
        Encoder encoder = new VectorSettings(1000, false, 1, true, 2).create();
        FeatureVector query = FeatureVector.sparse(1000);
        query.add(700, Float.MAX_VALUE);
        query.add(700, Float.MAX_VALUE);
        assertThat(EncoderContract.values(encoder, query)[700])
                .isCloseTo(1, within(1e-5f)); // the constant is nothing beside it
    }

    @Test
    void indicatorsCostWhatAQueryNamesOfThem() {
        Encoder encoder = VectorSettings.dense(10_000, 2).create();
        FeatureVector query = FeatureVector.sparse(10_000);
        query.add(0, 5);
        query.add(1, 7);
        query.add(9_000, 1);
        encoder.observe(query);
        encoder.observe(sparseTwin(new float[10_000]));
        // two numbers, one indicator, three pairs of numbers and the constant
        assertThat(EncoderContract.input(encoder, query).count()).isEqualTo(7);
        assertThat(encoder.dimension()).isEqualTo(10_000 + 3 + 1);
    }

    @Test
    void pairsOfFewIndicatorsAreThoseOfTheSameVectorOfNumbers() {
        Laws.forAll(50, random -> {
            int dimension = random.within(2, 12);
            int numbers = random.below(dimension);
            float[] values = new float[dimension];
            for (int i = 0; i < dimension; i++) {
                values[i] = random.chance(0.5) ? (float) random.between(-3, 3) : 0;
            }
            boolean unitLength = random.chance(0.5);
            Encoder dense = new VectorSettings(dimension, false, 2, unitLength).create();
            Encoder sparse = new VectorSettings(dimension, false, 2, unitLength, numbers).create();
            float[] expected = values(dense, values);
            float[] found = EncoderContract.values(sparse, sparseTwin(values));
            assertThat(found).hasSameSizeAs(expected);
            for (int i = 0; i < expected.length; i++) {
                assertThat(found[i]).isCloseTo(expected[i], within(1e-5f));
            }
        });
    }

    @Test
    void defaultsWithIndicatorsCrossWhatIsNotTooMuch() {
        assertThat(VectorSettings.dense(254, 2).crossed()).isEqualTo(254); // 254 + 32385 + 1: not beyond 2^15
        assertThat(VectorSettings.dense(255, 2).crossed()).isEqualTo(2);
        assertThat(VectorSettings.dense(256, 90).crossed()).isZero();
        assertThat(VectorSettings.dense(300, 0)).isEqualTo(new VectorSettings(300, false, 1, false, 0));
        assertThat(VectorSettings.dense(1 << 29, 2).crossed()).isEqualTo(2);
        assertThat(VectorSettings.dense(100, 0).crossed()).isEqualTo(100);
        assertThat(EncoderSettings.parse("dense", 300, 2)).isEqualTo(VectorSettings.dense(300, 2));
        assertThat(EncoderSettings.parse("dense(dimension=7)", 300, 2)).isEqualTo(VectorSettings.dense(7));
        assertThat(EncoderSettings.parse("dense(numbers=3)", 300, 2)).isEqualTo(VectorSettings.dense(300, 3));
    }

    @Test
    void settingsOutOfRangeAreRefused() {
        refused("vectors", "dimension: 0 (expected: in [1, 1073741824])");
        refused("dense", "dimension: 0 (expected: in [1, 1073741824])");
        refused("dense(dimension=4, cross=3)", "cross: 3 (expected: 1 or 2)");
        refused("dense(dimension=9, cross=0)", "cross: 0 (expected: 1 or 2)");
        refused(
                "vectors(dimension=10000, cross=2)",
                "cross: 2 with 10000 numbers (expected: 1; pairs would be too many)");
        refused("dense(dimension=3, numbers=4)", "numbers: 4 (expected: in [0, 3], the dimension)");
        refused("vectors(dimension=3, numbers=-1)", "numbers: -1 (expected: in [0, 3], the dimension)");
        refused("sentence(dimension=0)", "dimension: 0 (expected: >= 1)");
        assertThatThrownBy(() -> EncoderSettings.parse("words"))
                .hasMessageContaining("features: 'words' (expected: hashed, sentence, dense, vectors, test-letters)");
    }

    private static void refused(String text, String message) {
        assertThatThrownBy(() -> EncoderSettings.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    // ---------------------------------------------------------------- numbers among named features

    private static FeatureVector encoded(Encoder encoder, Features features) {
        FeatureVector query = new FeatureVector();
        encoder.encodeInto(features, query);
        return query;
    }

    private static double norm(FeatureVector input, int from, int to) {
        return Math.sqrt(IntStream.range(from, to)
                .mapToDouble(i -> (double) input.value(i) * input.value(i))
                .sum());
    }

    @Test
    void numbersWeighAsMuchAsAllElse() {
        Laws.forAll(30, random -> {
            int numbers = random.within(1, 6);
            Encoder encoder = SMALL.create();
            List<FeatureVector> queries = new ArrayList<>();
            for (int t = 0; t < 200; t++) {
                Features features =
                        Features.create().text("t", "some words of a text").category("c", "x");
                for (int i = 0; i < numbers; i++) {
                    features.number("n" + i, 1e3 * random.between(-1, 1));
                }
                queries.add(encoded(encoder, features));
                encoder.observe(queries.get(t));
            }
            double squares = 0;
            for (FeatureVector query : queries) {
                FeatureVector input = EncoderContract.input(encoder, query);
                squares += Math.pow(norm(input, 0, numbers), 2) / queries.size();
                assertThat(norm(input, numbers, input.count())).isCloseTo(1, within(1e-5));
            }
            assertThat(squares).isCloseTo(1, within(1e-3)); // variance 1 each, over their number; none is beyond 2
        });
    }

    @Test
    void numbersThatAreNewCountForNothingYet() {
        Encoder encoder = SMALL.create();
        encoder.observe(encoded(encoder, Features.create().number("a", 1)));
        encoder.observe(encoded(encoder, Features.create().number("a", 3)));
        FeatureVector query = encoded(encoder, Features.create().number("a", 3).number("new", 1e9));
        FeatureVector input = EncoderContract.input(encoder, query);
        assertThat(input.count()).isEqualTo(2);
        assertThat(input.value(0)).isEqualTo((float) (1 / Math.sqrt(2)));
        assertThat(input.value(1)).isZero();
    }

    @Test
    void numbersAreLeftAsTheyAreIfSettingsSaySo() {
        Encoder encoder = new FeatureSettings(10, 1, 3, 3, false, false).create();
        FeatureVector query = encoded(encoder, Features.create().number("a", 42));
        encoder.observe(query);
        assertThat(encoder.inputOf(query, new FeatureVector())).isSameAs(query);
        assertThat(query.value(0)).isEqualTo(42);
    }

    // ---------------------------------------------------------------- sentences

    @Test
    void sentenceVectorStandsBehindTheHashedPositions() {
        Encoder encoder = new Letters(SMALL).create();
        FeatureVector query = encoded(encoder, Features.ofText("hello there").category("c", "x"));
        float[] sentence = new LetterEncoder().encode("hello there");
        float[] values = new float[query.dimension()];
        query.valuesInto(values, 0);
        assertThat(query.dimension()).isEqualTo(1024 + 16);
        for (int i = 0; i < 16; i++) {
            assertThat(values[1024 + i]).isEqualTo(sentence[i]);
        }
        FeatureVector hashed =
                encoded(SMALL.create(), Features.ofText("hello there").category("c", "x"));
        assertThat(query.count()).isEqualTo(hashed.count() + 16);
        for (int i = 0; i < hashed.count(); i++) {
            assertThat(query.index(i)).isEqualTo(hashed.index(i));
            assertThat(query.value(i)).isEqualTo(hashed.value(i));
        }
    }

    @Test
    void queryWithoutATextHasNoSentenceVector() {
        Encoder encoder = new Letters(SMALL).create();
        assertThat(encoded(encoder, Features.create().category("c", "x")).count())
                .isEqualTo(1);
        assertThat(encoded(encoder, Features.create().text("t", null)).count()).isEqualTo(1);
    }

    @Test
    void sentenceVectorWeighsTheSameWithNumbersBesideIt() {
        Encoder encoder = new Letters(SMALL).create();
        String text = "a message of a good many words, so that there are many n-grams";
        FeatureVector alone = encoded(encoder, Features.ofText(text));
        FeatureVector withNumber = encoded(encoder, Features.ofText(text).number("a", 4));
        float[] one = EncoderContract.values(encoder, alone);
        float[] other = EncoderContract.values(encoder, withNumber);
        for (int i = 0; i < one.length; i++) {
            assertThat(other[i]).isCloseTo(one[i], within(1e-6f)); // the number is 0 as yet
        }
    }

    @Test
    void encoderOfAnotherDimensionIsRefusedAndClosed() {
        LetterEncoder letters = new LetterEncoder();
        assertThatThrownBy(() -> new SentenceFeatures(new SentenceSettings("letters", 384, SMALL), letters))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("dimension: 384 (expected: 16, that of letters)");
        assertThat(letters.isClosed()).isTrue();
    }

    @Test
    void closingClosesTheNetwork() {
        Letters settings = new Letters(SMALL);
        settings.create().close();
        assertThat(settings.opened()).isEqualTo(1);
        assertThat(settings.open()).isZero();
    }
}
