package dev.setpoint.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The pieces of words that a BERT network knows, and how much it reads, from the {@code tokenizer.json} beside the network.
 *
 * @param pieces the number of each piece; those that do not begin a word have the prefix {@code ##}
 * @param mostTokens of a text, with the marks of its beginning and end
 * @param longestWord in characters; a longer one is unknown as a whole
 */
record Vocabulary(Map<String, Integer> pieces, int mostTokens, int longestWord) {
    static final String UNKNOWN = "[UNK]";
    static final String BEGINNING = "[CLS]";
    static final String END = "[SEP]";
    /** Before a piece that does not begin a word. */
    static final String CONTINUED = "##";

    private static final String PIECES = "/model/vocab/";

    Vocabulary {
        pieces = Map.copyOf(pieces);
        for (String mark : new String[] {UNKNOWN, BEGINNING, END}) {
            if (!pieces.containsKey(mark)) {
                throw new IllegalArgumentException("vocabulary: no " + mark + " (expected: among its pieces)");
            }
        }
        if (mostTokens < 2 || longestWord < 1) {
            throw new IllegalArgumentException("vocabulary: " + mostTokens + " tokens of a text, " + longestWord
                    + " characters of a word (expected: >= 2 and >= 1)");
        }
    }

    /**
     * Reads the file.
     *
     * @throws IllegalArgumentException if it is not one of a BERT network that takes no notice of case
     */
    static Vocabulary parse(byte[] json) {
        Map<String, Integer> pieces = new HashMap<>();
        Map<String, String> settings = new HashMap<>();
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            while (parser.nextToken() != null) {
                JsonToken token = parser.currentToken();
                if (!token.isScalarValue()) {
                    continue;
                }
                JsonPointer place = parser.getParsingContext().pathAsPointer();
                JsonPointer outer = place.head();
                if (outer != null && PIECES.equals(outer + "/")) {
                    pieces.put(parser.currentName(), parser.getIntValue());
                } else {
                    settings.put(place.toString(), parser.getText());
                }
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("vocabulary: " + e.getMessage() + " (expected: a tokenizer.json)", e);
        }
        expect(settings, "/model/type", "WordPiece");
        expect(settings, "/model/unk_token", UNKNOWN);
        expect(settings, "/model/continuing_subword_prefix", CONTINUED);
        expect(settings, "/normalizer/type", "BertNormalizer");
        expect(settings, "/normalizer/lowercase", "true");
        expect(settings, "/pre_tokenizer/type", "BertPreTokenizer");
        return new Vocabulary(
                pieces, whole(settings, "/truncation/max_length"), whole(settings, "/model/max_input_chars_per_word"));
    }

    private static void expect(Map<String, String> settings, String place, String expected) {
        if (!expected.equals(settings.get(place))) {
            throw new IllegalArgumentException(
                    "vocabulary: " + place + ": " + settings.get(place) + " (expected: " + expected + ")");
        }
    }

    private static int whole(Map<String, String> settings, String place) {
        try {
            return Integer.parseInt(settings.getOrDefault(place, "absent"));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "vocabulary: " + place + ": " + settings.get(place) + " (expected: a whole number)", e);
        }
    }

    int number(String piece) {
        return pieces.get(piece);
    }
}
