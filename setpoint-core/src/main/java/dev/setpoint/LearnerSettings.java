package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.estimate.IndicatorEstimator;
import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.loss.Loss;
import dev.setpoint.model.BatchEffect;
import dev.setpoint.model.GivenProbabilities;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.notation.Excerpt;
import dev.setpoint.policy.Policy;
import dev.setpoint.track.TrackingTask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Everything that makes a learner what it is; two learners with equal settings and equal calls give equal answers. The
 * defaults live in {@link LearnerSettingsBuilder} alone. What a {@link Change} names may change while the learner runs; all else stays as
 * it is.
 *
 * @param labels the names of all labels by their number, the retired ones included, all different
 * @param retired the names of those that are no longer used, by their number; at least two others are
 * @param seed of all randomness
 * @param features how queries become what the model reads
 * @param labelTexts a text per label, with which queries are compared; empty for none, and where features hold no texts
 * @param model the probability model
 * @param loss what the model descends: how an answer becomes a gradient
 * @param thresholdEstimator how an answer becomes the estimate of the label that moves the thresholds; the pathwise bounds need one
 *     that is never negative
 * @param normalization by what the sums over a batch are divided
 * @param heads one issues the sets, as {@link Operation#issuingHead} says, the others run in its shadow; their names differ
 * @param coverage of which queries a share 1 - alpha is to be covered
 * @param operation what may change while the learner runs
 */
public record LearnerSettings(
        List<String> labels,
        List<String> retired,
        long seed,
        EncoderSettings features,
        List<String> labelTexts,
        ModelSettings model,
        Loss loss,
        IndicatorEstimator thresholdEstimator,
        Normalization normalization,
        List<HeadSettings> heads,
        Coverage coverage,
        Operation operation) {

    /** Checks the ranges and copies the lists. */
    public LearnerSettings {
        labels = LabelNames.copyOf(labels);
        retired = List.copyOf(Argument.allGiven("retired", retired));
        labelTexts = List.copyOf(Argument.allGiven("labelTexts", labelTexts));
        Argument.given("features", features);
        Argument.given("model", model);
        heads = List.copyOf(Argument.allGiven("heads", heads));
        Argument.given("operation", operation);
        checkLabels(labels, retired);
        if (!labelTexts.isEmpty() && labelTexts.size() != labels.size()) {
            throw new IllegalArgumentException(
                    "label texts: " + labelTexts.size() + " (expected: none, or " + labels.size() + ", one per label)");
        }
        if (!labelTexts.isEmpty() && !features.readsTexts()) {
            throw new IllegalArgumentException(
                    "label texts: with features " + features + " (expected: none, as these hold no texts)");
        }
        if (model.dimension() != features.dimension()) {
            throw new IllegalArgumentException("dimension of the model: " + model.dimension() + " (expected: "
                    + features.dimension() + ", that of features " + features + ")");
        }
        checkGiven(model, features, labels.size());
        checkHeads(heads, operation.issuingHead());
        Argument.given("loss", loss);
        model.check(loss);
        Argument.given("thresholdEstimator", thresholdEstimator);
        Argument.given("coverage", coverage);
        Argument.given("normalization", normalization);
    }

    private static void checkLabels(List<String> labels, List<String> retired) {
        if (labels.size() < 2 || new HashSet<>(labels).size() != labels.size()) {
            throw new IllegalArgumentException(
                    "labels: " + Excerpt.of(labels) + " (expected: two or more, all different)");
        }
        int before = -1;
        for (String name : retired) {
            int place = labels.indexOf(name);
            if (place <= before) {
                throw new IllegalArgumentException("retired: " + Excerpt.of(retired)
                        + " (expected: some of the labels, in their order, each once)");
            }
            before = place;
        }
        if (labels.size() - retired.size() < 2) {
            throw new IllegalArgumentException("retired: " + retired.size() + " of " + labels.size()
                    + " labels (expected: two or more that are not)");
        }
    }

    private static void checkGiven(ModelSettings model, EncoderSettings features, int labels) {
        if (!(model instanceof GivenProbabilities.Settings)) {
            return;
        }
        if (model.dimension() != labels) {
            throw new IllegalArgumentException(
                    "dimension: " + model.dimension() + " (expected: " + labels + ", one per label)");
        }
        if (!features.equals(VectorSettings.asGiven(labels))) {
            throw new IllegalArgumentException(
                    "features: " + features + " with probabilities that are given (expected: none are named)");
        }
    }

    private static void checkHeads(List<HeadSettings> heads, String issuing) {
        if (heads.isEmpty()) {
            throw new IllegalArgumentException("heads: none (expected: at least one)");
        }
        Set<String> names = new LinkedHashSet<>();
        for (HeadSettings head : heads) {
            if (!names.add(head.name())) {
                throw new IllegalArgumentException(
                        "heads: two are named '" + head.name() + "' (expected: different names)");
            }
        }
        if (!names.contains(issuing)) {
            throw new IllegalArgumentException(
                    "issuing head: '" + issuing + "' (expected: one of " + Excerpt.of(List.copyOf(names)) + ")");
        }
    }

    /** Settings for these labels, everything else at its default. */
    public static LearnerSettingsBuilder builder(String... labels) {
        return new LearnerSettingsBuilder(Arrays.asList(Argument.given("labels", labels)));
    }

    /** Settings for these labels, everything else at its default. */
    public static LearnerSettingsBuilder builder(List<String> labels) {
        return new LearnerSettingsBuilder(labels);
    }

    /** What a label's name says: the name with {@code _} and {@code -} as blanks. */
    public static String textOf(String label) {
        return Argument.given("label", label).replace('_', ' ').replace('-', ' ');
    }

    /**
     * From text: the inverse of {@link #toString}, for settings of every kind, those of {@link dev.setpoint.notation.Plugin}s included.
     * What earlier versions wrote is read, too.
     *
     * @throws IllegalArgumentException if a line is unknown, missing or there twice, or a value is out of its range; it names the line
     */
    public static LearnerSettings parse(String text) {
        return SettingsText.parse(text);
    }

    /** These settings with another seed. */
    public LearnerSettings withSeed(long newSeed) {
        return new LearnerSettings(
                labels,
                retired,
                newSeed,
                features,
                labelTexts,
                model,
                loss,
                thresholdEstimator,
                normalization,
                heads,
                coverage,
                operation);
    }

    /**
     * The settings that a learner of these has after a change.
     *
     * @throws IllegalArgumentException if the change cannot be made
     */
    public LearnerSettings with(Change change) {
        return ChangedSettings.of(this, change);
    }

    /** {@link Operation#alpha}. */
    public double alpha() {
        return operation.alpha();
    }

    /** {@link Operation#policy}. */
    public Policy policy() {
        return operation.policy();
    }

    /** {@link Operation#floor}. */
    public double floor() {
        return operation.floor();
    }

    /** {@link Operation#emptySets}. */
    public EmptySets emptySets() {
        return operation.emptySets();
    }

    /** {@link Operation#maxWeight}. */
    public double maxWeight() {
        return operation.maxWeight();
    }

    /** {@link Operation#maxPending}. */
    public int maxPending() {
        return operation.maxPending();
    }

    /** {@link Operation#maxAge}. */
    public long maxAge() {
        return operation.maxAge();
    }

    /** {@link Operation#issuingHead}. */
    public String issuingHead() {
        return operation.issuingHead();
    }

    /** The place of the issuing head among the heads. */
    public int issuing() {
        int place = 0;
        while (!heads.get(place).name().equals(issuingHead())) {
            place++;
        }
        return place;
    }

    /** A lower bound of the probability with which an eligible label can be pulled: c_k of Wang &amp; Qiao (2024), Theorem 1. */
    public double propensityLowerBound() {
        int count = labels.size();
        return (1 - floor()) * policy().probabilityLowerBound(count) + floor() / count;
    }

    /** The largest weight that one answer can give a label: W = maxWeight / {@link #propensityLowerBound}. */
    public double mostEvidence() {
        return maxWeight() / propensityLowerBound();
    }

    /** Refuses a place at which there is no head. */
    void checkHead(int place) {
        Argument.index("head", place, heads.size());
    }

    /** The retired labels as bits; null if there are none. */
    long[] retiredBits() {
        if (retired.isEmpty()) {
            return null;
        }
        long[] bits = new long[LabelBits.words(labels.size())];
        retired.forEach(name -> LabelBits.add(bits, labels.indexOf(name)));
        return bits;
    }

    /** What the tracker of a head is made for. */
    TrackingTask task(HeadSettings head) {
        return Head.task(head, labels.size(), alpha(), coverage);
    }

    /** Sentences about settings that are allowed but weaken a guarantee, each of which ends with what to do; empty if there are none. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (propensityLowerBound() == 0) {
            warnings.add(
                    "floor: 0 with policy " + policy()
                            + ": a label may never be pulled, and no guarantee of coverage holds (use a floor above 0, such as 0.04)");
        }
        if (!thresholdEstimator.neverNegative()) {
            warnings.add("threshold estimator: " + thresholdEstimator
                    + ": its estimates may be negative, and no tracker's pathwise bound holds (use ipw)");
        }
        boolean ignoresIncorrectPulls =
                loss instanceof CrossEntropyLoss entropy && entropy.estimator().ignoresIncorrectPulls();
        if (normalization == Normalization.CORRECT_PULLS && !ignoresIncorrectPulls) {
            warnings.add(
                    "normalize: correct-pulls with loss " + loss
                            + ": a step without a correct pull teaches the model nothing, though it could (use none or batch-size)");
        }
        if (model.batchEffect() == BatchEffect.CONTENT) {
            warnings.add("model: " + model
                    + ": the probabilities of a query, and so its set, depend on the queries that are decided with it (use a model that does not"
                    + " normalise by the batch if that matters)");
        }
        Map<String, List<String>> byWarning = new LinkedHashMap<>();
        for (HeadSettings head : heads) {
            for (String warning : head.tracker().warnings(task(head))) {
                byWarning.computeIfAbsent(warning, none -> new ArrayList<>()).add(head.name());
            }
        }
        byWarning.forEach((warning, names) -> warnings.add(
                (names.size() == 1 ? "head " + names.get(0) : "heads " + String.join(", ", names)) + ": " + warning));
        return warnings;
    }

    /** One line per setting; equal settings have equal text, and {@link #parse} reads it. Snapshots carry it. */
    @Override
    public String toString() {
        return SettingsText.of(this);
    }
}
