package dev.setpoint.text;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;

/** Whatever the text: a beginning, numbers of pieces, an end, and no more than the network reads. */
class WordPiecesFuzzTest {
    private static final Vocabulary VOCABULARY =
            Vocabulary.parse(SentenceEncoders.resource("/all-minilm-l6-v2-q-tokenizer.json"));

    @FuzzTest(maxDuration = "60s")
    void arbitraryTexts(FuzzedDataProvider data) {
        WordPieces words = new WordPieces(new Vocabulary(VOCABULARY.pieces(), data.consumeInt(2, 128), 100));
        while (data.remainingBytes() > 0) {
            String text = data.consumeString(1000);
            int count = words.read(text);
            long[] tokens = words.tokens().clone();
            if (count < 2 || count > tokens.length || tokens[0] != 101 || tokens[count - 1] != 102) {
                throw new AssertionError(count + " tokens from " + tokens[0]);
            }
            for (int i = 1; i < count - 1; i++) {
                boolean mark = tokens[i] == 101 || tokens[i] == 102 || tokens[i] == 0 || tokens[i] == 103;
                if (mark || tokens[i] < 0 || tokens[i] >= VOCABULARY.pieces().size()) {
                    throw new AssertionError("token " + tokens[i]);
                }
            }
            if (words.read(text) != count || !Arrays.equals(words.tokens(), tokens)) {
                throw new AssertionError("read again, another text");
            }
        }
    }
}
