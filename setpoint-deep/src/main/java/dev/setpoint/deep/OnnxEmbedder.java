package dev.setpoint.deep;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import dev.setpoint.feature.Embedder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A frozen ONNX network as an embedder, computed by ONNX Runtime on the processor.
 *
 * <p>The network has one input of floats, {@code [n, channels, side, side]} with n free, which receives values from 0 to 255. Its
 * features are the output {@code features} if it has one, else its first output of floats {@code [n, dimension]}. Grey images
 * enter a network of colours as three equal planes.
 *
 * <p>The same images in the same groups give the same bits on the same machine with the same number of threads.
 */
public final class OnnxEmbedder implements Embedder {
    private static final float WHITE = 255;

    private final OrtEnvironment environment;
    private final OrtSession session;
    private final int side;
    private final String input;
    private final int channels;
    private final String output;
    private final int dimension;
    private final float[] plane;
    private Bilinear resizing;
    private FloatBuffer pixels = direct(0);
    private FloatBuffer features = direct(0);
    private boolean closed;

    OnnxEmbedder(byte[] network, int side, int threads) {
        if (side < 1 || side > 4096) {
            throw new IllegalArgumentException("side: " + side + " (expected: in [1, 4096])");
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads: " + threads + " (expected: >= 1)");
        }
        this.side = side;
        this.plane = new float[side * side];
        this.resizing = new Bilinear(1, side);
        // What the engine would log is in its exceptions, too.
        environment = OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL, "setpoint");
        session = open(environment, network, threads);
        try {
            Map.Entry<String, TensorInfo> images = imageInput(session.getInputInfo());
            input = images.getKey();
            channels = channels(images.getValue().getShape(), side);
            output = featureOutput(session.getOutputInfo());
            dimension = probe();
        } catch (OrtException e) {
            release(session);
            throw new IllegalArgumentException("network: fails for images of side " + side + ": " + oneLine(e), e);
        } catch (RuntimeException | Error e) {
            release(session);
            throw e;
        }
    }

    private static OrtSession open(OrtEnvironment environment, byte[] network, int threads) {
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            environment.setTelemetry(false);
            options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
            options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.ALL_OPT);
            options.setIntraOpNumThreads(threads);
            options.setInterOpNumThreads(1);
            // Waiting threads sleep: the machine may have other work.
            options.addConfigEntry("session.intra_op.allow_spinning", "0");
            return environment.createSession(network, options);
        } catch (OrtException e) {
            throw new IllegalArgumentException(
                    "network: " + oneLine(e) + " (expected: the bytes of an ONNX network)", e);
        }
    }

    private static Map.Entry<String, TensorInfo> imageInput(Map<String, NodeInfo> inputs) {
        if (inputs.size() == 1) {
            Map.Entry<String, NodeInfo> only = inputs.entrySet().iterator().next();
            if (only.getValue().getInfo() instanceof TensorInfo tensor
                    && tensor.type == OnnxJavaType.FLOAT
                    && tensor.getShape().length == 4) {
                return Map.entry(only.getKey(), tensor);
            }
        }
        throw new IllegalArgumentException(
                "network: inputs " + described(inputs) + " (expected: one of floats [n, channels, side, side])");
    }

    private static int channels(long[] shape, int side) {
        if (shape[0] > 0) {
            throw new IllegalArgumentException(
                    "network: reads " + shape[0] + " images at a time (expected: any number)");
        }
        if (shape[1] != 1 && shape[1] != 3 && shape[1] > 0) {
            throw new IllegalArgumentException("network: channels: " + shape[1] + " (expected: 1 or 3)");
        }
        for (int axis = 2; axis < 4; axis++) {
            if (shape[axis] > 0 && shape[axis] != side) {
                throw new IllegalArgumentException(
                        "side: " + side + " (expected: " + shape[axis] + ", the only one this network reads)");
            }
        }
        return shape[1] == 1 ? 1 : 3;
    }

    private static String featureOutput(Map<String, NodeInfo> outputs) {
        List<String> candidates = new ArrayList<>();
        for (Map.Entry<String, NodeInfo> entry : outputs.entrySet()) {
            if (entry.getValue().getInfo() instanceof TensorInfo tensor
                    && tensor.type == OnnxJavaType.FLOAT
                    && tensor.getShape().length == 2) {
                candidates.add(entry.getKey());
            }
        }
        if (candidates.isEmpty()) {
            throw new IllegalArgumentException(
                    "network: outputs " + described(outputs) + " (expected: one of floats [n, dimension])");
        }
        return candidates.contains("features") ? "features" : candidates.get(0);
    }

    private static String described(Map<String, NodeInfo> nodes) {
        List<String> all = new ArrayList<>();
        nodes.forEach((name, node) -> all.add(name + " "
                + (node.getInfo() instanceof TensorInfo tensor
                        ? tensor.type + Arrays.toString(tensor.getShape())
                        : "no tensor")));
        return all.toString();
    }

    /** Sends one black image through: a side that the network cannot read is told at once, and the width of its output is seen. */
    private int probe() throws OrtException {
        FloatBuffer black = direct((long) channels * plane.length);
        try (OnnxTensor image = OnnxTensor.createTensor(environment, black, shape(1));
                OrtSession.Result result = session.run(Map.of(input, image), Set.of(output))) {
            long[] shape = ((TensorInfo) result.get(0).getInfo()).getShape();
            if (shape.length != 2 || shape[0] != 1 || shape[1] < 1 || shape[1] > 1 << 20) {
                throw new IllegalArgumentException("network: output " + output + " " + Arrays.toString(shape)
                        + " for one image (expected: [1, dimension])");
            }
            return (int) shape[1];
        }
    }

    @Override
    public int dimension() {
        return dimension;
    }

    @Override
    public void embedInto(float[] images, int count, int channels, int side, float[] into) {
        check(images, count, channels, side, into);
        if (resizing.from() != side) {
            resizing = new Bilinear(side, this.side);
        }
        pixels = withRoom(pixels, (long) count * this.channels * plane.length);
        features = withRoom(features, (long) count * dimension);
        fill(images, count, channels, side);
        try (OnnxTensor in = OnnxTensor.createTensor(environment, pixels, shape(count));
                OnnxTensor out = OnnxTensor.createTensor(environment, features, new long[] {count, dimension})) {
            session.run(Map.of(input, in), Map.of(output, out)).close(); // the result is in our own buffer
            features.get(into, 0, count * dimension);
        } catch (OrtException e) {
            throw new IllegalStateException("network: " + oneLine(e), e);
        }
    }

    private void check(float[] images, int count, int channels, int side, float[] into) {
        if (closed) {
            throw new IllegalStateException("embedder: closed (expected: open)");
        }
        if (channels != this.channels && channels != 1) {
            throw new IllegalArgumentException("channels: " + channels + " (expected: "
                    + (this.channels == 1 ? "1" : "1 or " + this.channels) + ")");
        }
        if (count < 1 || side < 1 || images.length < (long) count * channels * side * side) {
            throw new IllegalArgumentException("images: " + images.length + " values (expected: " + count + " x "
                    + channels + " x " + side + " x " + side + ")");
        }
        if (into.length < (long) count * dimension) {
            throw new IllegalArgumentException(
                    "into: " + into.length + " values (expected: >= " + count + " x " + dimension + ")");
        }
    }

    private void fill(float[] images, int count, int channels, int side) {
        pixels.clear();
        for (int image = 0; image < count; image++) {
            for (int channel = 0; channel < channels; channel++) {
                resizing.resizeInto(images, (image * channels + channel) * side * side, WHITE, plane);
                for (int copy = 0; copy < this.channels / channels; copy++) {
                    pixels.put(plane);
                }
            }
        }
        pixels.flip();
        features.clear().limit(count * dimension);
    }

    private long[] shape(int count) {
        return new long[] {count, channels, side, side};
    }

    private static FloatBuffer withRoom(FloatBuffer buffer, long size) {
        return buffer.capacity() >= size ? buffer : direct(size);
    }

    private static FloatBuffer direct(long size) {
        if (size > Integer.MAX_VALUE / Float.BYTES) {
            throw new IllegalArgumentException("images: " + size + " values at a time (expected: fewer)");
        }
        return ByteBuffer.allocateDirect((int) size * Float.BYTES)
                .order(ByteOrder.nativeOrder())
                .asFloatBuffer();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            pixels = direct(0);
            features = direct(0);
            release(session);
        }
    }

    private static void release(OrtSession session) {
        try {
            session.close();
        } catch (OrtException e) {
            throw new IllegalStateException("network: " + oneLine(e), e);
        }
    }

    private static String oneLine(OrtException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("refused");
    }
}
