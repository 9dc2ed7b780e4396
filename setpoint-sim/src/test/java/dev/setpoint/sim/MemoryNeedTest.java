package dev.setpoint.sim;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.LearnerSettings;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.score.SoftmaxScore;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.track.TrackerSettings;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MemoryNeedTest {
    private static final long GIGABYTE = 1_000_000_000;

    private static ExperimentSettings settings(String model, String tracker, int batch, int delay, int window) {
        LearnerSettings learner = LearnerSettings.builder("a", "b")
                .features(VectorSettings.asGiven(2))
                .model(ModelSettings.parse(model, 2))
                .head("head", new SoftmaxScore(), TrackerSettings.parse(tracker))
                .build();
        return new ExperimentSettings(learner, 10_000_000_000L, batch, new FeedbackSettings(delay, 0, 0), window, 10);
    }

    private static void assertRefused(ExperimentSettings settings, int runs, String message) {
        LabelledData data = Worlds.clouds(2, 4, 1, 1);
        assertThatThrownBy(() -> MemoryNeed.check(settings, data, runs, GIGABYTE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void theSettingThatTakesMostIsNamedWithWhatItTakes() {
        String fits = " (expected: with all else at most 1.0 GB, the memory of this process)";
        assertRefused(settings("mlp", "sgd", 10_000_000, 0, 1), 1, "batch: 10000000: would take 1.8 GB" + fits);
        assertRefused(settings("mlp", "sgd", 1, 0, 1_000_000_000), 1, "window: 1000000000: would take 18 GB" + fits);
        assertRefused(
                settings("mlp", "sgd", 1, 20_000_000, 1), 1, "feedback: delay: 20000000: would take 1.1 GB" + fits);
        assertRefused(
                settings("mlp(hidden=1000000000)", "sgd", 1, 0, 1), 1, "hidden: 1000000000: would take 48 GB" + fits);
        assertRefused(
                settings("mlp", "weighted-quantile(size=100000)", 1, 0, 50_000_000),
                2,
                "window: 50000000: would take 1.8 GB for 2 seeds at a time" + fits);
    }

    @Test
    void aBatchTakesNoMoreRowsThanTheStreamHas() {
        LearnerSettings learner = settings("mlp", "sgd", 1, 0, 1).learner();
        ExperimentSettings brief =
                new ExperimentSettings(learner, 1000, 10_000_000, new FeedbackSettings(0, 0, 0), 1, 10);
        assertThatCode(() -> MemoryNeed.check(brief, Worlds.clouds(2, 4, 1, 1), 1, GIGABYTE))
                .doesNotThrowAnyException();
    }

    @Test
    void denseInputsTimesLabelsCount() {
        List<String> labels = IntStream.range(0, 100_000).mapToObj(k -> "l" + k).toList();
        LearnerSettings learner = LearnerSettings.builder(labels)
                .features(new VectorSettings(2, false, 2, true))
                .model(new SoftmaxRegression.Settings(6, new Optimizer.AdaGrad(1)))
                .build();
        ExperimentSettings settings = new ExperimentSettings(learner, 1000, 1, new FeedbackSettings(0, 0, 0), 1, 10);
        assertThatThrownBy(() -> MemoryNeed.check(settings, Worlds.clouds(2, 4, 1, 1), 1, 4_000_000))
                .hasMessageContaining("100000 labels with 6 inputs each: would take ");
        assertThatCode(() -> MemoryNeed.check(settings, Worlds.clouds(2, 4, 1, 1), 1, 20_000_000))
                .doesNotThrowAnyException();
    }

    @Test
    void whatFitsIsAllowed() {
        assertThatCode(() -> MemoryNeed.check(
                        settings("mlp", "weighted-quantile", 1000, 1000, 100_000),
                        Worlds.clouds(2, 4, 1, 1),
                        8,
                        GIGABYTE))
                .doesNotThrowAnyException();
    }
}
