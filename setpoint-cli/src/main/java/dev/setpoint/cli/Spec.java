package dev.setpoint.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.setpoint.Coverage;
import dev.setpoint.EmptySets;
import dev.setpoint.LearnerSettings;
import dev.setpoint.Normalization;
import dev.setpoint.estimate.IndicatorEstimator;
import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.loss.Loss;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.policy.Policy;
import dev.setpoint.score.Score;
import dev.setpoint.sim.Drift;
import dev.setpoint.sim.EncodedTexts;
import dev.setpoint.sim.ExperimentSettings;
import dev.setpoint.sim.FeedbackSettings;
import dev.setpoint.sim.Shift;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.sim.data.NearNames;
import dev.setpoint.sim.data.TableData;
import dev.setpoint.track.TrackerSettings;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** An experiment file: YAML whose keys are checked, each with the default that its javadoc here names. */
final class Spec {
    private static final Set<String> KEYS = Set.of(
            "title",
            "description",
            "data",
            "features",
            "labeltexts",
            "standardize",
            "passes",
            "queries",
            "batch",
            "alpha",
            "model",
            "policy",
            "floor",
            "loss",
            "estimator",
            "normalize",
            "empty",
            "coverage",
            "heads",
            "feedback",
            "drift",
            "shift",
            "outofscope",
            "oracle",
            "window",
            "checkpoints",
            "seeds");
    private static final long MOST_QUERIES = 1_000_000_000_000L;
    private static final Set<String> HEAD_KEYS = Set.of("name", "score", "tracker");
    private static final Set<String> ESTIMATOR_KEYS = Set.of("model", "thresholds");
    private static final Set<String> FEEDBACK_KEYS = Set.of("delay", "dropout", "noise", "labels", "noneof");

    private final String text;
    private final JsonNode root;

    private Spec(String text, JsonNode root) {
        this.text = text;
        this.root = root;
    }

    /**
     * Reads an experiment file.
     *
     * @throws IllegalArgumentException with one sentence if it is not one
     */
    static Spec parse(String text) {
        try {
            YAMLMapper mapper = new YAMLMapper(YAMLFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build());
            JsonNode root = mapper.readTree(text);
            if (!root.isObject()) {
                throw new IllegalArgumentException("not an experiment (expected: keys such as data, model, heads)");
            }
            checkKeys("", root, KEYS);
            Spec spec = new Spec(text, root);
            spec.title(""); // refused here, not when the run is over
            spec.description();
            return spec;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(problem(e), e);
        }
    }

    /** The parser's own sentence and place, which the exception that wraps it does not repeat. */
    private static String problem(JsonProcessingException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
                return "line " + (marked.getProblemMark().getLine() + 1) + ": " + marked.getProblem()
                        + " (a value with brackets inside {...} wants quotes; indent by spaces)";
            }
        }
        int line = e.getLocation() == null ? -1 : e.getLocation().getLineNr();
        String message = e.getOriginalMessage().lines().findFirst().orElse("not YAML");
        return (line > 0 ? "line " + line + ": " : "") + message;
    }

    String text() {
        return text;
    }

    /** Default: the name of the data. */
    String title(String otherwise) {
        return string(root, "title", otherwise);
    }

    /** Default: empty. */
    String description() {
        return string(root, "description", "");
    }

    /** A known name, or an object that describes files; must be there. */
    JsonNode data() {
        JsonNode node = root.path("data");
        if (node.isMissingNode() || node.isNull() || node.isArray()) {
            throw new IllegalArgumentException("data: " + (node.isArray() ? node : "missing")
                    + " (expected: a data set's name, or format and files)");
        }
        return node;
    }

    /** How texts are encoded: {@code hashed} or {@code sentence}. Default: {@link FeatureSettings#DEFAULT}. */
    EncoderSettings textFeatures() {
        if (!root.hasNonNull("features")) {
            return FeatureSettings.DEFAULT;
        }
        EncoderSettings settings = EncoderSettings.parse(string(root, "features", ""), 1);
        if (!settings.readsTexts()) {
            throw new IllegalArgumentException(
                    "features: " + settings + " (expected: hashed(...) or sentence(...), as the data are texts)");
        }
        return settings;
    }

    /**
     * How rows become what the model reads. Texts are encoded already, and the learner is told how. Default for numbers:
     * {@code dense}, all that helps a linear model; if another model is given, as they are, or standardised if that is asked for.
     */
    private EncoderSettings features(LabelledData data) {
        boolean standardize = flag(root, "standardize", false);
        if (root.hasNonNull("standardize") && root.hasNonNull("features")) {
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
        if (root.hasNonNull("features")) {
            EncoderSettings settings = EncoderSettings.parse(string(root, "features", ""), data.dimension(), numbers);
            if (settings.readsTexts()) {
                throw new IllegalArgumentException(
                        "features: " + settings + " (expected: dense(...) or vectors(...), as the data are numbers)");
            }
            if (settings instanceof VectorSettings vectors && vectors.queryDimension() != data.dimension()) {
                throw new IllegalArgumentException("dimension of features: " + vectors.queryDimension() + " (expected: "
                        + data.dimension() + ", that of the data)");
            }
            if (isSparse(data) && numbers == data.dimension() && !settings.equals(VectorSettings.asGiven(numbers))) {
                throw new IllegalArgumentException(
                        "features: " + settings + " (expected: vectors, as the rows of these data are sparse)");
            }
            if (isSparse(data) && readsDenseOnly(settings)) {
                throw new IllegalArgumentException("features: " + settings + " (expected: numbers=" + numbers
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
        boolean leaveToModel = givesModel() || root.hasNonNull("standardize");
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

    /** Whether messages of no known class are decided after the stream. Default: no. */
    boolean outOfScope() {
        return flag(root, "outofscope", false);
    }

    /** A number n for the seeds 1 to n, or a list of seeds. Default: 1. */
    List<Long> seeds() {
        JsonNode node = root.path("seeds");
        if (node.isArray() && !node.isEmpty()) {
            List<Long> seeds = new ArrayList<>();
            for (JsonNode seed : node) {
                if (!seed.canConvertToLong() || !seed.isIntegralNumber() || seeds.contains(seed.longValue())) {
                    throw new IllegalArgumentException("seeds: " + seed + " (expected: different whole numbers)");
                }
                seeds.add(seed.longValue());
            }
            return seeds;
        }
        if (node.isArray()) {
            throw new IllegalArgumentException("seeds: none (expected: at least one)");
        }
        return LongStream.rangeClosed(1, whole(root, "seeds", 1, 1)).boxed().toList();
    }

    /** What to run on these data; every default that is the learner's comes from {@link LearnerSettings.Builder}. */
    ExperimentSettings experiment(LabelledData data) {
        LearnerSettings.Builder builder = LearnerSettings.builder(data.labels());
        if (root.hasNonNull("alpha")) {
            builder.alpha(number(root, "alpha", Double.NaN));
        }
        EncoderSettings features = features(data);
        builder.features(features);
        setLabelTexts(builder, data.labels(), features.readsTexts());
        if (root.hasNonNull("policy")) {
            builder.policy(Policy.parse(string(root, "policy", "")));
        }
        if (root.hasNonNull("floor")) {
            builder.floor(number(root, "floor", Double.NaN));
        }
        setEstimators(builder);
        if (givesModel()) {
            builder.model(model(features.dimension()));
        }
        if (root.hasNonNull("empty")) {
            builder.emptySets(EmptySets.parse(string(root, "empty", "")));
        }
        if (root.hasNonNull("coverage")) {
            builder.coverage(Coverage.parse(string(root, "coverage", "")));
        }
        if (root.hasNonNull("normalize")) {
            builder.normalization(Normalization.parse(string(root, "normalize", "")));
        }
        if (root.hasNonNull("heads") && !root.get("heads").isArray()) {
            throw new IllegalArgumentException("heads: " + root.get("heads") + " (expected: a list of heads)");
        }
        for (JsonNode head : root.path("heads")) {
            checkKeys("heads: ", head, HEAD_KEYS);
            String score = string(head, "score", "softmax");
            TrackerSettings tracker = head.hasNonNull("tracker")
                    ? TrackerSettings.parse(string(head, "tracker", ""))
                    : LearnerSettings.builder(data.labels())
                            .build()
                            .heads()
                            .get(0)
                            .tracker();
            builder.head(
                    string(head, "name", string(head, "tracker", "auto") + " on " + score),
                    Score.parse(score),
                    tracker);
        }
        Shift shift = Shift.parse(string(root, "shift", "none"));
        if (shift instanceof Shift.Covariate covariate && covariate.weights() != Shift.Weights.NONE) {
            builder.maxWeight(covariate.cap());
        }
        FeedbackSettings feedback = feedback();
        int batch = (int) whole(root, "batch", 1, 1);
        // a decision must be able to wait as long as its answer can take
        long wait = (long) feedback.delay() + batch;
        LearnerSettings limits = builder.build();
        builder.maxPending((int) Math.min(Integer.MAX_VALUE, Math.max(limits.maxPending(), 2 * wait)));
        builder.maxAge(Math.max(limits.maxAge(), wait));
        long all = whole(root, "passes", 1, 1) * data.size();
        long queries = whole(root, "queries", all, 1, MOST_QUERIES);
        return new ExperimentSettings(
                builder.build(),
                queries,
                batch,
                feedback,
                Drift.parse(string(root, "drift", "none")),
                shift,
                (int) whole(root, "window", Math.max(1, Math.min(2000, queries / 10)), 1),
                (int) whole(root, "checkpoints", 100, 1),
                flag(root, "oracle", false));
    }

    private ModelSettings model(int dimension) {
        try {
            return ModelSettings.parse(string(root, "model", ""), dimension);
        } catch (IllegalArgumentException e) {
            // core names a module that is missing; how to have it is the command's to say
            boolean isMissing = e.getMessage().contains("setpoint-deep");
            throw isMissing ? new IllegalArgumentException(e.getMessage() + "; ./setpoint --deep has it", e) : e;
        }
    }

    /** Whether a model other than the default is asked for: the default's bare name says no more than leaving it out. */
    private boolean givesModel() {
        return root.hasNonNull("model") && !string(root, "model", "").strip().equals("softmax-regression");
    }

    /**
     * What the model descends, and the estimator for the thresholds. An estimator's name alone is for both, and {@code estimator.model} is
     * the older spelling of {@code loss}.
     */
    private void setEstimators(LearnerSettings.Builder builder) {
        boolean hasLoss = root.hasNonNull("loss");
        if (hasLoss) {
            builder.loss(Loss.parse(string(root, "loss", "")));
        }
        JsonNode node = root.path("estimator");
        if (node.isMissingNode() || node.isNull()) {
            return;
        }
        if (node.isValueNode()) {
            IndicatorEstimator both = IndicatorEstimator.parse(node.asText());
            refuseBoth(hasLoss, "estimator: " + both, both);
            builder.loss(new CrossEntropyLoss(both)).thresholdEstimator(both);
            return;
        }
        checkKeys("estimator: ", node, ESTIMATOR_KEYS);
        if (node.hasNonNull("model")) {
            IndicatorEstimator model = IndicatorEstimator.parse(string(node, "model", ""));
            refuseBoth(hasLoss, "estimator: model: " + model, null);
            builder.loss(new CrossEntropyLoss(model));
        }
        if (node.hasNonNull("thresholds")) {
            builder.thresholdEstimator(IndicatorEstimator.parse(string(node, "thresholds", "")));
        }
    }

    private static void refuseBoth(boolean hasLoss, String estimator, IndicatorEstimator thresholds) {
        if (hasLoss) {
            throw new IllegalArgumentException(estimator + " beside loss (expected: loss alone for the model"
                    + (thresholds == null ? ")" : ", and estimator: {thresholds: " + thresholds + "})"));
        }
    }

    /** {@code names} (the default for texts), {@code none}, or a text for some of the labels, the others keeping their names. */
    private void setLabelTexts(LearnerSettings.Builder builder, List<String> labels, boolean readsTexts) {
        JsonNode node = root.path("labeltexts");
        if (node.isObject()) {
            checkKeys("labeltexts: ", node, Set.copyOf(labels));
            refuseLabelTexts(node.toString(), readsTexts);
            builder.labelTexts(labels.stream()
                    .map(label -> string(node, label, LearnerSettings.textOf(label)))
                    .toList());
            return;
        }
        switch (string(root, "labeltexts", "names")) {
            case "names" -> refuseLabelTexts("names", readsTexts || !root.hasNonNull("labeltexts"));
            case "none" -> builder.labelTexts(List.of());
            default ->
                throw new IllegalArgumentException(
                        "labeltexts: " + node.asText() + " (expected: names, none, or a text per label)");
        }
    }

    private static void refuseLabelTexts(String found, boolean readsTexts) {
        if (!readsTexts) {
            throw new IllegalArgumentException(
                    "labeltexts: " + found + " (expected: none, or to be left out, as the data are numbers)");
        }
    }

    /** Default: every answer at once and true, and no more than correct or incorrect. */
    private FeedbackSettings feedback() {
        JsonNode node = root.path("feedback");
        if (node.isMissingNode() || node.isNull()) {
            return FeedbackSettings.IMMEDIATE;
        }
        checkKeys("feedback: ", node, FEEDBACK_KEYS);
        return new FeedbackSettings(
                (int) whole(node, "delay", 0, 0),
                number(node, "dropout", 0),
                number(node, "noise", 0),
                number(node, "labels", 0),
                number(node, "noneof", 0));
    }

    static boolean flag(JsonNode node, String key, boolean otherwise) {
        JsonNode value = node.path(key);
        if (value.isMissingNode() || value.isNull()) {
            return otherwise;
        }
        if (!value.isBoolean()) {
            throw new IllegalArgumentException(key + ": " + value.asText() + " (expected: true or false)");
        }
        return value.booleanValue();
    }

    static void checkKeys(String where, JsonNode node, Set<String> known) {
        if (!node.isObject()) {
            throw new IllegalArgumentException(where + node + " (expected: keys " + sorted(known) + ")");
        }
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!known.contains(name)) {
                throw new IllegalArgumentException(where + name + ": unknown key (expected: one of " + sorted(known)
                        + NearNames.nearest(sorted(known), name) + ")");
            }
        }
    }

    private static List<String> sorted(Set<String> keys) {
        return keys.stream().sorted().toList();
    }

    static String string(JsonNode node, String key, String otherwise) {
        JsonNode value = node.path(key);
        if (value.isContainerNode()) {
            throw new IllegalArgumentException(key + ": " + value + " (expected: one value)");
        }
        return value.isMissingNode() || value.isNull() ? otherwise : value.asText();
    }

    private static double number(JsonNode node, String key, double otherwise) {
        JsonNode value = node.path(key);
        if (value.isMissingNode() || value.isNull()) {
            return otherwise;
        }
        if (!value.isNumber()) {
            throw new IllegalArgumentException(key + ": " + value + " (expected: a number)");
        }
        return value.doubleValue();
    }

    static long whole(JsonNode node, String key, long otherwise, long least) {
        return whole(node, key, otherwise, least, Integer.MAX_VALUE);
    }

    private static long whole(JsonNode node, String key, long otherwise, long least, long most) {
        JsonNode value = node.path(key);
        if (value.isMissingNode() || value.isNull()) {
            return otherwise;
        }
        if (!value.isIntegralNumber() || value.bigIntegerValue().compareTo(BigInteger.valueOf(least)) < 0) {
            throw new IllegalArgumentException(key + ": " + value + " (expected: a whole number >= " + least + ")");
        }
        if (value.bigIntegerValue().compareTo(BigInteger.valueOf(most)) > 0) {
            throw new IllegalArgumentException(key + ": " + value + " (expected: a whole number <= " + most + ")");
        }
        return value.longValue();
    }
}
