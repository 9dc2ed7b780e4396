package dev.setpoint.bench.deep;

import dev.setpoint.LearnerSettings;
import dev.setpoint.LearnerSettingsBuilder;
import dev.setpoint.Normalization;
import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.policy.SoftmaxPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.sim.Drift;
import dev.setpoint.sim.Experiment;
import dev.setpoint.sim.ExperimentSettings;
import dev.setpoint.sim.FeedbackSettings;
import dev.setpoint.sim.ImageTransform;
import dev.setpoint.sim.Shift;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.track.AutoTracker;
import dev.setpoint.track.ExpertsTracker;
import dev.setpoint.track.SgdTracker;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The product's whole loop, as the paper's experiments run it: rows are read and changed, decided, answered, measured and learned
 * from, for every head at once.
 */
final class Loop implements AutoCloseable {
    static final int LABELS = 10;
    private static final int ROWS = 2000;
    /** As in the paper's experiments: so many steps are set up, a window's length, how often metrics are taken. */
    private static final int STEPS = 6000;

    private static final int WINDOW_STEPS = 50;
    private static final int POINTS = 60;
    private static final double ALPHA = 0.05;

    private final Experiment experiment;

    private Loop(LabelledData data, ImageTransform images, LearnerSettings learner, int batch) {
        ExperimentSettings settings = new ExperimentSettings(
                learner,
                (long) STEPS * batch,
                batch,
                FeedbackSettings.IMMEDIATE,
                Drift.none(),
                Shift.none(),
                WINDOW_STEPS * batch,
                POINTS,
                false,
                images,
                false);
        this.experiment = Experiment.start(data, settings, 1, (step, queries, head, label, metric, value) -> {});
    }

    /** With a network and the paper's 27 heads, on random images that are augmented as CIFAR-10's. */
    static Loop ofImages(ModelSettings network, int batch) {
        SplittableRandom random = new SplittableRandom(3);
        int[] labels = random.ints(ROWS, 0, LABELS).toArray();
        float[][] images = new float[ROWS][Arguments.DIMENSION];
        for (float[] image : images) {
            for (int i = 0; i < image.length; i++) {
                image[i] = (float) random.nextDouble();
            }
        }
        LabelledData data = LabelledData.dense("random images", names(), labels, images);
        return new Loop(data, ImageTransform.CIFAR10, allHeads(network), batch);
    }

    /** Without a network, so that heads are most of what is left: see {@link GivenProbabilities}. */
    static Loop ofProbabilities(boolean allHeads, int batch) {
        SplittableRandom random = new SplittableRandom(4);
        int[] labels = random.ints(ROWS, 0, LABELS).toArray();
        float[][] rows = new float[ROWS][];
        for (int row = 0; row < ROWS; row++) {
            rows[row] = GivenProbabilities.draw(LABELS, labels[row], random);
        }
        ModelSettings model = new GivenProbabilities();
        return new Loop(
                LabelledData.dense("probabilities", names(), labels, rows),
                ImageTransform.NONE,
                allHeads ? allHeads(model) : oneHead(model),
                batch);
    }

    private static List<String> names() {
        return IntStream.range(0, LABELS).mapToObj(k -> "label-" + k).toList();
    }

    private static LearnerSettingsBuilder builder(ModelSettings model) {
        return LearnerSettings.builder(names())
                .alpha(ALPHA)
                .model(model)
                .policy(new SoftmaxPolicy(1))
                .floor(0)
                .loss(new CrossEntropyLoss(new IpwEstimator()))
                .thresholdEstimator(new IpwEstimator())
                .normalization(Normalization.CORRECT_PULLS);
    }

    static LearnerSettings oneHead(ModelSettings model) {
        return builder(model)
                .head("softmax 0.1", Score.softmax(), new SgdTracker.Settings(0.1, 0))
                .build();
    }

    /** Three scores, each with Algorithm 1 at the paper's seven rates, with Algorithm 2 and with auto. */
    static LearnerSettings allHeads(ModelSettings model) {
        LearnerSettingsBuilder builder = builder(model);
        for (Score score : List.of(Score.softmax(), Score.aps(), Score.raps(0.01, 1))) {
            for (double rate : new double[] {0.1, 0.05, 0.01, 0.005, 0.001, 0.0005, 0.0001}) {
                builder.head(score + " " + rate, score, new SgdTracker.Settings(rate, 0));
            }
            builder.head(score + " experts", score, ExpertsTracker.Settings.PAPER);
            builder.head(score + " auto", score, AutoTracker.Settings.DEFAULT);
        }
        return builder.build();
    }

    void step() {
        experiment.step((measures, batch, truth) -> {});
    }

    long steps() {
        return experiment.steps();
    }

    @Override
    public void close() {
        experiment.close();
    }
}
