package dev.setpoint.deep;

import dev.setpoint.feature.Embedder;
import dev.setpoint.feature.EmbedderPlugin;

/** Opens frozen networks in the ONNX format. */
public final class OnnxEmbedders implements EmbedderPlugin {
    /** For the service loader. */
    public OnnxEmbedders() {}

    @Override
    public Embedder open(byte[] network, int side, int threads) {
        return new OnnxEmbedder(network, side, threads);
    }
}
