package dev.setpoint.cli.features;

import dev.setpoint.cli.data.DataOption;
import dev.setpoint.cli.file.AtomicOutput;
import dev.setpoint.cli.file.CommandFiles;
import dev.setpoint.cli.file.FileKind;
import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.cli.terminal.Progress;
import dev.setpoint.sim.data.FeatureFile;
import dev.setpoint.sim.data.FeatureFileWriter;
import dev.setpoint.sim.data.FeatureHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends a data set of images or texts through a frozen network, once, and keeps the features. */
@Command(
        name = "features",
        mixinStandardHelpOptions = true,
        description = {
            "Sends images or texts through a trained network once and writes the numbers it computes, with the labels, to a"
                    + " file that experiments read (data: {format: features, files: [FILE]}).",
            "If it is interrupted, even by kill -9, the same command resumes where it was; the file appears when it is"
                    + " complete.",
            "Images, with --network: DATASET is cifar10, cifar100, cifar100-coarse, svhn, mnist or fashion-mnist. The"
                    + " network has one input of floats [n, 3, side, side] from 0 to 255 and an output 'features', or"
                    + " another, of floats [n, dimension].",
            "Texts, with --encoder: DATASET is clinc150 (10 domains), clinc150-intents (150 intents) or banking77."
        },
        footer = {
            "",
            "Examples:",
            "  setpoint features cifar10 --network resnet34.onnx --out cifar10.features",
            "  setpoint features svhn --network resnet34.onnx --side 99 --threads 2 \\",
            "      --rows 1000 --out svhn-start.features",
            "  setpoint features clinc150-intents --encoder minilm --out clinc150.features"
        })
public final class FeaturesCommand implements Callable<Integer> {
    private static final int DEFAULT_SIDE = 131;
    private static final FileKind KIND = FileKind.of("a file of features", "SETPFEAT");

    @Parameters(paramLabel = "DATASET", description = "A known data set of images or texts.")
    private String name;

    @Mixin
    private DataOption data = new DataOption();

    @ArgGroup(multiplicity = "1")
    private Frozen frozen;

    /** The network: a file for images, or one of a module for texts. */
    static final class Frozen {
        @Option(names = "--network", paramLabel = "FILE.onnx", description = "The network, for images.")
        private Path network;

        @Option(
                names = "--encoder",
                paramLabel = "NAME",
                description = "The encoder, for texts: minilm (all-MiniLM-L6-v2, 384 numbers).")
        private String encoder;
    }

    @Option(
            names = "--side",
            paramLabel = "PIXELS",
            description = "The side to which images are enlarged (bilinear). Default: 131.")
    private Integer side;

    @Option(names = "--threads", paramLabel = "N", description = "Threads to compute with. Default: all cores.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "Rows at a time, from 1 to 256. Default: ${DEFAULT-VALUE}.")
    private int batch = 64;

    @Option(names = "--rows", paramLabel = "N", description = "The first N rows only. Default: all of them.")
    private Integer rows;

    @Option(
            names = "--part",
            paramLabel = "PART",
            description = "Of images: train, the training part, or all, train and then test. Default: train.")
    private Part part;

    @Option(names = "--out", paramLabel = "FILE", required = true, description = "The file to write.")
    private Path out;

    @Override
    public Integer call() throws IOException {
        checkOptions();
        CommandFiles files = new CommandFiles();
        files.read("--network", frozen.network == null ? null : frozen.network.toString());
        files.write("--out", out.toString(), KIND);
        try (FeatureSource source = open()) {
            write(source);
        }
        return 0;
    }

    private void checkOptions() {
        if (side != null) {
            expect("--side", side, 1, 4096);
        }
        expect("--threads", threads, 1, 4096);
        expect("--batch", batch, 1, 256);
        if (rows != null) {
            expect("--rows", rows, 1, Integer.MAX_VALUE);
        }
        if (frozen.encoder != null && (side != null || part != null)) {
            throw Failure.usage(
                    (side != null ? "--side" : "--part") + ": given with --encoder (expected: with --network)");
        }
    }

    private static void expect(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw Failure.usage(option + ": " + value + " (expected: "
                    + (most == Integer.MAX_VALUE ? ">= " + least : "in [" + least + ", " + most + "]") + ")");
        }
    }

    private FeatureSource open() throws IOException {
        Path folder = data.folder();
        return frozen.encoder != null
                ? TextFeatures.open(name, folder, rows, frozen.encoder, threads)
                : ImageFeatures.open(
                        name,
                        folder,
                        part == null ? Part.TRAIN : part,
                        rows,
                        frozen.network,
                        side == null ? DEFAULT_SIDE : side,
                        threads);
    }

    private void write(FeatureSource source) throws IOException {
        FeatureHeader header = source.header();
        Path place = AtomicOutput.place(out);
        if (Files.exists(place)) {
            if (!FeatureFile.read(place).header().equals(header)) {
                throw Failure.data(out + ": holds other features (expected: another --out, or delete it first)");
            }
            System.out.println(out + ": complete already, " + header.rows() + " rows of " + header.dimension());
            return;
        }
        int[] label = IntStream.range(0, header.rows()).map(source::label).toArray();
        Path unfinished = AtomicOutput.partOf(place);
        try (FeatureFileWriter writer = FeatureFileWriter.open(unfinished, header, label);
                Progress progress = new Progress("features", source.unit(), writer.rows())) {
            if (writer.rows() > 0) {
                System.err.println("setpoint: resuming after " + writer.rows() + " of " + header.rows() + " rows");
            }
            writer.complete(batch, source, done -> progress.show(done, header.rows(), () -> ""));
        } catch (IllegalArgumentException
                | IllegalStateException e) { // the network cannot read these, or gave no numbers
            throw Failure.data(source.network() + ": " + e.getMessage());
        }
        AtomicOutput.moveIntoPlace(unfinished, place);
        System.out.println(out + ": " + header.rows() + " rows of " + header.dimension());
    }
}
