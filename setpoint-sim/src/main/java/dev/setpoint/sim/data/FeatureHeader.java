package dev.setpoint.sim.data;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a file of features says of itself: what its rows are, and what they were computed from.
 *
 * @param name of the data set
 * @param labels the names of the classes, at least 1
 * @param rows how many there are, at least 1
 * @param dimension features per row, in [1, 2^20]; rows and dimension multiply to less than 2^31 - 16
 * @param network the name of the network's file, or empty if the features come from elsewhere
 * @param networkSha256 of that file, or empty
 * @param side to which images were enlarged, or 0
 * @param sources SHA-256 of each data file's content by its name, in the order they were read; may be empty
 * @param normalisation of the features after the network, {@code none} if they are as it gave them
 */
public record FeatureHeader(
        String name,
        List<String> labels,
        int rows,
        int dimension,
        String network,
        String networkSha256,
        int side,
        Map<String, String> sources,
        String normalisation) {
    /** What one array can hold, with room for the header that a Java machine may put before it. */
    private static final long MOST_VALUES = Integer.MAX_VALUE - 16L;

    private static final int WIDEST = 1 << 20;

    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /**
     * Checks and copies.
     *
     * @throws IllegalArgumentException if a number is out of its range, or there is no name or label
     */
    public FeatureHeader {
        labels = List.copyOf(labels);
        sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
        if (name.isBlank()) {
            throw new IllegalArgumentException("name: blank (expected: a name)");
        }
        if (labels.isEmpty()) {
            throw new IllegalArgumentException("labels: none (expected: >= 1)");
        }
        if (rows < 1 || dimension < 1 || dimension > WIDEST || (long) rows * dimension > MOST_VALUES) {
            throw new IllegalArgumentException("rows and dimension: " + rows + " x " + dimension
                    + " (expected: each >= 1, dimension at most 2^20, product below 2^31 - 16)");
        }
        if (side < 0) {
            throw new IllegalArgumentException("side: " + side + " (expected: >= 0)");
        }
    }

    /** The stored form: JSON, always the same bytes for an equal header. */
    byte[] toJson() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringField("name", name);
            json.writeArrayFieldStart("labels");
            for (String label : labels) {
                json.writeString(label);
            }
            json.writeEndArray();
            json.writeNumberField("rows", rows);
            json.writeNumberField("dimension", dimension);
            json.writeObjectFieldStart("network");
            json.writeStringField("file", network);
            json.writeStringField("sha256", networkSha256);
            json.writeEndObject();
            json.writeNumberField("side", side);
            json.writeObjectFieldStart("sources");
            for (Map.Entry<String, String> source : sources.entrySet()) {
                json.writeStringField(source.getKey(), source.getValue());
            }
            json.writeEndObject();
            json.writeStringField("normalisation", normalisation);
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new IllegalStateException("header: cannot be written to memory", impossible);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads the stored form; {@code network}, {@code side}, {@code sources} and {@code normalisation} may be absent.
     *
     * @throws IllegalArgumentException if it is not one; the message says what is wrong
     */
    static FeatureHeader parse(byte[] json) {
        JsonNode root;
        try {
            root = JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("not UTF-8 text", e);
        }
        if (!root.isObject()) {
            throw new IllegalArgumentException("no JSON object");
        }
        if (!root.path("labels").isArray()) {
            throw new IllegalArgumentException(
                    "labels: " + root.path("labels").getNodeType() + " (expected: an array)");
        }
        List<String> labels = new ArrayList<>();
        for (JsonNode label : root.path("labels")) {
            labels.add(text(label, "labels"));
        }
        Map<String, String> sources = new LinkedHashMap<>();
        root.path("sources")
                .properties()
                .forEach(entry -> sources.put(entry.getKey(), text(entry.getValue(), "sources")));
        JsonNode network = root.path("network");
        return new FeatureHeader(
                text(root.path("name"), "name"),
                labels,
                whole(root.path("rows"), "rows"),
                whole(root.path("dimension"), "dimension"),
                network.has("file") ? text(network.get("file"), "network file") : "",
                network.has("sha256") ? text(network.get("sha256"), "network sha256") : "",
                root.has("side") ? whole(root.get("side"), "side") : 0,
                sources,
                root.has("normalisation") ? text(root.get("normalisation"), "normalisation") : "none");
    }

    private static String text(JsonNode node, String field) {
        if (!node.isTextual()) {
            throw new IllegalArgumentException(field + ": " + node.getNodeType() + " (expected: a text)");
        }
        return node.textValue();
    }

    private static int whole(JsonNode node, String field) {
        if (!node.isIntegralNumber() || !node.canConvertToInt()) {
            throw new IllegalArgumentException(
                    field + ": " + DataFormatException.quote(node.toString()) + " (expected: a whole number)");
        }
        return node.intValue();
    }

    /**
     * In what two headers differ.
     *
     * @param field what differs
     * @param found here
     * @param expected there
     */
    record Difference(String field, String found, String expected) {}

    /** The first difference to another header; the labels of rows if the headers are equal. */
    Difference differenceTo(FeatureHeader other) {
        Map<String, String> here = fields();
        Map<String, String> there = other.fields();
        Set<String> names = new LinkedHashSet<>(here.keySet());
        names.addAll(there.keySet());
        for (String field : names) {
            String found = here.getOrDefault(field, "absent");
            String expected = there.getOrDefault(field, "absent");
            if (!found.equals(expected)) {
                return new Difference(field, found, expected);
            }
        }
        return new Difference("labels of the rows", "others", "those of the data");
    }

    private Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("name", name);
        sources.forEach((file, sha256) -> fields.put("data file " + file, sha256));
        fields.put("labels", String.join(", ", labels));
        fields.put("network", network);
        fields.put("network sha256", networkSha256);
        fields.put("side", Integer.toString(side));
        fields.put("rows", Integer.toString(rows));
        fields.put("dimension", Integer.toString(dimension));
        fields.put("normalisation", normalisation);
        return fields;
    }
}
