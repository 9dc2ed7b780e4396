package dev.setpoint.text;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import dev.setpoint.feature.TextEncoder;
import dev.setpoint.sim.data.LabelledTexts;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Our tokens and vectors beside those of the network's authors' tokenizer and of LangChain4j. */
class ComparisonTest {
    private static final byte[] FILE = SentenceEncoders.resource("/all-minilm-l6-v2-q-tokenizer.json");
    private static final List<String> ODD = List.of(
            "",
            "   ",
            "Crème BRÛLÉE à l'œuvre, Łódź, Ελλάς ΣΑΣ, İstanbul, ǅ, ß ﬁ Å",
            "東京タワー 한국어 ไทย العربية हिन्दी עִבְרִית",
            "🙂👩‍👩‍👧 ½ ① Ⅻ ™ € £ § ¡¿ « » „quoted“ – — … ‰",
            "a\u0301e\u0300\u0323o\u0327 \u0301x",
            "zero\u200Bwidth soft\u00ADhyphen no\u00A0break \u2028line\u2029 \u3000wide \uFEFFmark",
            "tab\tline\nreturn\rform\ffeed bell\u0007 null\u0000 next\u0085 x",
            "http://example.org/a?b=c&d=%20#e_f user@mail.org $1,234.56 a^b `c` ~d |e| {f} [g] <h> \\i",
            "x".repeat(100),
            "x".repeat(101),
            "antidisestablishmentarianism supercalifragilisticexpialidocious qwrtzpsdfghjklxcvbnm",
            "㐀 䶿 一 鿿 豈 \uD840\uDC00 \uD869\uDF00 \uD86E\uDC20 \uD86E\uDD20 \uD87E\uDC00",
            "the cafe\u0301 is open");

    /** Up to here all characters were in Unicode 8; U+061D came with Unicode 14, which some Java machines know. */
    private static final int LAST_OF_OLD = 0x61C;

    private static HuggingFaceTokenizer theirs;

    @BeforeAll
    static void openTheirs() throws IOException {
        new SentenceEncoders().open("minilm", 1).close(); // before theirs, whose engine would log more than ours
        theirs = HuggingFaceTokenizer.newInstance(
                new ByteArrayInputStream(FILE), Map.of("padding", "false", "maxLength", "128", "truncation", "true"));
    }

    @AfterAll
    static void closeTheirs() {
        theirs.close();
    }

    private static long[] ours(WordPieces words, String text) {
        return Arrays.copyOf(words.tokens(), words.read(text));
    }

    @Test
    void tokensOfRealMessagesAreTheSame() throws IOException {
        WordPieces words = new WordPieces(Vocabulary.parse(FILE));
        List<String> texts = new ArrayList<>(Clinc.byIntent().texts());
        texts.add(String.join(" ", texts.subList(0, 300))); // cut
        for (String text : texts) {
            assertThat(ours(words, text))
                    .as(text)
                    .isEqualTo(theirs.encode(text, true, false).getIds());
        }
    }

    @Test
    void tokensOfOddTextsAreTheSame() {
        WordPieces words = new WordPieces(Vocabulary.parse(FILE));
        for (String text : ODD) {
            assertThat(ours(words, text))
                    .as(text)
                    .isEqualTo(theirs.encode(text, true, false).getIds());
        }
    }

    /**
     * Their tables of characters are those of Unicode 8, ours those of the Java machine, and theirs have a gap in the Chinese
     * extension E. None of these characters has a piece; what can differ is whether a word is unknown in one part or in several.
     */
    @Test
    void everyCharacterThatThePiecesKnowIsReadTheSame() {
        Vocabulary vocabulary = Vocabulary.parse(FILE);
        WordPieces words = new WordPieces(vocabulary);
        Set<Integer> known = new HashSet<>();
        vocabulary.pieces().keySet().forEach(piece -> piece.codePoints().forEach(known::add));
        int different = 0;
        for (int character = 1; character < 0x30000; character++) {
            if (character < Character.MIN_SURROGATE || character > Character.MAX_SURROGATE) {
                String text = "a" + Character.toString(character) + "b";
                if (!Arrays.equals(
                        ours(words, text), theirs.encode(text, true, false).getIds())) {
                    assertThat(character).isGreaterThan(LAST_OF_OLD).isNotIn(known);
                    different++;
                }
            }
        }
        assertThat(different).isLessThan(2000);
    }

    @Test
    void tokensOfAnyMixtureAreTheSame() {
        WordPieces words = new WordPieces(Vocabulary.parse(FILE));
        Laws.forAll(3000, random -> {
            String text = anyText(random);
            assertThat(ours(words, text))
                    .as(text)
                    .isEqualTo(theirs.encode(text, true, false).getIds());
        });
    }

    private static String anyText(Source random) {
        StringBuilder text = new StringBuilder();
        int most = random.oneOf(0x80, 0x250, 0x600, LAST_OF_OLD);
        for (int i = random.within(1, 20); i > 0; i--) {
            text.appendCodePoint(random.chance(0.1) ? random.within(0x4E00, 0x9000) : random.within(1, most));
            if (random.chance(0.2)) {
                text.append(' ');
            }
        }
        return text.toString();
    }

    @Test
    void vectorsAreTheSame() throws IOException {
        LabelledTexts messages = Clinc.byIntent();
        EmbeddingModel model = new AllMiniLmL6V2QuantizedEmbeddingModel(Runnable::run);
        List<String> texts =
                new ArrayList<>(ODD.stream().filter(text -> !text.isBlank()).toList());
        for (int row = 0; row < messages.size(); row += 150) {
            texts.add(messages.texts().get(row));
        }
        try (TextEncoder encoder = new SentenceEncoders().open("minilm", 1)) {
            for (String text : texts) {
                float[] expected = model.embed(text).content().vector();
                float[] found = encoder.encode(text);
                assertThat(found).as(text).hasSameSizeAs(expected);
                for (int j = 0; j < found.length; j++) {
                    assertThat((double) Math.abs(found[j] - expected[j]))
                            .as(text)
                            .isLessThan(1e-5);
                }
            }
        }
    }
}
