package dev.setpoint.deep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import dev.setpoint.testing.GivenWeights;
import dev.setpoint.testing.Source;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Optimizer;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a network keeps when labels are added, tensor by tensor. */
class NetworkGrowthTest {
    private static final int LABELS = 3;
    private static final int GROWN = 5;
    private static final int DIMENSION = 3 * 8 * 8;

    /** The numbers of a tensor, and of what Adam remembers of a parameter. */
    private record State(List<String> names, List<float[]> tensors, List<Long> steps, List<float[]> means) {
        static State of(ProbabilityModel model, int parameters) {
            State state = new State(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            for (int page = 1; page < model.pages() - 1; page++) {
                StateReader in = page(model, page);
                state.names.add(in.readText());
                in.readLongs(4);
                state.tensors.add(in.readFloats());
                in.finish();
            }
            StateReader in = page(model, model.pages() - 1);
            for (int i = 0; i < parameters; i++) {
                assertThat(in.readBoolean()).as("moved").isTrue();
                state.steps.add(in.readLong());
                state.means.add(in.readFloats());
                state.means.add(in.readFloats());
            }
            in.finish();
            return state;
        }

        private static StateReader page(ProbabilityModel model, int page) {
            StateWriter out = new StateWriter();
            model.writePage(page, out);
            return new StateReader(out.written());
        }
    }

    private static void learn(ProbabilityModel model, int labels, int label) {
        Source random = new Source(3);
        FeatureVector[] queries = {random.dense(DIMENSION), random.dense(DIMENSION)};
        double[] weights = new double[2 * labels];
        weights[label] = 1;
        weights[labels + 1] = 2;
        model.learn(queries, GivenWeights.of(2, weights), 2, 1);
    }

    @ParameterizedTest
    @CsvSource({"torch-mlp(hidden=[6]), fc2", "cnn, fc2", "resnet18, fc"})
    void lastLayerAndAdamsMeansOfItAreLongerAndAllElseIsAsBefore(String text, String last) {
        ProbabilityModel model =
                ModelSettings.parse(text, DIMENSION).create(new ModelContext(LABELS, new GivenWeights(), 1));
        learn(model, LABELS, 0);
        learn(model, LABELS, 2);
        int parameters = ((NetworkModel) model).network().parameters.size();
        State before = State.of(model, parameters);
        model.grow(new ModelContext(GROWN, new GivenWeights(), 1));
        State after = State.of(model, parameters);
        assertThat(after.names).isEqualTo(before.names);
        assertThat(after.steps).isEqualTo(before.steps);
        for (int i = 0; i < before.tensors.size(); i++) {
            float[] old = before.tensors.get(i);
            float[] now = after.tensors.get(i);
            boolean grown = before.names.get(i).startsWith(last + ".");
            int width = old.length / LABELS;
            assertThat(now).as(before.names.get(i)).hasSize(grown ? width * GROWN : old.length);
            assertThat(Arrays.copyOf(now, old.length)).isEqualTo(old);
            for (int k = old.length; k < now.length; k++) {
                double mean = 0;
                for (int label = 0; label < LABELS; label++) {
                    mean += (double) old[label * width + k % width] / LABELS;
                }
                assertThat((double) now[k]).isCloseTo(mean, within(1e-6));
            }
        }
        for (int i = 0; i < before.means.size(); i++) {
            float[] old = before.means.get(i);
            float[] now = after.means.get(i);
            assertThat(now).isEqualTo(Arrays.copyOf(old, now.length));
            assertThat(now.length > old.length)
                    .isEqualTo(before.names.get(i / 2).startsWith(last + "."));
        }
        learn(model, GROWN, GROWN - 1);
        assertThat(State.of(model, parameters).steps).containsOnly(before.steps.get(0) + 1);
        model.close();
    }

    @Test
    void whatTheLastLayerAndTheOptimizerHeldBeforeIsFreed() {
        NetworkModel model = (NetworkModel) ModelSettings.parse("torch-mlp(hidden=[6])", DIMENSION)
                .create(new ModelContext(LABELS, new GivenWeights(), 1));
        learn(model, LABELS, 0);
        Optimizer optimizer = model.optimizer();
        Map<String, Tensor> before = Map.copyOf(model.network().parameters);
        model.grow(new ModelContext(GROWN, new GivenWeights(), 1));
        assertThat(optimizer.isNull()).isTrue();
        before.forEach((name, tensor) -> assertThat(tensor.isNull()).as(name).isEqualTo(name.startsWith("fc2.")));
        Map<String, Tensor> after = Map.copyOf(model.network().parameters);
        learn(model, GROWN, 0);
        model.close();
        after.forEach((name, tensor) -> assertThat(tensor.isNull()).as(name).isTrue());
    }
}
