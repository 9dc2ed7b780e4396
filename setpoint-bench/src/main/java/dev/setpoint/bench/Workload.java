package dev.setpoint.bench;

import dev.setpoint.LearnerSettings;
import dev.setpoint.LearnerSettingsBuilder;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.policy.SoftmaxPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.track.TrackerSettings;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** A kind of stream: how many labels there are and what queries look like. */
public enum Workload {
    /** 10 labels, 50 dense features. */
    DENSE_10("dense, K=10, d=50", 10, 50, 50, "experts"),
    /** The same with the default tracker. */
    DENSE_10_AUTO("dense, K=10, d=50, auto", 10, 50, 50, "auto"),
    /** 10 labels, 25 of 2^18 hashed features. */
    SPARSE_10("sparse, K=10, 25 of 2^18", 10, 1 << 18, 25, "experts"),
    /** 100 labels, 50 dense features. */
    DENSE_100("dense, K=100, d=50", 100, 50, 50, "experts"),
    /** 1000 labels, 50 dense features. */
    DENSE_1000("dense, K=1000, d=50", 1000, 50, 50, "experts"),
    /** The same with the default tracker. */
    DENSE_1000_AUTO("dense, K=1000, d=50, auto", 1000, 50, 50, "auto"),
    /** The same with Algorithm 1. */
    DENSE_1000_SGD("dense, K=1000, d=50, sgd", 1000, 50, 50, "sgd"),
    /** The same with everything as by default: products of all pairs of features, row AdaGrad, the likelihood. */
    DENSE_1000_DEFAULT("dense, K=1000, d=50, default learner", 1000, 50, 50, "default"),
    /** 10,000 labels, 50 dense features, the default tracker. */
    DENSE_10000_AUTO("dense, K=10000, d=50, auto", 10_000, 50, 50, "auto"),
    /** The same with the cheapest tracker. */
    DENSE_10000_SGD("dense, K=10000, d=50, sgd", 10_000, 50, 50, "sgd");

    /** How many unanswered decisions the learner keeps, and how many {@code learnOnly} finds waiting. */
    static final int PENDING = 64;

    private static final double DENSE_NOISE = 0.5;
    private static final int WORDS_OF_A_LABEL = 100;
    private static final int COMMON_WORDS = 1000;
    private static final double SHARE_OF_COMMON_WORDS = 0.4;

    final String title;
    final int labels;
    private final int dimension;
    private final int entries;
    private final String tracker;

    Workload(String title, int labels, int dimension, int entries, String tracker) {
        this.title = title;
        this.labels = labels;
        this.dimension = dimension;
        this.entries = entries;
        this.tracker = tracker;
    }

    /**
     * One head on the softmax score: Algorithm 2 with the paper's rates and policy, or auto or sgd; the rest as by default, but for
     * AdaGrad, unless all is.
     */
    LearnerSettings settings() {
        LearnerSettingsBuilder builder = LearnerSettings.builder(
                        IntStream.range(0, labels).mapToObj(k -> "label-" + k).toList())
                .maxPending(PENDING);
        if (isDefault()) {
            return builder.features(VectorSettings.dense(dimension)).build();
        }
        builder.model(new SoftmaxRegression.Settings(dimension, new Optimizer.AdaGrad(0.5)))
                .head(tracker, Score.softmax(), TrackerSettings.parse(tracker));
        if (tracker.equals("experts")) {
            builder.policy(new SoftmaxPolicy(1));
        }
        return builder.build();
    }

    private boolean isDefault() {
        return tracker.equals("default");
    }

    /** Whether only deciding and learning together is measured, because that takes long enough or is what has a limit. */
    boolean isWhole() {
        return labels > 1000 || isDefault() || this == DENSE_1000_SGD;
    }

    /** How many inputs the model has, the bias included, each with a weight per label. */
    int inputs() {
        return settings().model().dimension() + 1;
    }

    /** Queries of unit length that show their labels: those of one label lie around a point, or share words, of its own. */
    FeatureVector[] queries(int[] hiddenLabels, SplittableRandom random) {
        if (entries == dimension) {
            double[][] centres = new double[labels][dimension];
            for (double[] centre : centres) {
                Arrays.setAll(centre, i -> random.nextGaussian());
            }
            return Arrays.stream(hiddenLabels)
                    .mapToObj(label -> around(centres[label], random))
                    .toArray(FeatureVector[]::new);
        }
        int[] common = words(COMMON_WORDS, random);
        int[][] own = new int[labels][];
        Arrays.setAll(own, k -> words(WORDS_OF_A_LABEL, random));
        return Arrays.stream(hiddenLabels)
                .mapToObj(label -> text(own[label], common, random))
                .toArray(FeatureVector[]::new);
    }

    private static FeatureVector around(double[] centre, SplittableRandom random) {
        float[] values = new float[centre.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (centre[i] + DENSE_NOISE * random.nextGaussian());
        }
        return unit(FeatureVector.dense(values));
    }

    private FeatureVector text(int[] own, int[] common, SplittableRandom random) {
        FeatureVector query = FeatureVector.sparse(dimension);
        for (int i = 0; i < entries; i++) {
            int[] words = random.nextDouble() < SHARE_OF_COMMON_WORDS ? common : own;
            query.add(words[random.nextInt(words.length)], 1);
        }
        return unit(query);
    }

    private int[] words(int count, SplittableRandom random) {
        return random.ints(count, 0, dimension).toArray();
    }

    private static FeatureVector unit(FeatureVector query) {
        query.scale((float) (1 / query.norm()));
        return query;
    }

    @Override
    public String toString() {
        return title;
    }
}
