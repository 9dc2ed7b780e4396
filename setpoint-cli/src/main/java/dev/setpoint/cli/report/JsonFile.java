package dev.setpoint.cli.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JSON object of the run folder, read with one clear sentence for everything that can be wrong with it. */
final class JsonFile {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private final String name;
    private final JsonNode root;

    private JsonFile(String name, JsonNode root) {
        this.name = name;
        this.root = root;
    }

    static JsonFile read(Path folder, String name) throws IOException {
        Path file = folder.resolve(name);
        if (!Files.isRegularFile(file)) {
            throw new ReportException(name + ": not found in " + folder + " (expected: a run folder).");
        }
        JsonNode root;
        try {
            root = MAPPER.readTree(Files.readAllBytes(file));
        } catch (JsonProcessingException e) {
            throw new ReportException(
                    name + " line " + e.getLocation().getLineNr() + ": not readable as JSON (" + e.getOriginalMessage()
                            + ").",
                    e);
        }
        if (!root.isObject()) {
            throw new ReportException(name + ": not an object (expected: a JSON object).");
        }
        return new JsonFile(name, root);
    }

    JsonNode root() {
        return root;
    }

    String text(JsonNode object, String field) throws ReportException {
        JsonNode node = object.path(field);
        if (!node.isTextual()) {
            throw wrong(field, node, "a string");
        }
        return node.textValue();
    }

    /** The strings of an array. */
    List<String> texts(JsonNode object, String field) throws ReportException {
        JsonNode node = array(object, field);
        List<String> texts = new ArrayList<>();
        for (JsonNode element : node) {
            if (!element.isTextual()) {
                throw wrong(field, node, "an array of strings");
            }
            texts.add(element.textValue());
        }
        return texts;
    }

    JsonNode array(JsonNode object, String field) throws ReportException {
        JsonNode node = object.path(field);
        if (!node.isArray()) {
            throw wrong(field, node, "an array");
        }
        return node;
    }

    double number(JsonNode object, String field) throws ReportException {
        return number(field, object.path(field));
    }

    /** The four numbers of the quarters; null and NaN mean "no value". */
    List<Double> quarters(JsonNode object, String field) throws ReportException {
        JsonNode node = array(object, field);
        if (node.size() != 4) {
            throw wrong(field, node, "4 numbers, one per quarter");
        }
        List<Double> quarters = new ArrayList<>();
        for (JsonNode element : node) {
            quarters.add(number(field, element));
        }
        return quarters;
    }

    ReportException wrong(String field, JsonNode found, String expected) {
        String shown = found.isMissingNode() ? "missing" : found.toString();
        if (shown.length() > 60) {
            shown = shown.substring(0, 57) + "...";
        }
        return new ReportException(name + ": " + field + ": " + shown + " (expected: " + expected + ").");
    }

    private double number(String field, JsonNode node) throws ReportException {
        // Jackson writes NaN as a string unless told otherwise.
        if (node.isNull() || (node.isTextual() && node.textValue().equals("NaN"))) {
            return Double.NaN;
        }
        if (!node.isNumber()) {
            throw wrong(field, node, "a number");
        }
        return node.doubleValue();
    }
}
