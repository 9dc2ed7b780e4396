package dev.setpoint;

import dev.setpoint.estimate.IndicatorEstimator;
import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.Letters;
import dev.setpoint.feature.SentenceSettings;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.loss.Loss;
import dev.setpoint.model.Mlp;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.policy.EpsilonGreedyPolicy;
import dev.setpoint.policy.Policy;
import dev.setpoint.policy.SetAwarePolicy;
import dev.setpoint.policy.SoftmaxPolicy;
import dev.setpoint.policy.SquareCbPolicy;
import dev.setpoint.policy.TradeOffPolicy;
import dev.setpoint.policy.UniformPolicy;
import dev.setpoint.score.ApsScore;
import dev.setpoint.score.RapsScore;
import dev.setpoint.score.Score;
import dev.setpoint.score.SoftmaxScore;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.TestModels;
import dev.setpoint.track.AutoTracker;
import dev.setpoint.track.DecayingTracker;
import dev.setpoint.track.ExpertsTracker;
import dev.setpoint.track.OuterLoopTracker;
import dev.setpoint.track.ScaleFreeTracker;
import dev.setpoint.track.SgdTracker;
import dev.setpoint.track.StronglyAdaptiveTracker;
import dev.setpoint.track.TrackerSettings;
import dev.setpoint.track.WeightedQuantileTracker;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Settings of every kind, with texts that are hard to write on one line. */
final class RandomSettings {
    /** What separates, quotes, escapes or ends something, and some that do not; among them halves of surrogate pairs. */
    private static final String[] PIECES = {
        "a",
        "B",
        "7",
        " ",
        "  ",
        ",",
        ", ",
        "\\",
        "\\\\",
        "\n",
        "\r",
        "\t",
        "\\n",
        ":",
        ": ",
        " on ",
        "(",
        ")",
        "[",
        "]",
        "=",
        "\"",
        "'",
        "head ",
        "labels: ",
        "on",
        "\u00e4",
        "\ud83d\ude00",
        "\ud83d",
        "\ude00",
        "\u2028",
        "\0",
        "\\u0041"
    };

    private RandomSettings() {}

    static String text(Source random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.within(0, 6); i > 0; i--) {
            text.append(random.oneOf(PIECES));
        }
        return text.toString();
    }

    private static List<String> texts(Source random, int count) {
        return Stream.generate(() -> text(random)).limit(count).toList();
    }

    static List<String> labels(Source random) {
        Set<String> labels = new TreeSet<>();
        int count = random.within(2, 5);
        while (labels.size() < count) {
            labels.add(text(random));
        }
        return List.copyOf(labels);
    }

    private static double positive(Source random) {
        return Math.exp(random.between(-200, 13));
    }

    static EncoderSettings features(Source random) {
        int charsTo = random.within(0, 16);
        FeatureSettings hashed = new FeatureSettings(
                random.within(1, 12),
                random.within(0, 8),
                charsTo == 0 ? 0 : random.within(1, charsTo),
                charsTo,
                random.chance(0.5),
                random.chance(0.5));
        int dimension = random.within(1, 40);
        return switch (random.below(5)) {
            case 0 -> hashed;
            case 1 -> new SentenceSettings(text(random), random.within(1, 400), hashed);
            case 2 -> VectorSettings.dense(dimension);
            case 3 -> new Letters(hashed);
            default ->
                new VectorSettings(
                        dimension,
                        random.chance(0.5),
                        random.within(1, 2),
                        random.chance(0.5),
                        random.within(0, dimension));
        };
    }

    static ModelSettings model(Source random, int dimension, Loss loss) {
        Optimizer optimizer = switch (random.below(5)) {
            case 0 -> new Optimizer.Sgd(positive(random));
            case 1 -> new Optimizer.AdaGrad(positive(random));
            case 2 -> new Optimizer.RowAdaGrad(positive(random), false);
            case 3 -> new Optimizer.RowAdaGrad(positive(random), loss.hasShares());
            default -> new Optimizer.Adam(positive(random), random.uniform(), random.uniform());
        };
        double clip = random.oneOf(15.0, 0.1, Double.POSITIVE_INFINITY);
        boolean implicit = optimizer instanceof Optimizer.RowAdaGrad row && row.implicit();
        return switch (random.below(4)) {
            case 0 -> new TestModels.Given(dimension);
            case 1 ->
                implicit
                        ? new SoftmaxRegression.Settings(dimension, optimizer, clip)
                        : new Mlp.Settings(dimension, random.within(1, 9), optimizer, clip);
            default -> new SoftmaxRegression.Settings(dimension, optimizer, clip);
        };
    }

    static Policy policy(Source random) {
        return switch (random.below(6)) {
            case 0 -> new TradeOffPolicy(random.between(1e-9, 1e6));
            case 1 -> new SoftmaxPolicy(positive(random));
            case 2 -> new UniformPolicy();
            case 3 -> new EpsilonGreedyPolicy(random.uniform());
            case 4 -> new SquareCbPolicy(positive(random));
            default -> new SetAwarePolicy(positive(random));
        };
    }

    private static Score score(Source random) {
        return switch (random.below(3)) {
            case 0 -> new SoftmaxScore();
            case 1 -> new ApsScore(random.chance(0.5));
            default -> new RapsScore(positive(random), random.within(0, Integer.MAX_VALUE - 1), random.chance(0.5));
        };
    }

    private static TrackerSettings tracker(Source random) {
        double start = random.chance(0.2) ? -0.0 : random.between(-1e9, 1e9);
        return switch (random.below(8)) {
            case 0 -> new SgdTracker.Settings(positive(random), start);
            case 1 -> {
                List<Double> etas = new ArrayList<>();
                for (int j = random.within(1, 6); j > 0; j--) {
                    etas.add(positive(random));
                }
                yield new ExpertsTracker.Settings(etas, start);
            }
            case 2 -> new ScaleFreeTracker.Settings(positive(random), start, random.between(0, 1e9));
            case 3 -> new DecayingTracker.Settings(positive(random), random.uniform(), start);
            case 4 ->
                new WeightedQuantileTracker.Settings(
                        random.within(2, 1000), random.chance(0.5) ? Double.POSITIVE_INFINITY : 2 + positive(random));
            case 5 ->
                new StronglyAdaptiveTracker.Settings(
                        positive(random), random.within(2, 99), random.within(1, 32), start);
            case 6 ->
                new AutoTracker.Settings(
                        positive(random),
                        positive(random),
                        random.between(0, 9),
                        random.between(1, 1e9),
                        random.between(0, 9));
            default -> new OuterLoopTracker.Settings(positive(random), tracker(random));
        };
    }

    static HeadSettings head(Source random, String prefix) {
        return new HeadSettings(text(random) + prefix + text(random), score(random), tracker(random));
    }

    static Operation operation(Source random, String issuing) {
        return new Operation(
                Math.max(random.uniform(), 1e-300),
                policy(random),
                random.oneOf(0.0, 1.0, random.uniform()),
                random.oneOf(EmptySets.values()),
                random.oneOf(1.0, Double.MAX_VALUE, random.between(1, 100)),
                random.oneOf(1, Integer.MAX_VALUE, random.within(1, 10_000)),
                random.oneOf(0L, Long.MAX_VALUE, random.bits() >>> 1),
                issuing);
    }

    static LearnerSettings settings(Source random) {
        List<String> labels = labels(random);
        EncoderSettings features = features(random);
        Loss loss = Loss.parse(random.oneOf("likelihood", "pulled-arm", "ipw", "dr", "sdr"));
        List<HeadSettings> heads = new ArrayList<>();
        for (int h = random.within(1, 4); h > 0; h--) {
            heads.add(head(random, "h" + h));
        }
        boolean hasTexts = features.readsTexts() && random.chance(0.7);
        return new LearnerSettings(
                labels,
                labels.stream().skip(2).filter(name -> random.chance(0.2)).toList(),
                random.bits(),
                features,
                hasTexts ? texts(random, labels.size()) : List.of(),
                model(random, features.dimension(), loss),
                loss,
                IndicatorEstimator.parse(random.oneOf("ipw", "dr", "sdr")),
                random.oneOf(Normalization.values()),
                heads,
                random.oneOf(Coverage.values()),
                operation(random, heads.get(random.below(heads.size())).name()));
    }
}
