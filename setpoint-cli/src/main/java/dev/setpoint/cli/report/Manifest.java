package dev.setpoint.cli.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What {@code manifest.json} says: how the run was made.
 *
 * @param window queries in windowed metrics, 0 where the file does not say
 * @param queries of the stream of one seed, 0 where the file does not say
 * @param rows of the data, 0 where the file does not say
 * @param drift one sentence about labels that drift along the stream, empty if none do
 * @param shift one sentence about covariate shift, empty if there is none
 * @param learner the learner's settings as text, empty where the file does not say
 * @param experiment the settings of its world, a line each, empty where the file does not say
 * @param labels every label of the problem, in its order
 * @param warnings about data and settings, possibly none
 * @param read what was understood of the data; null where the file does not say
 * @param examples queries of the run with the sets they were answered with, possibly none
 * @param entries everything else the file holds, flattened to {@code path -> value} in the order of the file
 */
record Manifest(
        String title,
        String description,
        String issuingHead,
        long window,
        long queries,
        long rows,
        String drift,
        String shift,
        String learner,
        String experiment,
        List<String> labels,
        List<String> warnings,
        Read read,
        List<Example> examples,
        List<Map.Entry<String, String>> entries) {
    static final String FILE = "manifest.json";

    Manifest {
        labels = List.copyOf(labels);
        warnings = List.copyOf(warnings);
        examples = List.copyOf(examples);
        entries = List.copyOf(entries);
    }

    static Manifest read(Path folder) throws IOException {
        JsonFile file = JsonFile.read(folder, FILE);
        JsonNode root = file.root();
        List<Example> examples = new ArrayList<>();
        if (root.has("examples")) {
            for (JsonNode example : file.array(root, "examples")) {
                examples.add(new Example(
                        file.text(example, "text"),
                        file.texts(example, "set"),
                        example.path("arm").asText(""),
                        example.path(example.has("correct") ? "correct" : "right") // the earlier name
                                .asBoolean(false),
                        example.path("label").asText("")));
            }
        }
        return new Manifest(
                file.text(root, "title"),
                file.text(root, "description"),
                file.text(root, "issuingHead"),
                file.count(root, "window"),
                file.count(root, "queries"),
                file.count(root.path("data"), "rows"),
                root.path("drift").asText(""),
                root.path("shift").asText(""),
                root.path("learner").asText(""),
                root.path("experiment").asText(""),
                file.texts(root, "labels"),
                root.has("warnings") ? file.texts(root, "warnings") : List.of(),
                root.path("read").isObject() ? read(root.get("read")) : null,
                examples,
                file.entries(List.of("examples", "read", "warnings")));
    }

    private static Read read(JsonNode node) {
        return new Read(node.path("rows").asText(), texts(node.path("columns")), texts(node.path("labels")));
    }

    private static List<Map.Entry<String, String>> texts(JsonNode object) {
        List<Map.Entry<String, String>> texts = new ArrayList<>();
        object.properties()
                .forEach(field ->
                        texts.add(Map.entry(field.getKey(), field.getValue().asText())));
        return texts;
    }

    /**
     * What was understood of the data.
     *
     * @param rows how many there are, and how they were told apart
     * @param columns what each was read as
     * @param labels how many rows each has
     */
    record Read(String rows, List<Map.Entry<String, String>> columns, List<Map.Entry<String, String>> labels) {
        Read {
            columns = List.copyOf(columns);
            labels = List.copyOf(labels);
        }
    }

    /**
     * One query of the run.
     *
     * @param arm the label that was pulled
     * @param correct whether the pull was correct
     * @param label the true label, empty where it is not known
     */
    record Example(String text, List<String> set, String arm, boolean correct, String label) {
        Example {
            set = List.copyOf(set);
        }
    }
}
