package dev.setpoint.cli.data;

import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.cli.terminal.Progress;
import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.SentenceSettings;
import dev.setpoint.feature.TextEncoder;
import dev.setpoint.feature.TextEncoderPlugin;
import dev.setpoint.sim.EmbeddedTexts;
import dev.setpoint.sim.EncodedTexts;
import dev.setpoint.sim.data.LabelledTexts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Texts of a data set, encoded as an experiment asks; sentence vectors, which take minutes, are kept for the next time. */
final class QueryTexts {
    private QueryTexts() {}

    static EncodedTexts encoded(LabelledTexts texts, EncoderSettings settings) throws IOException {
        if (!(settings instanceof SentenceSettings sentence)) {
            return new EncodedTexts(texts, (FeatureSettings) settings);
        }
        try (TextEncoder encoder = open(sentence.encoder());
                Progress progress = new Progress("sentence vectors", "texts", 0)) {
            if (encoder.dimension() != sentence.sentenceDimension()) {
                throw new IllegalArgumentException("features: dimension=" + sentence.sentenceDimension()
                        + " (expected: " + encoder.dimension() + ", that of " + sentence.encoder() + ")");
            }
            EmbeddedTexts sentences = EmbeddedTexts.cached(
                    texts,
                    sentence.encoder(),
                    encoder,
                    DataFolders.sentences(),
                    done -> progress.show(done, texts.size(), () -> ""));
            return EncodedTexts.withSentences(texts, sentence, sentences);
        }
    }

    /** Texts of no known label. */
    static List<FeatureVector> unlabelled(String name, List<String> texts, EncoderSettings settings)
            throws IOException {
        EncodedTexts rows = encoded(new LabelledTexts(name, List.of("none"), texts, new int[texts.size()]), settings);
        List<FeatureVector> queries = new ArrayList<>();
        for (int row = 0; row < rows.size(); row++) {
            FeatureVector query = new FeatureVector();
            rows.readInto(row, query);
            queries.add(query);
        }
        return queries;
    }

    private static TextEncoder open(String name) {
        try {
            return TextEncoderPlugin.find(name).open(name, 1); // as a learner does for the texts of its labels
        } catch (IllegalStateException e) { // no plugin, or an engine without libraries for this machine
            throw Failure.data(e.getMessage() + "; run ./setpoint --text ..., which fetches it");
        }
    }
}
