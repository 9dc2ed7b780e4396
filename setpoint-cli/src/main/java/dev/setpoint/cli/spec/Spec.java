package dev.setpoint.cli.spec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.setpoint.LearnerSettings;
import dev.setpoint.LearnerSettingsBuilder;
import dev.setpoint.cli.terminal.JsonProblem;
import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.notation.Excerpt;
import dev.setpoint.sim.Drift;
import dev.setpoint.sim.ExperimentSettings;
import dev.setpoint.sim.FeedbackSettings;
import dev.setpoint.sim.ImageTransform;
import dev.setpoint.sim.Shift;
import dev.setpoint.sim.StreamOrder;
import dev.setpoint.sim.data.LabelledData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** An experiment file: YAML whose keys are checked, each with the default that its javadoc here names. */
public final class Spec {
    private static final Set<String> KEYS = Set.of(
            "title",
            "description",
            "data",
            "features",
            "labeltexts",
            "standardize",
            "passes",
            "queries",
            "order",
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
            "theorems",
            "window",
            "checkpoints",
            "seeds");
    /** What is said of files, and where: people write it beside them. */
    private static final List<String> DATA_KEYS =
            List.of("files", "format", "label", "text", "ignore", "categories", "header", "delimiter");

    private static final long MOST_QUERIES = 1_000_000_000_000L;
    private static final int DEEPEST = 32;

    /** Most characters of an experiment file; 10,000 labels with their texts have room in it. */
    public static final int LONGEST = 2_000_000;

    /** Most replications of a run; each has files of its own. */
    public static final int MOST_SEEDS = 10_000;

    private static final Set<String> FEEDBACK_KEYS = Set.of("delay", "dropout", "noise", "labels", "noneof");

    private final String text;
    private final SpecObject root;

    private Spec(String text, SpecObject root) {
        this.text = text;
        this.root = root;
    }

    /**
     * Reads an experiment file.
     *
     * @throws IllegalArgumentException with one sentence if it is not one
     */
    public static Spec parse(String text) {
        try {
            JsonNode root = tree(text);
            if (!root.isObject()) {
                throw new IllegalArgumentException("not an experiment (expected: keys such as data, model, heads)");
            }
            for (String key : DATA_KEYS) {
                if (root.has(key)) {
                    throw new IllegalArgumentException(key + ": beside data (expected: inside it, as in data: {"
                            + (key.equals("files") ? "" : "files: " + fileOf(root.path("data")) + ", ") + key + ": "
                            + Excerpt.of(root.get(key).toString()) + "})");
                }
            }
            Spec spec = new Spec(text, new SpecObject("", root, KEYS));
            spec.title(""); // refused here, not when the run is over
            spec.description();
            return spec;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(problem(e), e);
        }
    }

    private static String fileOf(JsonNode data) {
        return data.isTextual() && data.asText().contains(".") ? Excerpt.of(data.asText()) : "mine.csv";
    }

    private static JsonNode tree(String text) throws JsonProcessingException {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "too long, " + text.length() + " characters (expected: at most " + LONGEST + ")");
        }
        YAMLMapper mapper = YAMLMapper.builder(YAMLFactory.builder()
                        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                        .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS) // a label may be called No
                        .streamReadConstraints(StreamReadConstraints.builder()
                                .maxNestingDepth(DEEPEST)
                                .build())
                        .build())
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS) // and another 1.10
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .build();
        try (JsonParser parser = new PlainNumbers(mapper.getFactory().createParser(text))) {
            JsonNode root = mapper.readTree(parser);
            if (root == null) {
                return MissingNode.getInstance();
            }
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException(
                        "line " + parser.currentTokenLocation().getLineNr()
                                + ": two documents (expected: one, without a line --- inside)");
            }
            refuseAliases(mapper, text);
            return root;
        } catch (JsonProcessingException e) {
            throw e;
        } catch (IOException e) { // nothing is read but a text
            throw new UncheckedIOException(e);
        }
    }

    /** The tree would have an alias's name in its place. */
    private static void refuseAliases(YAMLMapper mapper, String text) throws IOException {
        try (YAMLParser parser = mapper.getFactory().createParser(text)) {
            while (parser.nextToken() != null) {
                if (parser.isCurrentAlias()) {
                    throw new IllegalArgumentException(
                            "line " + parser.currentTokenLocation().getLineNr() + ": *" + Excerpt.of(parser.getText())
                                    + " (expected: the value itself; aliases are not read)");
                }
            }
        }
    }

    /** The parser's own sentence and place, which the exception that wraps it does not repeat. */
    private static String problem(JsonProcessingException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
                return "line " + (marked.getProblemMark().getLine() + 1) + ": " + Excerpt.of(marked.getProblem())
                        + " (a value with brackets inside {...} wants quotes; indent by spaces)";
            }
        }
        int line = e.getLocation() == null ? -1 : e.getLocation().getLineNr();
        return (line > 0 ? "line " + line + ": " : "") + JsonProblem.of(e);
    }

    /** The file as it was read. */
    public String text() {
        return text;
    }

    /** Default: the name of the data. */
    public String title(String otherwise) {
        return root.text("title", otherwise);
    }

    /** Default: empty. */
    public String description() {
        return root.text("description", "");
    }

    /** A known name, or an object that describes files; must be there. */
    public JsonNode data() {
        JsonNode node = root.node("data");
        if (node.isMissingNode() || node.isNull() || node.isArray()) {
            throw new IllegalArgumentException("data: " + (node.isArray() ? Excerpt.of(node.toString()) : "missing")
                    + " (expected: a data set's name, or format and files)");
        }
        return node;
    }

    /** How texts are encoded: {@code hashed} or {@code sentence}. Default: {@link FeatureSettings#DEFAULT}. */
    public EncoderSettings textFeatures() {
        return new FeatureSpec(root).ofTexts();
    }

    /** Whether messages of no known class are decided after the stream. Default: no. */
    public boolean outOfScope() {
        return root.flag("outofscope", false);
    }

    /** A number n for the seeds 1 to n, or a list of seeds. Default: 1. */
    public List<Long> seeds() {
        JsonNode node = root.node("seeds");
        if (node.isArray() && !node.isEmpty()) {
            if (node.size() > MOST_SEEDS) {
                throw new IllegalArgumentException(
                        "seeds: " + node.size() + " numbers (expected: at most " + MOST_SEEDS + ")");
            }
            Set<Long> seeds = new LinkedHashSet<>();
            for (JsonNode seed : node) {
                if (!seed.canConvertToLong() || !seed.isIntegralNumber() || !seeds.add(seed.longValue())) {
                    throw new IllegalArgumentException(
                            "seeds: " + Excerpt.of(seed.toString()) + " (expected: different whole numbers)");
                }
            }
            return List.copyOf(seeds);
        }
        if (node.isArray()) {
            throw new IllegalArgumentException("seeds: none (expected: at least one)");
        }
        return LongStream.rangeClosed(1, root.whole("seeds", 1, 1, MOST_SEEDS))
                .boxed()
                .toList();
    }

    /** What to run on these data. */
    public ExperimentSettings experiment(LabelledData data) {
        LearnerSettingsBuilder builder = new LearnerSpec(root).builder(data);
        Shift shift = Shift.parse(root.text("shift", "none"));
        if (shift instanceof Shift.Covariate covariate && covariate.weights() != Shift.Weights.NONE) {
            builder.maxWeight(covariate.cap());
        }
        FeedbackSettings feedback = feedback();
        int batch = root.whole("batch", 1, 1);
        // a decision must be able to wait as long as its answer can take
        long wait = (long) feedback.delay() + batch;
        LearnerSettings limits = builder.build();
        builder.maxPending((int) Math.min(Integer.MAX_VALUE, Math.max(limits.maxPending(), 2 * wait)));
        builder.maxAge(Math.max(limits.maxAge(), wait));
        long all = (long) root.whole("passes", 1, 1) * data.size();
        long queries = root.whole("queries", all, 1, MOST_QUERIES);
        refuseAbove("batch", batch, queries);
        int window = root.whole("window", (int) Math.max(1, Math.min(2000, queries / 10)), 1);
        refuseAbove("window", window, queries);
        return new ExperimentSettings(
                builder.build(),
                queries,
                batch,
                feedback,
                Drift.parse(root.text("drift", "none")),
                shift,
                window,
                root.whole("checkpoints", 100, 1),
                root.flag("oracle", false),
                ImageTransform.NONE,
                root.flag("theorems", true),
                StreamOrder.Kind.parse(root.text("order", "shuffled")));
    }

    private static void refuseAbove(String key, int value, long queries) {
        if (value > queries) {
            throw new IllegalArgumentException(
                    key + ": " + value + " (expected: at most " + queries + ", the queries of the stream)");
        }
    }

    /** Default: every answer at once and true, and no more than correct or incorrect. */
    private FeedbackSettings feedback() {
        JsonNode node = root.node("feedback");
        if (node.isMissingNode() || node.isNull()) {
            return FeedbackSettings.IMMEDIATE;
        }
        SpecObject given = new SpecObject("feedback: ", node, FEEDBACK_KEYS);
        return new FeedbackSettings(
                given.whole("delay", 0, 0),
                given.number("dropout", 0),
                given.number("noise", 0),
                given.number("labels", 0),
                given.number("noneof", 0));
    }
}
