package dev.setpoint.cli.demo;

import dev.setpoint.Coverage;
import dev.setpoint.DecisionBatch;
import dev.setpoint.cli.data.DataSource;
import dev.setpoint.cli.file.CommandFiles;
import dev.setpoint.cli.file.OutputFolder;
import dev.setpoint.cli.file.Resource;
import dev.setpoint.cli.report.Report;
import dev.setpoint.cli.run.LogOption;
import dev.setpoint.cli.run.RunExample;
import dev.setpoint.cli.run.RunFolder;
import dev.setpoint.cli.run.RunManner;
import dev.setpoint.cli.run.RunOptions;
import dev.setpoint.cli.run.RunPipeline;
import dev.setpoint.cli.run.RunPlan;
import dev.setpoint.cli.run.SummaryTable;
import dev.setpoint.cli.spec.Spec;
import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.sim.EncodedTexts;
import dev.setpoint.sim.RunSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The main job, on real data that ship with the project. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "Routes 22,500 real customer messages (CLINC150) to 10 departments, told only whether each choice was correct;"
                    + " then shows what it makes of 1,200 messages that belong to none of them.",
            "With --intents, it routes them to 150 intents, whose names a sentence encoder reads. The first time, Maven fetches the encoder"
                    + " (71 MB) and encoding takes some minutes; its vectors are kept.",
            "Takes seconds without --intents; writes report.html, metrics.csv, summary.json, manifest.json and plots."
        })
public final class DemoCommand implements Callable<Integer> {
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "The run folder: a new or empty one, or that of an earlier run. Default: ${DEFAULT-VALUE}.",
            defaultValue = "out/demo")
    private Path out;

    @Option(names = "--intents", description = "150 intents instead of 10 departments, with a sentence encoder.")
    private boolean intents;

    @Option(
            names = "--coverage",
            paramLabel = "WHAT",
            description =
                    "class: sets are to hold the true label of 90%% of each class's messages; marginal: of 90%% of all messages"
                            + " together. Default: class.")
    private String coverage;

    @Mixin
    private RunOptions options = new RunOptions();

    @Mixin
    private LogOption log = new LogOption();

    @Override
    public Integer call() throws IOException {
        int threads = options.threads();
        Spec spec = Spec.parse(Resource.text(DemoCommand.class, intents ? "demo-intents.yaml" : "demo.yaml")
                + (coverage == null ? "" : "coverage: " + checked(coverage) + "\n"));
        OutputFolder output = RunFolder.output(out);
        CommandFiles files = new CommandFiles();
        files.read("--data", DataSource.files(spec, options.data(), Path.of("")));
        files.write(output);
        log.take(files);
        DataSource source = DataSource.load(spec, options.data(), Path.of(""));
        EncodedTexts texts = (EncodedTexts) source.data();
        RunPlan plan = RunPlan.of(spec, source);
        System.err.println(texts.size() + " messages, " + texts.labels().size()
                + (intents ? " intents" : " departments") + ", feedback: correct or incorrect");
        Examples examples = new Examples(texts);
        RunSummary summary;
        List<String> misses;
        try (RunPipeline pipeline = new RunPipeline(plan, RunManner.anew(threads), output)) {
            summary = pipeline.run((measures, batch, truth) -> examples.offer(batch, truth.row(0)), log.file());
            pipeline.complete(examples.chosen());
            misses = Report.write(out);
        }
        System.out.println(
                "class coverage: the share of messages whose set held their class, of the least and the most covered class;"
                        + "\nsize: labels per set. The first head issued the sets, the others are there to compare.\n");
        System.out.print(
                SummaryTable.of(summary, plan.settings().learner(), plan.seeds().size()));
        System.out.print(SummaryTable.marginal(summary, plan.settings().learner()));
        System.out.print(SummaryTable.means(summary, plan.settings().learner()));
        System.out.print(SummaryTable.outOfScope(summary));
        misses.forEach(System.out::println);
        System.out.println();
        examples.chosen().forEach(example -> System.out.println(shown(example)));
        System.out.println();
        log.say(plan.seeds().get(0), plan.settings());
        System.out.println("report: " + out.resolve("report.html"));
        return 0;
    }

    private static String checked(String coverage) {
        try {
            return Coverage.parse(coverage).toString();
        } catch (IllegalArgumentException e) {
            throw Failure.usage("--" + e.getMessage());
        }
    }

    private static String shown(RunExample example) {
        String set = example.set().isEmpty() ? "none" : "{" + String.join(", ", example.set()) + "}";
        boolean explored = !example.set().isEmpty() && !example.set().contains(example.arm());
        return "\"" + example.text() + "\"\n    set " + set + ", acted on " + example.arm()
                + (explored ? ", outside it, to explore: " : ": ")
                + (example.correct() ? "correct" : "incorrect, it was " + example.label());
    }

    /** Keeps the latest message of three kinds: a sure one, an unsure one, and an incorrect pull. */
    private static final class Examples {
        private final EncodedTexts texts;
        private RunExample sure;
        private RunExample unsure;
        private RunExample incorrect;

        Examples(EncodedTexts texts) {
            this.texts = texts;
        }

        void offer(DecisionBatch batch, int row) {
            int label = texts.label(row);
            boolean correct = batch.arm(0) == label;
            int size = batch.setSize(0, 0);
            if (correct && size == 1) {
                sure = example(batch, row, label);
            } else if (correct && size > 1) {
                unsure = example(batch, row, label);
            } else if (!correct && size > 0) {
                incorrect = example(batch, row, label);
            }
        }

        private RunExample example(DecisionBatch batch, int row, int label) {
            List<String> names = texts.labels();
            return new RunExample(
                    texts.text(row),
                    List.copyOf(batch.set(0, 0)),
                    names.get(batch.arm(0)),
                    batch.arm(0) == label,
                    names.get(label));
        }

        List<RunExample> chosen() {
            return Stream.of(sure, unsure, incorrect).filter(Objects::nonNull).toList();
        }
    }
}
