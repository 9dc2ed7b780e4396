package dev.setpoint.feature;

import dev.setpoint.notation.Plugins;

/** Opens frozen networks; lives in another module, whose engine core does not know. */
public interface EmbedderPlugin {
    /**
     * Opens a network.
     *
     * @param network the bytes of its file
     * @param side to which images are enlarged or shrunk before they enter, in pixels
     * @param threads how many to compute with, at least 1
     * @throws IllegalArgumentException if these bytes are no network with the expected inputs and outputs
     */
    Embedder open(byte[] network, int side, int threads);

    /**
     * The plugin on the class path, looked for as {@link Plugins#load} does.
     *
     * @throws IllegalStateException if there is none
     */
    static EmbedderPlugin find() {
        return Plugins.load(EmbedderPlugin.class).stream()
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "embedder: none on the class path (expected: the module setpoint-deep)"));
    }
}
