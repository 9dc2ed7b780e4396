package dev.setpoint.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.feature.FeatureEncoder;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.feature.SentenceSettings;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.sim.data.LabelledTexts;
import java.util.List;
import org.junit.jupiter.api.Test;

class EncodedTextsTest {
    private static final FeatureSettings HASHED = new FeatureSettings(8, 1, 3, 3, true, true);
    private static final LabelledTexts TEXTS = new LabelledTexts(
            "texts", List.of("greet", "pay"), List.of("hello there", "", "pay the bill"), new int[] {0, 0, 1});

    @Test
    void textsAreTheQueriesOfTheLearnersEncoder() {
        EncodedTexts data = new EncodedTexts(TEXTS, HASHED);
        assertThat(data.settings()).isEqualTo(HASHED);
        assertThat(data.dimension()).isEqualTo(256);
        assertThat(data.labels()).containsExactly("greet", "pay");
        assertThat(data.name()).isEqualTo("texts");
        assertRowsAreThoseOfTheEncoder(data);
        assertThat(data.label(2)).isEqualTo(1);
        assertThat(data.text(2)).isEqualTo("pay the bill");
    }

    private static void assertRowsAreThoseOfTheEncoder(EncodedTexts data) {
        FeatureEncoder encoder = new FeatureEncoder(HASHED);
        FeatureVector row = new FeatureVector();
        for (int i = 0; i < data.size(); i++) {
            data.readInto(i, row);
            assertThat(row)
                    .isEqualTo(encoder.encode(Features.ofText(TEXTS.texts().get(i))));
        }
    }

    @Test
    void sentenceVectorsStandBehindTheNgrams() {
        SentenceSettings settings = new SentenceSettings("letters", 2, HASHED);
        LabelledData sentences = LabelledData.dense(
                "sentences", TEXTS.labels(), new int[] {0, 0, 1}, new float[][] {{0.6f, 0.8f}, {1, 0}, {0, -1}});
        EncodedTexts data = EncodedTexts.withSentences(TEXTS, settings, sentences);
        assertThat(data.settings()).isEqualTo(settings);
        assertThat(data.dimension()).isEqualTo(258);
        FeatureEncoder encoder = new FeatureEncoder(HASHED);
        FeatureVector row = new FeatureVector();
        FeatureVector sentence = new FeatureVector();
        for (int i = 0; i < data.size(); i++) {
            data.readInto(i, row);
            sentences.readInto(i, sentence);
            FeatureVector ngrams = encoder.encode(Features.ofText(TEXTS.texts().get(i)));
            FeatureVector expected = FeatureVector.sparse(258);
            for (int j = 0; j < ngrams.count(); j++) {
                expected.add(ngrams.index(j), ngrams.value(j));
            }
            if (!TEXTS.texts().get(i).isBlank()) { // which says nothing, whatever the network makes of it
                expected.add(256, sentence.value(0));
                expected.add(257, sentence.value(1));
            }
            assertThat(row).isEqualTo(expected);
        }
    }
}
