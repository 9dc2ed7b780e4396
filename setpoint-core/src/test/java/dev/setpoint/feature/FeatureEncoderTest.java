package dev.setpoint.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FeatureEncoderTest {
    // computed by an implementation in another language
    private static final int GOLDEN_NUMBER = 13772889;
    private static final int GOLDEN_MISSING = 7356916;
    private static final int GOLDEN_PLUS = 6885926;
    private static final int GOLDEN_MINUS = 13045826;
    private static final int GOLDEN_CATEGORY = 6278682;
    private static final int GOLDEN_WORD_RED = 10672877;
    private static final int GOLDEN_WORDS_RED_CARD = 12415293;
    private static final int GOLDEN_WORD_CARD = 5479026;
    private static final int GOLDEN_CHARS_HI = 1254525;
    private static final int GOLDEN_CHARS_HI_END = 4586259;

    /** Plain counts, all n-grams of one kind. */
    private static FeatureSettings counts(int words, int charsFrom, int charsTo) {
        return new FeatureSettings(24, words, charsFrom, charsTo, false, false);
    }

    private static FeatureVector encode(FeatureSettings settings, Features features) {
        return new FeatureEncoder(settings).encode(features);
    }

    private static List<Integer> indices(FeatureVector vector) {
        List<Integer> indices = new ArrayList<>();
        for (int i = 0; i < vector.count(); i++) {
            indices.add(vector.index(i));
        }
        return indices;
    }

    private static int indexOf(FeatureSettings settings, Features one) {
        FeatureVector vector = encode(settings, one);
        assertThat(vector.count()).isEqualTo(1);
        return vector.index(0);
    }

    // ---------------------------------------------------------------- golden positions

    @Test
    void positionsAreTheSameOnEveryMachine() {
        FeatureSettings settings = counts(2, 3, 3);
        assertThat(indexOf(settings, Features.create().number("age", 0.5))).isEqualTo(GOLDEN_NUMBER);
        assertThat(indexOf(settings, Features.create().number("age", Double.NaN)))
                .isEqualTo(GOLDEN_MISSING);
        assertThat(indexOf(settings, Features.create().number("age", Double.POSITIVE_INFINITY)))
                .isEqualTo(GOLDEN_PLUS);
        assertThat(indexOf(settings, Features.create().number("age", Double.NEGATIVE_INFINITY)))
                .isEqualTo(GOLDEN_MINUS);
        assertThat(indexOf(settings, Features.create().category("land", "CH"))).isEqualTo(GOLDEN_CATEGORY);
        assertThat(indices(encode(counts(2, 0, 0), Features.ofText("Red card"))))
                .containsExactly(GOLDEN_WORD_RED, GOLDEN_WORDS_RED_CARD, GOLDEN_WORD_CARD);
        assertThat(indices(encode(counts(0, 3, 3), Features.ofText("Hi"))))
                .containsExactly(GOLDEN_CHARS_HI, GOLDEN_CHARS_HI_END);
    }

    // ---------------------------------------------------------------- numbers and categories

    @Test
    void numberIsItsValueAtThePositionOfItsName() {
        FeatureVector vector = encode(counts(1, 0, 0), Features.create().number("x", -2.5));
        assertThat(vector.count()).isEqualTo(1);
        assertThat(vector.value(0)).isEqualTo(-2.5f);
        assertThat(vector.dimension()).isEqualTo(1 << 24);
        assertThat(vector.isDense()).isFalse();
    }

    @Test
    void missingValuesOfAllKindsBecomeOneIndicator() {
        FeatureSettings settings = counts(1, 0, 0);
        int number = indexOf(settings, Features.create().number("x", Double.NaN));
        assertThat(indexOf(settings, Features.create().category("x", null))).isEqualTo(number);
        assertThat(indexOf(settings, Features.create().text("x", null))).isEqualTo(number);
        assertThat(indexOf(settings, Features.create().number("y", Double.NaN))).isNotEqualTo(number);
        assertThat(encode(settings, Features.create().number("x", Double.NaN)).value(0))
                .isEqualTo(1);
    }

    @Test
    void infiniteAndTooLargeNumbersBecomeIndicators() {
        FeatureSettings settings = counts(1, 0, 0);
        int plus = indexOf(settings, Features.create().number("x", Double.POSITIVE_INFINITY));
        int minus = indexOf(settings, Features.create().number("x", Double.NEGATIVE_INFINITY));
        assertThat(plus).isNotEqualTo(minus);
        assertThat(indexOf(settings, Features.create().number("x", 1e39))).isEqualTo(plus);
        assertThat(indexOf(settings, Features.create().number("x", -1e39))).isEqualTo(minus);
        assertThat(encode(settings, Features.create().number("x", 1e39)).value(0))
                .isEqualTo(1);
        assertThat(encode(settings, Features.create().number("x", Float.MAX_VALUE))
                        .value(0))
                .isEqualTo(Float.MAX_VALUE);
        assertThat(indexOf(settings, Features.create().number("x", Float.MAX_VALUE)))
                .isNotEqualTo(plus);
    }

    @Test
    void kindsAndNamesAndValuesAreToldApart() {
        FeatureSettings settings = counts(1, 0, 0);
        List<Integer> positions = List.of(
                indexOf(settings, Features.create().number("x", 1)),
                indexOf(settings, Features.create().number("y", 1)),
                indexOf(settings, Features.create().category("x", "a")),
                indexOf(settings, Features.create().category("x", "A")),
                indexOf(settings, Features.create().category("x", "")),
                indexOf(settings, Features.create().category("xa", "")),
                indexOf(settings, Features.create().category("y", "a")),
                indexOf(settings, Features.create().text("x", "a")),
                secondTextsIndex(settings, "x"),
                secondTextsIndex(settings, "y"),
                indexOf(settings, Features.create().category("x", null)));
        assertThat(positions).doesNotHaveDuplicates();
    }

    private static int secondTextsIndex(FeatureSettings settings, String name) {
        FeatureVector vector = encode(settings, Features.create().text("z", "b").text(name, "a"));
        return vector.index(1);
    }

    @Test
    void firstTextIsEncodedAlikeWhateverItsName() {
        FeatureSettings settings = counts(2, 3, 4);
        FeatureVector vector = encode(settings, Features.ofText("my card"));
        assertThat(encode(settings, Features.create().text("message", "my card")))
                .isEqualTo(vector);
        assertThat(encode(settings, Features.create().text("a", "my").text("a", "card"))
                        .count())
                .isLessThan(vector.count());
    }

    @Test
    void sameNameAgainAddsToTheFirst() {
        FeatureVector vector =
                encode(counts(1, 0, 0), Features.create().number("x", 1).number("x", 2));
        assertThat(vector.count()).isEqualTo(2);
        assertThat(vector.index(0)).isEqualTo(vector.index(1));
        assertThat((double) vector.value(0) + vector.value(1)).isEqualTo(3);
    }

    // ---------------------------------------------------------------- texts

    @Test
    void emptyTextAddsNothing() {
        for (String empty : new String[] {"", " ", " .,;!\n\t", "\uD800", "\uDC00\uD800"}) {
            assertThat(encode(FeatureSettings.DEFAULT, Features.ofText(empty)).count())
                    .isZero();
        }
    }

    @Test
    void wordsGiveTheirNGrams() {
        // 4 words: 4 + 3 + 2 n-grams of lengths 1 to 3
        for (int n = 0; n <= 5; n++) {
            int expected = 0;
            for (int length = 1; length <= n; length++) {
                expected += Math.max(0, 4 - length + 1);
            }
            assertThat(encode(counts(n, 0, 0), Features.ofText("one two, three-four!"))
                            .count())
                    .isEqualTo(expected);
        }
    }

    @Test
    void charactersGiveTheirNGramsWithASpaceBeforeAndAfter() {
        // " ab cd " has 7 characters
        for (int from = 1; from <= 5; from++) {
            for (int to = from; to <= 9; to++) {
                int expected = 0;
                for (int length = from; length <= to; length++) {
                    expected += Math.max(0, 7 - length + 1);
                }
                assertThat(encode(counts(0, from, to), Features.ofText("ab  CD"))
                                .count())
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void everyOccurrenceAddsOne() {
        FeatureVector vector = encode(counts(1, 0, 0), Features.ofText("so so good"));
        assertThat(vector.count()).isEqualTo(3);
        assertThat(vector.index(0)).isEqualTo(vector.index(1)).isNotEqualTo(vector.index(2));
        assertThat(vector.value(0)).isEqualTo(1);
    }

    @Test
    void caseAndSeparatorsDoNotMatter() {
        FeatureSettings settings = FeatureSettings.DEFAULT;
        FeatureVector plain = encode(settings, Features.ofText("ärger mit karte 42"));
        assertThat(encode(settings, Features.ofText("  ÄRGER,\tmit  Karte: (42)!")))
                .isEqualTo(plain);
        assertThat(encode(settings, Features.ofText("ärger mit karte 43"))).isNotEqualTo(plain);
    }

    @Test
    void orderOfWordsShowsInBigramsOnly() {
        FeatureVector one = encode(counts(1, 0, 0), Features.ofText("pay back"));
        FeatureVector other = encode(counts(1, 0, 0), Features.ofText("back pay"));
        assertThat(indices(one)).containsExactlyInAnyOrderElementsOf(indices(other));
        assertThat(indices(encode(counts(2, 0, 0), Features.ofText("pay back"))))
                .doesNotContainSequence(indices(encode(counts(2, 0, 0), Features.ofText("back pay"))));
        assertThat(indices(encode(counts(2, 0, 0), Features.ofText("pay back"))).get(1))
                .isNotEqualTo(indices(encode(counts(2, 0, 0), Features.ofText("back pay")))
                        .get(1));
    }

    @Test
    void beginningsAndEndsOfWordsShow() {
        // "art" within "party" shares the trigram art, but not " ar" and "rt "
        List<Integer> art = indices(encode(counts(0, 3, 3), Features.ofText("art")));
        List<Integer> party = indices(encode(counts(0, 3, 3), Features.ofText("party")));
        assertThat(art).hasSize(3);
        assertThat(art.stream().filter(party::contains)).hasSize(1);
    }

    @Test
    void surrogatePairsAreLettersOfTheirOwn() {
        // U+10400 and U+10428: one letter in upper and lower case, outside the basic plane
        FeatureVector upper = encode(counts(1, 1, 2), Features.ofText("\uD801\uDC00"));
        FeatureVector lower = encode(counts(1, 1, 2), Features.ofText("\uD801\uDC28"));
        assertThat(upper).isEqualTo(lower);
        assertThat(upper.count()).isEqualTo(1 + 4 + 3); // one word; " xx " as UTF-16: 4 unigrams, 3 bigrams
        assertThat(encode(counts(1, 0, 0), Features.ofText("\uD83D\uDE00")).count())
                .isZero(); // an emoji is no letter
    }

    @Test
    void loneSurrogatesSeparateWords() {
        assertThat(encode(FeatureSettings.DEFAULT, Features.ofText("a\uD800b")))
                .isEqualTo(encode(FeatureSettings.DEFAULT, Features.ofText("a b")));
        assertThat(encode(FeatureSettings.DEFAULT, Features.ofText("a\uDC00b\uD800")))
                .isEqualTo(encode(FeatureSettings.DEFAULT, Features.ofText("a b")));
    }

    @Test
    void veryLongTextIsCountedWhole() {
        FeatureVector vector = encode(counts(2, 0, 0), Features.ofText("word ".repeat(50_000)));
        assertThat(vector.count()).isEqualTo(50_000 + 49_999);
        String one = "x".repeat(300_000);
        assertThat(encode(counts(1, 4, 4), Features.ofText(one)).count()).isEqualTo(1 + 300_002 - 3);
    }

    @Test
    void encoderKeepsNothingOfTheTextBefore() {
        Laws.forAll(100, random -> {
            FeatureEncoder reused = new FeatureEncoder(FeatureSettings.DEFAULT);
            FeatureVector into = new FeatureVector();
            for (int i = 0; i < 5; i++) {
                Features features = anything(random);
                reused.encodeInto(features, into);
                assertThat(into).isEqualTo(encode(FeatureSettings.DEFAULT, features));
            }
        });
    }

    private static Features anything(Source random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.below(80); i > 0; i--) {
            text.appendCodePoint(random.oneOf(
                    random.within('a', 'f'),
                    (int) ' ',
                    random.below(0x300),
                    0x10400 + random.below(80),
                    0xD800 + random.below(0x800)));
        }
        return Features.create()
                .text("t", text.toString())
                .number("n", random.oneOf(random.between(-2, 2), Double.NaN, 1e300, 1e-300, 0.0))
                .category("c", random.chance(0.3) ? null : text.toString());
    }

    @Test
    void unitLengthIsOneWhateverTheMagnitude() {
        FeatureSettings asGiven = new FeatureSettings(18, 2, 3, 5, true, false);
        Laws.forAll(200, random -> {
            Features features = random.chance(0.5)
                    ? Features.ofText("w" + random.below(1000) + " v" + random.below(1000))
                    : Features.create().number("a", random.between(-1, 1) * Math.pow(10, random.within(-44, 37)));
            FeatureVector vector = encode(asGiven, features);
            for (int i = 0; i < vector.count(); i++) {
                assertThat(vector.value(i)).isFinite();
            }
            if (vector.norm() > 0) {
                assertThat(vector.norm()).isCloseTo(1, within(1e-5));
            }
        });
        FeatureVector least = encode(asGiven, Features.create().number("a", Float.MIN_VALUE));
        assertThat(least.value(0)).isEqualTo(1);
        FeatureVector zero = encode(asGiven, Features.create().number("a", 0));
        assertThat(zero.value(0)).isZero();
    }

    @Test
    void settingsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> new FeatureSettings(0, 1, 0, 0, true, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("bits: 0 (expected: in [1, 28])");
        assertThatThrownBy(() -> new FeatureSettings(29, 1, 0, 0, true, false)).hasMessageStartingWith("bits: 29");
        assertThatThrownBy(() -> new FeatureSettings(8, -1, 0, 0, true, false))
                .hasMessage("words: -1 (expected: in [0, 8])");
        assertThatThrownBy(() -> new FeatureSettings(8, 1, 1, 17, true, false)).hasMessageStartingWith("charsTo: 17");
        assertThatThrownBy(() -> new FeatureSettings(8, 1, 4, 3, true, false))
                .hasMessage("charsFrom: 4 (expected: in [1, 3])");
        assertThatThrownBy(() -> new FeatureSettings(8, 1, 0, 3, true, false)).hasMessageStartingWith("charsFrom: 0");
    }
}
