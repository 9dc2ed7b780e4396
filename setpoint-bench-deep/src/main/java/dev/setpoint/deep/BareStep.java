package dev.setpoint.deep;

import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.model.ModelContext;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.pytorch.Optimizer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * Plain supervised training of a network by libtorch, the yardstick of the whole loop: forward, libtorch's cross-entropy, backward,
 * Adam, on one batch of random images that is there from the beginning. In this package as it uses the product's own layers.
 */
public final class BareStep implements AutoCloseable {
    private static final double RATE = 1e-4;

    private final NetworkModel model;
    private final Network network;
    private Optimizer optimizer;
    private Tensor input;
    private Tensor labels;
    private Tensor loss;

    /** A network in its first state, and a batch for it. */
    public BareStep(NetworkSettings settings, int labels, int batch) {
        this.model =
                (NetworkModel) settings.create(new ModelContext(labels, new CrossEntropyLoss(new IpwEstimator()), 1));
        this.network = model.network();
        long[] shape = network.inputShape().clone();
        Torch.scoped(() -> {
            TensorVector parameters = new TensorVector();
            network.parameters.values().forEach(parameters::push_back);
            this.optimizer = Torch.adam(parameters, RATE, 0.9, 0.999);
            this.optimizer.retainReference();
            SplittableRandom random = new SplittableRandom(2);
            float[] pixels = new float[batch * settings.dimension()];
            for (int i = 0; i < pixels.length; i++) {
                pixels[i] = (float) random.nextDouble();
            }
            this.input = Torch.onDevice(Torch.channelsLast(Torch.tensor(
                    pixels,
                    shape.length == 1
                            ? new long[] {batch, shape[0]}
                            : new long[] {batch, shape[0], shape[1], shape[2]})));
            LongPointer drawn = new LongPointer(random.longs(batch, 0, labels).toArray());
            this.labels = onDevice(torch.from_blob(drawn, new long[] {batch}, torch.dtype(torch.ScalarType.Long))
                    .clone());
            this.input.retainReference();
            this.labels.retainReference();
        });
    }

    private static Tensor onDevice(Tensor integers) {
        return Torch.onGpu() ? integers.cuda() : integers;
    }

    /** One step. */
    public void step() {
        Torch.scoped(() -> {
            Torch.scoped(
                    () -> { // what lies between is held by the backward pass alone, which frees it on its way
                        loss = torch.cross_entropy_loss(network.forward(input, network.new Pass(true)), labels);
                        loss.retainReference();
                    });
            loss.backward();
            loss.close();
            optimizer.step();
            optimizer.zero_grad();
        });
    }

    /** The mean cross-entropy of the batch, which steps bring down. */
    public double loss() {
        double[] loss = new double[1];
        Torch.scoped(() -> Torch.withoutGradients(() ->
                loss[0] = torch.cross_entropy_loss(network.forward(input, network.new Pass(true)), labels)
                        .item_float()));
        return loss[0];
    }

    @Override
    public void close() {
        Torch.scoped(() -> {
            optimizer.close();
            input.close();
            labels.close();
            model.close();
        });
    }
}
