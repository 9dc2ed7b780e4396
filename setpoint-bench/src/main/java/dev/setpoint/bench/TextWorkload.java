package dev.setpoint.bench;

import dev.setpoint.feature.FeatureSettings;

/** Messages of CLINC150 and how they become vectors; everything else as by default. */
public enum TextWorkload {
    /** 10 labels, single words. */
    WORDS_10("words, K=10", "clinc150", false),
    /** 10 labels, the default n-grams. */
    NGRAMS_10("n-grams, K=10", "clinc150", true),
    /** 150 labels, single words. */
    WORDS_150("words, K=150", "clinc150-intents", false),
    /** 150 labels, the default n-grams. */
    NGRAMS_150("n-grams, K=150", "clinc150-intents", true);

    final String title;
    final String dataset;
    final FeatureSettings features;

    TextWorkload(String title, String dataset, boolean ngrams) {
        this.title = title;
        this.dataset = dataset;
        this.features =
                ngrams ? FeatureSettings.DEFAULT : FeatureSettings.parse("hashed(words=1, charsfrom=0, charsto=0)");
    }

    @Override
    public String toString() {
        return title;
    }
}
