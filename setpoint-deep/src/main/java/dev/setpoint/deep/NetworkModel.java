package dev.setpoint.deep;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.Loss;
import dev.setpoint.loss.Observation;
import dev.setpoint.model.ClippedLogits;
import dev.setpoint.model.LogitOutput;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.pytorch.Optimizer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;

/**
 * A network as a model of probabilities.
 *
 * <p>A learning step on the very queries that were decided last uses the forward pass of that decision, so that a step of an
 * experiment costs one forward and one backward pass, as in plain training. Any other step makes a forward pass of its own; with {@link
 * NetworkSettings.Statistics#BATCH} to the same result.
 *
 * <p>Parameters, their gradients, the optimizer's memory, the last forward pass and the buffer of queries are native memory, which
 * {@link #close} frees.
 */
final class NetworkModel implements LogitOutput {
    private final NetworkSettings settings;
    private final int dimension;
    private final Loss loss;
    private final Network network;
    private int labels;
    private Optimizer optimizer;
    private ClippedLogits clipped;

    /** The queries at hand, and those of the last forward pass. */
    private float[] offered = {};

    private float[] forwarded = {};
    private float[] logits = {};
    private float[] gradient = {};
    /** Null before the first forward pass. */
    private FloatPointer input;

    /** The last forward pass, while it can be learned from; otherwise null. */
    private Tensor output;

    private Network.Pass pass;
    private int outputCount;
    private boolean touched = true;
    private boolean closed;

    NetworkModel(NetworkSettings settings, int labels, Loss loss, Network network) {
        this.settings = settings;
        this.dimension = settings.dimension();
        this.loss = loss;
        this.labels = labels;
        this.network = network;
        this.clipped = new ClippedLogits(loss, labels, settings.clip());
        this.optimizer = newOptimizer(network.parameters.values()); // last: nobody closes a model that was not made
    }

    @Override
    public void probabilitiesInto(FeatureVector[] queries, int count, double[] into) {
        checkOpen();
        ProbabilityModel.checkDimensions(dimension, queries, count);
        if (count == 0) {
            return;
        }
        read(queries, count);
        if (settings.statistics() == NetworkSettings.Statistics.BATCH || !network.hasBatchNorm()) {
            forward(count);
        } else {
            forwardByRunningStatistics(count);
        }
        for (int i = 0; i < count; i++) {
            clipped.set(logits, i * labels);
            clipped.probabilitiesInto(into, i * labels);
        }
    }

    @Override
    public void logitsInto(FeatureVector[] queries, int count, float[] logitsOut, double[] into) {
        probabilitiesInto(queries, count, into);
        System.arraycopy(logits, 0, logitsOut, 0, count * labels);
    }

    @Override
    public void probabilitiesOf(float[] given, int count, double[] into) {
        clipped.probabilitiesOf(given, count, into);
    }

    @Override
    public void learn(FeatureVector[] queries, Observation[] observations, int count, double divisor) {
        checkOpen();
        ProbabilityModel.checkDimensions(dimension, queries, count);
        if (clipped.teaching(observations, count) == 0) {
            return;
        }
        read(queries, count);
        if (!wasForwarded(count)) {
            forward(count);
        }
        takeGradient(observations, count, divisor);
        touched = true;
        Torch.scoped(() -> {
            try {
                Torch.backward(output, Torch.onDevice(Torch.tensor(gradient, count, labels)));
                optimizer.step(); // Wang & Qiao (2024), Algorithm 1, line 5, first row
                Torch.withoutGradients(pass::commit);
            } finally { // also if the engine fails: the next step must not add to this one
                optimizer.zero_grad();
                discard();
            }
        });
    }

    @Override
    public boolean canGrow() {
        return true;
    }

    /** Networks do not compare queries with the texts of labels: of the context only the number of labels is read. */
    @Override
    public void grow(ModelContext context) {
        checkOpen();
        if (context.labels() <= labels) {
            throw new IllegalArgumentException("labels: " + context.labels() + " (expected: above " + labels + ")");
        }
        Torch.scoped(() -> {
            discard();
            Map<String, Tensor> grown = network.parametersFor(context.labels());
            Optimizer ofGrown = newOptimizer(grown.values());
            try {
                if (remembers()) {
                    AdamMemory.copy(optimizer, ofGrown, List.copyOf(grown.values()));
                }
            } catch (RuntimeException e) { // nothing has changed
                ofGrown.close();
                throw e;
            }
            optimizer.close(); // it knows the parameters
            optimizer = ofGrown;
            network.take(grown);
        });
        labels = context.labels();
        clipped = new ClippedLogits(loss, labels, settings.clip());
        touched = true;
    }

    private Optimizer newOptimizer(Collection<Tensor> moved) {
        Optimizer[] made = new Optimizer[1];
        Torch.scoped(
                () -> { // at whose end the list of parameters goes, which would keep them alive
                    TensorVector parameters = new TensorVector();
                    moved.forEach(parameters::push_back);
                    made[0] = settings.createOptimizer(parameters);
                    made[0].retainReference();
                });
        return made[0];
    }

    private void read(FeatureVector[] queries, int count) {
        if (offered.length < count * dimension) {
            offered = new float[count * dimension];
        }
        for (int i = 0; i < count; i++) {
            queries[i].valuesInto(offered, i * dimension);
        }
    }

    private boolean wasForwarded(int count) {
        int length = count * dimension;
        return output != null && count == outputCount && Arrays.equals(offered, 0, length, forwarded, 0, length);
    }

    /** Goes forward so that it can be learned from. */
    private void forward(int count) {
        Torch.scoped(() -> {
            discard();
            Network.Pass way = network.new Pass(count > 1); // one query alone has no statistics
            Tensor result = network.forward(inputs(count), way);
            takeLogits(result, count);
            result.retainReference();
            way.keep();
            output = result;
            pass = way;
            outputCount = count;
        });
    }

    private void forwardByRunningStatistics(int count) {
        Torch.scoped(() -> {
            discard();
            Torch.withoutGradients(() -> takeLogits(network.forward(inputs(count), network.new Pass(false)), count));
        });
    }

    private Tensor inputs(int count) {
        float[] swapped = forwarded;
        forwarded = offered;
        offered = swapped;
        int length = count * dimension;
        if (input == null || input.capacity() < length) {
            if (input != null) {
                input.close();
            }
            input = new FloatPointer(length);
            input.retainReference();
        }
        input.put(forwarded, 0, length);
        long[] one = network.inputShape();
        long[] shape = new long[one.length + 1];
        shape[0] = count;
        System.arraycopy(one, 0, shape, 1, one.length);
        return Torch.onDevice(Torch.channelsLast(Torch.view(input, shape)));
    }

    private void takeLogits(Tensor result, int count) {
        if (logits.length != count * labels) {
            logits = new float[count * labels];
        }
        Torch.valuesInto(result, logits);
    }

    private void takeGradient(Observation[] observations, int count, double divisor) {
        if (gradient.length < count * labels) {
            gradient = new float[count * labels];
        }
        for (int i = 0; i < count; i++) {
            if (clipped.teaches(observations[i])) {
                clipped.set(logits, i * labels);
                clipped.restrict(observations[i]);
                clipped.gradientInto(observations[i], divisor, gradient, i * labels);
            } else {
                Arrays.fill(gradient, i * labels, (i + 1) * labels, 0);
            }
        }
    }

    private void discard() {
        if (output != null) {
            output.close();
            output = null;
            pass.discard();
            pass = null;
        }
    }

    Network network() {
        return network;
    }

    Optimizer optimizer() {
        return optimizer;
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("model: closed (expected: open)");
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        Torch.scoped(() -> {
            discard();
            optimizer.close(); // it knows the parameters
            network.close();
            if (input != null) {
                input.close();
            }
        });
    }

    // ---------------------------------------------------------------- keeping

    /** Page 0, which counts the tensors; a page for each of them; if the optimizer is Adam, one for what that remembers. */
    @Override
    public int pages() {
        return 1 + tensors().size() + (remembers() ? 1 : 0);
    }

    /** A step moves them all. */
    @Override
    public boolean isTouched(int page) {
        return touched;
    }

    @Override
    public void settle() {
        touched = false;
    }

    /** Of a tensor its name, its shape and its numbers. */
    @Override
    public void writePage(int page, StateWriter out) {
        checkOpen();
        List<Map.Entry<String, Tensor>> tensors = tensors();
        if (page == 0) {
            out.writeInt(tensors.size());
        } else if (page <= tensors.size()) {
            Map.Entry<String, Tensor> entry = tensors.get(page - 1);
            float[] values = new float[(int) entry.getValue().numel()];
            Torch.valuesInto(entry.getValue(), values);
            out.writeText(entry.getKey());
            out.writeLongs(Torch.shape(entry.getValue()));
            out.writeFloats(values);
        } else {
            AdamMemory.write(optimizer, network.parameters.size(), out);
        }
    }

    @Override
    public void beginRead() {
        checkOpen();
        forgetSteps();
    }

    @Override
    public void readPage(int page, StateReader in) {
        checkOpen();
        Torch.scoped(this::discard);
        List<Map.Entry<String, Tensor>> tensors = tensors();
        if (page == 0) {
            checkCount(in.readInt(), tensors.size());
        } else if (page <= tensors.size()) {
            readTensor(tensors.get(page - 1), in);
        } else if (page < pages()) {
            forgetSteps();
            AdamMemory.read(optimizer, List.copyOf(network.parameters.values()), in);
        } else {
            throw new SnapshotException("snapshot: page " + page + " (expected: below " + pages() + ")");
        }
    }

    @Override
    public void readVersion3(StateReader in) {
        checkOpen();
        Torch.scoped(this::discard);
        checkCount(in.readInt(), tensors().size());
        for (Map.Entry<String, Tensor> entry : tensors()) {
            readTensor(entry, in);
        }
        forgetSteps();
        if (remembers()) {
            AdamMemory.read(optimizer, List.copyOf(network.parameters.values()), in);
        }
    }

    private static void checkCount(int found, int expected) {
        if (found != expected) {
            throw new SnapshotException("snapshot: " + found + " tensors (expected: " + expected + ")");
        }
    }

    private static void readTensor(Map.Entry<String, Tensor> entry, StateReader in) {
        String name = in.readText();
        long[] shape = Torch.shape(entry.getValue());
        long[] written = new long[shape.length];
        if (name.equals(entry.getKey())) {
            in.readLongsInto(written);
        }
        if (!name.equals(entry.getKey()) || !Arrays.equals(shape, written)) {
            throw new SnapshotException("snapshot: tensor " + name + " of " + Arrays.toString(written) + " (expected: "
                    + entry.getKey() + " of " + Arrays.toString(shape) + ")");
        }
        float[] values = new float[(int) entry.getValue().numel()];
        in.readFloatsInto(values);
        Torch.setValues(entry.getValue(), values);
    }

    /** The engine's own reading adds to what an optimizer remembers. */
    private void forgetSteps() {
        Torch.scoped(optimizer::close);
        optimizer = newOptimizer(network.parameters.values());
    }

    private boolean remembers() {
        return settings.optimizer() instanceof dev.setpoint.model.Optimizer.Adam;
    }

    private List<Map.Entry<String, Tensor>> tensors() {
        return Stream.concat(network.parameters.entrySet().stream(), network.statistics.entrySet().stream())
                .toList();
    }
}
