package dev.setpoint.deep;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.bytedeco.pytorch.Generator;
import org.bytedeco.pytorch.Tensor;

/**
 * A network as its named tensors and a way from images or features to logits. Names and shapes are those of PyTorch's {@code
 * state_dict}, so that weights travel between the two.
 */
abstract class Network {
    /** What gradients move. */
    final Map<String, Tensor> parameters = new LinkedHashMap<>();
    /** Running statistics of batch normalisation. */
    final Map<String, Tensor> statistics = new LinkedHashMap<>();

    /** The logits of a batch. */
    abstract Tensor forward(Tensor input, Pass pass);

    /** The shape of one query: channels, height, width; or its number of features. */
    abstract long[] inputShape();

    /** The name of the last layer, whose size is the number of labels. */
    abstract String lastLayer();

    /**
     * One way through the network. In a learning pass batches are normalised by their own statistics, and where the running ones
     * would go is noted down, not done: they move when the step is learned from.
     */
    final class Pass {
        private final boolean byBatch;
        private final Map<String, Tensor> moved = new LinkedHashMap<>();

        Pass(boolean byBatch) {
            this.byBatch = byBatch;
        }

        Tensor batchNorm(Tensor input, String name) {
            return Torch.batchNorm(
                    input,
                    parameters.get(name + ".weight"),
                    parameters.get(name + ".bias"),
                    statistic(name + ".running_mean"),
                    statistic(name + ".running_var"),
                    byBatch);
        }

        private Tensor statistic(String name) {
            Tensor running = statistics.get(name);
            return byBatch ? moved.computeIfAbsent(name, n -> running.clone()) : running;
        }

        /** Keeps what must outlive the scope. */
        void keep() {
            moved.values().forEach(Tensor::retainReference);
        }

        /** Moves the running statistics. */
        void commit() {
            moved.forEach((name, tensor) -> statistics.get(name).copy_(tensor));
        }

        /** Frees what {@link #keep} kept. */
        void discard() {
            moved.values().forEach(Tensor::close);
            moved.clear();
        }
    }

    // ---------------------------------------------------------------- building

    /** A convolution without bias, first values as torchvision's ResNets have them: normal with variance 2 / fan-out. */
    final void addConvolution(Generator generator, String name, long out, long in, long size) {
        double deviation = Math.sqrt(2.0 / (double) (out * size * size));
        addParameter(name + ".weight", Torch.normal(generator, deviation, out, in, size, size));
    }

    final void addBatchNorm(String name, long channels) {
        addParameter(name + ".weight", Torch.ones(channels));
        addParameter(name + ".bias", Torch.zeros(channels));
        statistics.put(name + ".running_mean", Torch.onDevice(Torch.zeros(channels)));
        statistics.put(name + ".running_var", Torch.onDevice(Torch.ones(channels)));
    }

    /** A layer with bias and PyTorch's default first values: uniform within 1 / sqrt(fan-in). */
    final void addWithBias(Generator generator, String name, long... shape) {
        long fanIn = 1;
        for (int i = 1; i < shape.length; i++) {
            fanIn *= shape[i];
        }
        double bound = 1 / Math.sqrt((double) fanIn);
        addParameter(name + ".weight", Torch.uniform(generator, bound, shape));
        addParameter(name + ".bias", Torch.uniform(generator, bound, shape[0]));
    }

    private void addParameter(String name, Tensor tensor) {
        Tensor parameter = Torch.onDevice(Torch.channelsLast(tensor));
        parameter.set_requires_grad(true);
        parameters.put(name, parameter);
    }

    /**
     * Takes parameters and running statistics from a file. The last layer stays as it is if the file's is for another number of labels;
     * everything else must be there and of the same shape.
     *
     * @throws IllegalArgumentException if it is not
     */
    final void load(String file) {
        Map<String, WeightTensor> read;
        try {
            read = WeightFile.read(Path.of(file));
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException("weights: " + e.getMessage(), e);
        }
        checkNames(file, read.keySet());
        parameters.forEach((name, tensor) -> load(file, name, tensor, read.get(name)));
        statistics.forEach((name, tensor) -> load(file, name, tensor, read.get(name)));
    }

    private void checkNames(String file, Set<String> names) {
        for (String name : names) {
            if (!parameters.containsKey(name)
                    && !statistics.containsKey(name)
                    && !name.endsWith(".num_batches_tracked")) {
                throw new IllegalArgumentException(
                        "weights: " + file + " has " + name + " (expected: the names of this network)");
            }
        }
    }

    private void load(String file, String name, Tensor tensor, WeightTensor read) {
        long[] shape = Torch.shape(tensor);
        if (read != null && Arrays.equals(shape, read.shape())) {
            Torch.setValues(tensor, read.values());
        } else if (read == null || !isOfLastLayer(name) || !differInLabelsAlone(shape, read.shape())) {
            throw new IllegalArgumentException("weights: " + file + " has "
                    + (read == null ? "no " + name : name + " of " + Arrays.toString(read.shape())) + " (expected: "
                    + name + " of " + Arrays.toString(shape) + ")");
        }
    }

    private static boolean differInLabelsAlone(long[] shape, long[] other) {
        return shape.length == other.length && Arrays.equals(shape, 1, shape.length, other, 1, other.length);
    }

    // ---------------------------------------------------------------- growing

    /** The parameters for more labels, in their order: those of the last layer have further rows, each the mean of the present ones; the others are the same. */
    final Map<String, Tensor> parametersFor(long labels) {
        Map<String, Tensor> grown = new LinkedHashMap<>(parameters);
        grown.replaceAll((name, tensor) -> isOfLastLayer(name) ? withRows(tensor, labels) : tensor);
        return grown;
    }

    private boolean isOfLastLayer(String name) {
        return name.startsWith(lastLayer() + ".");
    }

    private static Tensor withRows(Tensor tensor, long rows) {
        long[] shape = Torch.shape(tensor);
        int before = Math.toIntExact(shape[0]);
        int width = Math.toIntExact(tensor.numel() / before);
        float[] values = Torch.lengthened(tensor, width * rows);
        for (int i = 0; i < width; i++) {
            double sum = 0;
            for (int row = 0; row < before; row++) {
                sum += values[row * width + i];
            }
            for (int row = before; row < rows; row++) {
                values[row * width + i] = (float) (sum / before);
            }
        }
        shape[0] = rows;
        Tensor grown = Torch.onDevice(Torch.tensor(values, shape));
        grown.set_requires_grad(true);
        return grown;
    }

    /** Computes with the parameters that {@link #parametersFor} gave, and frees those they take the place of. */
    final void take(Map<String, Tensor> grown) {
        grown.forEach((name, tensor) -> {
            if (isOfLastLayer(name)) {
                tensor.retainReference();
                parameters.put(name, tensor).close();
            }
        });
    }

    // ---------------------------------------------------------------- using

    final Tensor convolution(Tensor input, String name, int stride, int padding) {
        return Torch.convolution(
                input, parameters.get(name + ".weight"), parameters.get(name + ".bias"), stride, padding);
    }

    final Tensor linear(Tensor input, String name) {
        return Torch.linear(input, parameters.get(name + ".weight"), parameters.get(name + ".bias"));
    }

    /** Lets its tensors outlive the scope in which they were made, until {@link #close}. */
    final void keep() {
        parameters.values().forEach(Tensor::retainReference);
        statistics.values().forEach(Tensor::retainReference);
    }

    /** Frees the tensors that were kept, and the parameters' gradients with them. */
    final void close() {
        parameters.values().forEach(Tensor::close);
        statistics.values().forEach(Tensor::close);
    }

    final boolean hasBatchNorm() {
        return !statistics.isEmpty();
    }

    final long countParameters() {
        return parameters.values().stream().mapToLong(Tensor::numel).sum();
    }
}
