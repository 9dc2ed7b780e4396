package dev.setpoint.cli;

import dev.setpoint.feature.Embedder;
import dev.setpoint.feature.EmbedderPlugin;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.sim.data.Checksums;
import dev.setpoint.sim.data.DatasetCatalog;
import dev.setpoint.sim.data.FeatureFile;
import dev.setpoint.sim.data.FeatureFileWriter;
import dev.setpoint.sim.data.FeatureHeader;
import dev.setpoint.sim.data.KnownFile;
import dev.setpoint.sim.data.LabelledData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends a data set of images through a frozen network, once, and keeps the features. */
@Command(
        name = "features",
        mixinStandardHelpOptions = true,
        description = {
            "Computes features of images by a frozen ONNX network and writes them, with the labels, to a file that"
                    + " experiments read (data: {format: features, files: [FILE]}).",
            "Interrupted, even by kill -9, the same command goes on where it was; the file appears when it is complete.",
            "DATASET is cifar10, cifar100, cifar100-coarse, svhn, mnist or fashion-mnist. The network has one input of"
                    + " floats [n, 3, side, side] from 0 to 255 and an output 'features', or another, of floats [n, dimension]."
        },
        footer = {
            "",
            "Examples:",
            "  setpoint features cifar10 --network resnet34.onnx --out cifar10.features",
            "  setpoint features svhn --network resnet34.onnx --side 99 --threads 2 \\",
            "      --rows 1000 --out svhn-start.features"
        })
final class FeaturesCommand implements Callable<Integer> {
    /** Which rows of a set. */
    enum Part {
        TRAIN,
        ALL
    }

    @Parameters(paramLabel = "DATASET", description = "A known data set of images.")
    private String name;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Where data sets are. Default: $SETPOINT_DATA, or the data folder of the project.")
    private Path data;

    @Option(names = "--network", paramLabel = "FILE.onnx", required = true, description = "The network.")
    private Path network;

    @Option(
            names = "--side",
            paramLabel = "PIXELS",
            description = "To which images are enlarged (bilinear). Default: ${DEFAULT-VALUE}.")
    private int side = 131;

    @Option(names = "--threads", paramLabel = "N", description = "Threads to compute with. Default: all cores.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "Images at a time, from 1 to 256. Default: ${DEFAULT-VALUE}.")
    private int batch = 64;

    @Option(names = "--rows", paramLabel = "N", description = "The first N rows only. Default: all of them.")
    private Integer rows;

    @Option(
            names = "--part",
            paramLabel = "PART",
            description = "train: the training part; all: train, then test. Default: train.")
    private Part part = Part.TRAIN;

    @Option(names = "--out", paramLabel = "FILE", required = true, description = "The file to write.")
    private Path out;

    @Override
    public Integer call() throws IOException {
        checkOptions();
        DistinctFiles distinct = new DistinctFiles();
        distinct.read("--network", network.toString());
        distinct.write("--out", out.toString());
        List<KnownFile> files = files();
        try (Embedder embedder = open()) {
            LabelledData images = load();
            FeatureHeader header = new FeatureHeader(
                    name,
                    images.labels(),
                    rows == null ? images.size() : rows,
                    embedder.dimension(),
                    String.valueOf(network.getFileName()),
                    Checksums.sha256(network),
                    side,
                    checksums(files),
                    "none");
            write(embedder, images, header);
        }
        return 0;
    }

    private void checkOptions() {
        expect("--side", side, 1, 4096);
        expect("--threads", threads, 1, 4096);
        expect("--batch", batch, 1, 256);
        if (rows != null) {
            expect("--rows", rows, 1, Integer.MAX_VALUE);
        }
    }

    private static void expect(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw Failure.usage(option + ": " + value + " (expected: "
                    + (most == Integer.MAX_VALUE ? ">= " + least : "in [" + least + ", " + most + "]") + ")");
        }
    }

    private Embedder open() throws IOException {
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

    private List<KnownFile> files() {
        try {
            List<KnownFile> training = DatasetCatalog.trainingFiles(name); // also refuses what is not images
            return part == Part.TRAIN ? training : DatasetCatalog.find(name).files();
        } catch (IllegalArgumentException e) {
            throw Failure.usage(e.getMessage());
        }
    }

    private LabelledData load() throws IOException {
        LabelledData images =
                part == Part.TRAIN ? DatasetCatalog.loadTraining(name, folder()) : DatasetCatalog.load(name, folder());
        if (rows != null && rows > images.size()) {
            throw Failure.usage("--rows: " + rows + " (expected: at most " + images.size() + ", as " + name + " has)");
        }
        return images;
    }

    private Path folder() {
        return data != null ? data : RunOptions.defaultData();
    }

    private Map<String, String> checksums(List<KnownFile> files) throws IOException {
        Map<String, String> checksums = new LinkedHashMap<>();
        for (KnownFile file : files) {
            String sha256 = Checksums.sha256(folder().resolve(file.path()));
            if (!file.accepts(sha256)) {
                System.err.println("setpoint: warning: " + file.path() + ": not the known file, its checksum differs");
            }
            checksums.put(file.path(), sha256);
        }
        return checksums;
    }

    private void write(Embedder embedder, LabelledData images, FeatureHeader header) throws IOException {
        Path place = AtomicOutput.place(out);
        if (Files.exists(place)) {
            if (!FeatureFile.read(place).header().equals(header)) {
                throw Failure.data(out + ": holds other features (expected: another --out, or delete it first)");
            }
            System.out.println(out + ": complete already, " + header.rows() + " rows of " + header.dimension());
            return;
        }
        int[] label = IntStream.range(0, header.rows()).map(images::label).toArray();
        Path unfinished = AtomicOutput.partOf(place);
        try (FeatureFileWriter writer = FeatureFileWriter.open(unfinished, header, label);
                Progress progress = new Progress("features", "images", writer.rows())) {
            if (writer.rows() > 0) {
                System.err.println("setpoint: going on after " + writer.rows() + " of " + header.rows() + " rows");
            }
            compute(embedder, images, writer, header, progress);
            writer.finish();
        } catch (IllegalArgumentException
                | IllegalStateException e) { // the network cannot read these, or gave no numbers
            throw Failure.data(network + ": " + e.getMessage());
        }
        AtomicOutput.moveIntoPlace(unfinished, place);
        System.out.println(out + ": " + header.rows() + " rows of " + header.dimension());
    }

    /** Groups of images start anew with every block, so that going on later sends the same groups through. */
    private void compute(
            Embedder embedder, LabelledData images, FeatureFileWriter writer, FeatureHeader header, Progress progress)
            throws IOException {
        FeatureVector image = new FeatureVector();
        int size = images.dimension();
        int channels = Math.sqrt(size) == Math.rint(Math.sqrt(size)) ? 1 : 3; // no square is three times another
        int imageSide = (int) Math.rint(Math.sqrt((double) size / channels));
        float[] pixels = new float[batch * size];
        float[] group = new float[batch * header.dimension()];
        float[] block = new float[writer.rowsOfNext() * header.dimension()];
        while (writer.rowsOfNext() > 0) {
            int first = writer.rows();
            int inBlock = writer.rowsOfNext();
            for (int from = 0; from < inBlock; from += batch) {
                int count = Math.min(batch, inBlock - from);
                for (int i = 0; i < count; i++) {
                    images.readInto(first + from + i, image);
                    image.valuesInto(pixels, i * size);
                }
                embedder.embedInto(pixels, count, channels, imageSide, group);
                System.arraycopy(group, 0, block, from * header.dimension(), count * header.dimension());
                progress.show(first + from + count, header.rows(), () -> "");
            }
            writer.append(block);
        }
    }
}
