package dev.setpoint;

import dev.setpoint.estimate.IndicatorEstimator;
import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.loss.Loss;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.notation.Escapes;
import dev.setpoint.notation.Excerpt;
import dev.setpoint.policy.Policy;
import dev.setpoint.score.Score;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.track.TrackerSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Settings as text, one line each, and back. Snapshots carry it, so what was once written stays readable: a line may be added where it
 * may be left out, and then stands for what held before there was such a line.
 */
final class SettingsText {
    private static final List<String> OPERATION =
            List.of("alpha", "policy", "floor", "emptySets", "maxWeight", "maxPending", "maxAge", "issuing");
    private static final List<String> ALL = List.of(
            "labels",
            "retired",
            "alpha",
            "seed",
            "features",
            "labelTexts",
            "model",
            "policy",
            "floor",
            "loss",
            "thresholdEstimator",
            "normalize",
            "emptySets",
            "coverage",
            "maxWeight",
            "maxPending",
            "maxAge",
            "issuing",
            "head");

    private SettingsText() {}

    static String of(LearnerSettings settings) {
        StringBuilder text = new StringBuilder();
        text.append("labels: ").append(list(settings.labels()));
        if (!settings.retired().isEmpty()) {
            text.append("\nretired: ").append(list(settings.retired()));
        }
        text.append("\nalpha: ").append(settings.alpha());
        text.append("\nseed: ").append(settings.seed());
        text.append("\nfeatures: ").append(settings.features());
        if (!settings.labelTexts().isEmpty()) {
            text.append("\nlabelTexts: ").append(list(settings.labelTexts()));
        }
        text.append("\nmodel: ").append(settings.model());
        text.append("\npolicy: ").append(settings.policy());
        text.append("\nfloor: ").append(settings.floor());
        text.append("\nloss: ").append(settings.loss());
        text.append("\nthresholdEstimator: ").append(settings.thresholdEstimator());
        text.append("\nnormalize: ").append(settings.normalization());
        text.append("\nemptySets: ").append(settings.emptySets());
        if (settings.coverage() != Coverage.CLASS) { // the text of the usual choice stays short
            text.append("\ncoverage: ").append(settings.coverage());
        }
        text.append("\nmaxWeight: ").append(settings.maxWeight());
        text.append("\nmaxPending: ").append(settings.maxPending());
        text.append("\nmaxAge: ").append(settings.maxAge());
        if (settings.issuing() != 0) {
            text.append("\nissuing: ").append(Escapes.write(settings.issuingHead(), ""));
        }
        for (HeadSettings head : settings.heads()) {
            text.append("\nhead ").append(head);
        }
        return text.toString();
    }

    static LearnerSettings parse(String text) {
        SettingsLines lines = new SettingsLines(text, ALL);
        List<HeadSettings> heads = lines.heads();
        if (heads.isEmpty()) {
            throw new IllegalArgumentException("settings: no line of head (expected: at least one)");
        }
        return new LearnerSettings(
                lines.one("labels", SettingsText::parseList),
                lines.one("retired", SettingsText::parseList, List.of()),
                lines.whole("seed"),
                lines.one("features", EncoderSettings::parse),
                lines.one("labelTexts", SettingsText::parseList, List.of()),
                lines.one("model", ModelSettings::parse),
                lines.one("loss", Loss::parse),
                lines.one("thresholdEstimator", IndicatorEstimator::parse),
                lines.one("normalize", Normalization::parse),
                heads,
                lines.one("coverage", Coverage::parse, Coverage.CLASS),
                operation(
                        lines, lines.one("issuing", Escapes::read, heads.get(0).name())));
    }

    /**
     * What a snapshot carries.
     *
     * @throws SnapshotException if it is not settings, or settings that are not known here
     */
    static LearnerSettings parseStored(String text) {
        try {
            return parse(text);
        } catch (IllegalArgumentException e) {
            throw new SnapshotException("snapshot: " + e.getMessage());
        }
    }

    /**
     * What a snapshot carries, if it is what is expected.
     *
     * @param expected null for anything
     * @throws SnapshotException if it is not
     */
    static LearnerSettings readStored(String text, LearnerSettings expected) {
        if (expected == null) {
            return parseStored(text);
        }
        checkStored(expected, text);
        return expected;
    }

    /**
     * Compares what a snapshot carries with what is expected.
     *
     * @throws SnapshotException if it is something else; it names the first line that differs
     */
    static void checkStored(LearnerSettings expected, String text) {
        String ours = expected.toString();
        if (!text.equals(ours)) { // an earlier version may have said the same in other words
            Snapshot.checkSettings(ours, inPresentWords(text));
        }
    }

    private static String inPresentWords(String text) {
        try {
            return parse(text).toString();
        } catch (IllegalArgumentException e) {
            return text; // its difference from what is expected says more
        }
    }

    static String of(Operation operation) {
        return "alpha: " + operation.alpha() + "\npolicy: " + operation.policy() + "\nfloor: " + operation.floor()
                + "\nemptySets: " + operation.emptySets() + "\nmaxWeight: " + operation.maxWeight() + "\nmaxPending: "
                + operation.maxPending() + "\nmaxAge: " + operation.maxAge() + "\nissuing: "
                + Escapes.write(operation.issuingHead(), "");
    }

    static Operation parseOperation(String text) {
        SettingsLines lines = new SettingsLines(text, OPERATION);
        return operation(lines, lines.one("issuing", Escapes::read));
    }

    private static Operation operation(SettingsLines lines, String issuingHead) {
        return new Operation(
                lines.number("alpha"),
                lines.one("policy", Policy::parse),
                lines.number("floor"),
                lines.one("emptySets", EmptySets::parse),
                lines.number("maxWeight"),
                lines.integer("maxPending"),
                lines.whole("maxAge"),
                issuingHead);
    }

    private static String list(List<String> texts) {
        return texts.stream().map(text -> Escapes.write(text, ",")).collect(Collectors.joining(", ", "[", "]"));
    }

    private static List<String> parseList(String text) {
        if (!text.startsWith("[") || !text.endsWith("]")) {
            throw new IllegalArgumentException(
                    "'" + Excerpt.of(text) + "' (expected: [ at the beginning, ] at the end)");
        }
        List<String> texts = new ArrayList<>();
        for (String part : Escapes.split(text.substring(1, text.length() - 1), ',')) {
            if (!texts.isEmpty() && !part.startsWith(" ")) {
                throw new IllegalArgumentException("'" + Excerpt.of(part) + "' (expected: a blank after each comma)");
            }
            texts.add(Escapes.read(texts.isEmpty() ? part : part.substring(1)));
        }
        return texts;
    }

    /**
     * Refuses settings that could not be read from their own text, because a part of them does not say by a known name what it is: a
     * learner with them could be stored and never restored. Lists of labels can always be read, and are not tried: the cost does not
     * depend on how many there are.
     */
    static void checkReadable(LearnerSettings settings) {
        checkReadable("features", settings.features(), EncoderSettings::parse);
        checkReadable("model", settings.model(), ModelSettings::parse);
        checkReadable("policy", settings.policy(), Policy::parse);
        checkReadable("loss", settings.loss(), Loss::parse);
        checkReadable("threshold estimator", settings.thresholdEstimator(), IndicatorEstimator::parse);
        for (HeadSettings head : settings.heads()) {
            checkReadable("tracker of head " + head.name(), head.tracker(), TrackerSettings::parse);
            checkReadable("score of head " + head.name(), head.score(), Score::parse);
        }
    }

    private static void checkReadable(String what, Object part, Function<String, ?> parser) {
        String text = part.toString();
        RuntimeException cause = null;
        Object read = null;
        try {
            read = text.contains("\n") ? null : parser.apply(text);
        } catch (RuntimeException e) { // of a plugin it may be any
            if (e.getCause() instanceof ServiceConfigurationError) {
                throw e;
            }
            cause = e;
        }
        if (part.equals(read)) {
            return;
        }
        if (read != null && read.getClass() == part.getClass()) {
            throw new IllegalArgumentException(what + ": " + Excerpt.of(text)
                    + ", which reads back as another (expected: one that equals it; records do)");
        }
        throw new IllegalArgumentException(
                what + ": " + Excerpt.of(text) + " (expected: one whose text names it, known through a Plugin)", cause);
    }
}
