package dev.setpoint.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.LearnerSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.testing.UnlearningModel;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every learner that an experiment makes is closed, also where the experiment fails. */
class ExperimentClosingTest {
    private static final LabelledData DATA = LabelledData.dense(
            "two", List.of("a", "b"), new int[] {0, 1, 0, 1}, new float[][] {{1, 0}, {0, 1}, {1, 0}, {0, 1}});
    private static final MetricSink NOWHERE = (step, queries, head, label, metric, value) -> {};

    private final Uniform model = new Uniform();

    /** Models that know nothing, and how many of them were made and not closed. */
    static final class Uniform implements ModelSettings {
        private int made;
        private int open;

        @Override
        public int dimension() {
            return 2;
        }

        @Override
        public ProbabilityModel create(ModelContext context) {
            made++;
            open++;
            return new UnlearningModel(context.labels()) {
                @Override
                protected double probability(FeatureVector query, int label) {
                    return 0.5;
                }

                @Override
                public void close() {
                    open--;
                }
            };
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Uniform;
        }

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public String toString() {
            return "world-uniform";
        }
    }

    private ExperimentSettings settings(String images) {
        return new ExperimentSettings(
                LearnerSettings.builder(DATA.labels()).model(model).build(),
                4,
                2,
                FeedbackSettings.IMMEDIATE,
                Drift.none(),
                Shift.none(),
                4,
                2,
                false,
                ImageTransform.parse(images),
                false);
    }

    @Test
    void runClosesItsLearner() {
        Experiment.run(DATA, List.of(), settings("none"), 1, NOWHERE, (measures, batch, truth) -> {});
        assertThatThrownBy(() ->
                        Experiment.run(DATA, List.of(), settings("none"), 1, NOWHERE, (measures, batch, truth) -> {
                            throw new IllegalStateException("enough");
                        }))
                .hasMessage("enough");
        assertThat(model.made).isEqualTo(2);
        assertThat(model.open).isZero();
    }

    @Test
    void experimentThatCannotStartOrResumeClosesItsLearner() {
        assertThatThrownBy(() -> Experiment.start(DATA, settings("cifar10"), 1, NOWHERE))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(model.made).isEqualTo(1);
        assertThat(model.open).isZero();
        ByteArrayOutputStream checkpoint = new ByteArrayOutputStream();
        try (Experiment experiment = Experiment.start(DATA, settings("none"), 1, NOWHERE)) {
            experiment.checkpoint().forEach(checkpoint::writeBytes);
        }
        LabelledData other = LabelledData.dense("other", List.of("a", "b"), new int[] {0}, new float[][] {{1, 0}});
        assertThatThrownBy(() -> Experiment.resume(other, settings("none"), 1, NOWHERE, checkpoint.toByteArray()))
                .isInstanceOf(SnapshotException.class);
        assertThatThrownBy(() -> Experiment.resume(DATA, settings("cifar10"), 1, NOWHERE, checkpoint.toByteArray()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(model.made).isEqualTo(4);
        assertThat(model.open).isZero();
    }
}
