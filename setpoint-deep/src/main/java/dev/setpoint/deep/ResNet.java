package dev.setpoint.deep;

import org.bytedeco.pytorch.Generator;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Residual networks (He et al. 2016) with torchvision's layers and names: where a bottleneck shrinks the image, its 3x3
 * convolution does it ("v1.5").
 */
final class ResNet extends Network {
    private static final int[] WIDTHS = {64, 128, 256, 512};

    private final long[] inputShape;
    private final int[] blocks;
    private final boolean bottlenecks;

    private ResNet(Generator generator, int channels, int side, int labels, boolean bottlenecks, int... blocks) {
        this.inputShape = new long[] {channels, side, side};
        this.blocks = blocks;
        this.bottlenecks = bottlenecks;
        addConvolution(generator, "conv1", 64, channels, 7);
        addBatchNorm("bn1", 64);
        int in = 64;
        for (int stage = 0; stage < blocks.length; stage++) {
            for (int block = 0; block < blocks[stage]; block++) {
                in = addBlock(generator, name(stage, block), in, WIDTHS[stage], stride(stage, block));
            }
        }
        addWithBias(generator, "fc", labels, in);
    }

    /** With 18 layers. */
    static ResNet of18(Generator generator, int channels, int side, int labels) {
        return new ResNet(generator, channels, side, labels, false, 2, 2, 2, 2);
    }

    /** With 50 layers. */
    static ResNet of50(Generator generator, int channels, int side, int labels) {
        return new ResNet(generator, channels, side, labels, true, 3, 4, 6, 3);
    }

    private int addBlock(Generator generator, String name, int in, int width, int stride) {
        int out = bottlenecks ? 4 * width : width;
        if (bottlenecks) {
            addConvolution(generator, name + ".conv1", width, in, 1);
            addBatchNorm(name + ".bn1", width);
            addConvolution(generator, name + ".conv2", width, width, 3);
            addBatchNorm(name + ".bn2", width);
            addConvolution(generator, name + ".conv3", out, width, 1);
            addBatchNorm(name + ".bn3", out);
        } else {
            addConvolution(generator, name + ".conv1", width, in, 3);
            addBatchNorm(name + ".bn1", width);
            addConvolution(generator, name + ".conv2", out, width, 3);
            addBatchNorm(name + ".bn2", out);
        }
        if (stride != 1 || in != out) {
            addConvolution(generator, name + ".downsample.0", out, in, 1);
            addBatchNorm(name + ".downsample.1", out);
        }
        return out;
    }

    @Override
    Tensor forward(Tensor input, Pass pass) {
        Tensor x = pass.batchNorm(convolution(input, "conv1", 2, 3), "bn1").relu_();
        x = Torch.maxPool(x, 3, 2, 1);
        for (int stage = 0; stage < blocks.length; stage++) {
            for (int block = 0; block < blocks[stage]; block++) {
                x = block(x, name(stage, block), stride(stage, block), pass);
            }
        }
        return linear(torch.flatten(torch.adaptive_avg_pool2d(x, 1, 1), 1, -1), "fc");
    }

    private Tensor block(Tensor input, String name, int stride, Pass pass) {
        Tensor x;
        if (bottlenecks) {
            x = pass.batchNorm(convolution(input, name + ".conv1", 1, 0), name + ".bn1")
                    .relu_();
            x = pass.batchNorm(convolution(x, name + ".conv2", stride, 1), name + ".bn2")
                    .relu_();
            x = pass.batchNorm(convolution(x, name + ".conv3", 1, 0), name + ".bn3");
        } else {
            x = pass.batchNorm(convolution(input, name + ".conv1", stride, 1), name + ".bn1")
                    .relu_();
            x = pass.batchNorm(convolution(x, name + ".conv2", 1, 1), name + ".bn2");
        }
        Tensor shortcut = parameters.containsKey(name + ".downsample.0.weight")
                ? pass.batchNorm(convolution(input, name + ".downsample.0", stride, 0), name + ".downsample.1")
                : input;
        return x.add_(shortcut).relu_();
    }

    @Override
    long[] inputShape() {
        return inputShape;
    }

    @Override
    String lastLayer() {
        return "fc";
    }

    private static String name(int stage, int block) {
        return "layer" + (stage + 1) + "." + block;
    }

    private static int stride(int stage, int block) {
        return stage > 0 && block == 0 ? 2 : 1;
    }
}
