package dev.setpoint.cli.paper;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A run's folder with numbers chosen by hand. */
final class ConstructedRun {
    private final Path out;
    private final String folder;
    private final Map<String, Object> manifest = new LinkedHashMap<>();
    private final StringBuilder model =
            new StringBuilder("seed,step,cross_entropy,cross_entropy_window,correct_pulls,correct_pulls_window\n");
    private final StringBuilder pulls = new StringBuilder("seed,step,label,correct_pulls\n");
    private final StringBuilder heads = new StringBuilder(
            "seed,step,head,coverage_min,coverage_max,size,coverage_window_min,coverage_window_max,size_window\n");

    ConstructedRun(Path out, String data, Feedback feedback) {
        this.out = out;
        folder = data + "-" + feedback.text();
        manifest.put("data", data);
        manifest.put("title", SyntheticPaper.title(data));
        manifest.put("feedback", feedback.text());
        manifest.put("network", "mlp(2)");
        manifest.put("what", "a network");
        manifest.put("classes", data.equals("cifar100") ? 20 : 10);
        manifest.put("alpha", 0.05);
        manifest.put("batch", 256);
    }

    ConstructedRun with(String field, Object value) {
        manifest.put(field, value);
        return this;
    }

    ConstructedRun model(int seed, int step, double crossEntropy) {
        model.append(row(seed, step, crossEntropy, crossEntropy, 0.5, 0.5));
        return this;
    }

    ConstructedRun pulls(int seed, int step, String label, double share) {
        pulls.append(row(seed, step, label, share));
        return this;
    }

    ConstructedRun head(int seed, int step, String head, double least, double most, double size) {
        return head(seed, step, head, least, most, size, size);
    }

    /** A head whose last window was not as the whole run. */
    ConstructedRun head(int seed, int step, String head, double least, double most, double size, double sizeOfWindow) {
        heads.append(row(seed, step, head, least, most, size, least, most, sizeOfWindow));
        return this;
    }

    /** One seed, the same curve for every score: least, most and size at each of these steps. */
    ConstructedRun heads(String tracker, int[] steps, double[] least, double[] most, double[] size) {
        for (String score : FigureRun.SCORES) {
            for (int i = 0; i < steps.length; i++) {
                head(1, steps[i], score + " " + tracker, least[i], most[i], size[i]);
            }
        }
        return this;
    }

    private static String row(Object... fields) {
        StringBuilder row = new StringBuilder();
        for (Object field : fields) {
            row.append(row.length() == 0 ? "" : ",").append(field);
        }
        return row.append('\n').toString();
    }

    /** Writes it and reads it back; warnings fail the test. */
    FigureRun write() throws IOException {
        Path place = Files.createDirectories(out.resolve(folder));
        Files.write(place.resolve("manifest.json"), new ObjectMapper().writeValueAsBytes(manifest));
        for (Map.Entry<String, StringBuilder> file :
                List.of(Map.entry("model.csv", model), Map.entry("pulls.csv", pulls), Map.entry("heads.csv", heads))) {
            Files.write(place.resolve(file.getKey()), file.getValue().toString().getBytes(StandardCharsets.UTF_8));
        }
        return FigureRun.read(out, folder, warning -> {
            throw new AssertionError(warning);
        });
    }
}
