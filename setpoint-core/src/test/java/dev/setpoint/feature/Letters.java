package dev.setpoint.feature;

import java.util.ArrayList;
import java.util.List;

/** Sentence features, for tests, whose network is a {@link LetterEncoder}; it remembers the encoders it opened. */
public final class Letters implements EncoderSettings {
    private static final int DIMENSION = 16;

    private final SentenceSettings settings;
    private final List<LetterEncoder> opened = new ArrayList<>();

    /** Beside these n-grams. */
    public Letters(FeatureSettings hashed) {
        settings = new SentenceSettings("letters", DIMENSION, hashed);
    }

    @Override
    public int dimension() {
        return settings.dimension();
    }

    @Override
    public boolean readsTexts() {
        return true;
    }

    @Override
    public Encoder create() {
        LetterEncoder encoder = new LetterEncoder();
        opened.add(encoder);
        return new SentenceFeatures(settings, encoder);
    }

    /** How many encoders were opened. */
    public int opened() {
        return opened.size();
    }

    /** How many of them are not closed. */
    public long open() {
        return opened.stream().filter(encoder -> !encoder.isClosed()).count();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Letters letters && letters.settings.equals(settings);
    }

    @Override
    public int hashCode() {
        return settings.hashCode();
    }

    @Override
    public String toString() {
        return "test-letters(hashed=" + settings.hashed() + ")";
    }
}
