package dev.setpoint.deep;

import org.bytedeco.pytorch.Generator;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Three 3x3 convolutions of 32, 64 and 64 channels, each halving the image, and two full layers; for small images and quick runs. */
final class SmallCnn extends Network {
    /** Smaller images leave nothing after three halvings. */
    static final int LEAST_SIDE = 8;

    private static final int[] WIDTHS = {32, 64, 64};
    private static final int HIDDEN = 128;

    private final long[] inputShape;

    SmallCnn(Generator generator, int channels, int side, int labels) {
        this.inputShape = new long[] {channels, side, side};
        int in = channels;
        for (int layer = 0; layer < WIDTHS.length; layer++) {
            addWithBias(generator, "conv" + (layer + 1), WIDTHS[layer], in, 3, 3);
            in = WIDTHS[layer];
        }
        long left = side >> WIDTHS.length;
        addWithBias(generator, "fc1", HIDDEN, in * left * left);
        addWithBias(generator, "fc2", labels, HIDDEN);
    }

    @Override
    Tensor forward(Tensor input, Pass pass) {
        Tensor x = input;
        for (int layer = 0; layer < WIDTHS.length; layer++) {
            x = Torch.maxPool(convolution(x, "conv" + (layer + 1), 1, 1).relu_(), 2, 2, 0);
        }
        return linear(linear(torch.flatten(x, 1, -1), "fc1").relu_(), "fc2");
    }

    @Override
    long[] inputShape() {
        return inputShape;
    }

    @Override
    String lastLayer() {
        return "fc2";
    }
}
