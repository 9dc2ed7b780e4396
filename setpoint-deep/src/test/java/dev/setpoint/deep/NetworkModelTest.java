package dev.setpoint.deep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.LearnerSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.model.BatchEffect;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.sim.Drift;
import dev.setpoint.sim.Experiment;
import dev.setpoint.sim.ExperimentSettings;
import dev.setpoint.sim.FeedbackSettings;
import dev.setpoint.sim.ImageTransform;
import dev.setpoint.sim.MetricSink;
import dev.setpoint.sim.Shift;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.sim.data.SegmentDigits;
import dev.setpoint.state.Paged;
import dev.setpoint.state.PagedState;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import dev.setpoint.testing.GivenWeights;
import dev.setpoint.testing.Sealed;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.States;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkModelTest {
    private static final int LABELS = 10;
    private static final int IMAGE = 3 * 8 * 8;

    @TempDir
    Path folder;

    private final List<ProbabilityModel> made = new ArrayList<>();

    @AfterEach
    void closeAll() {
        made.forEach(ProbabilityModel::close);
    }

    private ProbabilityModel create(String text, int dimension) {
        return create(text, dimension, LABELS);
    }

    private ProbabilityModel create(String text, int dimension, int labels) {
        ProbabilityModel model =
                ModelSettings.parse(text, dimension).create(new ModelContext(labels, new GivenWeights(), 7));
        made.add(model);
        return model;
    }

    private static FeatureVector[] images(long seed, int count, int dimension) {
        Source random = new Source(seed);
        FeatureVector[] images = new FeatureVector[count];
        for (int i = 0; i < count; i++) {
            images[i] = random.dense(dimension);
        }
        return images;
    }

    private static double[] oneHot(int count) {
        double[] weights = new double[count * LABELS];
        for (int i = 0; i < count; i++) {
            weights[i * LABELS + i % LABELS] = 1 + i;
        }
        return weights;
    }

    private static double[] probabilities(ProbabilityModel model, FeatureVector... queries) {
        double[] p = new double[queries.length * LABELS];
        model.probabilitiesInto(queries, queries.length, p);
        return p;
    }

    private Network network(String architecture) {
        return ((NetworkModel) create(architecture, 3072)).network();
    }

    @ParameterizedTest
    @CsvSource({"resnet18, 11181642", "resnet50, 23528522"})
    void residualNetworksHaveTorchvisionsTensors(String name, long parameters) throws IOException {
        Network network = network(name);
        assertThat(network.countParameters()).isEqualTo(parameters);
        List<String> found = new ArrayList<>();
        network.parameters.forEach((tensor, value) -> found.add(tensor + " " + text(value)));
        network.statistics.forEach((tensor, value) -> found.add(tensor + " " + text(value)));
        assertThat(found).containsExactlyInAnyOrderElementsOf(lines(name + "-layout.txt"));
    }

    private static String text(Tensor tensor) {
        return Arrays.stream(Torch.shape(tensor)).mapToObj(Long::toString).collect(Collectors.joining("x"));
    }

    private static List<String> lines(String resource) throws IOException {
        try (InputStream in = NetworkModelTest.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    @Test
    void orderInMemoryIsNotSeenInNumbers() {
        float[] values = new float[2 * 3 * 2 * 2];
        for (int i = 0; i < values.length; i++) {
            values[i] = i;
        }
        float[] seen = new float[values.length];
        Torch.scoped(() -> {
            Tensor tensor = Torch.channelsLast(Torch.tensor(values, 2, 3, 2, 2));
            assertThat(tensor.data_ptr_float().get(1)).isEqualTo(4); // the second channel of the first pixel
            Torch.valuesInto(tensor, seen);
            assertThat(seen).isEqualTo(values);
            Torch.setValues(tensor, new float[values.length]);
            Torch.setValues(tensor, values);
            assertThat(tensor.data_ptr_float().get(1)).isEqualTo(4);
        });
        assertThat(Torch.channelsLast(network("cnn").parameters.get("fc2.weight"))
                        .dim())
                .isEqualTo(2);
    }

    /** Of 9,408 and 2,359,296 normal draws the deviation is within 4 percent but for one seed in 10^7; of uniform ones, too. */
    @Test
    void firstWeightsHaveTorchvisionsDeviation() {
        Network network = network("resnet18");
        assertThat(deviation(network, "conv1.weight")).isCloseTo(Math.sqrt(2.0 / (64 * 49)), within(0.04 * 0.0253));
        assertThat(deviation(network, "layer4.1.conv2.weight"))
                .isCloseTo(Math.sqrt(2.0 / (512 * 9)), within(0.04 * 0.0208));
        assertThat(deviation(network, "fc.weight")).isCloseTo(1 / Math.sqrt(3 * 512.0), within(0.04 * 0.0255));
        assertThat(deviation(network, "bn1.weight")).isZero();
    }

    private static double deviation(Network network, String name) {
        Tensor tensor = network.parameters.get(name);
        float[] values = new float[(int) tensor.numel()];
        Torch.valuesInto(tensor, values);
        double mean = 0;
        for (float value : values) {
            mean += value / (double) values.length;
        }
        double sum = 0;
        for (float value : values) {
            sum += (value - mean) * (value - mean);
        }
        return Math.sqrt(sum / values.length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"resnet18", "cnn", "torch-mlp(hidden=[20])"})
    void stepOnTheQueriesJustDecidedEqualsAStepThatGoesForwardItself(String name) {
        FeatureVector[] batch = images(1, 6, IMAGE);
        ProbabilityModel reuses = create(name, IMAGE);
        ProbabilityModel repeats = create(name, IMAGE);
        byte[] first = States.bytes(reuses);
        for (int step = 0; step < 2; step++) {
            probabilities(reuses, batch);
            reuses.learn(batch, GivenWeights.of(6, oneHot(6)), 6, 6);
            probabilities(repeats, batch);
            probabilities(repeats, images(2, 4, IMAGE)); // something else in between
            repeats.learn(batch, GivenWeights.of(6, oneHot(6)), 6, 6);
        }
        assertThat(States.bytes(reuses)).isEqualTo(States.bytes(repeats)).isNotEqualTo(first);
    }

    @ParameterizedTest
    @ValueSource(strings = {"resnet18", "cnn"})
    void restoredItContinuesBitForBit(String name) {
        ProbabilityModel model = create(name, IMAGE);
        FeatureVector[] batch = images(1, 6, IMAGE);
        model.learn(batch, GivenWeights.of(6, oneHot(6)), 6, 6);
        ProbabilityModel restored = States.copied(model, create(name, IMAGE));
        for (int step = 0; step < 2; step++) {
            byte[] before = States.bytes(model);
            assertThat(probabilities(restored, batch)).isEqualTo(probabilities(model, batch));
            model.learn(batch, GivenWeights.of(6, oneHot(6)), 6, 6);
            restored.learn(batch, GivenWeights.of(6, oneHot(6)), 6, 6);
            assertThat(States.bytes(restored)).isEqualTo(States.bytes(model)).isNotEqualTo(before);
        }
    }

    @Test
    void onlyAnswersThatTeachMoveParametersAndStatistics() {
        NetworkModel model = (NetworkModel) create("resnet18", IMAGE);
        FeatureVector[] batch = images(1, 4, IMAGE);
        Map<String, float[]> before = values(model.network());
        probabilities(model, batch);
        assertThat(moved(before, model.network())).isEmpty();
        model.learn(batch, GivenWeights.of(4, new double[4 * LABELS]), 4, 1);
        assertThat(moved(before, model.network())).isEmpty();
        model.learn(batch, GivenWeights.of(4, oneHot(4)), 4, 1);
        assertThat(moved(before, model.network())).containsExactlyElementsOf(before.keySet());
    }

    private static Map<String, float[]> values(Network network) {
        Map<String, float[]> values = new LinkedHashMap<>();
        Stream.of(network.parameters, network.statistics)
                .forEach(tensors -> tensors.forEach((name, tensor) -> {
                    float[] numbers = new float[(int) tensor.numel()];
                    Torch.valuesInto(tensor, numbers);
                    values.put(name, numbers);
                }));
        return values;
    }

    /** The names of the tensors of which a number is another one now. */
    private static List<String> moved(Map<String, float[]> before, Network network) {
        Map<String, float[]> now = values(network);
        return before.keySet().stream()
                .filter(name -> !Arrays.equals(before.get(name), now.get(name)))
                .toList();
    }

    /** From the first step on, in the whole batch and for every query of it. */
    @ParameterizedTest
    @ValueSource(strings = {"resnet18", "cnn", "torch-mlp(hidden=[20], optimizer=sgd(rate=0.1))"})
    void everyStepMovesProbabilitiesTowardsTheToldLabels(String name) {
        ProbabilityModel model = create(name, IMAGE);
        FeatureVector[] batch = images(1, 10, IMAGE);
        double[] told = new double[10 * LABELS];
        for (int i = 0; i < 10; i++) {
            told[i * LABELS + i] = 1;
        }
        double[] first = probabilities(model, batch);
        double loss = loss(first);
        for (int step = 0; step < 10; step++) {
            model.learn(batch, GivenWeights.of(10, told), 10, 10);
            double after = loss(probabilities(model, batch));
            assertThat(after).as("loss after step %d", step + 1).isLessThan(loss);
            loss = after;
        }
        double[] last = probabilities(model, batch);
        for (int i = 0; i < 10; i++) {
            assertThat(last[i * LABELS + i]).isGreaterThan(first[i * LABELS + i]);
        }
    }

    /** Decisions follow by the running statistics, which are a tenth of the way behind those that are learned with. */
    @Test
    void learningMovesDecisionsByRunningStatisticsToo() {
        ProbabilityModel model = create("resnet18(statistics=running)", IMAGE);
        FeatureVector[] batch = images(1, 10, IMAGE);
        double[] told = new double[10 * LABELS];
        for (int i = 0; i < 10; i++) {
            told[i * LABELS + i] = 1;
        }
        double first = loss(probabilities(model, batch));
        for (int step = 0; step < 40; step++) {
            model.learn(batch, GivenWeights.of(10, told), 10, 10);
        }
        assertThat(loss(probabilities(model, batch))).isLessThan(0.9 * first);
    }

    /** Of the first layer, whose input is known: the new mean is 0.1 of the batch's, as in PyTorch, and so on for the variance. */
    @Test
    void learningMovesRunningStatisticsByATenth() {
        NetworkModel model = (NetworkModel) create("resnet18", IMAGE);
        FeatureVector[] batch = images(1, 4, IMAGE);
        float[] pixels = new float[4 * IMAGE];
        for (int i = 0; i < 4; i++) {
            batch[i].valuesInto(pixels, i * IMAGE);
        }
        float[] out = new float[4 * 64 * 4 * 4];
        Torch.scoped(() ->
                Torch.valuesInto(model.network().convolution(Torch.tensor(pixels, 4, 3, 8, 8), "conv1", 2, 3), out));
        model.learn(batch, GivenWeights.of(4, oneHot(4)), 4, 4);
        float[] mean = new float[64];
        float[] variance = new float[64];
        Torch.valuesInto(model.network().statistics.get("bn1.running_mean"), mean);
        Torch.valuesInto(model.network().statistics.get("bn1.running_var"), variance);
        for (int channel = 0; channel < 64; channel++) {
            double sum = 0;
            double squares = 0;
            for (int i = 0; i < 4; i++) {
                for (int place = 0; place < 16; place++) {
                    double value = out[(i * 64 + channel) * 16 + place];
                    sum += value;
                    squares += value * value;
                }
            }
            double average = sum / 64;
            assertThat((double) mean[channel]).isCloseTo(0.1 * average, within(1e-5));
            assertThat((double) variance[channel])
                    .isCloseTo(0.9 + 0.1 * (squares - 64 * average * average) / 63, within(1e-4));
        }
    }

    @Test
    void experimentWithANetworkResumesFromItsCheckpointToTheSameNumbers() {
        LabelledData digits = SegmentDigits.generate(200, 1);
        LearnerSettings learner = LearnerSettings.builder(digits.labels())
                .model(ModelSettings.parse("resnet18", digits.dimension()))
                .build();
        ExperimentSettings settings = new ExperimentSettings(
                learner,
                6 * 16,
                16,
                FeedbackSettings.IMMEDIATE,
                Drift.none(),
                Shift.none(),
                32,
                6,
                false,
                ImageTransform.NONE,
                false);
        List<Double> whole = new ArrayList<>();
        List<Double> parts = new ArrayList<>();
        Experiment.run(
                digits,
                List.of(),
                settings,
                3,
                (step, queries, head, label, metric, value) -> whole.add(value),
                (measures, batch, truth) -> {});
        MetricSink sink = (step, queries, head, label, metric, value) -> parts.add(value);
        ByteArrayOutputStream checkpoint = new ByteArrayOutputStream();
        try (Experiment first = Experiment.start(digits, settings, 3, sink)) {
            for (int step = 0; step < 3; step++) {
                first.step((measures, batch, truth) -> {});
            }
            first.checkpoint().forEach(checkpoint::writeBytes);
        }
        assertThat(parts).isNotEmpty().hasSizeLessThan(whole.size());
        try (Experiment second = Experiment.resume(digits, settings, 3, sink, checkpoint.toByteArray())) {
            while (!second.isOver()) {
                second.step((measures, batch, truth) -> {});
            }
        }
        assertThat(parts).isEqualTo(whole);
    }

    @Test
    void settingsSayWhatTheBatchDoesToADecision() {
        assertThat(ModelSettings.parse("resnet18", IMAGE).batchEffect()).isEqualTo(BatchEffect.CONTENT);
        assertThat(ModelSettings.parse("resnet50", IMAGE).batchEffect()).isEqualTo(BatchEffect.CONTENT);
        assertThat(ModelSettings.parse("resnet18(statistics=running)", IMAGE).batchEffect())
                .isEqualTo(BatchEffect.ROUNDING);
        assertThat(ModelSettings.parse("cnn", IMAGE).batchEffect()).isEqualTo(BatchEffect.ROUNDING);
        assertThat(ModelSettings.parse("torch-mlp", IMAGE).batchEffect()).isEqualTo(BatchEffect.ROUNDING);
    }

    @Test
    void logitsBeyondTheClipHaveNoGradient() {
        ProbabilityModel model = create("torch-mlp(hidden=[], optimizer=sgd(rate=1), clip=0.000001)", 4);
        FeatureVector query = FeatureVector.dense(1, 2, 3, 4);
        double[] before = probabilities(model, query);
        assertThat(before[0]).isCloseTo(0.1, within(1e-6));
        byte[] state = States.bytes(model);
        model.learn(new FeatureVector[] {query}, GivenWeights.of(1, oneHot(1)), 1, 1);
        assertThat(States.bytes(model)).isEqualTo(state);
    }

    @Test
    void withRunningStatisticsADecisionDoesNotDependOnItsCompany() {
        ProbabilityModel model = create("resnet18(statistics=running)", IMAGE);
        FeatureVector[] batch = images(1, 3, IMAGE);
        model.learn(batch, GivenWeights.of(3, oneHot(3)), 3, 3);
        double[] together = probabilities(model, batch);
        double[] alone = probabilities(model, batch[1]);
        for (int k = 0; k < LABELS; k++) {
            assertThat(together[LABELS + k]).isCloseTo(alone[k], within(1e-5));
        }
        ProbabilityModel byBatch = create("resnet18", IMAGE);
        double[] withOthers = probabilities(byBatch, batch);
        assertThat(Arrays.copyOfRange(withOthers, LABELS, 2 * LABELS))
                .isNotEqualTo(Arrays.copyOfRange(probabilities(byBatch, batch[1], batch[0]), 0, LABELS));
    }

    /** The engine's Adam against core's, which is written out after the paper's formula, on the same linear model. */
    @ParameterizedTest
    @ValueSource(strings = {"adam(rate=0.01)", "adam(rate=0.05, beta1=0.5, beta2=0.8)", "sgd(rate=0.2)"})
    void enginesOptimizersMoveAsTheFormulasSay(String text) {
        int dimension = 3;
        int labels = 2;
        NetworkModel model = (NetworkModel) create("torch-mlp(hidden=[], optimizer=" + text + ")", dimension, labels);
        Tensor weight = model.network().parameters.get("fc1.weight");
        float[] expected = new float[labels * dimension];
        Torch.valuesInto(weight, expected);
        Optimizer.ByWeight optimizer = (Optimizer.ByWeight) Optimizer.parse(text);
        float[] first = new float[expected.length];
        float[] second = new float[expected.length];
        float[] found = new float[expected.length];
        Source random = new Source(5);
        for (int step = 1; step <= 40; step++) {
            FeatureVector query = random.dense(dimension);
            double[] p = new double[labels];
            model.probabilitiesInto(new FeatureVector[] {query}, 1, p);
            double[] told = {random.between(0, 3), random.between(0, 3)};
            float[] gradient = new float[expected.length];
            for (int k = 0; k < labels; k++) {
                for (int j = 0; j < dimension; j++) {
                    gradient[k * dimension + j] = (float) ((p[k] * (told[0] + told[1]) - told[k]) * query.value(j) / 2);
                }
            }
            model.learn(new FeatureVector[] {query}, GivenWeights.of(1, told), 1, 2);
            optimizer.update(expected, gradient, first, second, 0, expected.length, step);
            Torch.valuesInto(weight, found);
            for (int i = 0; i < found.length; i++) {
                assertThat(found[i]).isCloseTo(expected[i], within(2e-5f));
            }
        }
    }

    @Test
    void learnsABatchByHeart() {
        ProbabilityModel model = create("cnn(optimizer=adam(rate=0.003))", IMAGE);
        FeatureVector[] batch = images(1, 10, IMAGE);
        double first = loss(probabilities(model, batch));
        double[] weights = new double[10 * LABELS];
        for (int i = 0; i < 10; i++) {
            weights[i * LABELS + i] = 1;
        }
        for (int step = 0; step < 100; step++) {
            probabilities(model, batch);
            model.learn(batch, GivenWeights.of(10, weights), 10, 10);
        }
        assertThat(loss(probabilities(model, batch))).isLessThan(0.5 * first);
    }

    private static double loss(double[] probabilities) {
        double loss = 0;
        for (int i = 0; i < 10; i++) {
            loss -= Math.log(probabilities[i * LABELS + i]) / 10;
        }
        return loss;
    }

    /** As a learner would write it, as far as a network's weights go; after the checkpoint of an experiment. */
    private static byte[] checkpoint(String settings, ProbabilityModel model) {
        Paged head = new Paged() {
            @Override
            public void writePage(int page, StateWriter out) {
                out.writeText(settings);
            }

            @Override
            public void readPage(int page, StateReader in) {
                throw new UnsupportedOperationException();
            }
        };
        byte[] experiment = Snapshot.seal(Snapshot.EXPERIMENT, out -> out.writeLong(7));
        byte[] learner = Snapshot.sealPages(
                Snapshot.LEARNER,
                new PagedState().add(Snapshot.SETTINGS_PART, head).add(Snapshot.MODEL_PART, model));
        byte[] both = Arrays.copyOf(experiment, experiment.length + learner.length);
        System.arraycopy(learner, 0, both, experiment.length, learner.length);
        return both;
    }

    @Test
    void weightsComeFromACheckpointAndTheLastLayerMayBeForOtherLabels() throws IOException {
        ProbabilityModel model = create("cnn", IMAGE);
        model.learn(images(1, 4, IMAGE), GivenWeights.of(4, oneHot(4)), 4, 4);
        Path file = folder.resolve("learner.checkpoint");
        Files.write(file, checkpoint("alpha: 0.1\nmodel: " + ModelSettings.parse("cnn", IMAGE), model));
        FeatureVector query = images(9, 1, IMAGE)[0];
        ProbabilityModel loaded = create("cnn(weights=" + file + ")", IMAGE);
        assertThat(probabilities(loaded, query))
                .isEqualTo(probabilities(model, query))
                .isNotEqualTo(probabilities(create("cnn", IMAGE), query));
        ProbabilityModel three = create("cnn(weights=" + file + ")", IMAGE, 3);
        double[] p = new double[3];
        three.probabilitiesInto(new FeatureVector[] {query}, 1, p);
        assertThat(p[0] + p[1] + p[2]).isCloseTo(1, within(1e-9));
    }

    /** In format version 3 a learner's settings and counts, then the content of the pages of today, one after the other. */
    @Test
    void weightsComeFromACheckpointOfVersion3() throws IOException {
        ProbabilityModel model = create("cnn", IMAGE);
        model.learn(images(1, 4, IMAGE), GivenWeights.of(4, oneHot(4)), 4, 4);
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        payload.writeBytes(Sealed.pages(Snapshot.seal(Snapshot.LEARNER, out -> {
                    out.writeText("alpha: 0.1\nmodel: " + ModelSettings.parse("cnn", IMAGE));
                    out.writeLong(4);
                    out.writeLong(0);
                }))
                .get(0L));
        ByteArrayOutputStream state = new ByteArrayOutputStream();
        Sealed.pages(States.bytes(model)).values().forEach(state::writeBytes);
        payload.writeBytes(state.toByteArray());
        Path file = folder.resolve("earlier.checkpoint");
        Files.write(file, Sealed.envelope(3, Snapshot.LEARNER, payload.toByteArray()));
        FeatureVector query = images(9, 1, IMAGE)[0];
        ProbabilityModel loaded = create("cnn(weights=" + file + ")", IMAGE);
        assertThat(probabilities(loaded, query)).isEqualTo(probabilities(model, query));
        ProbabilityModel restored = create("cnn", IMAGE);
        restored.readVersion3(
                Snapshot.openVersion3(Snapshot.LEARNER, Sealed.envelope(3, Snapshot.LEARNER, state.toByteArray())));
        assertThat(States.bytes(restored)).isEqualTo(States.bytes(model));
    }

    @Test
    void weightsThatDoNotFitAreRefused() throws IOException {
        Path missing = folder.resolve("none.npz");
        assertThatThrownBy(() -> create("cnn(weights=" + missing + ")", IMAGE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("weights: " + missing + ": missing (expected: a readable file)");
        Path other = folder.resolve("other.checkpoint");
        ProbabilityModel perceptron = create("torch-mlp(hidden=[4])", IMAGE);
        Files.write(other, checkpoint("model: torch-mlp(dimension=192)", perceptron));
        assertThatThrownBy(() -> create("torch-mlp(hidden=[5], weights=" + other + ")", IMAGE))
                .hasMessageContaining("has fc1.weight of [4, 192] (expected: fc1.weight of [5, 192])");
        assertThatThrownBy(() -> create("resnet18(weights=" + other + ")", IMAGE))
                .hasMessageContaining("has fc1.weight (expected: the names of this network)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "resnet50(channels=2) | 3072 | dimension: 3072 with 2 channels (expected: channels x side x side",
                "cnn | 48 | with a side of at least 8)",
                "torch-mlp(hidden=[0]) | 4 | hidden: [0] (expected: in [1, 1048576] each)",
                "torch-mlp(hidden=[1.5]) | 4 | hidden: [1.5] (expected: whole numbers)",
                "cnn(statistics=none) | 768 | statistics: 'none' (expected: batch or running)",
                "cnn(optimizer=row-adagrad) | 768 | optimizer: row-adagrad(rate=8.0, implicit=true) (expected: adam or sgd)",
                "cnn(optimizer=adagrad) | 768 | optimizer: adagrad(rate=0.5) (expected: adam or sgd)",
                "cnn(colour=red) | 768 | colour in 'cnn(colour=red)'",
                "resnet34 | 768 | model: 'resnet34' (expected: softmax-regression, mlp, given, resnet50, resnet18, cnn, torch-mlp",
            })
    void wrongSettingsAreRefusedInOneSentence(String text, int dimension, String message) {
        assertThatThrownBy(() -> ModelSettings.parse(text, dimension))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "resnet18",
                "cnn(clip=15, statistics=running)",
                "torch-mlp(hidden=[3, 2])",
                "cnn(weights=\"a, (b\\\" c.npz\")"
            })
    void settingsReadBackWhatTheyPrint(String text) {
        ModelSettings settings = ModelSettings.parse(text, IMAGE);
        assertThat(ModelSettings.parse(settings.toString())).isEqualTo(settings);
    }

    @Test
    void whatANetworkDoesNotHaveMakesNoDifference() {
        Optimizer adam = Optimizer.parse("adam");
        NetworkSettings perceptron = new NetworkSettings(
                NetworkSettings.Architecture.TORCH_MLP,
                12,
                3,
                List.of(4),
                adam,
                15,
                NetworkSettings.Statistics.BATCH,
                "");
        assertThat(ModelSettings.parse(perceptron.toString())).isEqualTo(perceptron);
        NetworkSettings images = new NetworkSettings(
                NetworkSettings.Architecture.RESNET18,
                12,
                3,
                List.of(4),
                adam,
                15,
                NetworkSettings.Statistics.BATCH,
                "a\nb");
        assertThat(ModelSettings.parse(images.toString())).isEqualTo(images);
        assertThat(images.toString()).doesNotContain("\n");
    }
}
