package dev.setpoint.cli.features;

import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.feature.Embedder;
import dev.setpoint.feature.EmbedderPlugin;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.sim.data.Checksums;
import dev.setpoint.sim.data.DatasetCatalog;
import dev.setpoint.sim.data.FeatureHeader;
import dev.setpoint.sim.data.KnownFile;
import dev.setpoint.sim.data.LabelledData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Images through an ONNX network that the user names. */
final class ImageFeatures implements FeatureSource {
    private final Path network;
    private final Embedder embedder;
    private final LabelledData images;
    private final FeatureHeader header;
    private final FeatureVector image = new FeatureVector();
    private final int channels;
    private final int side;
    private float[] pixels = {};

    private ImageFeatures(Path network, Embedder embedder, LabelledData images, FeatureHeader header) {
        this.network = network;
        this.embedder = embedder;
        this.images = images;
        this.header = header;
        int size = images.dimension();
        channels = Math.sqrt(size) == Math.rint(Math.sqrt(size)) ? 1 : 3; // no square is three times another
        side = (int) Math.rint(Math.sqrt((double) size / channels));
    }

    /**
     * Opens network and data.
     *
     * @param part which rows of the set
     * @param rows how many of these at most; null for all
     * @param side to which images are enlarged
     */
    static ImageFeatures open(String name, Path folder, Part part, Integer rows, Path network, int side, int threads)
            throws IOException {
        List<KnownFile> files = files(name, part);
        Embedder embedder = open(network, side, threads);
        try {
            LabelledData images =
                    part == Part.TRAIN ? DatasetCatalog.loadTraining(name, folder) : DatasetCatalog.load(name, folder);
            FeatureHeader header = new FeatureHeader(
                    name,
                    images.labels(),
                    FeatureSource.rows(rows, images.size(), name),
                    embedder.dimension(),
                    String.valueOf(network.getFileName()),
                    Checksums.sha256(network),
                    side,
                    FeatureSource.checksums(files, folder),
                    "none");
            return new ImageFeatures(network, embedder, images, header);
        } catch (IOException | RuntimeException e) {
            embedder.close();
            throw e;
        }
    }

    private static List<KnownFile> files(String name, Part part) {
        try {
            List<KnownFile> training = DatasetCatalog.trainingFiles(name); // also refuses what is not images
            return part == Part.TRAIN ? training : DatasetCatalog.find(name).files();
        } catch (IllegalArgumentException e) {
            throw Failure.usage(e.getMessage());
        }
    }

    private static Embedder open(Path network, int side, int threads) throws IOException {
        if (Files.isDirectory(network)) {
            throw Failure.data(network + ": a folder (expected: an ONNX file)");
        }
        byte[] bytes = Files.readAllBytes(network);
        try {
            return EmbedderPlugin.find().open(bytes, side, threads);
        } catch (IllegalArgumentException e) {
            throw Failure.data(network + ": " + e.getMessage());
        } catch (IllegalStateException | LinkageError e) { // no plugin, or an engine without libraries for this machine
            throw Failure.data("networks cannot be used here: " + e.getMessage());
        }
    }

    @Override
    public FeatureHeader header() {
        return header;
    }

    @Override
    public int label(int row) {
        return images.label(row);
    }

    @Override
    public String unit() {
        return "images";
    }

    @Override
    public String network() {
        return network.toString();
    }

    @Override
    public void computeInto(int first, int count, float[] into) {
        int size = images.dimension();
        if (pixels.length < count * size) {
            pixels = new float[count * size];
        }
        for (int i = 0; i < count; i++) {
            images.readInto(first + i, image);
            image.valuesInto(pixels, i * size);
        }
        embedder.embedInto(pixels, count, channels, side, into);
    }

    @Override
    public void close() {
        embedder.close();
    }
}
