package dev.setpoint.feature;

import dev.setpoint.argument.Argument;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.List;

/** {@link SentenceSettings} at work. */
final class SentenceFeatures implements Encoder {
    private final SentenceSettings settings;
    private final HashedEncoder hashed;
    private final FeatureEncoder words;
    private final TextEncoder sentences;
    private final FeatureVector part = new FeatureVector();

    SentenceFeatures(SentenceSettings settings) {
        this(settings, TextEncoderPlugin.find(settings.encoder()).open(settings.encoder(), 1));
    }

    /** With an encoder that is open already, and is closed with this one. */
    SentenceFeatures(SentenceSettings settings, TextEncoder sentences) {
        this.settings = settings;
        this.hashed = new HashedEncoder(settings.hashed());
        this.words = new FeatureEncoder(settings.hashed());
        this.sentences = sentences;
        if (sentences.dimension() != settings.sentenceDimension()) {
            int found = sentences.dimension();
            sentences.close();
            throw new IllegalArgumentException("dimension: " + settings.sentenceDimension() + " (expected: " + found
                    + ", that of " + settings.encoder() + ")");
        }
    }

    @Override
    public int queryDimension() {
        return settings.dimension();
    }

    @Override
    public int dimension() {
        return settings.dimension();
    }

    @Override
    public void encodeInto(Features features, FeatureVector query) {
        Argument.given("query", query);
        hashed.encodeInto(features, part);
        String text = features.firstText();
        settings.joinInto(part, text == null || text.isBlank() ? null : sentences.encode(text), query);
    }

    @Override
    public void check(FeatureVector query) {
        hashed.checkEncoded(query, queryDimension());
    }

    @Override
    public FeatureVector inputOf(FeatureVector query, FeatureVector scratch) {
        return hashed.inputOf(query, scratch);
    }

    @Override
    public void observe(FeatureVector query) {
        hashed.observe(query);
    }

    @Override
    public boolean observes() {
        return hashed.observes();
    }

    @Override
    public LabelTexts labelTexts(List<String> texts) {
        FeatureVector[] encodings = HashedEncoder.encoded(texts, words);
        for (int k = 0; k < encodings.length; k++) {
            if (!texts.get(k).isBlank()) { // a blank text has a sentence vector, too, but says nothing
                part.copyFrom(encodings[k]);
                settings.joinInto(part, sentences.encode(texts.get(k)), encodings[k]);
            }
        }
        return new LabelTexts(encodings, settings.hashed().dimension(), settings.dimension());
    }

    @Override
    public boolean isTouched(int page) {
        return hashed.isTouched(page);
    }

    @Override
    public void settle() {
        hashed.settle();
    }

    /** One page: the checksum of the sentence encoder, then what belongs to hashed features. */
    @Override
    public void writePage(int page, StateWriter out) {
        out.writeText(sentences.checksum());
        hashed.writePage(page, out);
    }

    @Override
    public void readPage(int page, StateReader in) {
        String checksum = in.readText();
        if (!checksum.equals(sentences.checksum())) {
            throw new SnapshotException("snapshot: sentence encoder with checksum " + checksum + " (expected: "
                    + sentences.checksum() + ", that of " + settings.encoder() + " here)");
        }
        hashed.readPage(page, in);
    }

    @Override
    public void readVersion3(StateReader in) {
        readPage(0, in);
    }

    @Override
    public void close() {
        sentences.close();
    }
}
