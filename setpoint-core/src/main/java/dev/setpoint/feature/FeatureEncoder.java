package dev.setpoint.feature;

import dev.setpoint.argument.Argument;
import dev.setpoint.random.Draws;
import java.util.Arrays;

/**
 * Turns named features into a sparse vector by hashing. The same features and settings give the same vector on every machine
 * (letters and digits are told apart as the running JDK's Unicode tables do). Not thread-safe; one per thread.
 *
 * <p>Texts are lower-cased; everything but letters and digits separates words. Word n-grams run over the words; character
 * n-grams run over the words joined by single spaces, with one space before and after, so that beginnings and ends of words
 * show. Each occurrence adds 1 at its position.
 */
public final class FeatureEncoder {
    /*
     * Hash: FNV-1a over UTF-16 units, keyed by the feature's kind and name, then a full 64-bit mix. Positions are the low bits
     * of that. Two features that meet at one position share a weight; at 2^18 positions and some ten thousand features a few
     * per cent do.
     */
    private static final long FNV_OFFSET = 0xCBF29CE484222325L;
    private static final long FNV_PRIME = 0x100000001B3L;

    // What a feature says about its name; part of the hash, so never change one.
    private static final char NUMBER = 'n';
    private static final char MISSING = '?';
    private static final char PLUS_INFINITY = '+';
    private static final char MINUS_INFINITY = '-';
    private static final char CATEGORY = 'c';
    private static final char WORDS = 'w';
    private static final char CHARACTERS = 'g';
    private static final char OTHER_WORDS = 'W';
    private static final char OTHER_CHARACTERS = 'G';
    private static final long FIRST_WORDS = key(WORDS, Features.TEXT);
    private static final long FIRST_CHARACTERS = key(CHARACTERS, Features.TEXT);

    /** What each ASCII character becomes: a letter in lower case or a digit, or 0 for what separates words. */
    private static final char[] ASCII = new char[128];

    static {
        for (char c = 0; c < ASCII.length; c++) {
            ASCII[c] = Character.isLetterOrDigit(c) ? Character.toLowerCase(c) : 0;
        }
    }

    private final FeatureSettings settings;
    private final int mask;
    private char[] raw = new char[256];
    private char[] normal = new char[256];
    private int[] positions = new int[1024];
    private long[] wordHashes = new long[64];

    /** For these settings. */
    public FeatureEncoder(FeatureSettings settings) {
        this.settings = Argument.given("settings", settings);
        this.mask = settings.dimension() - 1;
    }

    /** The vector of these features, newly made. */
    public FeatureVector encode(Features features) {
        FeatureVector vector = new FeatureVector();
        encodeInto(features, vector);
        return vector;
    }

    /** Fills the vector with these features. */
    public void encodeInto(Features features, FeatureVector into) {
        Argument.given("features", features);
        Argument.given("into", into).clear(settings.dimension());
        if (settings.standardize()) {
            for (Features.Fact fact : features.facts()) {
                if (isQuantity(fact)) {
                    into.addQuantity(position(key(NUMBER, fact.name())), (float) fact.number());
                }
            }
        }
        String firstText = null;
        for (Features.Fact fact : features.facts()) {
            switch (fact.kind()) {
                case NUMBER -> encodeNumber(fact, into);
                case CATEGORY -> encodeCategory(fact.name(), fact.text(), into);
                case TEXT -> {
                    firstText = firstText == null ? fact.name() : firstText;
                    encodeText(fact, fact.name().equals(firstText), into);
                }
            }
        }
        if (settings.unitLength() && into.quantities() == 0) { // otherwise when the quantities have been standardised
            scaleToUnitLength(into);
        }
    }

    private static boolean isQuantity(Features.Fact fact) {
        return fact.kind() == Features.Kind.NUMBER && Float.isFinite((float) fact.number());
    }

    private void encodeNumber(Features.Fact fact, FeatureVector into) {
        String name = fact.name();
        float number = (float) fact.number();
        if (Float.isNaN(number)) {
            put(key(MISSING, name), 1, into);
        } else if (Float.isInfinite(number)) {
            put(key(number > 0 ? PLUS_INFINITY : MINUS_INFINITY, name), 1, into);
        } else if (!settings.standardize()) {
            put(key(NUMBER, name), number, into);
        }
    }

    private void encodeCategory(String name, String value, FeatureVector into) {
        if (value == null) {
            put(key(MISSING, name), 1, into);
        } else {
            put(fnv(key(CATEGORY, name), value), 1, into);
        }
    }

    /** A query's first text, whatever its name, is hashed like the texts of labels, so that the two can be compared. */
    private void encodeText(Features.Fact fact, boolean isFirst, FeatureVector into) {
        if (fact.text() == null) {
            put(key(MISSING, fact.name()), 1, into);
            return;
        }
        int length = normalise(fact.text());
        encodeWords(isFirst ? FIRST_WORDS : key(OTHER_WORDS, fact.name()), length, into);
        if (settings.charsTo() > 0 && length > 2) {
            encodeCharacters(isFirst ? FIRST_CHARACTERS : key(OTHER_CHARACTERS, fact.name()), length, into);
        }
    }

    /** Leaves " word word ... word " in {@link #normal} and returns its length; 1 if there is no word. */
    private int normalise(String text) {
        int rawLength = text.length();
        if (raw.length < rawLength) {
            raw = new char[rawLength * 2];
        }
        text.getChars(0, rawLength, raw, 0);
        if (normal.length < 2 * rawLength + 2) { // lower case may take two units for one
            normal = new char[2 * (2 * rawLength + 2)];
        }
        int length = 0;
        normal[length++] = ' ';
        for (int i = 0; i < rawLength; ) {
            char unit = raw[i];
            if (unit < ASCII.length) {
                char lower = ASCII[unit];
                i++;
                if (lower != 0) {
                    normal[length++] = lower;
                } else if (normal[length - 1] != ' ') {
                    normal[length++] = ' ';
                }
            } else {
                int point = Character.codePointAt(raw, i, rawLength);
                i += Character.charCount(point);
                if (Character.isLetterOrDigit(point)) {
                    length += Character.toChars(Character.toLowerCase(point), normal, length);
                } else if (normal[length - 1] != ' ') {
                    normal[length++] = ' ';
                }
            }
        }
        if (normal[length - 1] != ' ') {
            normal[length++] = ' ';
        }
        return length;
    }

    private void encodeWords(long key, int length, FeatureVector into) {
        int words = 0;
        int from = 1;
        for (int i = 1; i < length; i++) {
            if (normal[i] == ' ') {
                long hash = FNV_OFFSET;
                for (int j = from; j < i; j++) {
                    hash = (hash ^ normal[j]) * FNV_PRIME;
                }
                if (words == wordHashes.length) {
                    wordHashes = Arrays.copyOf(wordHashes, words * 2);
                }
                wordHashes[words++] = Draws.mix(hash);
                from = i + 1;
            }
        }
        makeRoom(Math.multiplyExact(words, settings.words()));
        int count = 0;
        for (int start = 0; start < words; start++) {
            long hash = key;
            int most = Math.min(settings.words(), words - start);
            for (int n = 0; n < most; n++) {
                hash = Draws.mix(hash * FNV_PRIME + wordHashes[start + n]);
                positions[count++] = position(hash);
            }
        }
        into.addOnes(positions, count);
    }

    private void encodeCharacters(long key, int length, FeatureVector into) {
        makeRoom(Math.multiplyExact(length, settings.charsTo()));
        int shortest = settings.charsFrom();
        int count = 0;
        for (int start = 0; start < length; start++) {
            long hash = key;
            int most = Math.min(settings.charsTo(), length - start);
            for (int n = 1; n <= most; n++) {
                hash = (hash ^ normal[start + n - 1]) * FNV_PRIME;
                if (n >= shortest) {
                    positions[count++] = position(hash + n);
                }
            }
        }
        into.addOnes(positions, count);
    }

    private void makeRoom(int most) {
        if (positions.length < most) {
            positions = new int[most];
        }
    }

    private void put(long hash, float value, FeatureVector into) {
        into.add(position(hash), value);
    }

    private int position(long hash) {
        return (int) Draws.mix(hash) & mask;
    }

    private static void scaleToUnitLength(FeatureVector vector) {
        double norm = vector.norm();
        if (norm > 0) {
            vector.scale(1 / norm); // as a double: of the smallest floats, 1 / norm is beyond a float
        }
    }

    private static long key(char mark, String name) {
        return fnv((FNV_OFFSET ^ mark) * FNV_PRIME, name) * FNV_PRIME;
    }

    private static long fnv(long hash, String text) {
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        return hash;
    }
}
