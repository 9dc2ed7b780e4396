package dev.setpoint.cli;

import dev.setpoint.DivergedException;
import dev.setpoint.cli.paper.Feedback;
import dev.setpoint.cli.paper.PaperReport;
import dev.setpoint.cli.report.ReportException;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.sim.ImageTransform;
import dev.setpoint.sim.data.Checksums;
import dev.setpoint.sim.data.DatasetCatalog;
import dev.setpoint.sim.data.FeatureFile;
import dev.setpoint.sim.data.FeatureHeader;
import dev.setpoint.sim.data.KnownFile;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.sim.data.SegmentDigits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the paper's experiments and draws its figures. */
@Command(
        name = "paper",
        mixinStandardHelpOptions = true,
        description = {
            "Runs the experiments of Wang & Qiao (2024), section 4 and appendices, and draws their figures: every data set"
                    + " under the softmax policy, the uniform policy and full labels (the oracle), 27 heads each.",
            "DATASET is cifar10, cifar100 (its 20 coarse labels) or svhn; features of frozen networks come by --features"
                    + " instead.",
            "Interrupted, even by kill -9, the same command with --resume resumes to the same numbers."
        },
        footer = {
            "",
            "Examples:",
            "  setpoint paper --quick",
            "  setpoint paper cifar10 svhn --data DIR --seeds 1",
            "  setpoint paper --features cifar10.features,svhn.features",
            "  setpoint paper cifar10 --network 'resnet50(weights=resnet50.npz)'"
        })
final class PaperCommand implements Callable<Integer> {
    private static final int CIFAR_STEPS = 5860;
    private static final int STEPS = 6000;
    private static final int QUICK_STEPS = 180;
    private static final int MANY_LABELS = 20;
    private static final int BATCH = 256;
    private static final double CLIP = 15;
    private static final String COARSE = "cifar100-coarse";
    private static final Pattern WEIGHTS = Pattern.compile("weights=([^,)]+)");

    @Parameters(paramLabel = "DATASET", arity = "0..*", description = "Data sets of images.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--quick",
            description = "A small network on generated images instead: every figure in under three minutes.")
    private boolean quick;

    @Option(
            names = "--features",
            paramLabel = "FILE",
            split = ",",
            description = "Files of features, as 'setpoint features' writes them, separated by commas.")
    private List<Path> features = new ArrayList<>();

    @Option(
            names = "--network",
            paramLabel = "MODEL",
            description = "The model. Default: resnet50 for images, torch-mlp(hidden=[256]) for features, both with"
                    + " Adam at 0.0001 and logits clipped to 15.")
    private String network;

    @Option(
            names = "--feedback",
            paramLabel = "KIND",
            split = ",",
            description = "softmax and uniform are policies that are told correct or incorrect; labels is the oracle."
                    + " Default: softmax,uniform,labels.")
    private List<Feedback> feedback = List.of(Feedback.values());

    @Option(names = "--seeds", paramLabel = "N", description = "Replications, with seeds 1 to N. Default: 5; quick: 2.")
    private Integer seeds;

    @Option(names = "--steps", paramLabel = "N", description = "Batches. Default: 5860 for CIFAR, 6000 for others.")
    private Integer steps;

    @Option(names = "--batch", paramLabel = "N", description = "Queries per batch. Default: 256; quick: 64.")
    private Integer batch;

    @Option(
            names = "--points",
            paramLabel = "N",
            description = "How often metrics are taken along a run. Default: ${DEFAULT-VALUE}.")
    private int points = 50;

    @Option(names = "--threads", paramLabel = "N", description = "Threads of a network's step. Default: all cores.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Where data sets are. Default: $SETPOINT_DATA, or the data folder of the project.")
    private Path data;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where runs, figures and report.html go. Default: ${DEFAULT-VALUE}.")
    private Path out = Path.of("out/paper");

    @Option(names = "--resume", description = "Resume the runs in --out.")
    private boolean resume;

    @Option(
            names = "--checkpoint",
            paramLabel = "SECONDS",
            description = "How often a run is saved. Default: ${DEFAULT-VALUE}.")
    private double checkpointSeconds = 300;

    @Option(names = "--draw", description = "Run nothing; draw the figures of what is in --out.")
    private boolean draw;

    @Override
    public Integer call() throws IOException {
        if (!draw) {
            checkOptions();
            System.setProperty("setpoint.threads", String.valueOf(threads));
            runAll();
        }
        try {
            System.out.println("figures and table: " + PaperReport.write(out));
        } catch (ReportException e) {
            if (draw) {
                throw e;
            }
            System.err.println("setpoint: warning: " + e.getMessage()); // the runs are there all the same
        }
        return 0;
    }

    private void checkOptions() {
        expectPositive("--seeds", seeds);
        expectPositive("--steps", steps);
        expectPositive("--batch", batch);
        expectPositive("--points", points);
        expectPositive("--threads", threads);
        if (!(checkpointSeconds >= 0)) {
            throw Failure.usage("--checkpoint: " + checkpointSeconds + " (expected: >= 0)");
        }
        if (quick && !(names.isEmpty() && features.isEmpty())) {
            throw Failure.usage("--quick: with a data set (expected: alone, as it has its own)");
        }
        if (!quick && names.isEmpty() && features.isEmpty()) {
            throw Failure.usage(
                    "DATASET: none (expected: one or more of cifar10, cifar100, svhn; or --features, or" + " --quick)");
        }
    }

    private static void expectPositive(String option, Integer value) {
        if (value != null && value < 1) {
            throw Failure.usage(option + ": " + value + " (expected: >= 1)");
        }
    }

    private void runAll() throws IOException {
        List<PaperRun> runs = new ArrayList<>();
        if (quick) {
            runs.add(quickRun());
        }
        for (String name : names) {
            runs.add(ofImages(name));
        }
        for (Path file : features) {
            runs.add(ofFeatures(file));
        }
        if (runs.stream().map(PaperRun::name).distinct().count() != runs.size()) {
            throw Failure.usage("data sets: one twice (expected: each once, as runs are kept by its name)");
        }
        int count = seeds != null ? seeds : quick ? 2 : 5;
        List<Long> all = LongStream.rangeClosed(1, count).boxed().toList();
        List<PaperJob> jobs = new ArrayList<>();
        for (PaperRun run : runs) {
            for (Feedback kind : feedback) {
                jobs.add(new PaperJob(run, kind, out, all, threads, checkpointSeconds));
            }
        }
        for (PaperJob job : jobs) {
            job.check(resume, quick);
        }
        for (PaperJob job : jobs) {
            try {
                job.run();
            } catch (DivergedException | IllegalArgumentException | LinkageError e) {
                throw Failure.data(e.getMessage() == null ? e.toString() : e.getMessage());
            }
        }
    }

    private PaperRun quickRun() {
        LabelledData digits = SegmentDigits.generate(4000, 1);
        List<String> deviations = new ArrayList<>(
                List.of(
                        "The data are generated pictures of seven-segment digits: this shows the program, not the paper's results."));
        return run(
                "segments",
                "Seven-segment digits (generated)",
                digits,
                ImageTransform.NONE,
                network != null ? network : "cnn(optimizer=adam(rate=0.001))",
                network != null ? network : "a small CNN",
                64,
                QUICK_STEPS,
                deviations,
                Map.of());
    }

    private PaperRun ofImages(String given) throws IOException {
        String name = given.equals("cifar100") ? COARSE : given; // as in the paper
        Path folder = data != null ? data : RunOptions.defaultData();
        List<KnownFile> files;
        try {
            files = DatasetCatalog.trainingFiles(name);
        } catch (IllegalArgumentException e) {
            throw Failure.usage(e.getMessage());
        }
        LabelledData images = DatasetCatalog.loadTraining(name, folder);
        List<String> deviations = new ArrayList<>();
        Map<String, String> checksums = new LinkedHashMap<>();
        for (KnownFile file : files) {
            String sha256 = Checksums.sha256(folder.resolve(file.path()));
            checksums.put(file.path(), sha256);
            compare(file, sha256, deviations);
        }
        ImageTransform transform = switch (name) {
            case "cifar10" -> ImageTransform.CIFAR10;
            case COARSE -> ImageTransform.CIFAR100;
            case "svhn" -> ImageTransform.SVHN;
            default -> ImageTransform.NONE;
        };
        String model = network != null ? network : "resnet50";
        Matcher weights = WEIGHTS.matcher(model);
        if (weights.find()) {
            Path file = Path.of(weights.group(1).strip());
            checksums.put(String.valueOf(file.getFileName()), Checksums.sha256(file));
            deviations.add("The network starts from the weights of " + file.getFileName()
                    + "; the authors start from ImageNet's.");
        } else {
            deviations.add("The network starts from random weights; the authors start from ImageNet's.");
        }
        if (transform.brightness() > 0) {
            deviations.add(
                    "Colour jitter changes brightness alone, as torchvision's ColorJitter with one number does.");
        }
        return run(
                name,
                title(name),
                images,
                transform,
                model,
                network == null ? "ResNet50 from scratch" : network,
                BATCH,
                name.startsWith("cifar") ? CIFAR_STEPS : STEPS,
                deviations,
                checksums);
    }

    private static void compare(KnownFile known, String sha256, List<String> deviations) {
        if (sha256 != null && !known.accepts(sha256)) {
            deviations.add(known.path() + " is not the official file: its checksum differs.");
        }
    }

    private PaperRun ofFeatures(Path file) throws IOException {
        FeatureFile read = FeatureFile.read(file);
        FeatureHeader header = read.header();
        checkName(file, header);
        List<String> deviations =
                new ArrayList<>(List.of("Learning begins at features of the frozen network " + header.network()
                        + " (images enlarged to " + header.side()
                        + " pixels), which does not learn; images are not augmented."));
        if (DatasetCatalog.all().stream().anyMatch(known -> known.name().equals(header.name()))) {
            for (KnownFile known : DatasetCatalog.find(header.name()).files()) {
                compare(known, header.sources().get(known.path()), deviations);
            }
        }
        return run(
                header.name(),
                title(header.name()),
                read.data(),
                ImageTransform.NONE,
                network != null ? network : "torch-mlp(hidden=[256])",
                network != null
                        ? network + " on frozen features"
                        : "a perceptron with 256 hidden units on frozen features of " + header.network(),
                BATCH,
                header.name().startsWith("cifar") ? CIFAR_STEPS : STEPS,
                deviations,
                Map.of(String.valueOf(file.getFileName()), Checksums.sha256(file)));
    }

    /** The names become those of folders and stand in tables. */
    private static void checkName(Path file, FeatureHeader header) {
        if (!header.name().matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
            throw Failure.data(file + ": data set '" + header.name().replaceAll("\\p{Cntrl}", " ")
                    + "' (expected: a name of letters, digits, dots, hyphens and underscores)");
        }
        if (header.labels().stream().anyMatch(label -> label.chars().anyMatch(Character::isISOControl))) {
            throw Failure.data(file + ": a label with a control character (expected: none)");
        }
    }

    private PaperRun run(
            String name,
            String title,
            LabelledData rows,
            ImageTransform images,
            String model,
            String what,
            int usualBatch,
            int usualSteps,
            List<String> deviations,
            Map<String, String> checksums) {
        ModelSettings settings = model(model, rows.dimension());
        if (!settings.toString().startsWith("resnet50(")) {
            deviations.add("The network is " + what + ", not a ResNet50.");
        }
        if (!settings.toString().contains("optimizer=adam(rate=1.0E-4, beta1=0.9, beta2=0.999), clip=15.0")) {
            deviations.add("The optimizer or the clipping is another: " + settings
                    + "; the paper has Adam at 0.0001, and logits" + " clipped at 15 in the authors' code.");
        }
        int size = batch != null ? batch : usualBatch;
        if (size != BATCH) {
            deviations.add("A batch has " + size + " queries; the paper's has 256.");
        }
        deviations.add("Batches run on from one pass over the data into the next; the authors leave out the last,"
                + " incomplete one of each pass.");
        int wanted = steps != null ? steps : usualSteps;
        if (wanted < usualSteps) {
            deviations.add("The run has " + wanted + " steps; the paper's has about 6000.");
        }
        return new PaperRun(
                name.equals(COARSE) ? "cifar100" : name,
                title,
                rows,
                images,
                settings,
                what,
                rows.labels().size() >= MANY_LABELS ? 5 : 1,
                size,
                wanted,
                Math.min(points, wanted),
                deviations,
                checksums);
    }

    /** The model, with the authors' clipping where the text names none. */
    private static ModelSettings model(String text, int dimension) {
        try {
            return ModelSettings.parse(text, dimension, CLIP);
        } catch (IllegalArgumentException e) {
            throw Failure.usage("--network: " + e.getMessage());
        }
    }

    private static String title(String name) {
        return switch (name) {
            case "cifar10" -> "CIFAR-10";
            case COARSE -> "CIFAR-100 (20 coarse labels)";
            case "svhn" -> "SVHN";
            default -> name;
        };
    }
}
