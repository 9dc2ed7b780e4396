package dev.setpoint.cli.paper.run;

import dev.setpoint.cli.terminal.Failure;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The runs a user may ask for, each with the paper's sizes where the user names none, and with all in which it deviates from the paper. */
final class PaperRuns {
    private static final int CIFAR_STEPS = 5860;
    private static final int STEPS = 6000;
    private static final int QUICK_STEPS = 180;
    private static final int MANY_LABELS = 20;
    private static final int BATCH = 256;
    private static final double CLIP = 15;
    private static final String COARSE = "cifar100-coarse";
    private static final Pattern WEIGHTS = Pattern.compile("weights=([^,)]+)");

    private final Path data;
    private final String network;
    private final Integer batch;
    private final Integer steps;
    private final int points;

    /**
     * What all runs share.
     *
     * @param data where known data sets are
     * @param network the model; null for the usual one
     * @param batch queries per step; null for the usual number
     * @param steps how many; null for the usual number
     * @param points how often metrics are taken
     */
    PaperRuns(Path data, String network, Integer batch, Integer steps, int points) {
        this.data = data;
        this.network = network;
        this.batch = batch;
        this.steps = steps;
        this.points = points;
    }

    /** Generated pictures and a small network, which show the program and not the paper's results. */
    PaperRun quick() {
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

    /** The files of a known data set of images, by the name the user gives it. */
    static List<Path> files(String given, Path data) {
        return files(known(given)).stream()
                .map(file -> data.resolve(file.path()))
                .toList();
    }

    private static List<KnownFile> files(String name) {
        try {
            return DatasetCatalog.trainingFiles(name);
        } catch (IllegalArgumentException e) {
            throw Failure.usage(e.getMessage());
        }
    }

    private static String known(String given) {
        return given.equals("cifar100") ? COARSE : given; // as in the paper
    }

    /** A known data set of images, by the name the user gives it. */
    PaperRun ofImages(String given) throws IOException {
        String name = known(given);
        List<KnownFile> files = files(name);
        LabelledData images = DatasetCatalog.loadTraining(name, data);
        List<String> deviations = new ArrayList<>();
        Map<String, String> checksums = new LinkedHashMap<>();
        for (KnownFile file : files) {
            String sha256 = Checksums.sha256(data.resolve(file.path()));
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

    /** Features of a frozen network, as {@code features} writes them. */
    PaperRun ofFeatures(Path file) throws IOException {
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
