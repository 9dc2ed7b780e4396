package dev.setpoint;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.model.Mlp;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.policy.EpsilonGreedyPolicy;
import dev.setpoint.policy.Policy;
import dev.setpoint.policy.SetAwarePolicy;
import dev.setpoint.policy.SoftmaxPolicy;
import dev.setpoint.policy.SquareCbPolicy;
import dev.setpoint.policy.UniformPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.testing.Source;
import dev.setpoint.track.ExpertsTracker;
import dev.setpoint.track.SgdTracker;
import java.util.List;
import java.util.stream.IntStream;

/** Small learners for tests. */
final class Learners {
    static final int DIMENSION = 6;

    private Learners() {}

    static List<String> names(int labels) {
        return IntStream.range(0, labels).mapToObj(k -> "label" + k).toList();
    }

    /** Softmax regression with one SGD head on the softmax score. */
    static LearnerSettingsBuilder plain(int labels) {
        return LearnerSettings.builder(names(labels))
                .model(new SoftmaxRegression.Settings(DIMENSION, new Optimizer.AdaGrad(0.3)))
                .head("sgd", Score.softmax(), new SgdTracker.Settings(0.02, 0));
    }

    /** Three heads on three scores, with experts and without. */
    static LearnerSettingsBuilder threeHeads(int labels, ModelSettings model) {
        return LearnerSettings.builder(names(labels))
                .model(model)
                .head("experts", Score.aps(), ExpertsTracker.Settings.PAPER)
                .head("sgd", Score.softmax(), new SgdTracker.Settings(0.05, 0.1))
                .head("raps", Score.raps(0.02, 1), new ExpertsTracker.Settings(List.of(0.2, 0.02), 0));
    }

    static ModelSettings regression() {
        return new SoftmaxRegression.Settings(DIMENSION, new Optimizer.AdaGrad(0.3));
    }

    static ModelSettings network() {
        return new Mlp.Settings(DIMENSION, 5, new Optimizer.Adam(0.01, 0.9, 0.999), 15);
    }

    static Policy policy(Source random) {
        return random.oneOf(
                new SoftmaxPolicy(1),
                new SoftmaxPolicy(0.3),
                new UniformPolicy(),
                new EpsilonGreedyPolicy(0.2),
                new SquareCbPolicy(30),
                new SetAwarePolicy(0.7));
    }

    static FeatureVector query(Source random) {
        return random.chance(0.5) ? random.dense(DIMENSION) : random.sparse(DIMENSION, 5);
    }

    /** A world in which a query's first entries tell the label, most of the time. */
    static int label(Source random, FeatureVector query, int labels) {
        if (query.count() == 0 || random.chance(0.2)) {
            return random.below(labels);
        }
        return (int) Math.min(labels - 1, (query.value(0) + 1) / 2 * labels);
    }

    /** Decides and learns at once, this many times. */
    static void train(Learner learner, Source random, int steps) {
        int labels = learner.settings().labels().size();
        for (int t = 0; t < steps; t++) {
            FeatureVector query = query(random);
            Decision decision = learner.decide(query);
            learner.learn(decision.id(), decision.arm() == label(random, query, labels));
        }
    }
}
