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
import dev.setpoint.policy.Policy;
import dev.setpoint.policy.TradeOffPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.track.AutoTracker;
import dev.setpoint.track.TrackerSettings;
import dev.setpoint.track.TrackingTask;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Everything that makes a learner what it is; two learners with equal settings and equal calls give equal answers. The
 * defaults live in {@link Builder} alone.
 *
 * @param labels the names of the labels, at least two, all different
 * @param alpha the share of queries whose set may miss their label, in (0, 1); of each label's or of all, as {@code coverage} says
 * @param seed of all randomness
 * @param features how queries become what the model reads
 * @param labelTexts a text per label, with which queries are compared; empty for none, and where features hold no texts
 * @param model the probability model
 * @param policy which label is pulled
 * @param floor the share of pulls spread evenly over all eligible labels, in [0, 1]: pi' = (1 - floor) pi + floor / K
 * @param loss what the model descends: how an answer becomes a gradient
 * @param thresholdEstimator how an answer becomes the estimate of the label that moves the thresholds; the pathwise bounds need one
 *     that is never negative
 * @param normalization by what the sums over a batch are divided
 * @param heads the issuing head first, then the shadow heads
 * @param emptySets what is issued when no label reaches its threshold
 * @param coverage of which queries a share 1 - alpha is to be covered
 * @param maxWeight the largest weight a query may have, at least 1; larger ones are cut to it
 * @param maxPending how many unanswered decisions are kept at most; the oldest expires first
 * @param maxAge an unanswered decision expires when more than this many decisions came after it
 */
public record LearnerSettings(
        List<String> labels,
        double alpha,
        long seed,
        EncoderSettings features,
        List<String> labelTexts,
        ModelSettings model,
        Policy policy,
        double floor,
        Loss loss,
        IndicatorEstimator thresholdEstimator,
        Normalization normalization,
        List<HeadSettings> heads,
        EmptySets emptySets,
        Coverage coverage,
        double maxWeight,
        int maxPending,
        long maxAge) {

    /** Checks the ranges and copies the lists. */
    public LearnerSettings {
        labels = List.copyOf(labels);
        labelTexts = List.copyOf(labelTexts);
        Objects.requireNonNull(features, "features");
        Objects.requireNonNull(model, "model");
        heads = List.copyOf(heads);
        if (labels.size() < 2 || new HashSet<>(labels).size() != labels.size()) {
            throw new IllegalArgumentException("labels: " + labels + " (expected: two or more, all different)");
        }
        if (!labelTexts.isEmpty() && labelTexts.size() != labels.size()) {
            throw new IllegalArgumentException(
                    "label texts: " + labelTexts.size() + " (expected: none, or " + labels.size() + ", one per label)");
        }
        if (!labelTexts.isEmpty() && !features.readsTexts()) {
            throw new IllegalArgumentException(
                    "label texts: with features " + features + " (expected: none, as these hold no texts)");
        }
        if (!(alpha > 0 && alpha < 1)) {
            throw new IllegalArgumentException("alpha: " + alpha + " (expected: in (0, 1))");
        }
        if (!(floor >= 0 && floor <= 1)) {
            throw new IllegalArgumentException("floor: " + floor + " (expected: in [0, 1])");
        }
        if (model.dimension() != features.dimension()) {
            throw new IllegalArgumentException("dimension of the model: " + model.dimension() + " (expected: "
                    + features.dimension() + ", that of features " + features + ")");
        }
        if (heads.isEmpty()) {
            throw new IllegalArgumentException("heads: none (expected: at least one)");
        }
        Set<String> names = new HashSet<>();
        for (HeadSettings head : heads) {
            if (!names.add(head.name())) {
                throw new IllegalArgumentException(
                        "heads: two are named '" + head.name() + "' (expected: different names)");
            }
        }
        if (!(maxWeight >= 1) || Double.isInfinite(maxWeight)) {
            throw new IllegalArgumentException("maxWeight: " + maxWeight + " (expected: finite and >= 1)");
        }
        if (maxPending < 1) {
            throw new IllegalArgumentException("maxPending: " + maxPending + " (expected: >= 1)");
        }
        if (maxAge < 0) {
            throw new IllegalArgumentException("maxAge: " + maxAge + " (expected: >= 0)");
        }
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(loss, "loss");
        model.check(loss);
        Objects.requireNonNull(thresholdEstimator, "thresholdEstimator");
        Objects.requireNonNull(emptySets, "emptySets");
        Objects.requireNonNull(coverage, "coverage");
        Objects.requireNonNull(normalization, "normalization");
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

    /** These settings with another seed. */
    public LearnerSettings withSeed(long newSeed) {
        return new LearnerSettings(
                labels,
                alpha,
                newSeed,
                features,
                labelTexts,
                model,
                policy,
                floor,
                loss,
                thresholdEstimator,
                normalization,
                heads,
                emptySets,
                coverage,
                maxWeight,
                maxPending,
                maxAge);
    }

    /** A lower bound of the probability with which an eligible label can be pulled: c_k of Wang &amp; Qiao (2024), Theorem 1. */
    public double propensityLowerBound() {
        int count = labels.size();
        return (1 - floor) * policy.probabilityLowerBound(count) + floor / count;
    }

    /** The largest weight that one answer can give a label: W = maxWeight / {@link #propensityLowerBound}. */
    public double mostEvidence() {
        return maxWeight / propensityLowerBound();
    }

    /** What the tracker of a head is made for. */
    TrackingTask task(HeadSettings head) {
        int count = labels.size();
        return new TrackingTask(
                count, coverage.thresholds(count), alpha, head.score().range(count));
    }

    /** Sentences about settings that are allowed but weaken a guarantee; empty if there are none. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (propensityLowerBound() == 0) {
            warnings.add("floor: 0 with policy " + policy
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

    /** One line per setting; equal settings have equal text. Snapshots carry it. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append("labels: ")
                .append(labels.stream().map(LearnerSettings::escaped).toList());
        text.append("\nalpha: ").append(alpha);
        text.append("\nseed: ").append(seed);
        text.append("\nfeatures: ").append(features);
        if (!labelTexts.isEmpty()) {
            text.append("\nlabelTexts: ")
                    .append(labelTexts.stream().map(LearnerSettings::escaped).toList());
        }
        text.append("\nmodel: ").append(model);
        text.append("\npolicy: ").append(policy);
        text.append("\nfloor: ").append(floor);
        text.append("\nloss: ").append(loss);
        text.append("\nthresholdEstimator: ").append(thresholdEstimator);
        text.append("\nnormalize: ").append(normalization);
        text.append("\nemptySets: ").append(emptySets);
        if (coverage != Coverage.CLASS) { // the text of the usual choice stays short
            text.append("\ncoverage: ").append(coverage);
        }
        text.append("\nmaxWeight: ").append(maxWeight);
        text.append("\nmaxPending: ").append(maxPending);
        text.append("\nmaxAge: ").append(maxAge);
        for (HeadSettings head : heads) {
            text.append("\nhead ").append(head.toString().replace("\n", "\\n"));
        }
        return text.toString();
    }

    /** So that no two lists of labels have the same text. */
    private static String escaped(String label) {
        return label.replace("\\", "\\\\").replace(",", "\\,").replace("\n", "\\n");
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

        /** Adds a head; the first one added issues the sets. Default: one, {@code auto} on the softmax score. */
        public Builder head(String name, Score score, TrackerSettings tracker) {
            heads.add(new HeadSettings(name, score, tracker));
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
                    alpha,
                    seed,
                    encoder,
                    texts,
                    model != null ? model : SoftmaxRegression.Settings.of(encoder, descended),
                    policy,
                    floor,
                    descended,
                    thresholdEstimator,
                    normalization,
                    all,
                    emptySets,
                    coverage,
                    maxWeight,
                    maxPending,
                    maxAge);
        }
    }
}
