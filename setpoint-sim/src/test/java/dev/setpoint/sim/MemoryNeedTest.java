package dev.setpoint.sim;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.LearnerSettings;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.score.SoftmaxScore;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.track.TrackerSettings;
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
    void whatFitsIsAllowed() {
        assertThatCode(() -> MemoryNeed.check(
                        settings("mlp", "weighted-quantile", 1000, 1000, 100_000),
                        Worlds.clouds(2, 4, 1, 1),
                        8,
                        GIGABYTE))
                .doesNotThrowAnyException();
    }
}
