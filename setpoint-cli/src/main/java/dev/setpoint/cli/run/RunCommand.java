package dev.setpoint.cli.run;

import dev.setpoint.DivergedException;
import dev.setpoint.cli.data.DataSource;
import dev.setpoint.cli.report.Report;
import dev.setpoint.cli.spec.Spec;
import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.sim.RunSummary;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
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
            "Runs an experiment: a learner over labelled data under bandit feedback, once per seed.",
            "SPEC.yaml has the keys title, description, data, features, labeltexts, standardize, passes, queries, batch, alpha, model,"
                    + " policy, floor, loss, estimator, normalize, empty, coverage, heads, feedback, drift, shift, outofscope, oracle, window,"
                    + " checkpoints, seeds; docs/experiments.md explains them, and examples/ has some.",
            "The run folder gets metrics.csv, summary.json, manifest.json, report.html and plots."
        })
public final class RunCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SPEC.yaml", description = "The experiment.")
    private Path spec;

    @Option(names = "--out", paramLabel = "DIR", description = "The run folder. Default: out/ and the spec's name.")
    private Path out;

    @Mixin
    private RunOptions options = new RunOptions();

    @Mixin
    private LogOption log = new LogOption();

    @Override
    public Integer call() throws IOException {
        int threads = options.threads();
        log.refuseOver("SPEC.yaml", spec);
        RunJob job = prepare();
        job.warnings().forEach(warning -> System.err.println("setpoint: warning: " + warning));
        RunSummary summary = run(job, threads);
        job.writeManifest(List.of());
        Report.write(folder());
        System.out.print(SummaryTable.of(summary, job.settings().learner()));
        System.out.print(SummaryTable.marginal(summary, job.settings().learner()));
        System.out.print(SummaryTable.means(summary, job.settings().learner()));
        System.out.print(SummaryTable.outOfScope(summary));
        log.say(job.seeds().get(0), job.settings());
        System.out.println("report: " + folder().resolve("report.html"));
        return 0;
    }

    private RunSummary run(RunJob job, int threads) throws IOException {
        try {
            return job.run(threads, null, log.file());
        } catch (DivergedException | IllegalArgumentException e) {
            throw Failure.data(spec + ": " + e.getMessage()); // the settings are to blame
        }
    }

    private RunJob prepare() throws IOException {
        if (Files.isDirectory(spec)) {
            throw Failure.data(spec + ": a folder (expected: a file)");
        }
        try {
            Spec parsed = Spec.parse(Files.readString(spec));
            Path base = spec.toAbsolutePath().getParent();
            DataSource source = DataSource.load(parsed, options.data(), base);
            return new RunJob(parsed, source, folder());
        } catch (IllegalArgumentException e) {
            throw Failure.data(spec + ": " + e.getMessage());
        } catch (MalformedInputException e) {
            throw Failure.data(spec + ": not UTF-8 text");
        }
    }

    private Path folder() {
        String name = String.valueOf(spec.getFileName());
        return out != null ? out : Path.of("out", name.replaceFirst("\\.ya?ml$", ""));
    }
}
