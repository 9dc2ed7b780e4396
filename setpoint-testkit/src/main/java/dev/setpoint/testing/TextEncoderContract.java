package dev.setpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.feature.TextEncoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every {@link TextEncoder} promises. To hold one to it, extend this in a test:
 *
 * <pre>{@code
 * class MyTextEncoderTest extends TextEncoderContract {
 *     protected TextEncoder open() { return new MyTextEncoder(); }
 * }
 * }</pre>
 */
public abstract class TextEncoderContract {
    private static final String[] WORDS = {
        "my",
        "card",
        "was",
        "charged",
        "twice",
        "Überweisung",
        "naïve",
        "東京",
        "🙂",
        "x9!",
        "don't",
        "a\u0301",
        "[SEP]",
        "\u0000",
        "\n"
    };

    private TextEncoder encoder;

    /** Of one text encoder. */
    protected TextEncoderContract() {}

    /** A new one. */
    protected abstract TextEncoder open();

    /** How many random texts a law is tried on; few for an encoder that takes long. */
    protected int cases() {
        return 20;
    }

    @BeforeEach
    void openOne() {
        encoder = open();
    }

    @AfterEach
    void closeIt() {
        encoder.close();
    }

    private static String anyText(Source random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.below(12); i > 0; i--) {
            text.append(
                            random.chance(0.8)
                                    ? random.oneOf(WORDS)
                                    : Character.toString(random.below(Character.MAX_CODE_POINT + 1)))
                    .append(random.chance(0.8) ? " " : "");
        }
        return text.toString();
    }

    private static double length(float[] values, int from, int to) {
        double squares = 0;
        for (int i = from; i < to; i++) {
            squares += (double) values[i] * values[i];
        }
        return Math.sqrt(squares);
    }

    @Test
    void vectorsHaveLengthOne() {
        Laws.forAll(cases(), random -> {
            float[] vector = encoder.encode(anyText(random));
            assertThat(vector).hasSize(encoder.dimension());
            assertThat(length(vector, 0, vector.length)).isCloseTo(1, within(1e-5));
        });
    }

    @Test
    void textsThatDifferHaveVectorsThatDiffer() {
        assertThat(encoder.encode("where is my parcel")).isNotEqualTo(encoder.encode("block my card"));
        assertThat(encoder.encode("")).isNotEqualTo(encoder.encode("block my card"));
    }

    @Test
    void aVectorDependsOnItsTextAlone() {
        Laws.forAll(cases(), random -> {
            List<String> texts = new ArrayList<>();
            for (int i = random.within(1, 9); i > 0; i--) {
                texts.add(anyText(random));
            }
            float[] together = new float[texts.size() * encoder.dimension()];
            encoder.encodeInto(texts, together);
            for (int i = texts.size() - 1; i >= 0; i--) {
                assertThat(encoder.encode(texts.get(i)))
                        .as("alone and later: " + texts.get(i))
                        .isEqualTo(
                                Arrays.copyOfRange(together, i * encoder.dimension(), (i + 1) * encoder.dimension()));
            }
        });
    }

    @Test
    void anotherEncoderOfTheSameKindGivesTheSameBits() {
        try (TextEncoder other = open()) {
            assertThat(other.encode("my card was charged twice"))
                    .isEqualTo(encoder.encode("my card was charged twice"));
            assertThat(other.checksum()).isEqualTo(encoder.checksum()).matches("[0-9a-f]{64}");
        }
    }

    @Test
    void theEmptyTextHasAVector() {
        assertThat(length(encoder.encode(""), 0, encoder.dimension())).isCloseTo(1, within(1e-5));
    }

    @Test
    void noTextsWriteNothing() {
        float[] into = {7};
        encoder.encodeInto(List.of(), into);
        assertThat(into).containsExactly(7);
    }

    @Test
    void ofALongTextTheBeginningCounts() {
        String large = "my card was charged twice, ".repeat(40_000);
        float[] vector = encoder.encode(large + "where is my parcel");
        assertThat(vector).isEqualTo(encoder.encode(large + "block my card"));
        assertThat(encoder.encode("x".repeat(1_000_000))).hasSize(encoder.dimension());
    }

    @Test
    void aLoneSurrogateIsReadAsTheReplacementCharacter() {
        for (String lone : List.of("\uD83D", "\uDE00", "\uDE00\uD83D")) {
            String replaced = "\uFFFD".repeat(lone.length());
            assertThat(encoder.encode("pay " + lone + " bill")).isEqualTo(encoder.encode("pay " + replaced + " bill"));
            assertThat(encoder.encode(lone)).isEqualTo(encoder.encode(replaced));
            assertThat(encoder.encode("pay" + lone)).isEqualTo(encoder.encode("pay" + replaced));
        }
    }

    @Test
    void whatIsBehindTheVectorsStaysAsItIs() {
        float[] into = new float[2 * encoder.dimension() + 3];
        Arrays.fill(into, 7);
        encoder.encodeInto(List.of("one", "two"), into);
        assertThat(Arrays.copyOfRange(into, 2 * encoder.dimension(), into.length))
                .containsOnly(7);
        assertThat(length(into, encoder.dimension(), 2 * encoder.dimension())).isCloseTo(1, within(1e-5));
    }

    @Test
    void mistakesAreRefusedBeforeAnythingIsWritten() {
        float[] into = new float[2 * encoder.dimension()];
        assertThatThrownBy(() -> encoder.encodeInto(Arrays.asList("one", null), into))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("texts[1]: null (expected: a text, perhaps an empty one)");
        assertThatThrownBy(() -> encoder.encodeInto(List.of("one", "two", "three"), into))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("into: " + into.length + " values (expected: >= 3 x " + encoder.dimension() + ")");
        assertThat(into).containsOnly(0);
        assertThatThrownBy(() -> encoder.encode(null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("text: null (expected: a text, perhaps an empty one)");
    }

    @Test
    void aClosedEncoderSaysSo() {
        encoder.close();
        encoder.close();
        assertThatThrownBy(() -> encoder.encode("one"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("text encoder: closed (expected: open)");
    }
}
