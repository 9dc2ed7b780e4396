package dev.setpoint.cli.paper;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** One run's folder, read: all heads of one data set and one kind of feedback. */
final class FigureRun {
    /** Scores in the paper's order. */
    static final List<String> SCORES = List.of("softmax", "aps", "raps");

    static final String EXPERTS = "experts";
    static final String AUTO = "auto";
    static final String SIZE = "size";
    static final String LEAST = "coverage_min";
    static final String MOST = "coverage_max";
    private static final String SIZE_WINDOW = "size_window";

    private final FigureManifest manifest;
    private final FigureTable model;
    private final FigureTable pulls;
    private final FigureTable heads;

    private FigureRun(FigureManifest manifest, FigureTable model, FigureTable pulls, FigureTable heads) {
        this.manifest = manifest;
        this.model = model;
        this.pulls = pulls;
        this.heads = heads;
    }

    static FigureRun read(Path out, String folder, Consumer<String> warn) throws IOException {
        FigureManifest manifest = FigureManifest.read(out, folder);
        // Of the oracle only the sets are drawn: nobody need hear that it pulled nothing.
        Consumer<String> ofPulls = manifest.feedback() == Feedback.LABELS ? warning -> {} : warn;
        return new FigureRun(
                manifest,
                FigureTable.read(out, folder + "/model.csv", "", List.of("cross_entropy"), ofPulls),
                FigureTable.read(out, folder + "/pulls.csv", "label", List.of("correct_pulls"), ofPulls),
                FigureTable.read(out, folder + "/heads.csv", "head", List.of(LEAST, MOST, SIZE, SIZE_WINDOW), warn));
    }

    FigureManifest manifest() {
        return manifest;
    }

    double target() {
        return manifest.target();
    }

    FigureCurve crossEntropy() {
        return model.curve("", "cross_entropy");
    }

    /** Names of classes as {@code pulls.csv} has them. */
    List<String> pulledLabels() {
        return pulls.names();
    }

    /** The share of correct pulls among the queries of a class so far. */
    FigureCurve correctPulls(String label) {
        return pulls.curve(label, "correct_pulls");
    }

    /** A label's name for people: where files count labels, the name from the manifest. */
    String labelName(String label) {
        List<String> names = manifest.labels();
        if (!names.contains(label) && label.matches("\\d{1,6}") && Integer.parseInt(label) < names.size()) {
            return names.get(Integer.parseInt(label));
        }
        return label;
    }

    /** A measure of a head: {@link #SIZE}, {@link #LEAST} or {@link #MOST}, since the start. */
    FigureCurve head(String score, String tracker, String measure) {
        return heads.curve(score + " " + tracker, measure);
    }

    /** The learning rates Algorithm 1 ran with on a score, from the largest. */
    List<String> rates(String score) {
        return heads.names().stream()
                .filter(name -> name.startsWith(score + " "))
                .map(name -> name.substring(score.length() + 1))
                .filter(tracker -> tracker.matches("[0-9.]+([eE]-?\\d+)?"))
                .sorted(Comparator.comparingDouble((String rate) -> Double.parseDouble(rate))
                        .reversed())
                .toList();
    }

    /** The size of the sets in the last window of RAPS with Algorithm 2: what the paper draws of its oracle. */
    double oracleSize() {
        return heads.curve("raps " + EXPERTS, SIZE_WINDOW).end();
    }

    /** Steps done by each seed, as the manifest says or, where it does not, as the files show. */
    Map<String, Long> stepsDone() {
        Map<String, Long> done =
                new TreeMap<>(Comparator.comparingInt(String::length).thenComparing(seed -> seed));
        done.putAll(model.lastSteps());
        heads.lastSteps().forEach((seed, step) -> done.merge(seed, step, Math::max));
        done.putAll(manifest.stepsDone());
        return done;
    }
}
