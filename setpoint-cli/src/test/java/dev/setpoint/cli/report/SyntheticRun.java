package dev.setpoint.cli.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A run folder made up by formulas and seeded noise: NOT results, only shaped like them, for tests and for looking at
 * the page. {@code main} writes one: folder, seeds, checkpoints, heads, labels.
 */
record SyntheticRun(int seeds, int checkpoints, int heads, int labels) {
    private static final List<String> TOPICS = List.of(
            "card arrival",
            "lost or stolen card",
            "exchange rate",
            "refund",
            "cash withdrawal",
            "top-up failed",
            "identity check",
            "transfer not received",
            "fees & charges",
            "close account");
    private static final List<String> SCORES = List.of("softmax", "APS", "RAPS");
    private static final List<String> TRACKERS = List.of("sgd 0.05", "experts 8", "sgd 0.01", "scale-free", "decaying");
    private static final double ALPHA = 0.1;

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        new SyntheticRun(
                        Integer.parseInt(args[1]),
                        Integer.parseInt(args[2]),
                        Integer.parseInt(args[3]),
                        Integer.parseInt(args[4]))
                .writeTo(folder);
        long start = System.nanoTime();
        Report.write(folder);
        System.out.printf(
                Locale.ROOT,
                "report.html: %,d bytes, drawn in %.1f s%n",
                Files.size(folder.resolve("report.html")),
                (System.nanoTime() - start) / 1e9);
    }

    List<String> labelNames() {
        List<String> names = new ArrayList<>();
        for (int k = 0; k < labels; k++) {
            names.add(labels <= TOPICS.size() ? TOPICS.get(k) : "class " + k);
        }
        return names;
    }

    List<String> headNames() {
        List<String> names = new ArrayList<>();
        for (int h = 0; h < heads; h++) {
            names.add(score(h) + " \u00b7 " + tracker(h) + (h >= 15 ? " \u00b7 " + h : ""));
        }
        return names;
    }

    private static String score(int head) {
        return SCORES.get(head % SCORES.size());
    }

    private static String tracker(int head) {
        return TRACKERS.get(head / SCORES.size() % TRACKERS.size());
    }

    void writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        ObjectMapper mapper = new ObjectMapper();
        Files.writeString(folder.resolve("summary.json"), mapper.writeValueAsString(summary()));
        Files.writeString(folder.resolve("manifest.json"), mapper.writeValueAsString(manifest()));
        try (BufferedWriter out = Files.newBufferedWriter(folder.resolve("metrics.csv"))) {
            out.write("seed,step,queries,head,label,metric,value\n");
            for (int seed = 1; seed <= seeds; seed++) {
                writeSeed(out, seed);
            }
        }
    }

    private void writeSeed(BufferedWriter out, int seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        double[] drift = new double[heads * labels];
        double[] error = new double[heads * labels];
        int batch = 64;
        for (int c = 1; c <= checkpoints; c++) {
            int step = c * 5;
            long queries = (long) step * batch;
            String at = seed + "," + step + "," + queries + ",";
            double progress = 1 - Math.exp(-3.0 * c / checkpoints);
            double entropy = Math.log(labels) * (1 - 0.75 * progress);
            row(out, at, "", "", "cross_entropy", entropy + 0.3 * (1 - progress) + noise(random, 0.02));
            row(out, at, "", "", "cross_entropy_window", entropy + noise(random, 0.08));
            row(out, at, "", "", "correct_pulls", 1.0 / labels + 0.7 * progress * (1 - 1.0 / labels));
            row(out, at, "", "", "correct_pulls_window", 1.0 / labels + 0.75 * progress + noise(random, 0.03));
            List<String> names = labelNames();
            for (int k = 0; k < labels; k++) {
                double ease = 0.9 - 0.5 * k / labels;
                row(out, at, "", names.get(k), "correct_pulls", progress * ease + noise(random, 0.02 / Math.sqrt(c)));
                row(out, at, "", names.get(k), "share", share(k));
            }
            for (int h = 0; h < heads; h++) {
                writeHead(out, at, h, c, random, drift, error);
            }
        }
    }

    private double share(int k) {
        double total = 0;
        for (int j = 0; j < labels; j++) {
            total += 1 / (1.0 + 0.25 * j);
        }
        return 1 / (1 + 0.25 * k) / total;
    }

    private void writeHead(
            BufferedWriter out, String at, int h, int c, SplittableRandom random, double[] drift, double[] error)
            throws IOException {
        String head = headNames().get(h);
        boolean algorithm1 = tracker(h).startsWith("sgd");
        double least = 1;
        double most = 0;
        double leastWindow = 1;
        double mostWindow = 0;
        List<String> names = labelNames();
        for (int k = 0; k < labels; k++) {
            int i = h * labels + k;
            double seen = share(k) * c * 320;
            drift[i] = 0.97 * drift[i] + noise(random, 0.12 / Math.sqrt(c + 3));
            error[i] = 0.96 * error[i] + noise(random, 0.05 / Math.sqrt(c + 3));
            double start = -0.25 * Math.exp(-c * 12.0 / checkpoints) * (k % 3) / 2;
            double coverage = clip(1 - ALPHA + start - 0.004 * (h % 4) + drift[i] * 0.5);
            double window = clip(1 - ALPHA + start + drift[i] + noise(random, 0.02));
            boolean unseen = k == labels - 1 && c % 17 == 3;
            least = Math.min(least, coverage);
            most = Math.max(most, coverage);
            if (!unseen) {
                leastWindow = Math.min(leastWindow, window);
                mostWindow = Math.max(mostWindow, window);
            }
            row(out, at, head, names.get(k), "coverage", coverage);
            row(out, at, head, names.get(k), "coverage_window", unseen ? Double.NaN : window);
            double settled = 0.55 + 0.4 * k / labels;
            row(
                    out,
                    at,
                    head,
                    names.get(k),
                    "threshold",
                    settled + (0.9 - settled) * Math.exp(-c * 6.0 / checkpoints) + noise(random, 0.012));
            row(out, at, head, names.get(k), "coverage_estimate", coverage + error[i]);
            double wide = Math.min(0.3, 2 / Math.sqrt(seen + 1));
            row(out, at, head, names.get(k), "coverage_low", clip(coverage + error[i] - wide));
            row(out, at, head, names.get(k), "coverage_high", clip(coverage + error[i] + wide));
            row(out, at, head, names.get(k), "ess", seen * 0.35);
            if (c == checkpoints) {
                if (algorithm1) {
                    row(out, at, head, names.get(k), "theorem1_gap", Math.abs(coverage - 1 + ALPHA));
                    row(out, at, head, names.get(k), "theorem1_bound", 0.2 + 12 / Math.sqrt(seen + 1));
                    row(out, at, head, names.get(k), "theorem2_regret", 0.4 * seen);
                    row(out, at, head, names.get(k), "theorem2_bound", 0.9 * seen);
                } else {
                    row(out, at, head, names.get(k), "theorem3_regret", 0.004);
                    row(out, at, head, names.get(k), "theorem3_bound", 0.31);
                    row(out, at, head, names.get(k), "theorem3_assumption", k % 4 == 1 ? 0 : 1);
                }
            }
        }
        double size = 1.25 + 0.12 * (h % 5) + labels * 0.35 * Math.exp(-c * 5.0 / checkpoints);
        row(out, at, head, "", "coverage_min", least);
        row(out, at, head, "", "coverage_max", most);
        row(out, at, head, "", "coverage_window_min", leastWindow);
        row(out, at, head, "", "coverage_window_max", mostWindow);
        row(out, at, head, "", "size", size + 0.3 + noise(random, 0.02));
        row(out, at, head, "", "size_window", size + noise(random, 0.06));
        row(out, at, head, "", "empty_share", 0.012);
        row(out, at, head, "", "alarms", h % 2);
        if (algorithm1) {
            row(out, at, head, "", "theorem1_bound", 6.0 / Math.sqrt(c * 320.0 / labels));
        }
    }

    private static void row(BufferedWriter out, String at, String head, String label, String metric, double value)
            throws IOException {
        out.write(at + head + "," + label + "," + metric + "," + Math.round(value * 1e6) / 1e6 + "\n");
    }

    private Map<String, Object> summary() {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("alpha", ALPHA);
        summary.put("seeds", seeds);
        summary.put("correctPulls", List.of(0.41, 0.58, 0.66, 0.71));
        List<Map<String, Object>> all = new ArrayList<>();
        for (int h = 0; h < heads; h++) {
            Map<String, Object> head = new LinkedHashMap<>();
            head.put("name", headNames().get(h));
            head.put("score", score(h));
            head.put("tracker", tracker(h));
            head.put("coverageMin", List.of(0.71 - 0.01 * h % 0.1, 0.861, 0.884, 0.8952 - 0.004 * (h % 4)));
            head.put("coverageMax", List.of(0.96, 0.94, 0.923, 0.918));
            head.put("size", List.of(3.1 + 0.1 * (h % 5), 2.2, 1.62, 1.37 + 0.12 * (h % 5)));
            head.put("accumulated", Map.of("coverageMin", 0.862, "coverageMax", 0.921, "size", 2.07));
            all.add(head);
        }
        summary.put("heads", all);
        return summary;
    }

    private Map<String, Object> manifest() {
        Map<String, Object> manifest = new LinkedHashMap<>();
        manifest.put("title", "Routing of support tickets");
        manifest.put(
                "description",
                "Made-up numbers that show the layout: a stream of short customer messages, each answered with a set"
                        + " of topics, learned from whether the one pulled topic was correct.");
        manifest.put("issuingHead", headNames().get(Math.min(1, heads - 1)));
        manifest.put("labels", labelNames());
        manifest.put("settings", Map.of("alpha", ALPHA, "batch", 64));
        manifest.put("seeds", List.of(1, 2, 3, 4, 5));
        manifest.put("gitCommit", "c09138b9e5f5c0ffee");
        manifest.put("data", List.of(Map.of("file", "tickets.csv", "sha256", "9f86d081884c7d659a2feaa0c55ad015")));
        manifest.put("jvm", "OpenJDK 17.0.15");
        List<Map<String, Object>> examples = new ArrayList<>();
        examples.add(example("my new card still hasn't come", List.of(0), 0, 0));
        examples.add(example("the rate you used was wrong, I want my money back", List.of(2, 3, 8), 3, 2));
        examples.add(example("somebody took my wallet on the train", List.of(1), 1, 1));
        examples.add(example("ATM ate it <script>alert(1)</script>", List.of(4, 1), 4, 5));
        examples.add(example("???", List.of(), 7, 9));
        manifest.put("examples", labels >= 10 ? examples : List.of());
        return manifest;
    }

    private Map<String, Object> example(String text, List<Integer> set, int arm, int label) {
        List<String> names = labels >= 10 ? labelNames() : TOPICS;
        return Map.of(
                "text", text,
                "set", set.stream().map(names::get).toList(),
                "arm", names.get(arm),
                "correct", arm == label,
                "label", names.get(label));
    }

    private static double noise(SplittableRandom random, double scale) {
        return scale * (random.nextDouble() + random.nextDouble() + random.nextDouble() - 1.5);
    }

    private static double clip(double value) {
        return Math.max(0, Math.min(1, value));
    }
}
