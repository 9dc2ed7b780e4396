package dev.setpoint.cli.run;

import dev.setpoint.DivergedException;
import dev.setpoint.cli.data.DataSource;
import dev.setpoint.cli.data.Understood;
import dev.setpoint.cli.file.CommandFiles;
import dev.setpoint.cli.file.OutputFolder;
import dev.setpoint.cli.report.Report;
import dev.setpoint.cli.spec.Spec;
import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.sim.MemoryNeed;
import dev.setpoint.sim.RunSummary;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs an experiment file. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Plays your labelled data to a learner, row by row, and reports how often it was correct and how often its sets"
                    + " held the true label. For each row it is told only whether the label it acted on was correct. This"
                    + " is repeated for every seed.",
            "SPEC.yaml has the keys title, description, data, features, labeltexts, standardize, passes, queries, order, batch, alpha, model,"
                    + " policy, floor, loss, estimator, normalize, empty, coverage, heads, feedback, drift, shift, outofscope, oracle, theorems, window,"
                    + " checkpoints, seeds; docs/experiments.md explains them, and examples/ has some that run.",
            "The run folder gets metrics.csv, summary.json, manifest.json, report.html and plots.",
            "If a run is interrupted, even by kill -9, the same command with --resume ends with the same numbers."
        })
public final class RunCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SPEC.yaml", description = "The experiment.")
    private Path spec;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "The run folder: a new or empty one, or that of an earlier run. Default: out/ and the spec's name.")
    private Path out;

    @Mixin
    private ResumeOptions resumption = new ResumeOptions();

    @Mixin
    private RunOptions options = new RunOptions();

    @Mixin
    private LogOption log = new LogOption();

    @Override
    public Integer call() throws IOException {
        RunManner manner = new RunManner(
                resumption.resume() ? RunManner.Start.RESUME : RunManner.Start.CAREFUL,
                options.threads(),
                resumption.checkpointSeconds(),
                false,
                MetricsFile.Kept.ALL);
        OutputFolder output = RunFolder.output(folder());
        Prepared prepared = prepare(output);
        RunPlan plan = prepared.plan;
        try (RunPipeline pipeline = new RunPipeline(plan, manner, output)) {
            if (pipeline.isOver()) {
                System.out.println(folder() + ": complete already");
                return 0;
            }
            pipeline.check();
            prepared.understood.lines().forEach(System.err::println);
            plan.warnings().forEach(RunCommand::warn);
            if (resumption.resume() && !pipeline.warning().isEmpty()) {
                warn(pipeline.warning());
            }
            RunSummary summary = run(pipeline);
            pipeline.complete(List.of());
            List<String> misses = Report.write(folder());
            System.out.print(SummaryTable.of(
                    summary, plan.settings().learner(), plan.seeds().size()));
            System.out.print(SummaryTable.marginal(summary, plan.settings().learner()));
            System.out.print(SummaryTable.means(summary, plan.settings().learner()));
            System.out.print(SummaryTable.outOfScope(summary));
            misses.forEach(System.out::println);
            log.say(plan.seeds().get(0), plan.settings());
            System.out.println("report: " + folder().resolve("report.html"));
            return 0;
        }
    }

    private static void warn(String warning) {
        System.err.println("setpoint: warning: " + warning);
    }

    private RunSummary run(RunPipeline pipeline) throws IOException {
        try {
            return pipeline.run(null, log.file());
        } catch (DivergedException | IllegalArgumentException e) {
            throw Failure.data(spec + ": " + e.getMessage()); // the settings are to blame
        }
    }

    private record Prepared(RunPlan plan, Understood understood) {}

    /** Reads the experiment and its data, after a look at all files that are read and written: nothing may be lost by it. */
    private Prepared prepare(OutputFolder output) throws IOException {
        if (Files.isDirectory(spec)) {
            throw Failure.data(spec + ": a folder (expected: a file)");
        }
        try {
            if (Files.size(spec) > 4L * Spec.LONGEST) { // bytes of UTF-8
                throw Failure.data(spec + ": too long, " + Files.size(spec) + " bytes (expected: an experiment file)");
            }
            CommandFiles files = new CommandFiles();
            files.read("SPEC.yaml", spec.toString());
            Spec parsed = Spec.parse(Files.readString(spec));
            Path base = spec.toAbsolutePath().getParent();
            files.read("data", DataSource.files(parsed, options.data(), base));
            files.write(output);
            log.take(files);
            DataSource source = DataSource.load(parsed, options.data(), base);
            RunPlan plan = RunPlan.of(parsed, source);
            MemoryNeed.check(
                    plan.settings(),
                    plan.data(),
                    Math.min(options.threads(), plan.seeds().size()),
                    Runtime.getRuntime().maxMemory());
            return new Prepared(plan, source.understood());
        } catch (InvalidPathException e) {
            throw e; // of an option: those that the experiment names are said by their key
        } catch (IllegalArgumentException e) {
            throw Failure.data(spec + ": " + e.getMessage());
        } catch (MalformedInputException e) {
            throw Failure.data(spec + ": not UTF-8 text");
        }
    }

    private Path folder() {
        String name = String.valueOf(spec.getFileName());
        String folder = name.replaceFirst("\\.ya?ml$", "");
        if (out == null && folder.matches("\\.*")) {
            throw Failure.usage("--out: not given (expected: a folder, as " + spec + " has no name to call one by)");
        }
        return out != null ? out : Path.of("out", folder);
    }
}
