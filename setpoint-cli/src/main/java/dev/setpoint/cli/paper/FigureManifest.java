package dev.setpoint.cli.paper;

import com.fasterxml.jackson.databind.JsonNode;
import dev.setpoint.cli.report.JsonFile;
import dev.setpoint.cli.report.ReportException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the {@code manifest.json} of a run says.
 *
 * @param folder the run's folder in the output folder
 * @param title of the data
 * @param what the network in words
 * @param classes how many there are, 0 where the file does not say
 * @param seeds planned, as texts
 * @param steps planned, 0 where the file does not say
 * @param stepsDone by seed
 * @param batch queries in a step, 0 where the file does not say
 * @param deviations from the paper, a sentence each
 * @param made by which version and command, empty where the file does not say
 * @param entries everything in the file, flattened
 */
record FigureManifest(
        String folder,
        String data,
        String title,
        Feedback feedback,
        String network,
        String what,
        int classes,
        List<String> labels,
        List<String> seeds,
        long steps,
        Map<String, Long> stepsDone,
        int batch,
        double alpha,
        List<String> deviations,
        String made,
        List<Map.Entry<String, String>> entries) {
    static final String FILE = "manifest.json";

    FigureManifest {
        labels = List.copyOf(labels);
        seeds = List.copyOf(seeds);
        stepsDone = Map.copyOf(stepsDone);
        deviations = List.copyOf(deviations);
        entries = List.copyOf(entries);
    }

    /**
     * Reads the manifest of one folder of the output folder.
     *
     * @throws ReportException if it is not there or not as it should be
     */
    static FigureManifest read(Path out, String folder) throws IOException {
        JsonFile file = JsonFile.read(out, folder + "/" + FILE);
        JsonNode root = file.root();
        JsonNode described = root.path("data"); // its name alone in files of earlier versions
        String data = described.isObject() ? file.text(described, "name") : file.text(root, "data");
        Feedback feedback = Feedback.of(file.text(root, "feedback"))
                .orElseThrow(() -> file.wrong("feedback", root.path("feedback"), "softmax, uniform or labels"));
        double alpha = file.number(root, "alpha");
        if (!(alpha > 0 && alpha < 1)) {
            throw file.wrong("alpha", root.path("alpha"), "in (0, 1)");
        }
        List<String> labels = texts(root.path("labels"));
        return new FigureManifest(
                folder,
                data,
                root.path("title").asText(data),
                feedback,
                root.path("network").asText(""),
                root.path("what").asText(""),
                root.path("classes").asInt(labels.size()),
                labels,
                texts(root.path("seeds")),
                root.path("steps").asLong(0),
                stepsDone(root.path("stepsDone")),
                root.path("batch").asInt(0),
                alpha,
                texts(root.path("deviations")),
                made(root),
                file.entries(List.of("deviations")));
    }

    /** The run in few words: {@code CIFAR-10, softmax policy}. */
    String name() {
        return title + (feedback == Feedback.LABELS ? ", told every label" : ", " + feedback.text() + " policy");
    }

    double target() {
        return 1 - alpha;
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(element -> texts.add(element.asText()));
        return texts;
    }

    private static Map<String, Long> stepsDone(JsonNode object) {
        Map<String, Long> done = new TreeMap<>();
        object.properties()
                .forEach(field -> done.put(field.getKey(), field.getValue().asLong()));
        return done;
    }

    private static String made(JsonNode root) {
        List<String> parts = new ArrayList<>();
        if (root.path("command").isTextual()) {
            parts.add(root.path("command").textValue());
        }
        if (root.path("commit").isTextual()) {
            parts.add("commit " + root.path("commit").textValue());
        }
        root.path("versions")
                .properties()
                .forEach(field ->
                        parts.add(field.getKey() + " " + field.getValue().asText()));
        return String.join("; ", parts);
    }
}
