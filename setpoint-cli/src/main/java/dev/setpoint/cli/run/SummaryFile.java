package dev.setpoint.cli.run;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.setpoint.LearnerSettings;
import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.sim.RunSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** {@code summary.json}: of a whole run, and in the same form of each seed while others are under way. */
final class SummaryFile {
    private static final int QUARTERS = 4;

    private static final ObjectMapper READER = JsonMapper.builder()
            .addModule(nullIsNaN())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .build();

    private SummaryFile() {}

    /** The file's content. */
    static byte[] bytes(LearnerSettings learner, int seeds, RunSummary summary) throws IOException {
        ObjectMapper json = RunJson.MAPPER;
        ObjectNode root = json.createObjectNode();
        root.put("alpha", learner.alpha());
        root.put("coverage", learner.coverage().toString());
        root.put("seeds", seeds);
        root.set("correctPulls", json.valueToTree(summary.correctPulls()));
        root.set("rightPulls", json.valueToTree(summary.correctPulls())); // its earlier name, for scripts
        root.set("crossEntropy", json.valueToTree(summary.crossEntropy()));
        root.set("heads", json.valueToTree(summary.heads()));
        if (!summary.outOfScope().isEmpty()) {
            root.set("outOfScope", json.valueToTree(summary.outOfScope()));
        }
        return RunJson.bytes(root);
    }

    /**
     * The same numbers again, bit for bit.
     *
     * @param heads the names of those that it must be about
     * @throws Failure if the file is damaged
     */
    static RunSummary read(Path file, List<String> heads) throws IOException {
        ObjectNode root = (ObjectNode) RunJson.read(file);
        if (!root.has("outOfScope")) {
            root.putArray("outOfScope");
        }
        try {
            RunSummary read = READER.treeToValue(root, RunSummary.class);
            if (isWhole(read, heads)) {
                return read;
            }
        } catch (JsonProcessingException e) {
            // whose message is about our classes
        }
        throw Failure.data(file + ": not the summary of a seed of this run (expected: what the run has written)");
    }

    private static boolean isWhole(RunSummary summary, List<String> heads) {
        return areQuarters(List.of(summary.correctPulls(), summary.crossEntropy()))
                && summary.heads().stream().allMatch(head -> head != null && hasQuarters(head))
                && summary.heads().stream().map(RunSummary.Head::name).toList().equals(heads)
                && summary.outOfScope().stream().allMatch(Objects::nonNull)
                && (summary.outOfScope().isEmpty() || summary.outOfScope().size() == heads.size());
    }

    private static boolean hasQuarters(RunSummary.Head head) {
        return areQuarters(List.of(
                head.coverageMin(),
                head.coverageMax(),
                head.coverageMean(),
                head.coverageMarginal(),
                head.size(),
                head.emptyShare()));
    }

    private static boolean areQuarters(List<List<Double>> metrics) {
        return metrics.stream().allMatch(metric -> metric.size() == QUARTERS);
    }

    private static SimpleModule nullIsNaN() {
        JsonDeserializer<Double> deserializer = new JsonDeserializer<>() {
            @Override
            public Double deserialize(JsonParser in, DeserializationContext context) throws IOException {
                return in.getDoubleValue();
            }

            @Override
            public Double getNullValue(DeserializationContext context) {
                return Double.NaN;
            }
        };
        return new SimpleModule()
                .addDeserializer(Double.class, deserializer)
                .addDeserializer(double.class, deserializer);
    }
}
