package dev.setpoint.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class VocabularyTest {
    private static final String FILE = """
            {"version": "1.0", "truncation": {"max_length": 64}, "padding": null,
             "normalizer": {"type": "BertNormalizer", "lowercase": true},
             "pre_tokenizer": {"type": "BertPreTokenizer"},
             "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
               "max_input_chars_per_word": 100,
               "vocab": {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "a/b": 3, "~": 4, "##\\"": 5}}}
            """;

    private static Vocabulary parse(String json) {
        return Vocabulary.parse(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void piecesAndLimitsAreRead() {
        Vocabulary vocabulary = parse(FILE);
        assertThat(vocabulary.mostTokens()).isEqualTo(64);
        assertThat(vocabulary.longestWord()).isEqualTo(100);
        assertThat(vocabulary.pieces())
                .hasSize(6)
                .containsEntry("a/b", 3)
                .containsEntry("~", 4)
                .containsEntry("##\"", 5);
    }

    @Test
    void theNetworksOwnIsRead() {
        Vocabulary vocabulary = Vocabulary.parse(SentenceEncoders.resource("/all-minilm-l6-v2-q-tokenizer.json"));
        assertThat(vocabulary.pieces()).hasSize(30522);
        assertThat(vocabulary.mostTokens()).isEqualTo(128);
    }

    @Test
    void whatIsNotOfThisKindIsRefused() {
        refuses(FILE.replace("WordPiece", "BPE"), "vocabulary: /model/type: BPE (expected: WordPiece)");
        refuses(FILE.replace("true", "false"), "vocabulary: /normalizer/lowercase: false (expected: true)");
        refuses(FILE.replace("\"[SEP]\": 2,", ""), "vocabulary: no [SEP] (expected: among its pieces)");
        refuses(
                FILE.replace("64", "1"),
                "vocabulary: 1 tokens of a text, 100 characters of a word (expected: >= 2 and >= 1)");
        refuses(
                FILE.replace("{\"max_length\": 64}", "null"),
                "vocabulary: /truncation/max_length: null (expected: a whole number)");
        assertThatThrownBy(() -> parse("{\"model\":"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("(expected: a tokenizer.json)");
    }

    private static void refuses(String json, String message) {
        assertThatThrownBy(() -> parse(json))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
