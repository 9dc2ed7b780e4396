package dev.setpoint.cli.features;

import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.feature.TextEncoder;
import dev.setpoint.feature.TextEncoderPlugin;
import dev.setpoint.sim.data.DatasetCatalog;
import dev.setpoint.sim.data.FeatureHeader;
import dev.setpoint.sim.data.LabelledTexts;
import java.io.IOException;
import java.nio.file.Path;

/** Texts through an encoder that a module has by name. */
final class TextFeatures implements FeatureSource {
    private final TextEncoder encoder;
    private final LabelledTexts texts;
    private final FeatureHeader header;

    private TextFeatures(TextEncoder encoder, LabelledTexts texts, FeatureHeader header) {
        this.encoder = encoder;
        this.texts = texts;
        this.header = header;
    }

    /**
     * Opens encoder and data.
     *
     * @param rows how many rows at most; null for all
     */
    static TextFeatures open(String name, Path folder, Integer rows, String encoderName, int threads)
            throws IOException {
        refuseOther(name);
        TextEncoder encoder = encoder(encoderName, threads);
        try {
            LabelledTexts texts = DatasetCatalog.loadTexts(name, folder);
            FeatureHeader header = new FeatureHeader(
                    name,
                    texts.labels(),
                    FeatureSource.rows(rows, texts.size(), name),
                    encoder.dimension(),
                    encoderName,
                    encoder.checksum(),
                    0,
                    FeatureSource.checksums(DatasetCatalog.find(name).files(), folder),
                    "none");
            return new TextFeatures(encoder, texts, header);
        } catch (IOException | RuntimeException e) {
            encoder.close();
            throw e;
        }
    }

    private static void refuseOther(String name) {
        try {
            if (!DatasetCatalog.holdsTexts(name)) {
                throw Failure.usage("data set: " + name + " (expected: a set of texts for --encoder, or --network)");
            }
        } catch (IllegalArgumentException e) {
            throw Failure.usage(e.getMessage());
        }
    }

    private static TextEncoder encoder(String name, int threads) {
        try {
            return TextEncoderPlugin.find(name).open(name, threads);
        } catch (IllegalArgumentException e) {
            throw Failure.usage("--encoder: " + e.getMessage());
        } catch (IllegalStateException e) { // no plugin, or an engine without libraries for this machine
            throw Failure.data(e.getMessage());
        }
    }

    @Override
    public FeatureHeader header() {
        return header;
    }

    @Override
    public int label(int row) {
        return texts.label(row);
    }

    @Override
    public String unit() {
        return "texts";
    }

    @Override
    public String network() {
        return header.network();
    }

    @Override
    public void computeInto(int first, int count, float[] into) {
        encoder.encodeInto(texts.texts().subList(first, first + count), into);
    }

    @Override
    public void close() {
        encoder.close();
    }
}
