package dev.setpoint;

import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.model.Mlp;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.score.Score;
import dev.setpoint.testing.Source;
import dev.setpoint.track.TrackerSettings;
import java.util.Arrays;
import java.util.List;

/** Runs whose learners were stored in format version 3; compiled against that build, {@code main} writes them. */
final class Version3Story {
    static final int WRITTEN_AFTER = 120;
    private static final int LABELS = 3;

    private Version3Story() {}

    static LearnerSettings settings(int which) {
        boolean named = which % 2 == 0;
        LearnerSettingsBuilder builder = LearnerSettings.builder(List.of("send money", "a flight", "music"))
                .features(named ? FeatureSettings.parse("hashed(bits=10)") : new VectorSettings(4, true, 2, true))
                .coverage(which == 3 ? Coverage.MARGINAL : Coverage.CLASS)
                .maxPending(6)
                .seed(which);
        int dimension = named ? 1 << 10 : new VectorSettings(4, true, 2, true).dimension();
        ModelSettings model = switch (which) {
            case 0 -> new SoftmaxRegression.Settings(dimension, new Optimizer.RowAdaGrad(1, false));
            case 1 -> new SoftmaxRegression.Settings(dimension, new Optimizer.AdaGrad(0.3));
            case 2 -> new Mlp.Settings(dimension, 7, new Optimizer.Adam(0.01, 0.9, 0.999), 15);
            default -> new SoftmaxRegression.Settings(dimension, new Optimizer.Sgd(0.1));
        };
        builder.model(model);
        for (String tracker : which % 2 == 0
                ? List.of("auto", "sgd(eta=0.05)", "experts", "scale-free")
                : List.of(
                        "auto",
                        "decaying",
                        "weighted-quantile(size=4, memory=50)",
                        "strongly-adaptive(levels=3)",
                        "outer(gamma=0.1, tracker=weighted-quantile(size=4))")) {
            builder.head(tracker, Score.softmax(), TrackerSettings.parse(tracker));
        }
        return builder.build();
    }

    /** Decides and answers, now or a little later; says what was decided, and the thresholds that came of it. */
    static String run(Learner learner, int which, int from, int to) {
        StringBuilder told = new StringBuilder();
        for (int t = from; t < to; t++) {
            Source random = new Source(1000L * which + t);
            FeatureVector query = random.dense(4);
            if (which % 2 == 0) {
                Features said = Features.ofText(random.oneOf("send it", "a flight please", "play music", "hm"));
                said.number("n" + random.below(3), random.between(-3, 3));
                learner.encodeInto(said, query);
            }
            told.append(learner.decide(query)).append('\n');
            int answered = t - random.below(4);
            learner.learn(
                    answered,
                    random.chance(0.2) ? Feedback.label(random.below(LABELS)) : Feedback.of(random.chance(0.5)));
        }
        for (int head = 0; head < learner.settings().heads().size(); head++) {
            told.append(Arrays.toString(learner.thresholds(head))).append('\n');
        }
        return told.append(learner.coverage().classes(0)).toString();
    }

    public static void main(String[] folder) throws java.io.IOException {
        for (int which = 0; which < 4; which++) {
            Learner learner = new Learner(settings(which));
            run(learner, which, 0, WRITTEN_AFTER);
            java.nio.file.Files.write(
                    java.nio.file.Path.of(folder[0], "story-" + which + "-v3.snapshot"), learner.snapshot());
        }
    }
}
