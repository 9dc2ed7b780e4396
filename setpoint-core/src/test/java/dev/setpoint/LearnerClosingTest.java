package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.feature.Letters;
import dev.setpoint.loss.Observation;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import dev.setpoint.testing.Sealed;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who made a learner closes it, and a learner closes what it made. */
class LearnerClosingTest {
    private final Letters features = new Letters(new FeatureSettings(14, 1, 0, 0, true, true));
    private final Lent lent = new Lent(features.dimension());
    private final LearnerSettings settings =
            LearnerSettings.builder("a", "b").features(features).model(lent).build();

    /** Softmax regression that counts how many of its models are open, and can be told to fail. */
    private static final class Lent implements ModelSettings {
        private final SoftmaxRegression.Settings model;
        private int open;
        private int closings;
        private boolean failsToClose;
        private boolean failsToRead;

        Lent(int dimension) {
            model = new SoftmaxRegression.Settings(dimension, new Optimizer.AdaGrad(0.5));
        }

        @Override
        public int dimension() {
            return model.dimension();
        }

        @Override
        public ProbabilityModel create(ModelContext context) {
            ProbabilityModel inner = model.create(context);
            open++;
            return new ProbabilityModel() {
                @Override
                public void probabilitiesInto(FeatureVector[] queries, int count, double[] probabilities) {
                    inner.probabilitiesInto(queries, count, probabilities);
                }

                @Override
                public void learn(FeatureVector[] queries, Observation[] observations, int count, double divisor) {
                    inner.learn(queries, observations, count, divisor);
                }

                @Override
                public void writeState(StateWriter out) {
                    inner.writeState(out);
                }

                @Override
                public void readState(StateReader in) {
                    if (failsToRead) {
                        throw new OutOfMemoryError("no memory for a model");
                    }
                    inner.readState(in);
                }

                @Override
                public void close() {
                    open--;
                    closings++;
                    if (failsToClose) {
                        throw new IllegalStateException("model: stuck (expected: free)");
                    }
                }
            };
        }

        @Override
        public String toString() {
            return "lent";
        }
    }

    private void assertNothingIsOpen() {
        assertThat(lent.open).isZero();
        assertThat(features.open()).isZero();
    }

    @Test
    void closesModelAndEncoderOnce() {
        Learner learner = new Learner(settings);
        assertThat(lent.open).isEqualTo(1);
        assertThat(features.open()).isEqualTo(1);
        learner.close();
        assertNothingIsOpen();
        learner.close();
        assertThat(lent.closings).isEqualTo(1);
    }

    @Test
    void closesTheEncoderAlsoIfTheModelFailsTo() {
        Learner learner = new Learner(settings);
        lent.failsToClose = true;
        assertThatThrownBy(learner::close).hasMessage("model: stuck (expected: free)");
        assertNothingIsOpen();
    }

    @Test
    void refusesToWorkWhenClosedAndStillTellsWhatItMeasured() {
        Learner learner = new Learner(settings);
        Decision decision = learner.decide(Features.ofText("first"));
        DecisionBatch batch = learner.newBatch();
        FeatureVector query = new FeatureVector();
        learner.encodeInto(Features.ofText("second"), query);
        learner.learn(decision.id(), true);
        long waiting = learner.decide(query).id();
        learner.close();
        for (Runnable use : List.<Runnable>of(
                () -> learner.decide(Features.ofText("third")),
                () -> learner.decide(query),
                () -> learner.decide(List.of(query)),
                () -> learner.decideInto(query, batch),
                () -> learner.encodeInto(Features.ofText("third"), query),
                () -> learner.learn(waiting, true),
                () -> learner.learn(waiting, Feedback.of(true)),
                () -> learner.learn(new long[] {waiting}, new boolean[] {true}, 1),
                () -> learner.learn(List.of(new Answer(waiting, Feedback.of(true)))),
                learner::snapshot)) {
            assertThatThrownBy(use::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("learner: closed (expected: open)");
        }
        assertThat(learner.decisions()).isEqualTo(2);
        assertThat(learner.pending()).isEqualTo(1);
        assertThat(learner.measures().answered()).isEqualTo(1);
    }

    @Test
    void learnerThatCannotBeRestoredClosesWhatItMade() {
        byte[] snapshot;
        try (Learner learner = new Learner(settings)) {
            snapshot = learner.snapshot();
        }
        byte[] payload = Sealed.payload(snapshot);
        byte[] cut = Sealed.learner(Arrays.copyOf(payload, payload.length - 1));
        assertThatThrownBy(() -> Learner.restore(settings, cut)).isInstanceOf(SnapshotException.class);
        assertNothingIsOpen();
        lent.failsToRead = true;
        lent.failsToClose = true;
        assertThatThrownBy(() -> Learner.restore(settings, snapshot))
                .isInstanceOf(OutOfMemoryError.class)
                .satisfies(e ->
                        assertThat(e.getSuppressed()).singleElement().asString().contains("model: stuck"));
        assertNothingIsOpen();
        assertThat(lent.closings).isEqualTo(3);
    }
}
