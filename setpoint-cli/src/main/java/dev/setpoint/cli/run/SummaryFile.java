package dev.setpoint.cli.run;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.setpoint.LearnerSettings;
import dev.setpoint.sim.RunSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** {@code summary.json}: of a whole run, and in the same form of each seed while others are under way. */
final class SummaryFile {
    private static final ObjectMapper READER =
            new ObjectMapper().registerModule(nullIsNaN()).disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

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

    /** The same numbers again, bit for bit. */
    static RunSummary read(Path file) throws IOException {
        RunSummary read = RunJson.checked(file, () -> READER.readValue(file.toFile(), RunSummary.class));
        return read.outOfScope() != null
                ? read
                : new RunSummary(read.correctPulls(), read.crossEntropy(), read.heads(), List.of());
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
