package dev.setpoint.feature;

import dev.setpoint.notation.Notation;

/**
 * How named features become a vector.
 *
 * @param bits the vector has 2^bits positions; in [1, 28]
 * @param words texts give word n-grams of length 1 to this; 0 for none; at most 8
 * @param charsFrom shortest character n-gram of texts; 0 for none
 * @param charsTo longest character n-gram of texts; at most 16
 * @param unitLength whether the entries are scaled so that their squares add up to 1 (entries that share a position count
 *     apart)
 * @param standardize whether numbers are brought to mean 0 and variance 1 by the queries that were answered so far, and cut to
 *     [-2, 2]; they then count as much as all other entries of a query together
 */
public record FeatureSettings(int bits, int words, int charsFrom, int charsTo, boolean unitLength, boolean standardize)
        implements EncoderSettings {
    /** Word uni- and bigrams, character 3- and 4-grams, 2^18 positions, unit length, numbers standardised. */
    public static final FeatureSettings DEFAULT = new FeatureSettings(18, 2, 3, 4, true, true);

    /** Checks the ranges. */
    public FeatureSettings {
        check("bits", bits, 1, 28);
        check("words", words, 0, 8);
        check("charsTo", charsTo, 0, 16);
        check("charsFrom", charsFrom, charsTo == 0 ? 0 : 1, charsTo);
    }

    /**
     * From text: {@code hashed(bits=18, words=2, charsfrom=3, charsto=4, unitlength=true, standardize=true)}.
     *
     * @throws IllegalArgumentException if it has not this form
     */
    public static FeatureSettings parse(String text) {
        Notation notation = Notation.parse(text);
        if (!notation.name().equals("hashed")) {
            throw notation.unknownName("features", "hashed");
        }
        FeatureSettings settings = parse(notation);
        notation.finish();
        return settings;
    }

    static FeatureSettings parse(Notation notation) {
        return new FeatureSettings(
                notation.integer("bits", DEFAULT.bits),
                notation.integer("words", DEFAULT.words),
                notation.integer("charsfrom", DEFAULT.charsFrom),
                notation.integer("charsto", DEFAULT.charsTo),
                notation.flag("unitlength", DEFAULT.unitLength),
                notation.flag("standardize", DEFAULT.standardize));
    }

    @Override
    public int dimension() {
        return 1 << bits;
    }

    @Override
    public boolean readsTexts() {
        return true;
    }

    @Override
    public Encoder create() {
        return new HashedEncoder(this);
    }

    @Override
    public String toString() {
        return "hashed(bits=" + bits + ", words=" + words + ", charsfrom=" + charsFrom + ", charsto=" + charsTo
                + ", unitlength=" + unitLength + ", standardize=" + standardize + ")";
    }

    private static void check(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: in [" + least + ", " + most + "])");
        }
    }
}
