package dev.setpoint.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class LabelTextsTest {
    private static double[] cosines(LabelTexts texts, FeatureVector query) {
        double[] cosines = new double[texts.parts() * texts.labels() + 2];
        Arrays.fill(cosines, 7);
        texts.cosinesInto(query, cosines);
        assertThat(cosines[cosines.length - 1]).as("behind the last").isEqualTo(7);
        return Arrays.copyOf(cosines, cosines.length - 2);
    }

    private static double[] dense(FeatureVector vector, int dimension) {
        float[] values = new float[dimension];
        vector.valuesInto(values, 0);
        double[] all = new double[dimension];
        Arrays.setAll(all, i -> values[i]);
        return all;
    }

    /** The squared length of a part of the query's entries; those that share a position count apart. */
    private static double squares(FeatureVector query, int from, int to) {
        double sum = 0;
        for (int i = 0; i < query.count(); i++) {
            sum += query.index(i) >= from && query.index(i) < to ? Math.pow(query.value(i), 2) : 0;
        }
        return sum;
    }

    private static double cosine(double[] label, FeatureVector query, int from, int to) {
        double[] all = dense(query, label.length);
        double product = 0;
        double length = 0;
        for (int i = from; i < to; i++) {
            product += label[i] * all[i];
            length += label[i] * label[i];
        }
        double squares = squares(query, from, to);
        return length > 0 && squares > 0 ? Math.max(-1, Math.min(1, product / Math.sqrt(length * squares))) : 0;
    }

    private static FeatureVector vector(Source random, int dimension) {
        FeatureVector vector = random.chance(0.15) ? FeatureVector.sparse(dimension) : random.sparse(dimension, 12);
        if (random.chance(0.2)) { // entries that are there and 0
            vector.add(random.below(dimension), 0);
        }
        if (random.chance(0.1)) {
            vector.scale(0);
        }
        return vector;
    }

    @Test
    void cosinesAreThoseOfDenseVectors() {
        Laws.forAll(500, random -> {
            int dimension = random.within(3, 60);
            int[] ends = random.chance(0.5)
                    ? new int[] {dimension}
                    : new int[] {random.within(1, dimension - 2), dimension - 1, dimension};
            FeatureVector[] encodings = new FeatureVector[random.within(2, 12)];
            Arrays.setAll(encodings, k -> vector(random, dimension));
            LabelTexts texts = new LabelTexts(encodings, ends);
            assertThat(texts.labels()).isEqualTo(encodings.length);
            assertThat(texts.parts()).isEqualTo(ends.length);
            for (int i = 0; i < 5; i++) {
                FeatureVector query = random.chance(0.2) ? random.dense(dimension) : vector(random, dimension);
                double[] cosines = cosines(texts, query);
                for (int part = 0; part < ends.length; part++) {
                    for (int k = 0; k < encodings.length; k++) {
                        double expected = cosine(
                                dense(encodings[k], dimension), query, part == 0 ? 0 : ends[part - 1], ends[part]);
                        assertThat(cosines[part * encodings.length + k]).isCloseTo(expected, within(1e-5));
                    }
                }
            }
        });
    }

    @Test
    void cosineWithItselfIsOneWhatEverTheScale() {
        Laws.forAll(100, random -> {
            FeatureVector label = FeatureVector.sparse(1 << 18);
            for (int i = 0; i < 20; i++) {
                label.add(random.below(1 << 18), (float) random.between(0.5, 2));
            }
            LabelTexts texts = new LabelTexts(new FeatureVector[] {label, FeatureVector.sparse(1 << 18)}, 1 << 18);
            FeatureVector query = new FeatureVector();
            query.copyFrom(label);
            query.scale(random.oneOf(1e-30, 1.0, 1e30));
            assertThat(cosines(texts, query)[0]).isCloseTo(1, within(1e-4)); // two entries may share a position
            assertThat(cosines(texts, query)[1]).isZero();
        });
    }

    @Test
    void everyLabelGetsItsOwnText() {
        Encoder encoder = FeatureSettings.DEFAULT.create();
        List<String> names = List.of("transfer money", "book a flight", "", "play music");
        LabelTexts texts = encoder.labelTexts(names);
        for (int k = 0; k < names.size(); k++) {
            FeatureVector query = new FeatureVector();
            encoder.encodeInto(Features.create().text("whatever it is called", names.get(k)), query);
            double[] cosines = cosines(texts, query);
            for (int j = 0; j < names.size(); j++) {
                if (j == k && k != 2) {
                    assertThat(cosines[j]).isCloseTo(1, within(1e-4));
                } else {
                    assertThat(cosines[j]).isLessThan(0.3);
                }
            }
        }
    }

    @Test
    void secondTextOfAQueryIsNotComparedWithLabels() {
        Encoder encoder = FeatureSettings.DEFAULT.create();
        LabelTexts texts = encoder.labelTexts(List.of("transfer money", "book a flight"));
        FeatureVector query = new FeatureVector();
        encoder.encodeInto(Features.create().text("subject", "hm").text("body", "transfer money"), query);
        assertThat(cosines(texts, query)).containsExactly(0, 0);
    }

    @Test
    void sentencesAreAPartOfTheirOwnAndBlankTextsHaveNone() {
        Letters settings = new Letters(new FeatureSettings(10, 1, 3, 3, true, true));
        try (Encoder encoder = settings.create()) {
            LabelTexts texts = encoder.labelTexts(List.of("hello there", " ", "quite other"));
            assertThat(texts.parts()).isEqualTo(2);
            FeatureVector query = new FeatureVector();
            encoder.encodeInto(Features.ofText("hello there"), query);
            double[] cosines = cosines(texts, query);
            assertThat(cosines[0]).isCloseTo(1, within(1e-4));
            assertThat(cosines[3]).isCloseTo(1, within(1e-6));
            assertThat(cosines[1]).isZero();
            assertThat(cosines[4]).isZero();
            assertThat(cosines[5]).isBetween(0.01, 0.99);
        }
    }

    @Test
    void labelsThatAreAddedHaveTheirOwnCosinesAndLeaveThoseOfTheOthers() {
        Laws.forAll(200, random -> {
            int dimension = random.within(3, 60);
            int[] ends = random.chance(0.5) ? new int[] {dimension} : new int[] {dimension - 1, dimension};
            FeatureVector[] encodings = new FeatureVector[random.within(3, 40)];
            Arrays.setAll(encodings, k -> vector(random, dimension));
            int first = random.within(1, encodings.length - 2);
            int second = random.within(first + 1, encodings.length - 1);
            LabelTexts added = new LabelTexts(Arrays.copyOf(encodings, first), ends)
                    .and(new LabelTexts(Arrays.copyOfRange(encodings, first, second), ends))
                    .and(new LabelTexts(Arrays.copyOfRange(encodings, second, encodings.length), ends));
            LabelTexts atOnce = new LabelTexts(encodings, ends);
            assertThat(added.labels()).isEqualTo(encodings.length);
            for (int i = 0; i < 5; i++) {
                FeatureVector query = vector(random, dimension);
                assertThat(cosines(added, query)).isEqualTo(cosines(atOnce, query));
            }
        });
    }

    @Test
    void labelsOfAnotherEncoderAreNotAdded() {
        LabelTexts texts = new LabelTexts(new FeatureVector[] {FeatureVector.sparse(5)}, 3, 5);
        LabelTexts others = new LabelTexts(new FeatureVector[] {FeatureVector.sparse(5)}, 5);
        assertThatThrownBy(() -> texts.and(others))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("parts of encodings that end at [5] (expected: at [3, 5])");
    }

    @Test
    void manyLabelsWithLongTextsFindTheirs() {
        StringBuilder[] words = new StringBuilder[300];
        Source random = new Source(3);
        for (int k = 0; k < words.length; k++) {
            words[k] = new StringBuilder();
            for (int i = 0; i < 40; i++) {
                words[k].append((char) ('a' + random.below(26))).append(i % 6 == 0 ? " " : "");
            }
        }
        List<String> names = Arrays.stream(words).map(StringBuilder::toString).toList();
        Encoder encoder = FeatureSettings.DEFAULT.create();
        LabelTexts texts = encoder.labelTexts(names);
        for (int k = 0; k < names.size(); k++) {
            FeatureVector query = new FeatureVector();
            encoder.encodeInto(Features.ofText(names.get(k)), query);
            double[] cosines = cosines(texts, query);
            for (int j = 0; j < names.size(); j++) {
                assertThat(cosines[j] > 0.9).isEqualTo(j == k);
            }
        }
    }
}
