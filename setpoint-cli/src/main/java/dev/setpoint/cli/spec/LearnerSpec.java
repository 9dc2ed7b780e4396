package dev.setpoint.cli.spec;

import com.fasterxml.jackson.databind.JsonNode;
import dev.setpoint.Coverage;
import dev.setpoint.EmptySets;
import dev.setpoint.HeadSettings;
import dev.setpoint.LearnerSettings;
import dev.setpoint.LearnerSettingsBuilder;
import dev.setpoint.Normalization;
import dev.setpoint.estimate.IndicatorEstimator;
import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.loss.Loss;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.notation.Excerpt;
import dev.setpoint.policy.Policy;
import dev.setpoint.score.Score;
import dev.setpoint.sim.EncodedTexts;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.sim.data.TableData;
import dev.setpoint.track.TrackerSettings;
import java.util.List;
import java.util.Set;

/** What an experiment file says of the learner; what it does not say is left to {@link LearnerSettingsBuilder}. */
final class LearnerSpec {
    private static final Set<String> HEAD_KEYS = Set.of("name", "score", "tracker");
    private static final Set<String> ESTIMATOR_KEYS = Set.of("model", "thresholds");

    private final SpecObject root;

    LearnerSpec(SpecObject root) {
        this.root = root;
    }

    /** The learner for these data, to be told what depends on the stream. */
    LearnerSettingsBuilder builder(LabelledData data) {
        LearnerSettingsBuilder builder = LearnerSettings.builder(data.labels());
        if (root.has("alpha")) {
            builder.alpha(root.number("alpha", Double.NaN));
        }
        EncoderSettings features = new FeatureSpec(root).of(data);
        builder.features(features);
        setLabelTexts(builder, data.labels(), features.readsTexts());
        if (root.has("policy")) {
            builder.policy(Policy.parse(root.text("policy", "")));
        }
        if (root.has("floor")) {
            builder.floor(root.number("floor", Double.NaN));
        }
        setEstimators(builder);
        if (givesModel(root)) {
            if (root.text("model", "").strip().equals("given")) {
                refuseOthersThanProbabilities(data);
            }
            builder.model(model(features.dimension()));
        }
        if (root.has("empty")) {
            builder.emptySets(EmptySets.parse(root.text("empty", "")));
        }
        if (root.has("coverage")) {
            builder.coverage(Coverage.parse(root.text("coverage", "")));
        }
        if (root.has("normalize")) {
            builder.normalization(Normalization.parse(root.text("normalize", "")));
        }
        addHeads(builder);
        return builder;
    }

    private void addHeads(LearnerSettingsBuilder builder) {
        if (root.has("heads")
                && (!root.node("heads").isArray() || root.node("heads").isEmpty())) {
            throw new IllegalArgumentException(
                    "heads: " + Excerpt.of(root.node("heads").toString()) + " (expected: a list of heads)");
        }
        for (JsonNode head : root.node("heads")) {
            SpecObject given = new SpecObject("heads: ", head, HEAD_KEYS);
            if (head.isEmpty()) {
                throw new IllegalArgumentException("heads: {} (expected: a name, a score or a tracker in each)");
            }
            String score = given.text("score", HeadSettings.DEFAULT.score().toString());
            TrackerSettings tracker = given.has("tracker")
                    ? TrackerSettings.parse(given.text("tracker", ""))
                    : HeadSettings.DEFAULT.tracker();
            String name = given.text("tracker", HeadSettings.DEFAULT.name()) + " on " + score;
            builder.head(given.text("name", name), Score.parse(score), tracker);
        }
    }

    private static void refuseOthersThanProbabilities(LabelledData data) {
        int labels = data.labels().size();
        int numbers = data instanceof TableData table ? table.numbers() : data.dimension();
        if (data instanceof EncodedTexts || data.dimension() != labels || numbers != labels) {
            String found = data instanceof EncodedTexts
                    ? "texts"
                    : numbers < data.dimension() ? "categories" : numbers + " numbers in a row";
            throw new IllegalArgumentException("model: given, with " + found + " (expected: " + labels
                    + " columns of probabilities, one for each label, and no others: " + Excerpt.of(data.labels())
                    + ")");
        }
    }

    private ModelSettings model(int dimension) {
        try {
            return ModelSettings.parse(root.text("model", ""), dimension);
        } catch (IllegalArgumentException e) {
            // core names a module that is missing; how to have it is the command's to say
            boolean isMissing = e.getMessage().contains("setpoint-deep");
            throw isMissing ? new IllegalArgumentException(e.getMessage() + "; ./setpoint --deep has it", e) : e;
        }
    }

    /** Whether a model other than the default is asked for: the default's bare name says no more than leaving it out. */
    static boolean givesModel(SpecObject root) {
        return root.has("model") && !root.text("model", "").strip().equals("softmax-regression");
    }

    /**
     * What the model descends, and the estimator for the thresholds. An estimator's name alone is for both, and {@code estimator.model} is
     * the older spelling of {@code loss}.
     */
    private void setEstimators(LearnerSettingsBuilder builder) {
        boolean hasLoss = root.has("loss");
        if (hasLoss) {
            builder.loss(Loss.parse(root.text("loss", "")));
        }
        JsonNode node = root.node("estimator");
        if (node.isMissingNode() || node.isNull()) {
            return;
        }
        if (node.isValueNode()) {
            IndicatorEstimator both = IndicatorEstimator.parse(node.asText());
            refuseBoth(hasLoss, "estimator: " + both, both);
            builder.loss(new CrossEntropyLoss(both)).thresholdEstimator(both);
            return;
        }
        SpecObject given = new SpecObject("estimator: ", node, ESTIMATOR_KEYS);
        if (given.has("model")) {
            IndicatorEstimator model = IndicatorEstimator.parse(given.text("model", ""));
            refuseBoth(hasLoss, "estimator: model: " + model, null);
            builder.loss(new CrossEntropyLoss(model));
        }
        if (given.has("thresholds")) {
            builder.thresholdEstimator(IndicatorEstimator.parse(given.text("thresholds", "")));
        }
    }

    private static void refuseBoth(boolean hasLoss, String estimator, IndicatorEstimator thresholds) {
        if (hasLoss) {
            throw new IllegalArgumentException(estimator + " beside loss (expected: loss alone for the model"
                    + (thresholds == null ? ")" : ", and estimator: {thresholds: " + thresholds + "})"));
        }
    }

    /** {@code names} (the default for texts), {@code none}, or a text for some of the labels, the others keeping their names. */
    private void setLabelTexts(LearnerSettingsBuilder builder, List<String> labels, boolean readsTexts) {
        JsonNode node = root.node("labeltexts");
        if (node.isObject()) {
            SpecObject given = new SpecObject("labeltexts: ", node, Set.copyOf(labels));
            refuseLabelTexts(Excerpt.of(node.toString()), readsTexts);
            builder.labelTexts(labels.stream()
                    .map(label -> given.text(label, LearnerSettings.textOf(label)))
                    .toList());
            return;
        }
        switch (root.text("labeltexts", "names")) {
            case "names" -> refuseLabelTexts("names", readsTexts || !root.has("labeltexts"));
            case "none" -> builder.labelTexts(List.of());
            default ->
                throw new IllegalArgumentException(
                        "labeltexts: " + Excerpt.of(node.asText()) + " (expected: names, none, or a text per label)");
        }
    }

    private static void refuseLabelTexts(String found, boolean readsTexts) {
        if (!readsTexts) {
            throw new IllegalArgumentException(
                    "labeltexts: " + found + " (expected: none, or to be left out, as the data are numbers)");
        }
    }
}
