package dev.setpoint.deep;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.openblas.global.openblas_nolapack;
import org.bytedeco.pytorch.AdamOptions;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Generator;
import org.bytedeco.pytorch.GeneratorOptional;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.SGDOptions;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorArrayRefOptional;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * The calls into libtorch, all in one place: the engine checks no bounds of what Java hands it, so shapes are checked here.
 *
 * <p>Tensors are native memory. Every caller works inside {@link #scoped}, at whose end all tensors made inside are freed but for
 * those it keeps with {@code retainReference}. Operations in place ({@code relu_} and the like) return another name for the same tensor, which
 * owns nothing: only what an ordinary operation returned can be kept.
 */
final class Torch {
    /** torchvision's: how fast running statistics follow, and what is added to variances. */
    private static final double MOMENTUM = 0.1;

    private static final double EPSILON = 1e-5;

    private static final long[] ONE = {1, 1};
    private static final String DEVICE = System.getProperty("setpoint.device", "auto");

    /** More than a process takes from the end of its shutdown hooks to its own. */
    private static final long PATIENCE_MILLIS = 1000;

    private static final ExitGate GATE = new ExitGate(PATIENCE_MILLIS);

    static {
        unpack();
        Runtime.getRuntime().addShutdownHook(new Thread(GATE::end, "setpoint-deep-exit"));
        torch.set_num_threads(threads());
        openblas_nolapack.blas_set_num_threads(threads()); // the matrix library does not listen to the former
    }

    private Torch() {}

    /**
     * Unpacks the library that others need before any is loaded. The loader unpacks and loads one after the other; the first time, a
     * library whose need is not there yet fails to load, takes others with it, and the process dies.
     */
    private static void unpack() {
        String library = System.mapLibraryName("torch_cpu");
        try {
            Loader.cacheResource("/org/bytedeco/pytorch/" + Loader.getPlatform() + "/" + library);
        } catch (IOException e) {
            throw new UncheckedIOException("libtorch cannot be unpacked: " + e.getMessage(), e);
        }
    }

    /** How many threads a step computes with: the property {@code setpoint.threads}, or all processors. */
    static int threads() {
        return Integer.getInteger("setpoint.threads", Runtime.getRuntime().availableProcessors());
    }

    /** Whether tensors live on a GPU: where there is one, unless the property {@code setpoint.device} is {@code cpu}. */
    static boolean onGpu() {
        if (DEVICE.equals("cuda") && !torch.cuda_is_available()) {
            throw new IllegalStateException("setpoint.device: cuda (expected: cpu, as no GPU can be used)");
        }
        return !DEVICE.equals("cpu") && torch.cuda_is_available();
    }

    /** The tensor where the network computes. */
    static Tensor onDevice(Tensor tensor) {
        return onGpu() ? tensor.to(new Device("cuda"), torch.ScalarType.Float) : tensor;
    }

    /** Runs code and frees every tensor it made and did not retain. */
    static void scoped(Runnable code) {
        boolean outermost = PointerScope.getInnerScope() == null;
        if (outermost) {
            GATE.enter();
        }
        try {
            PointerScope scope = new PointerScope();
            try {
                code.run();
            } finally {
                scope.close(); // frees tensors, which is the engine's work, too
            }
        } finally {
            if (outermost) {
                GATE.leave();
            }
        }
    }

    /** Runs code whose operations need no backward pass. */
    static void withoutGradients(Runnable code) {
        NoGradGuard guard = new NoGradGuard();
        try {
            code.run();
        } finally {
            guard.close();
        }
    }

    // ---------------------------------------------------------------- numbers in and out

    /** A copy of these numbers. */
    static Tensor tensor(float[] values, long... shape) {
        checkLength(values.length, shape);
        try (FloatPointer source = new FloatPointer(values)) {
            return torch.from_blob(source, shape).clone();
        }
    }

    /** A view of native numbers, which must outlive it. */
    static Tensor view(FloatPointer values, long... shape) {
        checkLength(values.capacity(), shape);
        return torch.from_blob(values, shape);
    }

    /** Fills the array, whose length must be the tensor's. */
    static void valuesInto(Tensor tensor, float[] into) {
        if (tensor.numel() != into.length) {
            throw new IllegalArgumentException("values: " + into.length + " (expected: " + tensor.numel() + ")");
        }
        scoped(() -> tensor.detach().cpu().contiguous().data_ptr_float().get(into));
    }

    /** Its numbers and zeros after them, so many in all. */
    static float[] lengthened(Tensor tensor, long length) {
        float[] values = new float[(int) tensor.numel()];
        valuesInto(tensor, values);
        return Arrays.copyOf(values, Math.toIntExact(length));
    }

    /** Replaces the tensor's numbers. */
    static void setValues(Tensor tensor, float[] values) {
        scoped(() -> tensor.detach().copy_(tensor(values, shape(tensor))));
    }

    /**
     * The same numbers, those of images and of convolutions in the order in which convolutions read them: the channels of a pixel side
     * by side. A step of ResNet50 takes a quarter less time so, because nothing is put in order layer by layer. What {@link
     * #valuesInto} and {@link #setValues} see does not depend on it.
     */
    static Tensor channelsLast(Tensor tensor) {
        return tensor.dim() == 4 ? tensor.contiguous(torch.MemoryFormat.ChannelsLast) : tensor;
    }

    static long[] shape(Tensor tensor) {
        long[] shape = new long[(int) tensor.dim()];
        for (int i = 0; i < shape.length; i++) {
            shape[i] = tensor.size(i);
        }
        return shape;
    }

    private static void checkLength(long length, long[] shape) {
        long count = 1;
        for (long size : shape) {
            count = Math.multiplyExact(count, size);
        }
        if (count > length) {
            throw new IllegalArgumentException("numbers: " + length + " (expected: at least " + count + ")");
        }
    }

    // ---------------------------------------------------------------- first values

    static Generator generator(long seed) {
        return torch.make_generator_cpu(seed);
    }

    static Tensor normal(Generator generator, double deviation, long... shape) {
        Tensor tensor = torch.empty(shape);
        tensor.normal_(0, deviation, new GeneratorOptional(generator));
        return tensor;
    }

    static Tensor uniform(Generator generator, double bound, long... shape) {
        Tensor tensor = torch.empty(shape);
        tensor.uniform_(-bound, bound, new GeneratorOptional(generator));
        return tensor;
    }

    static Tensor zeros(long... shape) {
        return torch.zeros(shape);
    }

    static Tensor ones(long... shape) {
        return torch.ones(shape);
    }

    // ---------------------------------------------------------------- layers

    static Tensor convolution(Tensor input, Tensor weight, Tensor bias, int stride, int padding) {
        return torch.conv2d(
                input,
                weight,
                bias == null ? new TensorOptional() : new TensorOptional(bias),
                new long[] {stride, stride},
                new long[] {padding, padding},
                ONE,
                1);
    }

    /** Normalises by the batch's own statistics and moves the running ones, or by the running ones. */
    static Tensor batchNorm(Tensor input, Tensor weight, Tensor bias, Tensor mean, Tensor variance, boolean byBatch) {
        return torch.batch_norm(
                input,
                new TensorOptional(weight),
                new TensorOptional(bias),
                new TensorOptional(mean),
                new TensorOptional(variance),
                byBatch,
                MOMENTUM,
                EPSILON,
                false);
    }

    static Tensor maxPool(Tensor input, int size, int stride, int padding) {
        return torch.max_pool2d(
                input, new long[] {size, size}, new long[] {stride, stride}, new long[] {padding, padding}, ONE, false);
    }

    static Tensor linear(Tensor input, Tensor weight, Tensor bias) {
        return torch.linear(input, weight, new TensorOptional(bias));
    }

    // ---------------------------------------------------------------- learning

    static org.bytedeco.pytorch.Optimizer adam(TensorVector parameters, double rate, double beta1, double beta2) {
        AdamOptions options = new AdamOptions(rate);
        DoublePointer betas = options.betas(); // a C++ tuple, whose second element comes first in memory
        if (betas.get(1) != 0.9 || betas.get(0) != 0.999) {
            throw new IllegalStateException("betas of libtorch's Adam: " + betas.get(1) + " and " + betas.get(0)
                    + " (expected: 0.9 and 0.999, in this order)");
        }
        betas.put(1, beta1).put(0, beta2);
        return new org.bytedeco.pytorch.Adam(parameters, options);
    }

    static org.bytedeco.pytorch.Optimizer sgd(TensorVector parameters, double rate) {
        return new org.bytedeco.pytorch.SGD(parameters, new SGDOptions(rate));
    }

    /** Adds to every parameter's gradient that of {@code sum(output * gradient)}, and frees what the forward pass kept. */
    static void backward(Tensor output, Tensor gradient) {
        output.backward(gradient, new BoolOptional(), false, new TensorArrayRefOptional());
    }
}
