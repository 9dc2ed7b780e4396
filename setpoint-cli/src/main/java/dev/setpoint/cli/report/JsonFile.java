package dev.setpoint.cli.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.setpoint.cli.terminal.JsonProblem;
import dev.setpoint.notation.Excerpt;
import java.io.CharConversionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A JSON object of the run folder, read with one clear sentence for everything that can be wrong with it. */
public final class JsonFile {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final int MOST_PARTS = 200;
    private static final int FIRST_PARTS = 10;
    private static final int LONGEST_LINE = 10_000;

    private final String name;
    private final JsonNode root;

    private JsonFile(String name, JsonNode root) {
        this.name = name;
        this.root = root;
    }

    /**
     * Reads it.
     *
     * @param name of the file in the folder, also for messages
     * @throws ReportException if it is missing or not a JSON object
     */
    public static JsonFile read(Path folder, String name) throws IOException {
        Path file = folder.resolve(name);
        if (!Files.isRegularFile(file)) {
            throw new ReportException(name + ": not found in " + folder + " (expected: a run folder).");
        }
        JsonNode root;
        try {
            root = MAPPER.readTree(Files.readAllBytes(file));
        } catch (JsonProcessingException e) {
            String line =
                    e.getLocation() == null ? "" : " line " + e.getLocation().getLineNr();
            throw new ReportException(name + line + ": not readable as JSON (" + JsonProblem.of(e) + ").", e);
        } catch (CharConversionException e) { // bytes that look like UTF-32 and are not
            throw new ReportException(name + ": not readable as JSON (not UTF-8 text).", e);
        }
        if (!root.isObject()) {
            throw new ReportException(name + ": not an object (expected: a JSON object).");
        }
        return new JsonFile(name, root);
    }

    /** The object. */
    public JsonNode root() {
        return root;
    }

    /** A string that must be there. */
    public String text(JsonNode object, String field) throws ReportException {
        JsonNode node = object.path(field);
        if (!node.isTextual()) {
            throw wrong(field, node, "a string");
        }
        return node.textValue();
    }

    /** The strings of an array. */
    public List<String> texts(JsonNode object, String field) throws ReportException {
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

    /** An array that must be there. */
    public JsonNode array(JsonNode object, String field) throws ReportException {
        JsonNode node = object.path(field);
        if (!node.isArray()) {
            throw wrong(field, node, "an array");
        }
        return node;
    }

    /** A whole number from 0 on; 0 where it is not there. */
    long count(JsonNode object, String field) throws ReportException {
        JsonNode node = object.path(field);
        if (!node.isMissingNode() && !(node.isIntegralNumber() && node.canConvertToLong() && node.longValue() >= 0)) {
            throw wrong(field, node, "a whole number from 0 on");
        }
        return node.asLong(0);
    }

    /** A number that must be there; null and NaN are NaN. */
    public double number(JsonNode object, String field) throws ReportException {
        return number(field, object.path(field));
    }

    /**
     * Everything the object holds but some fields, flattened to {@code path -> value} in the order of the file. A list of more than
     * {@value #MOST_PARTS} values is cut short, and so is a line of more than {@value #LONGEST_LINE} characters.
     */
    public List<Map.Entry<String, String>> entries(List<String> but) {
        List<Map.Entry<String, String>> entries = new ArrayList<>();
        for (Map.Entry<String, JsonNode> field : root.properties()) {
            if (!but.contains(field.getKey())) {
                flatten(field.getKey(), field.getValue(), entries);
            }
        }
        return entries;
    }

    private static void flatten(String path, JsonNode node, List<Map.Entry<String, String>> into) {
        if (node.isObject()) {
            node.properties().forEach(field -> flatten(path + "." + field.getKey(), field.getValue(), into));
        } else if (node.isArray() && hasContainers(node)) {
            for (int i = 0; i < node.size(); i++) {
                flatten(path + "[" + i + "]", node.get(i), into);
            }
        } else if (node.isArray()) {
            List<String> parts = new ArrayList<>();
            node.forEach(element -> parts.add(element.asText()));
            int shown = parts.size() <= MOST_PARTS ? parts.size() : FIRST_PARTS;
            String rest = shown < parts.size() ? ", ... " + Numbers.whole(parts.size() - shown) + " more" : "";
            into.add(Map.entry(path, String.join(", ", parts.subList(0, shown)) + rest));
        } else {
            into.add(Map.entry(
                    path, node.asText().lines().map(JsonFile::shortened).collect(Collectors.joining("\n"))));
        }
    }

    private static String shortened(String line) {
        return line.length() <= LONGEST_LINE ? line : Excerpt.of(line);
    }

    private static boolean hasContainers(JsonNode array) {
        for (JsonNode element : array) {
            if (element.isContainerNode()) {
                return true;
            }
        }
        return false;
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

    /** The one sentence about a field that is not as expected. */
    public ReportException wrong(String field, JsonNode found, String expected) {
        String shown = found.isMissingNode() ? "missing" : Excerpt.of(found.toString());
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
