package dev.setpoint.cli.compare;

import dev.setpoint.cli.data.DataSource;
import dev.setpoint.cli.file.AtomicOutput;
import dev.setpoint.cli.file.CommandFiles;
import dev.setpoint.cli.file.OutputFolder;
import dev.setpoint.cli.file.Resource;
import dev.setpoint.cli.report.Report;
import dev.setpoint.cli.run.RunFolder;
import dev.setpoint.cli.run.RunFolders;
import dev.setpoint.cli.run.RunManner;
import dev.setpoint.cli.run.RunOptions;
import dev.setpoint.cli.run.RunPipeline;
import dev.setpoint.cli.run.RunPlan;
import dev.setpoint.cli.spec.Spec;
import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.sim.RunSummary;
import dev.setpoint.sim.data.DatasetCatalog;
import dev.setpoint.sim.data.KnownDataset;
import dev.setpoint.sim.data.KnownFile;
import dev.setpoint.sim.data.Presence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures {@code auto} against the paper's algorithms and against learners that see the labels. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = {
            "Compares the default, on five data sets, with the paper's algorithms and with learners that are told"
                    + " the true labels.",
            "In detail: auto, Algorithm 1 at its best learning rate, Algorithm 2, thresholds that are told the true labels, a"
                    + " learner that is told them, and the paper's recipe end to end.",
            "Every data set and way of learning gets a run folder; the table is in results.md and results.csv."
        })
public final class CompareCommand implements Callable<Integer> {
    private static final List<String> ALL = List.of("clinc150", "optdigits", "covertype", "letter", "fashion-mnist");

    private static final List<String> WAYS = List.of("bandit", "labels", "paper");

    @Option(
            names = "--only",
            paramLabel = "NAME",
            split = ",",
            description = "Data sets, separated by commas. Default: clinc150,optdigits,covertype,letter,fashion-mnist.")
    private List<String> only = ALL;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "Replications. Default: ${DEFAULT-VALUE}.",
            defaultValue = "5")
    private int seeds;

    @Option(
            names = "--first-seed",
            paramLabel = "S",
            description =
                    "The seed of the first replication; the others have those that follow. Default: ${DEFAULT-VALUE}.",
            defaultValue = "101")
    private int firstSeed;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Where the run folders go: a new or empty folder, or that of an earlier run of compare. Default: ${DEFAULT-VALUE}.",
            defaultValue = "out/compare")
    private Path out;

    @Mixin
    private RunOptions options = new RunOptions();

    @Override
    public Integer call() throws IOException {
        if (seeds < 1 || seeds > Spec.MOST_SEEDS) {
            throw Failure.usage("--seeds: " + seeds + " (expected: in [1, " + Spec.MOST_SEEDS + "])");
        }
        if (firstSeed > Integer.MAX_VALUE - seeds) {
            throw Failure.usage("--first-seed: " + firstSeed + " (expected: at most " + (Integer.MAX_VALUE - seeds)
                    + " with " + seeds + " seeds)");
        }
        if (only.stream().distinct().count() != only.size()) {
            throw Failure.usage("--only: " + String.join(",", only) + " (expected: each data set once)");
        }
        int threads = options.threads();
        only.forEach(this::check);
        OutputFolder output = output();
        take(output);
        List<Comparison> comparisons = new ArrayList<>();
        try (OutputFolder.Hold hold = output.hold()) {
            RunPipeline.discardInterrupted(runs(hold.folder())); // it would stay beside the results of this one
            for (String name : only) {
                System.err.println(name);
                comparisons.add(new Comparison(
                        name, run(name, "bandit", threads), run(name, "labels", threads), run(name, "paper", threads)));
                write(comparisons); // what is done is not lost if a later one fails
            }
        }
        System.out.print(Comparison.markdown(comparisons));
        System.out.println();
        System.out.println("written to " + out.resolve("results.md") + " and " + out.resolve("results.csv"));
        return 0;
    }

    /** All data sets must be there before the first run, which may take minutes. */
    private void check(String name) {
        if (!ALL.contains(name)) {
            throw Failure.usage("--only: '" + name + "' (expected: some of " + String.join(", ", ALL) + ")");
        }
        KnownDataset dataset = DatasetCatalog.find(name);
        try {
            if (dataset.presence(options.data()).containsValue(Presence.MISSING)) {
                throw Failure.data(name + ": not in " + options.data() + " (where to get it: " + dataset.whereToGetIt()
                        + "; --data names another folder, --only fewer data sets)");
            }
        } catch (IOException e) {
            throw Failure.data(e);
        }
    }

    private OutputFolder output() {
        return new OutputFolder(
                "--out",
                out,
                new RunFolders(
                        "one that compare has written",
                        Map.of("results.md", Comparison.MARKDOWN, "results.csv", Comparison.CSV),
                        List.of(),
                        CompareCommand::runs));
    }

    /** Where all run folders of a comparison are, whichever of them there are. */
    private static List<Path> runs(Path folder) {
        return ALL.stream()
                .flatMap(name -> WAYS.stream().map(way -> folder.resolve(name).resolve(way)))
                .toList();
    }

    /** Takes note of all that is read and written; nothing may be lost by it. */
    private void take(OutputFolder output) throws IOException {
        CommandFiles files = new CommandFiles();
        for (String name : only) {
            for (KnownFile file : DatasetCatalog.find(name).files()) {
                files.read("--data", options.data().resolve(file.path()).toString());
            }
        }
        files.write(output);
        for (String name : only) {
            for (String way : WAYS) {
                files.write(RunFolder.output(out.resolve(name).resolve(way)));
            }
        }
    }

    private RunSummary run(String name, String way, int threads) throws IOException {
        String data = Resource.text(CompareCommand.class, "data/" + name + ".yaml");
        boolean needsPolicy = way.equals("paper") && !data.contains("policy:"); // the paper's, where ours is another
        Spec spec = Spec.parse("title: " + name + ", " + way + "\n" + data
                + (needsPolicy ? "policy: softmax(temperature=1)\n" : "")
                + Resource.text(CompareCommand.class, "run/" + way + ".yaml") + "seeds: " + allSeeds() + "\n");
        Path folder = out.resolve(name).resolve(way);
        RunPlan plan = RunPlan.of(spec, DataSource.load(spec, options.data(), Path.of("")));
        try (RunPipeline pipeline = new RunPipeline(plan, RunManner.anew(threads), RunFolder.output(folder))) {
            RunSummary summary = pipeline.run(null, null);
            pipeline.complete(List.of());
            Report.write(folder);
            return summary;
        }
    }

    private List<Integer> allSeeds() {
        return IntStream.range(0, seeds).map(i -> firstSeed + i).boxed().toList();
    }

    private void write(List<Comparison> comparisons) throws IOException {
        AtomicOutput.write(
                out.resolve("results.md"), Comparison.markdown(comparisons).getBytes(StandardCharsets.UTF_8));
        AtomicOutput.write(
                out.resolve("results.csv"), Comparison.csv(comparisons).getBytes(StandardCharsets.UTF_8));
    }
}
