package dev.setpoint.cli.paper.run;

import dev.setpoint.HeadSettings;
import dev.setpoint.LearnerSettings;
import dev.setpoint.LearnerSettingsBuilder;
import dev.setpoint.Normalization;
import dev.setpoint.cli.paper.Feedback;
import dev.setpoint.cli.run.RunPlan;
import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.policy.SoftmaxPolicy;
import dev.setpoint.policy.UniformPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.sim.Drift;
import dev.setpoint.sim.ExperimentSettings;
import dev.setpoint.sim.FeedbackSettings;
import dev.setpoint.sim.ImageTransform;
import dev.setpoint.sim.Shift;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.track.AutoTracker;
import dev.setpoint.track.ExpertsTracker;
import dev.setpoint.track.SgdTracker;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One data set with one network, as the paper's section 4 runs it.
 *
 * @param name of the data set
 * @param title for people
 * @param data the rows
 * @param images how images are changed before they enter
 * @param network the model
 * @param what the network in words
 * @param penalty RAPS's k_reg
 * @param batch queries per step
 * @param steps how many
 * @param points how often metrics are taken
 * @param deviations from the paper, one sentence each
 * @param checksums of the files it was read from
 */
record PaperRun(
        String name,
        String title,
        LabelledData data,
        ImageTransform images,
        ModelSettings network,
        String what,
        int penalty,
        int batch,
        int steps,
        int points,
        List<String> deviations,
        Map<String, String> checksums) {
    private static final double ALPHA = 0.05;
    private static final List<String> RATES = List.of("0.1", "0.05", "0.01", "0.005", "0.001", "0.0005", "0.0001");
    private static final int WINDOW_STEPS = 50;
    /** Wang &amp; Qiao (2024), appendix A. */
    private static final double LAMBDA = 0.01;

    /** The experiment: one run drives all heads, as neither policy nor model looks at a threshold. */
    private ExperimentSettings experiment(Feedback feedback) {
        return new ExperimentSettings(
                learner(feedback),
                (long) steps * batch,
                batch,
                feedback == Feedback.LABELS ? new FeedbackSettings(0, 0, 0, 1, 0) : FeedbackSettings.IMMEDIATE,
                Drift.none(),
                Shift.none(),
                WINDOW_STEPS * batch,
                points,
                false,
                images,
                false);
    }

    /** The plan of all seeds under one kind of feedback; what a network computes depends on its threads. */
    RunPlan plan(Feedback feedback, List<Long> seeds, int threads) {
        ExperimentSettings settings = experiment(feedback);
        Map<String, Object> particulars = new LinkedHashMap<>();
        particulars.put("feedback", feedback.text());
        particulars.put("network", network.toString());
        particulars.put("what", what);
        particulars.put("deviations", deviations);
        particulars.put("threads", threads);
        List<String> heads = settings.heads().stream().map(HeadSettings::name).toList();
        return new RunPlan(
                name,
                title,
                "An experiment of Wang & Qiao (2024), section 4, by " + what + ".",
                data,
                List.of(),
                checksums,
                settings,
                seeds,
                settings.warnings(),
                particulars,
                heads.indexOf("raps experts"));
    }

    private LearnerSettings learner(Feedback feedback) {
        LearnerSettingsBuilder builder = LearnerSettings.builder(data.labels())
                .alpha(ALPHA)
                .model(network)
                .policy(feedback == Feedback.SOFTMAX ? new SoftmaxPolicy(1) : new UniformPolicy())
                .floor(0)
                .loss(new CrossEntropyLoss(new IpwEstimator()))
                .thresholdEstimator(new IpwEstimator())
                .normalization(Normalization.CORRECT_PULLS);
        Map<String, Score> scores =
                Map.of("softmax", Score.softmax(), "aps", Score.aps(), "raps", Score.raps(LAMBDA, penalty));
        for (String score : List.of("softmax", "aps", "raps")) {
            for (String rate : RATES) {
                builder.head(
                        score + " " + rate, scores.get(score), new SgdTracker.Settings(Double.parseDouble(rate), 0));
            }
            builder.head(score + " experts", scores.get(score), ExpertsTracker.Settings.PAPER);
            builder.head(score + " auto", scores.get(score), AutoTracker.Settings.DEFAULT);
        }
        return builder.build();
    }
}
