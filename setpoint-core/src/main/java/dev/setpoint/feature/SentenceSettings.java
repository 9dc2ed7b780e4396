package dev.setpoint.feature;

import dev.setpoint.argument.Argument;
import dev.setpoint.notation.Notation;

/**
 * Texts as sentence vectors of a frozen network and, beside them, as hashed n-grams: meaning from the one, exact words from the
 * other. Named features that are not the first text go into the hashed part alone.
 *
 * @param encoder the name of a text encoder of a {@link TextEncoderPlugin} that is there
 * @param sentenceDimension how many numbers its vectors have, at least 1
 * @param hashed the n-grams
 */
public record SentenceSettings(String encoder, int sentenceDimension, FeatureSettings hashed)
        implements EncoderSettings {
    /** MiniLM's. */
    private static final int DEFAULT_DIMENSION = 384;

    private static final String DEFAULT_ENCODER = "minilm";

    /** Checks the ranges. */
    public SentenceSettings {
        Argument.given("encoder", encoder);
        Argument.given("hashed", hashed);
        if (sentenceDimension < 1) {
            throw new IllegalArgumentException("dimension: " + sentenceDimension + " (expected: >= 1)");
        }
    }

    /** MiniLM beside the default n-grams. */
    public static final SentenceSettings DEFAULT =
            new SentenceSettings(DEFAULT_ENCODER, DEFAULT_DIMENSION, FeatureSettings.DEFAULT);

    static SentenceSettings parse(Notation notation) {
        return new SentenceSettings(
                notation.string("encoder", DEFAULT_ENCODER),
                notation.integer("dimension", DEFAULT_DIMENSION),
                FeatureSettings.parse(notation.text("hashed", "hashed")));
    }

    /** The hashed positions first, then the sentence vector. */
    @Override
    public int dimension() {
        return hashed.dimension() + sentenceDimension;
    }

    /**
     * Makes the query that of a text whose parts are computed already.
     *
     * @param ngrams as {@link #hashed} encodes the text
     * @param sentence as the text encoder does; null if there is no text
     * @throws IllegalArgumentException if one of them has not the size that it has in these settings
     */
    public void joinInto(FeatureVector ngrams, float[] sentence, FeatureVector query) {
        if (Argument.given("ngrams", ngrams).dimension() != hashed.dimension()) {
            throw new IllegalArgumentException(
                    "ngrams: of dimension " + ngrams.dimension() + " (expected: " + hashed.dimension() + ")");
        }
        if (sentence != null && sentence.length != sentenceDimension) {
            throw new IllegalArgumentException(
                    "sentence: " + sentence.length + " numbers (expected: " + sentenceDimension + ")");
        }
        Argument.given("query", query).copyFrom(ngrams);
        query.widen(dimension());
        for (int i = 0; sentence != null && i < sentence.length; i++) {
            query.add(hashed.dimension() + i, sentence[i]);
        }
    }

    @Override
    public boolean readsTexts() {
        return true;
    }

    @Override
    public Encoder create() {
        return new SentenceFeatures(this);
    }

    @Override
    public String toString() {
        return "sentence(encoder=" + Notation.quoted(encoder) + ", dimension=" + sentenceDimension + ", hashed="
                + hashed + ")";
    }
}
