package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.estimate.IndicatorEstimator;
import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.loss.LikelihoodLoss;
import dev.setpoint.loss.Loss;
import dev.setpoint.model.GivenProbabilities;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.notation.Excerpt;
import dev.setpoint.policy.Policy;
import dev.setpoint.policy.TradeOffPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.track.TrackerSettings;
import java.util.ArrayList;
import java.util.List;

/** Collects the settings of a learner, and knows their defaults; {@link #build} checks them. */
public final class LearnerSettingsBuilder {
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

    LearnerSettingsBuilder(List<String> labels) {
        this.labels = LabelNames.ofNew(labels);
    }

    /** Default 0.1. */
    public LearnerSettingsBuilder alpha(double value) {
        alpha = value;
        return this;
    }

    /** Default 1. */
    public LearnerSettingsBuilder seed(long value) {
        seed = value;
        return this;
    }

    /**
     * How queries become what the model reads. Default: named features and texts, hashed into 2^18 positions; or, if a model
     * is given, vectors that it reads as they are.
     */
    public LearnerSettingsBuilder features(EncoderSettings value) {
        features = Argument.given("features", value);
        return this;
    }

    /** Queries are vectors of so many numbers of any scale: {@link VectorSettings#dense}. */
    public LearnerSettingsBuilder dense(int numbers) {
        return features(VectorSettings.dense(numbers));
    }

    /**
     * A text per label, in their order, with which texts of queries are compared: what a person would write beside the label.
     * Default: the labels' names, with {@code _} and {@code -} as blanks. An empty list for none.
     */
    public LearnerSettingsBuilder labelTexts(List<String> value) {
        labelTexts = Argument.given("labelTexts", value);
        return this;
    }

    /** Default: softmax regression; with implicit {@link Optimizer.RowAdaGrad} where the loss allows it, else AdaGrad. */
    public LearnerSettingsBuilder model(ModelSettings value) {
        model = Argument.given("model", value);
        return this;
    }

    /**
     * Probabilities come from a model of the caller's own, with every query: {@link Learner#decide(double...)}. Sets, thresholds,
     * exploration and coverage work as with any model; nothing else is learned, and how that model learns is up to the caller.
     */
    public LearnerSettingsBuilder givenProbabilities() {
        return model(new GivenProbabilities.Settings(labels.size()));
    }

    /** Default: {@link TradeOffPolicy} at its default price. */
    public LearnerSettingsBuilder policy(Policy value) {
        policy = Argument.given("policy", value);
        return this;
    }

    /** Default 0.04. */
    public LearnerSettingsBuilder floor(double value) {
        floor = value;
        return this;
    }

    /**
     * Default: the likelihood; if a model is given, what {@link ModelSettings#defaultLoss} says, which for models without implicit
     * steps is the cross-entropy on the estimate that is doubly robust on the simplex.
     */
    public LearnerSettingsBuilder loss(Loss value) {
        loss = Argument.given("loss", value);
        return this;
    }

    /** Default: inverse-propensity weighting, which is never negative. */
    public LearnerSettingsBuilder thresholdEstimator(IndicatorEstimator value) {
        thresholdEstimator = Argument.given("thresholdEstimator", value);
        return this;
    }

    /** Default {@link Normalization#NONE}. */
    public LearnerSettingsBuilder normalization(Normalization value) {
        normalization = Argument.given("normalization", value);
        return this;
    }

    /** Adds a head. Default: one, {@code auto} on the softmax score. */
    public LearnerSettingsBuilder head(String name, Score score, TrackerSettings tracker) {
        HeadSettings head = new HeadSettings(name, score, tracker);
        if (name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    "name of a head: '" + Excerpt.of(name) + "' (expected: no control characters)");
        }
        heads.add(head);
        return this;
    }

    /** Which head issues the sets. Default: the first one added. */
    public LearnerSettingsBuilder issuingHead(String name) {
        issuingHead = Argument.given("issuingHead", name);
        return this;
    }

    /** Default: the empty set, "none of the known". */
    public LearnerSettingsBuilder emptySets(EmptySets value) {
        emptySets = Argument.given("emptySets", value);
        return this;
    }

    /** Default {@link Coverage#CLASS}. */
    public LearnerSettingsBuilder coverage(Coverage value) {
        coverage = Argument.given("coverage", value);
        return this;
    }

    /** Default 1: queries are not weighted, and weights above 1 are refused. Above 1, larger weights are cut to it. */
    public LearnerSettingsBuilder maxWeight(double value) {
        maxWeight = value;
        return this;
    }

    /** Default 10,000. Each takes the query, 4 to 16 bytes per label and what the trackers keep. */
    public LearnerSettingsBuilder maxPending(int value) {
        maxPending = value;
        return this;
    }

    /** Default 1,000,000. */
    public LearnerSettingsBuilder maxAge(long value) {
        maxAge = value;
        return this;
    }

    /**
     * The settings.
     *
     * @throws IllegalArgumentException if one of them is out of its range
     */
    public LearnerSettings build() {
        List<HeadSettings> all = heads.isEmpty() ? List.of(HeadSettings.DEFAULT) : heads;
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
                List.of(),
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
