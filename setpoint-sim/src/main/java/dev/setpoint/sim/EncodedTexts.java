package dev.setpoint.sim;

import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.FeatureEncoder;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.SentenceSettings;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.sim.data.LabelledTexts;
import java.util.List;
import java.util.stream.IntStream;

/** Texts, and what stands beside them, as the queries that a learner's encoder makes of them, encoded once for all learners. */
public final class EncodedTexts implements LabelledData {
    private final LabelledTexts texts;
    private final EncoderSettings settings;
    private final FeatureVector[] queries;
    private final int[] label;

    private EncodedTexts(LabelledTexts texts, EncoderSettings settings, FeatureVector[] queries) {
        this.texts = texts;
        this.settings = settings;
        this.queries = queries;
        this.label = texts.label();
    }

    /** Texts as hashed n-grams. */
    public EncodedTexts(LabelledTexts texts, FeatureSettings settings) {
        this(texts, settings, encoded(texts, settings));
    }

    /**
     * Texts as hashed n-grams beside sentence vectors.
     *
     * @param sentences the vectors of the same texts, row by row, by the settings' encoder
     */
    public static EncodedTexts withSentences(LabelledTexts texts, SentenceSettings settings, LabelledData sentences) {
        if (sentences.dimension() != settings.sentenceDimension() || sentences.size() != texts.size()) {
            throw new IllegalArgumentException("sentence vectors: " + sentences.size() + " of " + sentences.dimension()
                    + " numbers (expected: " + texts.size() + " of " + settings.sentenceDimension() + ")");
        }
        FeatureVector[] queries = encoded(texts, settings.hashed());
        FeatureVector sentence = new FeatureVector();
        float[] values = new float[settings.sentenceDimension()];
        for (int row = 0; row < queries.length; row++) {
            sentences.readInto(row, sentence);
            sentence.valuesInto(values, 0);
            FeatureVector joined = new FeatureVector();
            settings.joinInto(queries[row], texts.texts().get(row).isBlank() ? null : values, joined);
            queries[row] = joined;
        }
        return new EncodedTexts(texts, settings, queries);
    }

    private static FeatureVector[] encoded(LabelledTexts texts, FeatureSettings settings) {
        FeatureEncoder encoder = new FeatureEncoder(settings);
        return IntStream.range(0, texts.size())
                .mapToObj(row -> encoder.encode(texts.features(row)))
                .toArray(FeatureVector[]::new);
    }

    /** How a learner must encode queries to go with these. */
    public EncoderSettings settings() {
        return settings;
    }

    /** The text of a row. */
    public String text(int row) {
        return texts.texts().get(row);
    }

    @Override
    public String name() {
        return texts.name();
    }

    @Override
    public List<String> labels() {
        return texts.labels();
    }

    @Override
    public int size() {
        return queries.length;
    }

    @Override
    public int label(int row) {
        return label[row];
    }

    @Override
    public void readInto(int row, FeatureVector into) {
        into.copyFrom(queries[row]);
    }

    @Override
    public int dimension() {
        return settings.dimension();
    }
}
