package dev.setpoint.cli.paper;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** Output folders with curves such as experiments leave, made up from a seed; for looking at figures, too. */
final class SyntheticPaper {
    static final List<String> RATES = List.of("0.1", "0.05", "0.01", "0.005", "0.001", "0.0005", "0.0001");

    private static final Map<String, List<String>> LABELS = Map.of(
            "cifar10",
            List.of("airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"),
            "cifar100",
            List.of(
                    "aquatic_mammals",
                    "fish",
                    "flowers",
                    "food_containers",
                    "fruit_and_vegetables",
                    "household_electrical_devices",
                    "household_furniture",
                    "insects",
                    "large_carnivores",
                    "large_man-made_outdoor_things",
                    "large_natural_outdoor_scenes",
                    "large_omnivores_and_herbivores",
                    "medium_mammals",
                    "non-insect_invertebrates",
                    "people",
                    "reptiles",
                    "small_mammals",
                    "trees",
                    "vehicles_1",
                    "vehicles_2"),
            "svhn",
            List.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9"));

    private final Path out;
    private int seeds = 5;
    private int checkpoints = 50;
    private Map<Integer, Integer> doneBySeed = Map.of();

    SyntheticPaper(Path out) {
        this.out = out;
    }

    SyntheticPaper seeds(int count) {
        seeds = count;
        return this;
    }

    SyntheticPaper checkpoints(int count) {
        checkpoints = count;
        return this;
    }

    /** How many checkpoints a seed has come to, where that is not all. */
    SyntheticPaper done(Map<Integer, Integer> bySeed) {
        doneBySeed = Map.copyOf(bySeed);
        return this;
    }

    /** Looks at figures: {@code SyntheticPaper FOLDER} makes up three data sets there and draws them. */
    public static void main(String[] arguments) throws IOException {
        Path out = Files.createDirectories(Path.of(arguments[0]));
        SyntheticPaper paper = new SyntheticPaper(out);
        for (String data : List.of("cifar10", "cifar100", "svhn")) {
            for (Feedback feedback : Feedback.values()) {
                paper.write(data, feedback);
            }
        }
        long start = System.nanoTime();
        System.out.println(PaperReport.write(out));
        System.out.printf(Locale.ROOT, "%.1f s%n", (System.nanoTime() - start) / 1e9);
    }

    static String title(String data) {
        return switch (data) {
            case "cifar10" -> "CIFAR-10";
            case "cifar100" -> "CIFAR-100";
            case "svhn" -> "SVHN";
            default -> data;
        };
    }

    void write(String data, Feedback feedback) throws IOException {
        Path folder = Files.createDirectories(out.resolve(data + "-" + feedback.text()));
        List<String> labels = LABELS.getOrDefault(data, List.of("a", "b", "c"));
        int every = data.equals("svhn") ? 143 : 117;
        manifest(folder, data, feedback, labels, every);
        StringBuilder model =
                new StringBuilder("seed,step,cross_entropy,cross_entropy_window,correct_pulls,correct_pulls_window\n");
        StringBuilder pulls = new StringBuilder("seed,step,label,correct_pulls\n");
        StringBuilder heads = new StringBuilder("seed,step,head,coverage_min,coverage_max,size,coverage_window_min,"
                + "coverage_window_max,size_window\n");
        for (int seed = 1; seed <= seeds; seed++) {
            Random random =
                    new Random(31L * seed + data.hashCode() + feedback.text().hashCode());
            int done = doneBySeed.getOrDefault(seed, checkpoints);
            double[] of = random.doubles(40, -1, 1).toArray();
            for (int c = 1; c <= done; c++) {
                double t = c / (double) checkpoints;
                String at = seed + "," + c * every + ",";
                model(model, at, feedback, labels.size(), t, of[0]);
                for (int k = 0; k < labels.size(); k++) {
                    double chance = 1.0 / labels.size();
                    double share = feedback == Feedback.SOFTMAX
                            ? chance + (0.35 + 0.25 * Math.sin(k)) * (1 - Math.exp(-3 * t)) + 0.01 * of[k]
                            : chance + 0.02 * of[k] * Math.exp(-3 * t) + 0.002 * of[k];
                    pulls.append(at)
                            .append(labels.get(k))
                            .append(',')
                            .append(share)
                            .append('\n');
                }
                for (int s = 0; s < FigureRun.SCORES.size(); s++) {
                    for (String tracker : trackers()) {
                        head(heads, at, FigureRun.SCORES.get(s), tracker, feedback, labels.size(), t, of[10 + s]);
                    }
                }
            }
        }
        write(folder, "model.csv", model);
        write(folder, "pulls.csv", pulls);
        write(folder, "heads.csv", heads);
    }

    private static List<String> trackers() {
        List<String> trackers = new ArrayList<>(RATES);
        trackers.add("experts");
        trackers.add("auto");
        return trackers;
    }

    private static void model(StringBuilder out, String at, Feedback feedback, int classes, double t, double noise) {
        double speed = feedback == Feedback.SOFTMAX ? 6 : 3;
        double now = Math.log(classes) * (0.35 + 0.65 * Math.exp(-speed * t)) + 0.15 * noise;
        double correct = feedback == Feedback.SOFTMAX ? 0.2 + 0.4 * t : 1.0 / classes;
        out.append(String.format(
                Locale.ROOT, "%s%.5f,%.5f,%.5f,%.5f%n", at, now, now * 0.9, correct, Math.min(1, correct * 1.1)));
    }

    private static void head(
            StringBuilder out,
            String at,
            String score,
            String tracker,
            Feedback feedback,
            int classes,
            double t,
            double noise) {
        double rate = tracker.equals("experts") ? 0.005 : tracker.equals("auto") ? 0.002 : Double.parseDouble(tracker);
        double speed = 2 + 3 * Math.log10(rate / 0.0001) + (feedback == Feedback.UNIFORM ? 3 : 0);
        double settled = 0.955 + 0.003 * Math.log10(rate / 0.001) + 0.006 * noise;
        double first = score.equals("raps") ? 0.8 : 1;
        double middle = settled + (first - settled) * Math.exp(-speed * t);
        double spread = 0.008 + 0.004 * Math.exp(-4 * t);
        double share = (feedback == Feedback.SOFTMAX ? 0.28 : feedback == Feedback.UNIFORM ? 0.18 : 0.1)
                + 0.04 * Math.log10(rate / 0.001)
                + (score.equals("aps") ? 0.05 : score.equals("raps") ? -0.02 : 0)
                + 0.03 * noise;
        double size = classes * (share + (0.9 - share) * Math.exp(-5 * t));
        out.append(String.format(
                Locale.ROOT,
                "%s%s %s,%.5f,%.5f,%.5f,%.5f,%.5f,%.5f%n",
                at,
                score,
                tracker,
                Math.max(0, middle - spread),
                Math.min(1, middle + spread),
                size,
                settled - 0.01,
                Math.min(1, settled + 0.01),
                classes * share));
    }

    private void manifest(Path folder, String data, Feedback feedback, List<String> labels, int every)
            throws IOException {
        Map<String, Object> manifest = new LinkedHashMap<>();
        manifest.put("data", data);
        manifest.put("title", title(data));
        manifest.put("feedback", feedback.text());
        manifest.put("network", "mlp(512, 256, " + labels.size() + ")");
        manifest.put("what", "frozen ResNet-34 ImageNet features with an MLP head");
        manifest.put("classes", labels.size());
        manifest.put("labels", labels);
        List<Integer> numbers = new ArrayList<>();
        Map<String, Integer> done = new LinkedHashMap<>();
        for (int seed = 1; seed <= seeds; seed++) {
            numbers.add(seed);
            done.put(String.valueOf(seed), every * doneBySeed.getOrDefault(seed, checkpoints));
        }
        manifest.put("seeds", numbers);
        manifest.put("steps", every * checkpoints);
        manifest.put("stepsDone", done);
        manifest.put("batch", 256);
        manifest.put("alpha", 0.05);
        manifest.put(
                "deviations",
                List.of(
                        "The network is not the paper's ResNet50 trained from ImageNet weights.",
                        "Only of " + data + " & nothing <else>."));
        manifest.put("versions", Map.of("setpoint", "0.1.0-SNAPSHOT"));
        Files.write(
                folder.resolve("manifest.json"),
                new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsBytes(manifest));
    }

    private static void write(Path folder, String file, StringBuilder text) throws IOException {
        Files.write(folder.resolve(file), text.toString().replace("\r\n", "\n").getBytes(StandardCharsets.UTF_8));
    }
}
