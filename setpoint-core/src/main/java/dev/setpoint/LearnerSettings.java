package dev.setpoint;

import dev.setpoint.estimate.IndicatorEstimator;
import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.loss.LikelihoodLoss;
import dev.setpoint.loss.Loss;
import dev.setpoint.model.BatchEffect;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.notation.Excerpt;
import dev.setpoint.policy.Policy;
import dev.setpoint.policy.TradeOffPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.track.AutoTracker;
import dev.setpoint.track.TrackerSettings;
import dev.setpoint.track.TrackingTask;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Everything that makes a learner what it is; two learners with equal settings and equal calls give equal answers. The
 * defaults live in {@link Builder} alone. The {@link Operation}, and the heads beside the issuing one, may change while the learner
 * runs; all else is its structure and stays as it is.
 *
 * @param labels the names of the labels, at least two, all different
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
        labelTexts = List.copyOf(labelTexts);
        Objects.requireNonNull(features, "features");
        Objects.requireNonNull(model, "model");
        heads = List.copyOf(heads);
        if (labels.size() < 2 || new HashSet<>(labels).size() != labels.size()) {
            throw new IllegalArgumentException(
                    "labels: " + Excerpt.of(labels) + " (expected: two or more, all different)");
        }
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
        checkHeads(heads, operation.issuingHead());
        Objects.requireNonNull(loss, "loss");
        model.check(loss);
        Objects.requireNonNull(thresholdEstimator, "thresholdEstimator");
        Objects.requireNonNull(coverage, "coverage");
        Objects.requireNonNull(normalization, "normalization");
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
    public static Builder builder(String... labels) {
        return new Builder(List.of(labels));
    }

    /** Settings for these labels, everything else at its default. */
    public static Builder builder(List<String> labels) {
        return new Builder(labels);
    }

    /** What a label's name says: the name with {@code _} and {@code -} as blanks. */
    public static String textOf(String label) {
        return label.replace('_', ' ').replace('-', ' ');
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
        return with(newSeed, heads, operation);
    }

    /**
     * These settings, operated otherwise.
     *
     * @throws IllegalArgumentException if there is no head of the issuing one's name
     */
    public LearnerSettings with(Operation changed) {
        return with(seed, heads, changed);
    }

    /**
     * These settings with one more head, the last, which runs in the shadow of the issuing one.
     *
     * @throws IllegalArgumentException if there is one of its name
     */
    public LearnerSettings withHead(HeadSettings head) {
        List<HeadSettings> more = new ArrayList<>(heads);
        more.add(head);
        return with(seed, more, operation);
    }

    /**
     * These settings without one of the shadow heads.
     *
     * @throws IllegalArgumentException if there is none of this name, or it issues the sets
     */
    public LearnerSettings withoutHead(String name) {
        List<HeadSettings> fewer = new ArrayList<>(heads);
        if (name.equals(issuingHead()) || !fewer.removeIf(head -> head.name().equals(name))) {
            throw new IllegalArgumentException(
                    "head: '" + name + "' (expected: one in the shadow of '" + issuingHead() + "')");
        }
        return with(seed, fewer, operation);
    }

    private LearnerSettings with(long newSeed, List<HeadSettings> newHeads, Operation newOperation) {
        return new LearnerSettings(
                labels,
                newSeed,
                features,
                labelTexts,
                model,
                loss,
                thresholdEstimator,
                normalization,
                newHeads,
                coverage,
                newOperation);
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

    /** What the tracker of a head is made for. */
    TrackingTask task(HeadSettings head) {
        int count = labels.size();
        return new TrackingTask(
                count, coverage.thresholds(count), alpha(), head.score().range(count));
    }

    /** Sentences about settings that are allowed but weaken a guarantee; empty if there are none. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (propensityLowerBound() == 0) {
            warnings.add("floor: 0 with policy " + policy()
                    + ": a label may never be pulled, and no guarantee of coverage holds");
        }
        if (!thresholdEstimator.neverNegative()) {
            warnings.add("threshold estimator: " + thresholdEstimator
                    + " may be negative, and no tracker's pathwise bound holds (use ipw)");
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
                    + ": the probabilities of a query, and so its set, depend on the queries that are decided with it");
        }
        for (HeadSettings head : heads) {
            for (String warning : head.tracker().warnings(task(head))) {
                warnings.add("head " + head.name() + ": " + warning);
            }
        }
        return warnings;
    }

    /** One line per setting; equal settings have equal text, and {@link #parse} reads it. Snapshots carry it. */
    @Override
    public String toString() {
        return SettingsText.of(this);
    }

    /** Collects settings; {@link #build} checks them. */
    public static final class Builder {
        private final List<String> labels;
        private final List<HeadSettings> heads = new ArrayList<>();
        private double alpha = 0.1;
        private long seed = 1;
        private EncoderSettings features;
        private List<String> labelTexts;
        private ModelSettings model;
        private Policy policy = new TradeOffPolicy(TradeOffPolicy.DEFAULT_PRICE);
        private double floor = 0.04;
        private Loss loss;
        private IndicatorEstimator thresholdEstimator = new IpwEstimator();
        private Normalization normalization = Normalization.NONE;
        private String issuingHead;
        private EmptySets emptySets = EmptySets.ALLOWED;
        private Coverage coverage = Coverage.CLASS;
        private double maxWeight = 1;
        private int maxPending = 10_000;
        private long maxAge = 1_000_000;

        private Builder(List<String> labels) {
            this.labels = labels;
        }

        /** Default 0.1. */
        public Builder alpha(double value) {
            alpha = value;
            return this;
        }

        /** Default 1. */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /**
         * How queries become what the model reads. Default: named features and texts, hashed into 2^18 positions; or, if a model
         * is given, vectors that it reads as they are.
         */
        public Builder features(EncoderSettings value) {
            features = value;
            return this;
        }

        /** Queries are vectors of so many numbers of any scale: {@link VectorSettings#dense}. */
        public Builder dense(int numbers) {
            return features(VectorSettings.dense(numbers));
        }

        /**
         * A text per label, in their order, with which texts of queries are compared: what a person would write beside the label.
         * Default: the labels' names, with {@code _} and {@code -} as blanks. An empty list for none.
         */
        public Builder labelTexts(List<String> value) {
            labelTexts = value;
            return this;
        }

        /** Default: softmax regression; with implicit {@link Optimizer.RowAdaGrad} where the loss allows it, else AdaGrad. */
        public Builder model(ModelSettings value) {
            model = value;
            return this;
        }

        /** Default: {@link TradeOffPolicy} at its default price. */
        public Builder policy(Policy value) {
            policy = value;
            return this;
        }

        /** Default 0.04. */
        public Builder floor(double value) {
            floor = value;
            return this;
        }

        /**
         * Default: the likelihood; if a model is given, what {@link ModelSettings#defaultLoss} says, which for models without implicit
         * steps is the cross-entropy on the estimate that is doubly robust on the simplex.
         */
        public Builder loss(Loss value) {
            loss = value;
            return this;
        }

        /** Default: inverse-propensity weighting, which is never negative. */
        public Builder thresholdEstimator(IndicatorEstimator value) {
            thresholdEstimator = value;
            return this;
        }

        /** Default {@link Normalization#NONE}. */
        public Builder normalization(Normalization value) {
            normalization = value;
            return this;
        }

        /** Adds a head. Default: one, {@code auto} on the softmax score. */
        public Builder head(String name, Score score, TrackerSettings tracker) {
            heads.add(new HeadSettings(name, score, tracker));
            return this;
        }

        /** Which head issues the sets. Default: the first one added. */
        public Builder issuingHead(String name) {
            issuingHead = name;
            return this;
        }

        /** Default: the empty set, "none of the known". */
        public Builder emptySets(EmptySets value) {
            emptySets = value;
            return this;
        }

        /** Default {@link Coverage#CLASS}. */
        public Builder coverage(Coverage value) {
            coverage = value;
            return this;
        }

        /** Default 1: queries are not weighted. */
        public Builder maxWeight(double value) {
            maxWeight = value;
            return this;
        }

        /** Default 10,000. Memory is at most this many times about 8 K (2 + scores + numbers the trackers keep) bytes. */
        public Builder maxPending(int value) {
            maxPending = value;
            return this;
        }

        /** Default 1,000,000. */
        public Builder maxAge(long value) {
            maxAge = value;
            return this;
        }

        /**
         * The settings.
         *
         * @throws IllegalArgumentException if one of them is out of its range
         */
        public LearnerSettings build() {
            List<HeadSettings> all = heads.isEmpty()
                    ? List.of(new HeadSettings("auto", Score.softmax(), AutoTracker.Settings.DEFAULT))
                    : heads;
            Loss descended = loss != null ? loss : model != null ? model.defaultLoss() : new LikelihoodLoss();
            EncoderSettings encoder = features != null
                    ? features
                    : model != null ? VectorSettings.asGiven(model.dimension()) : FeatureSettings.DEFAULT;
            List<String> texts = labelTexts != null
                    ? labelTexts
                    : encoder.readsTexts()
                            ? labels.stream().map(LearnerSettings::textOf).toList()
                            : List.of();
            return new LearnerSettings(
                    labels,
                    seed,
                    encoder,
                    texts,
                    model != null ? model : SoftmaxRegression.Settings.of(encoder, descended),
                    descended,
                    thresholdEstimator,
                    normalization,
                    all,
                    coverage,
                    new Operation(
                            alpha,
                            policy,
                            floor,
                            emptySets,
                            maxWeight,
                            maxPending,
                            maxAge,
                            issuingHead != null ? issuingHead : all.get(0).name()));
        }
    }
}
