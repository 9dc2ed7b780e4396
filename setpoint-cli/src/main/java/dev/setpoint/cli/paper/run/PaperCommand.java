package dev.setpoint.cli.paper.run;

import dev.setpoint.DivergedException;
import dev.setpoint.cli.data.DataOption;
import dev.setpoint.cli.file.CommandFiles;
import dev.setpoint.cli.file.OutputFolder;
import dev.setpoint.cli.paper.Feedback;
import dev.setpoint.cli.paper.PaperReport;
import dev.setpoint.cli.report.ReportException;
import dev.setpoint.cli.run.ResumeOptions;
import dev.setpoint.cli.run.RunFolders;
import dev.setpoint.cli.run.RunManner;
import dev.setpoint.cli.spec.Spec;
import dev.setpoint.cli.terminal.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the paper's experiments and draws its figures. */
@Command(
        name = "paper",
        mixinStandardHelpOptions = true,
        description = {
            "Repeats the experiments of the paper that Setpoint builds on (Wang & Qiao, 2024), and draws its figures from"
                    + " them.",
            "Every data set is run under the softmax policy, the uniform policy and full labels (the oracle), with 27 heads"
                    + " each. DATASET is cifar10, cifar100 (its 20 coarse labels) or svhn; --features takes features of frozen"
                    + " networks instead.",
            "If a run is interrupted, even by kill -9, the same command with --resume ends with the same numbers."
        },
        footer = {
            "",
            "Examples:",
            "  setpoint paper --quick",
            "  setpoint paper cifar10 svhn --data DIR --seeds 1",
            "  setpoint paper --features cifar10.features,svhn.features",
            "  setpoint paper cifar10 --network 'resnet50(weights=resnet50.npz)'"
        })
public final class PaperCommand implements Callable<Integer> {
    private static final int MOST_BATCH = 65_536;
    private static final int MOST_THREADS = 4096;

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

    @Mixin
    private DataOption data = new DataOption();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Where runs, figures and report.html go: a new or empty folder, or that of an earlier run of paper. Default:"
                            + " ${DEFAULT-VALUE}.")
    private Path out = Path.of("out/paper");

    @Mixin
    private ResumeOptions resumption = new ResumeOptions();

    @Option(names = "--draw", description = "Run nothing; draw the figures from what is in --out.")
    private boolean draw;

    @Override
    public Integer call() throws IOException {
        if (draw) {
            PaperReport.check(out);
        } else {
            checkOptions();
            System.setProperty("setpoint.threads", String.valueOf(threads));
            runAll();
        }
        try (OutputFolder.Hold hold = output().await()) { // not while it runs: what is done can be drawn by then
            System.out.println("figures and table: " + PaperReport.write(hold.folder()));
        } catch (ReportException e) {
            if (draw) {
                throw e;
            }
            System.err.println("setpoint: warning: " + e.getMessage()); // the runs are there all the same
        }
        return 0;
    }

    private void checkOptions() {
        expect("--seeds", seeds, Spec.MOST_SEEDS);
        expect("--steps", steps, Integer.MAX_VALUE);
        expect("--batch", batch, MOST_BATCH);
        expect("--points", points, Integer.MAX_VALUE);
        expect("--threads", threads, MOST_THREADS);
        resumption.checkpointSeconds();
        if (quick && !(names.isEmpty() && features.isEmpty())) {
            throw Failure.usage("--quick: with a data set (expected: alone, as it has its own)");
        }
        if (!quick && names.isEmpty() && features.isEmpty()) {
            throw Failure.usage(
                    "DATASET: none (expected: one or more of cifar10, cifar100, svhn; or --features, or" + " --quick)");
        }
    }

    private static void expect(String option, Integer value, int most) {
        if (value != null && (value < 1 || value > most)) {
            throw Failure.usage(option + ": " + value + " (expected: "
                    + (most == Integer.MAX_VALUE ? ">= 1" : "in [1, " + most + "]") + ")");
        }
    }

    private OutputFolder output() {
        return new OutputFolder(
                "--out",
                out,
                new RunFolders(
                        "one that paper has written",
                        PaperReport.FILES,
                        List.of(PaperReport.FIGURES),
                        PaperCommand::folders));
    }

    /** Folders such as cifar10-softmax. */
    private static List<Path> folders(Path out) throws IOException {
        try (Stream<Path> folders = Files.list(out)) {
            return folders.filter(folder -> Stream.of(Feedback.values())
                            .anyMatch(
                                    kind -> String.valueOf(folder.getFileName()).endsWith("-" + kind.text())))
                    .toList();
        }
    }

    private void runAll() throws IOException {
        CommandFiles files = new CommandFiles();
        files.read("--features", features);
        for (String name : names) {
            files.read("--data", PaperRuns.files(name, data.folder()));
        }
        files.write(output());
        PaperRuns described = new PaperRuns(data.folder(), network, batch, steps, points);
        List<PaperRun> runs = new ArrayList<>();
        if (quick) {
            runs.add(described.quick());
        }
        for (String name : names) {
            runs.add(described.ofImages(name));
        }
        for (Path file : features) {
            runs.add(described.ofFeatures(file));
        }
        if (runs.stream().map(PaperRun::name).distinct().count() != runs.size()) {
            throw Failure.usage("data sets: one twice (expected: each once, as runs are kept by its name)");
        }
        int count = seeds != null ? seeds : quick ? 2 : 5;
        List<Long> all = LongStream.rangeClosed(1, count).boxed().toList();
        List<PaperJob> jobs = new ArrayList<>();
        for (PaperRun run : runs) {
            for (Feedback kind : feedback) {
                jobs.add(new PaperJob(run, kind, out, all, threads, start(), resumption.checkpointSeconds()));
            }
        }
        for (PaperJob job : jobs) {
            files.write(job.output());
            job.check();
        }
        jobs.stream()
                .flatMap(job -> job.warnings().stream())
                .distinct()
                .forEach(warning -> System.err.println("setpoint: warning: " + warning));
        for (PaperJob job : jobs) {
            try {
                job.run();
            } catch (DivergedException | IllegalArgumentException | LinkageError e) {
                throw Failure.data(e.getMessage() == null ? e.toString() : e.getMessage());
            }
        }
    }

    /** A quick run may be thrown away; any other may have taken days. */
    private RunManner.Start start() {
        if (resumption.resume()) {
            return RunManner.Start.RESUME;
        }
        return quick ? RunManner.Start.ANEW : RunManner.Start.CAREFUL;
    }
}
