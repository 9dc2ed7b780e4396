package dev.setpoint.sim;

import dev.setpoint.feature.FeatureEncoder;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.sim.data.LabelledTexts;
import java.util.List;

/** Texts as the vectors their n-grams hash to, encoded once. */
public final class EncodedTexts implements LabelledData {
    private final LabelledTexts texts;
    private final int dimension;
    private final FeatureVector[] vectors;
    private final int[] label;

    /** Encodes all texts. */
    public EncodedTexts(LabelledTexts texts, FeatureSettings settings) {
        this.texts = texts;
        this.dimension = settings.dimension();
        this.label = texts.label();
        this.vectors = encoded(texts.texts(), settings).toArray(FeatureVector[]::new);
    }

    /** The vectors of texts that have no label. */
    public static List<FeatureVector> encoded(List<String> texts, FeatureSettings settings) {
        FeatureEncoder encoder = new FeatureEncoder(settings);
        return texts.stream().map(text -> encoder.encode(Features.ofText(text))).toList();
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
        return vectors.length;
    }

    @Override
    public int label(int row) {
        return label[row];
    }

    @Override
    public void readInto(int row, FeatureVector into) {
        into.copyFrom(vectors[row]);
    }

    @Override
    public int dimension() {
        return dimension;
    }
}
