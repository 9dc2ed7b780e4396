package dev.setpoint.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.LearnerSettings;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.sim.data.SegmentDigits;
import dev.setpoint.state.SnapshotException;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExperimentResumeTest {
    private static final LabelledData DATA = SegmentDigits.generate(300, 1);
    private static final int STEPS = 40;

    private static ExperimentSettings settings(int window, boolean theorems, FeedbackSettings feedback) {
        LearnerSettings learner = LearnerSettings.builder(DATA.labels())
                .model(ModelSettings.parse("mlp(hidden=8, optimizer=adam(rate=0.01))", DATA.dimension()))
                .build();
        return settings(learner, window, theorems, feedback);
    }

    private static ExperimentSettings settings(
            LearnerSettings learner, int window, boolean theorems, FeedbackSettings feedback) {
        return new ExperimentSettings(
                learner,
                STEPS * 16L,
                16,
                feedback,
                Drift.none(),
                Shift.none(),
                window,
                20,
                false,
                ImageTransform.parse(
                        "image(flip=true, brightness=0.2, padding=2, mean=[0.5, 0.5, 0.5], std=[0.5, 0.5, 0.5])"),
                theorems);
    }

    private static ExperimentSettings settings() {
        return settings(100, false, FeedbackSettings.IMMEDIATE);
    }

    private static byte[] joined(List<byte[]> parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        parts.forEach(out::writeBytes);
        return out.toByteArray();
    }

    private static MetricSink into(List<String> rows) {
        return (step, queries, head, label, metric, value) ->
                rows.add(step + " " + queries + " " + head + " " + label + " " + metric + " " + value);
    }

    private static void finish(Experiment experiment) {
        while (!experiment.isOver()) {
            experiment.step((measures, batch, truth) -> {});
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 7, 21, 39, 40})
    void continuesToTheSameFiguresFromAnyStep(int stop) {
        List<String> whole = new ArrayList<>();
        finish(Experiment.start(DATA, settings(), 3, into(whole)));

        List<String> parts = new ArrayList<>();
        Experiment first = Experiment.start(DATA, settings(), 3, into(parts));
        for (int step = 0; step < stop; step++) {
            first.step((measures, batch, truth) -> {});
        }
        byte[] checkpoint = joined(first.checkpoint());
        Experiment second = Experiment.resume(DATA, settings(), 3, into(parts), checkpoint);
        assertThat(second.steps()).isEqualTo(stop);
        assertThat(joined(second.checkpoint())).isEqualTo(checkpoint);
        finish(second);
        assertThat(parts).isEqualTo(whole);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20, 40})
    void continuesToTheSameFiguresWhereTheLearnerStandardises(int stop) {
        ExperimentSettings dense = settings(
                LearnerSettings.builder(DATA.labels())
                        .features(new VectorSettings(DATA.dimension(), true, 1, true))
                        .build(),
                100,
                false,
                FeedbackSettings.IMMEDIATE);
        List<String> whole = new ArrayList<>();
        finish(Experiment.start(DATA, dense, 3, into(whole)));
        List<String> parts = new ArrayList<>();
        Experiment first = Experiment.start(DATA, dense, 3, into(parts));
        for (int step = 0; step < stop; step++) {
            first.step((measures, batch, truth) -> {});
        }
        byte[] checkpoint = joined(first.checkpoint());
        Experiment second = Experiment.resume(DATA, dense, 3, into(parts), checkpoint);
        assertThat(joined(second.checkpoint())).isEqualTo(checkpoint);
        finish(second);
        assertThat(parts).isEqualTo(whole);
    }

    @Test
    void otherSettingsSeedsAndDataAreRefused() {
        Experiment experiment = Experiment.start(DATA, settings(), 3, into(new ArrayList<>()));
        experiment.step((measures, batch, truth) -> {});
        byte[] checkpoint = joined(experiment.checkpoint());
        MetricSink sink = into(new ArrayList<>());
        assertThatThrownBy(() -> Experiment.resume(DATA, settings(), 4, sink, checkpoint))
                .isInstanceOf(SnapshotException.class)
                .hasMessageContaining("seed: 3");
        assertThatThrownBy(() ->
                        Experiment.resume(DATA, settings(50, false, FeedbackSettings.IMMEDIATE), 3, sink, checkpoint))
                .isInstanceOf(SnapshotException.class)
                .hasMessageContaining("window: 100");
        assertThatThrownBy(() -> Experiment.resume(SegmentDigits.generate(200, 1), settings(), 3, sink, checkpoint))
                .isInstanceOf(SnapshotException.class)
                .hasMessageContaining("segments of 300");
    }

    @Test
    void checkpointThatIsCutOrAlteredIsRefused() {
        Experiment experiment = Experiment.start(DATA, settings(), 3, into(new ArrayList<>()));
        experiment.step((measures, batch, truth) -> {});
        byte[] checkpoint = joined(experiment.checkpoint());
        MetricSink sink = into(new ArrayList<>());
        for (int length : new int[] {0, 1, 27, checkpoint.length / 2, checkpoint.length - 1}) {
            byte[] cut = java.util.Arrays.copyOf(checkpoint, length);
            assertThatThrownBy(() -> Experiment.resume(DATA, settings(), 3, sink, cut))
                    .isInstanceOf(SnapshotException.class);
        }
        for (int at = 0; at < checkpoint.length; at += checkpoint.length / 40) {
            byte[] altered = checkpoint.clone();
            altered[at] ^= 4;
            assertThatThrownBy(() -> Experiment.resume(DATA, settings(), 3, sink, altered))
                    .isInstanceOf(SnapshotException.class);
        }
    }

    @Test
    void experimentsWithMoreStateThanACheckpointHoldsAreRefused() {
        for (ExperimentSettings settings : List.of(
                settings(100, true, FeedbackSettings.IMMEDIATE), settings(100, false, new FeedbackSettings(5, 0, 0)))) {
            assertThat(settings.isResumable()).isFalse();
            Experiment experiment = Experiment.start(DATA, settings, 3, into(new ArrayList<>()));
            assertThatThrownBy(experiment::checkpoint).isInstanceOf(IllegalStateException.class);
        }
        assertThat(settings().isResumable()).isTrue();
    }
}
