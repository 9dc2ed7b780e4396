package dev.setpoint.text;

import java.text.Normalizer;
import java.util.Map;

/**
 * Texts as BERT's uncased networks read them (Devlin et al. 2019): control characters dropped, accents and case removed, Chinese
 * characters and punctuation marks as words of their own, and each word cut from its front into the longest pieces that the
 * vocabulary has. A word that cannot be cut is unknown as a whole.
 *
 * <p>Reads no further than the network does, so a text of any length takes bounded time. Words that look like the network's own
 * marks, for example {@code [SEP]}, are words. Not thread-safe.
 */
final class WordPieces {
    /** Before this no character has an accent or is anything but ASCII, a control character or a sign. */
    private static final int FIRST_COMPOSED = 0xC0;

    private static final int REPLACEMENT = 0xFFFD;

    private final Map<String, Integer> pieces;
    private final int unknown;
    private final int beginning;
    private final int end;
    private final int longestWord;
    private final int longestPiece;
    private final long[] tokens;
    private final StringBuilder word = new StringBuilder();
    private int characters;
    private int count;

    WordPieces(Vocabulary vocabulary) {
        pieces = vocabulary.pieces();
        unknown = vocabulary.number(Vocabulary.UNKNOWN);
        beginning = vocabulary.number(Vocabulary.BEGINNING);
        end = vocabulary.number(Vocabulary.END);
        longestWord = vocabulary.longestWord();
        longestPiece = pieces.keySet().stream().mapToInt(String::length).max().orElse(1);
        tokens = new long[vocabulary.mostTokens()];
    }

    /** The tokens of the text read last, in the first places; overwritten by the next {@link #read}. */
    long[] tokens() {
        return tokens;
    }

    /** Reads a text and returns how many tokens it has, those of its beginning and end included. */
    int read(String text) {
        tokens[0] = beginning;
        count = 1;
        startWord();
        for (int i = 0; i < text.length() && hasRoom(); ) {
            int character = text.codePointAt(i);
            i += Character.charCount(character);
            readCharacter(character);
        }
        endWord();
        tokens[count++] = end;
        return count;
    }

    private boolean hasRoom() {
        return count < tokens.length - 1;
    }

    private void readCharacter(int character) {
        if (character == '\t' || character == '\n' || character == '\r') {
            endWord();
        } else if (isDropped(character)) {
            return;
        } else if (Character.isSpaceChar(character)) {
            endWord();
        } else if (isChinese(character)) {
            endWord();
            readDecomposed(character);
            endWord();
        } else if (character < FIRST_COMPOSED) {
            readPlain(character);
        } else {
            readDecomposed(character);
        }
    }

    private static boolean isDropped(int character) {
        return character == REPLACEMENT
                || switch (Character.getType(character)) {
                    case Character.CONTROL, Character.FORMAT, Character.PRIVATE_USE, Character.SURROGATE -> true;
                    default -> false;
                };
    }

    private void readDecomposed(int character) {
        String parts = Normalizer.normalize(Character.toString(character), Normalizer.Form.NFD);
        for (int i = 0; i < parts.length(); ) {
            int part = parts.codePointAt(i);
            i += Character.charCount(part);
            if (Character.getType(part) != Character.NON_SPACING_MARK) {
                readPlain(part);
            }
        }
    }

    private void readPlain(int character) {
        if (isPunctuation(character)) {
            endWord();
            append(character);
            endWord();
        } else {
            append(Character.toLowerCase(
                    character)); // character by character: a sigma at a word's end is one like any other
        }
    }

    private void startWord() {
        word.setLength(0);
        characters = 0;
    }

    private void append(int character) {
        characters++;
        if (characters <= longestWord) { // what comes after does not change that the word is unknown
            word.appendCodePoint(character);
        }
    }

    private void endWord() {
        if (characters > 0 && hasRoom()) {
            int before = count;
            if (characters > longestWord || !cut()) {
                count = before;
                tokens[count++] = unknown;
            }
        }
        startWord();
    }

    /** Cuts the word into pieces as far as there is room; false if that cannot be done to its end. */
    private boolean cut() {
        int from = 0;
        while (from < word.length()) {
            int to = Math.min(word.length(), from + longestPiece);
            Integer piece = null;
            for (; to > from; to--) {
                String candidate = word.substring(from, to);
                piece = pieces.get(from == 0 ? candidate : Vocabulary.CONTINUED + candidate);
                if (piece != null) {
                    break;
                }
            }
            if (piece == null) {
                return false;
            }
            if (hasRoom()) { // a word that ends beyond the last token must still be known to its end
                tokens[count++] = piece;
            }
            from = to;
        }
        return true;
    }

    private static boolean isPunctuation(int character) {
        if (character < 0x80) { // signs such as $ and ^ count, too
            return character > ' ' && !Character.isLetterOrDigit(character);
        }
        return switch (Character.getType(character)) {
            case Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION -> true;
            default -> false;
        };
    }

    /** The blocks of Chinese characters; those of Japanese kana and Korean are written as words. */
    private static boolean isChinese(int character) {
        return isBetween(character, 0x4E00, 0x9FFF)
                || isBetween(character, 0x3400, 0x4DBF)
                || isBetween(character, 0xF900, 0xFAFF)
                || isBetween(character, 0x20000, 0x2A6DF)
                || isBetween(character, 0x2A700, 0x2CEAF)
                || isBetween(character, 0x2F800, 0x2FA1F);
    }

    private static boolean isBetween(int character, int first, int last) {
        return character >= first && character <= last;
    }
}
