package dev.setpoint.deep;

import java.util.List;
import org.bytedeco.pytorch.Generator;
import org.bytedeco.pytorch.Tensor;

/** Full layers with ReLU between them; without any hidden layer, a linear classifier. */
final class Perceptron extends Network {
    private final int dimension;
    private final int layers;

    Perceptron(Generator generator, int dimension, List<Integer> hidden, int labels) {
        this.dimension = dimension;
        this.layers = hidden.size() + 1;
        int in = dimension;
        for (int layer = 1; layer <= layers; layer++) {
            int out = layer == layers ? labels : hidden.get(layer - 1);
            addWithBias(generator, "fc" + layer, out, in);
            in = out;
        }
    }

    @Override
    Tensor forward(Tensor input, Pass pass) {
        Tensor x = input;
        for (int layer = 1; layer < layers; layer++) {
            x = linear(x, "fc" + layer).relu_();
        }
        return linear(x, lastLayer());
    }

    @Override
    long[] inputShape() {
        return new long[] {dimension};
    }

    @Override
    String lastLayer() {
        return "fc" + layers;
    }
}
