package dev.setpoint.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.sim.data.LabelledTexts;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class VowpalTextTest {
    private static final String NASTY = "Card|No: 12:30, \t Größe\n1:1:0.5 |ns it's\u2028end";

    @Test
    void wordsAreLowerCaseLettersAndDigitsBehindTheBar() {
        assertThat(VowpalText.words("My card: charged TWICE!", new StringBuilder()))
                .isEqualTo("| my card charged twice");
    }

    @Test
    void signsOfTheFormatSeparateWordsAndNeverReachIt() {
        assertThat(VowpalText.words(NASTY, new StringBuilder())).isEqualTo("| card no 12 30 größe 1 1 0 5 ns it s end");
    }

    @Test
    void textWithoutWordsIsAnExampleWithoutFeatures() {
        assertThat(VowpalText.words(" |:! ", new StringBuilder())).isEqualTo("|");
        assertThat(VowpalText.words("", new StringBuilder())).isEqualTo("|");
    }

    @Test
    void lettersBeyondTheBasicPlaneStayWhole() {
        String letter = new String(Character.toChars(0x10428)); // Deseret, lower case
        assertThat(VowpalText.words("a" + letter + "|b", new StringBuilder())).isEqualTo("| a" + letter + " b");
    }

    @Test
    void ngramsHaveNamesThatAreNoBareNumbersAndValuesOnlyWhereTheyAreNotOne() {
        assertThat(features(VowpalText.NGRAMS, NASTY)).isNotEmpty().allMatch(feature -> feature.matches("f[0-9]+"));
        assertThat(features(VowpalText.UNIT_NGRAMS, NASTY))
                .isNotEmpty()
                .allMatch(feature -> feature.matches("f[0-9]+:0\\.[0-9]+"));
    }

    @Test
    void unitNgramsHaveUnitLength() {
        double squares = features(VowpalText.UNIT_NGRAMS, "my card was charged twice").stream()
                .mapToDouble(feature -> Double.parseDouble(feature.substring(feature.indexOf(':') + 1)))
                .map(value -> value * value)
                .sum();
        assertThat(squares).isCloseTo(1, within(1e-5));
    }

    @Test
    void standardizedNumbersAreNamedAndHaveMeanZeroAndVarianceOne() {
        IntFunction<String> writer = VowpalText.STANDARDIZED.writer(numbers());
        assertThat(writer.apply(0)).isEqualTo("| f0:-1.0 f1:1.0"); // the third never varies
        assertThat(writer.apply(1)).isEqualTo("| f0:1.0 f1:-1.0");
    }

    @Test
    void rangedNumbersLieInTheUnitIntervalAndZerosAreLeftOut() {
        IntFunction<String> writer = VowpalText.RANGED.writer(numbers());
        assertThat(writer.apply(0)).isEqualTo("| f1:1.0");
        assertThat(writer.apply(1)).isEqualTo("| f0:1.0");
    }

    @Test
    void notationIsReadBack() {
        assertThat(Arrays.stream(VowpalText.values()).map(VowpalText::notation).map(VowpalText::parse))
                .containsExactly(VowpalText.values());
        assertThatThrownBy(() -> VowpalText.parse("letters"))
                .hasMessage("features: letters (expected: words, ngrams, unit-ngrams, standardized or ranged)");
    }

    private static List<String> features(VowpalText kind, String text) {
        PeerStream stream = PeerStream.of(new LabelledTexts("t", List.of("a", "b"), List.of(text), new int[] {0}), 1);
        String example = kind.writer(stream).apply(0);
        assertThat(example).startsWith("| ");
        return List.of(example.substring(2).split(" "));
    }

    private static PeerStream numbers() {
        float[][] rows = {{1, 8, 5}, {3, 4, 5}};
        return PeerStream.of(LabelledData.dense("n", List.of("a", "b"), new int[] {0, 1}, rows), 1);
    }
}
