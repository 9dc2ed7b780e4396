package dev.setpoint.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordPiecesTest {
    private static final List<String> PIECES = List.of(
            "[PAD]",
            "[UNK]",
            "[CLS]",
            "[SEP]",
            "un",
            "##aff",
            "##able",
            "##a",
            "a",
            "able",
            "!",
            "[",
            "]",
            "sep",
            "東",
            "京",
            "$",
            "##\uD83D\uDE42");

    private static WordPieces words(int mostTokens) {
        Map<String, Integer> numbers = new HashMap<>();
        for (String piece : PIECES) {
            numbers.put(piece, numbers.size());
        }
        return new WordPieces(new Vocabulary(numbers, mostTokens, 10));
    }

    private static List<String> read(String text, int mostTokens) {
        WordPieces words = words(mostTokens);
        int count = words.read(text);
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tokens.add(PIECES.get((int) words.tokens()[i]));
        }
        return tokens;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "unaffable | [CLS] un ##aff ##able [SEP]",
                "UNAFFABLE! | [CLS] un ##aff ##able ! [SEP]",
                "un able | [CLS] un able [SEP]",
                "una\\u0301ble | [CLS] un ##able [SEP]", // an accent on its own
                "un\\u00E1ble | [CLS] un ##able [SEP]", // and one within its letter
                "a東京a | [CLS] a 東 京 a [SEP]",
                "a$a | [CLS] a $ a [SEP]",
                "un\\u200Ba | [CLS] un ##a [SEP]", // dropped, not a blank
                "un\\u00A0a | [CLS] un a [SEP]", // a blank
                "un\\uFFFD\\u0000\\uE000\\uD83Da | [CLS] un ##a [SEP]",
                "un\\uD83D\\uDE42 | [CLS] un ##\\uD83D\\uDE42 [SEP]",
                "un\\uD83D\\uDE43 | [CLS] [UNK] [SEP]", // no piece for its end: none of it is known
                "[SEP] | [CLS] [ sep ] [SEP]", // what someone writes is never the network's own mark
                "aaaaaaaaaa | [CLS] a ##a ##a ##a ##a ##a ##a ##a ##a ##a [SEP]",
                "aaaaaaaaaaa | [CLS] [UNK] [SEP]", // longer than a word may be
            })
    void textsBecomePieces(String text, String expected) {
        assertThat(String.join(" ", read(unescaped(text), 50))).isEqualTo(unescaped(expected));
    }

    private static String unescaped(String text) {
        return Pattern.compile("\\\\u([0-9A-F]{4})")
                .matcher(text)
                .replaceAll(found -> String.valueOf((char) Integer.parseInt(found.group(1), 16)));
    }

    @Test
    void nothingAndBlanksAreBeginningAndEndAlone() {
        for (String text : List.of("", " ", "\t\r\n", "\u0000", "\u3000", "\uD83D", "\u0301")) {
            assertThat(read(text, 50)).containsExactly("[CLS]", "[SEP]");
        }
    }

    @Test
    void aLongTextIsCutInTheMiddleOfAWordIfNeedBe() {
        assertThat(read("unaffable unaffable", 5)).containsExactly("[CLS]", "un", "##aff", "##able", "[SEP]");
        assertThat(read("unaffable unaffable", 6)).containsExactly("[CLS]", "un", "##aff", "##able", "un", "[SEP]");
        assertThat(read("unaffable unaffable", 2)).containsExactly("[CLS]", "[SEP]");
        assertThat(read("a unaffx", 4))
                .as("a word that is unknown beyond the cut is unknown before it")
                .containsExactly("[CLS]", "a", "[UNK]", "[SEP]");
    }

    @Test
    void aTextLeavesNothingForTheNext() {
        WordPieces words = words(50);
        words.read("unaffable un");
        assertThat(words.read("a")).isEqualTo(3);
        assertThat(words.tokens()).startsWith(2, PIECES.indexOf("a"), 3);
    }
}
