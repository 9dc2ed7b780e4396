package dev.setpoint.cli.spec;

import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.notation.Excerpt;
import dev.setpoint.sim.EncodedTexts;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.sim.data.TableData;

/** What an experiment file says of features: how texts and rows of numbers become what the model reads. */
final class FeatureSpec {
    private final SpecObject root;

    FeatureSpec(SpecObject root) {
        this.root = root;
    }

    /** How texts are encoded: {@code hashed} or {@code sentence}. Default: {@link FeatureSettings#DEFAULT}. */
    EncoderSettings ofTexts() {
        if (!root.has("features")) {
            return FeatureSettings.DEFAULT;
        }
        EncoderSettings settings = EncoderSettings.parse(root.text("features", ""), 1);
        if (!settings.readsTexts()) {
            throw new IllegalArgumentException("features: " + Excerpt.of(settings.toString())
                    + " (expected: hashed(...) or sentence(...), as the data are texts)");
        }
        if (settings instanceof FeatureSettings hashed && hashed.words() == 0 && hashed.charsTo() == 0) {
            throw new IllegalArgumentException("features: " + settings
                    + " (expected: words or charsto above 0, as nothing is left of a text otherwise)");
        }
        return settings;
    }

    /**
     * How rows become what the model reads. Texts are encoded already, and the learner is told how. Default for numbers:
     * {@code dense}, all that helps a linear model; if another model is given, as they are, or standardised if that is asked for.
     */
    EncoderSettings of(LabelledData data) {
        boolean standardize = root.flag("standardize", false);
        if (root.has("standardize") && root.has("features")) {
            throw new IllegalArgumentException("standardize: " + standardize
                    + " beside features (expected: one of the two; features have a standardize of their own)");
        }
        if (data instanceof EncodedTexts texts) {
            if (standardize) {
                throw new IllegalArgumentException("standardize: true (expected: for numbers; the data are texts)");
            }
            return texts.settings();
        }
        int numbers = data instanceof TableData table ? table.numbers() : data.dimension();
        if (root.has("features")) {
            EncoderSettings settings = EncoderSettings.parse(root.text("features", ""), data.dimension(), numbers);
            if (settings.readsTexts()) {
                throw new IllegalArgumentException("features: " + Excerpt.of(settings.toString())
                        + " (expected: dense(...) or vectors(...), as the data are numbers)");
            }
            if (settings instanceof VectorSettings vectors && vectors.queryDimension() != data.dimension()) {
                throw new IllegalArgumentException("dimension of features: " + vectors.queryDimension() + " (expected: "
                        + data.dimension() + ", that of the data)");
            }
            if (isSparse(data) && numbers == data.dimension() && !settings.equals(VectorSettings.asGiven(numbers))) {
                throw new IllegalArgumentException("features: " + Excerpt.of(settings.toString())
                        + " (expected: vectors, as the rows of these data are sparse)");
            }
            if (isSparse(data) && readsDenseOnly(settings)) {
                throw new IllegalArgumentException(
                        "features: " + Excerpt.of(settings.toString()) + " (expected: numbers=" + numbers
                                + ", as the rows of these data are sparse: after " + numbers
                                + " numbers they have categories)");
            }
            return settings;
        }
        if (isSparse(data) && numbers == data.dimension()) {
            if (standardize) {
                throw new IllegalArgumentException("standardize: true (expected: for dense numbers; these are sparse)");
            }
            return VectorSettings.asGiven(data.dimension());
        }
        boolean leaveToModel = LearnerSpec.givesModel(root) || root.has("standardize");
        return leaveToModel
                ? new VectorSettings(data.dimension(), standardize, 1, false, numbers)
                : VectorSettings.dense(data.dimension(), numbers);
    }

    /** Whether all positions are taken for numbers, and not left as they are. */
    private static boolean readsDenseOnly(EncoderSettings settings) {
        return settings instanceof VectorSettings vectors
                && vectors.numbers() == vectors.queryDimension()
                && !vectors.equals(VectorSettings.asGiven(vectors.queryDimension()));
    }

    private static boolean isSparse(LabelledData data) {
        FeatureVector row = new FeatureVector();
        data.readInto(0, row);
        return !row.isDense();
    }
}
