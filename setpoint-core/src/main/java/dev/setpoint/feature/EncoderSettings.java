package dev.setpoint.feature;

import dev.setpoint.notation.Notation;
import dev.setpoint.notation.Plugin;
import dev.setpoint.notation.Plugins;

/** How a learner's queries become the vectors that its model reads. Implementations are records whose text is their notation. */
public interface EncoderSettings {
    /** How many positions the vectors have that the model reads. */
    int dimension();

    /** Whether queries may hold texts, which can then be compared with those of labels. */
    default boolean readsTexts() {
        return false;
    }

    /** A new encoder that has observed nothing. */
    Encoder create();

    /**
     * From text: {@code hashed(bits=18, words=2, charsfrom=3, charsto=4)} for named features and texts, {@code
     * sentence(encoder=minilm, hashed=...)} for texts, {@code dense(dimension=64, cross=2)} for vectors of numbers, {@code
     * vectors(dimension=64)} for vectors that are to be left as they are; other names are those of the {@link Plugin}s that are there.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    static EncoderSettings parse(String text) {
        return parse(text, 0);
    }

    /**
     * From text, with the number of a query's numbers to use where the text names none.
     *
     * @param queryDimension 0 if the text must name it
     */
    static EncoderSettings parse(String text, int queryDimension) {
        return parse(text, queryDimension, queryDimension);
    }

    /**
     * From text, with the positions of a query and how many of them are numbers, to use where the text names neither.
     *
     * @param queryDimension 0 if the text must name it
     * @param queryNumbers how many of a query's positions, the first ones, are numbers and not indicators
     */
    static EncoderSettings parse(String text, int queryDimension, int queryNumbers) {
        Notation notation = Notation.parse(text);
        EncoderSettings settings = switch (notation.name()) {
            case "hashed" -> FeatureSettings.parse(notation);
            case "sentence" -> SentenceSettings.parse(notation);
            case "dense", "vectors" -> VectorSettings.parse(notation, queryDimension, queryNumbers);
            default -> {
                if (queryDimension > 0) {
                    notation.presuming("dimension", queryDimension);
                }
                yield Plugins.parse(
                        EncoderSettings.class, "features", notation, "hashed", "sentence", "dense", "vectors");
            }
        };
        notation.finish();
        return settings;
    }
}
