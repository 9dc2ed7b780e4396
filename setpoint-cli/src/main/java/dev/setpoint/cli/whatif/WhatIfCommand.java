package dev.setpoint.cli.whatif;

import dev.setpoint.HeadSettings;
import dev.setpoint.Normalization;
import dev.setpoint.cli.file.AtomicOutput;
import dev.setpoint.cli.file.CommandFiles;
import dev.setpoint.cli.log.DecisionLog;
import dev.setpoint.cli.log.LogException;
import dev.setpoint.cli.log.LogExploration;
import dev.setpoint.cli.log.LogInput;
import dev.setpoint.cli.log.LogLine;
import dev.setpoint.cli.report.Numbers;
import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.cli.terminal.Progress;
import dev.setpoint.cli.whatif.WhatIf.Setting;
import dev.setpoint.notation.Excerpt;
import dev.setpoint.notation.Notation;
import dev.setpoint.score.Score;
import dev.setpoint.track.TrackerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Coverage and size of settings that were not running, from a decision log alone. */
@Command(
        name = "whatif",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Estimates from a log of decisions how large the sets of labels would have been with other settings, and how"
                    + " often they would have held the true label (coverage).",
            "Every combination of the given alphas, scores and trackers is run over the log, all at once, in constant memory."
                    + " --alpha, --score and --tracker take a list, split at commas outside brackets, and may be repeated:",
            "  --tracker experts,sgd --tracker \"sgd(eta=0.001, start=0)\"",
            "The table has one row per combination, for the whole log and for its last quarter (not for standard"
                    + " input, whose length is not known beforehand):",
            "  min, max     minimum and maximum class coverage, estimated",
            "               from the answers by importance weights",
            "  ess          how many answers of weight 1 the minimum rests on",
            "  true         minimum class coverage by the log's labels, if any",
            "  few          classes left out because the evidence on them is",
            "               worth fewer than 1/alpha answers",
            "  size, empty  mean set size and share of empty sets",
            "Below it, for each alpha: which settings have the smallest sets among those not estimated to miss the target, and"
                    + " among those estimated to reach it, by two standard errors of the estimates (+-), in every class that counts."
                    + " That is no proof: docs/whatif.md says how far to trust it.",
            "The log is as for replay; docs/formats.md describes it and the CSV."
        })
public final class WhatIfCommand implements Callable<Integer> {
    /** Both expert grids, and single rates across them. */
    private static final String TRACKERS =
            "auto,experts,experts(etas=[0.01, 0.003, 0.001, 0.0003]),sgd(eta=0.01),sgd(eta=0.003),sgd(eta=0.001)";

    @Parameters(paramLabel = "LOG", description = "The decision log, plain or gzip; - is standard input.")
    private String log;

    @Option(
            names = "--alpha",
            paramLabel = "A,...",
            description = "Shares of each class's queries that may be missed. Default: 0.1.")
    private List<String> alphas = List.of("0.1");

    @Option(
            names = "--score",
            paramLabel = "S,...",
            description =
                    "softmax, aps(randomised=true), raps(lambda=0.01, kreg=1, randomised=true). Default: softmax.")
    private List<String> scores = List.of(HeadSettings.DEFAULT.score().toString());

    @Option(
            names = "--tracker",
            paramLabel = "T,...",
            description = "For example sgd(eta=0.01), experts(etas=[0.1, 0.01]). Default: " + TRACKERS + ".")
    private List<String> trackers = List.of(TRACKERS);

    @Option(
            names = "--normalize",
            paramLabel = "BY",
            description = "What a step's sums are divided by, as in replay: none, batch-size or correct-pulls."
                    + " Default: ${DEFAULT-VALUE}.",
            defaultValue = "none")
    private String normalize;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description =
                    "The seed of the random numbers of aps and raps that are not in the log. Default: ${DEFAULT-VALUE}.",
            defaultValue = "1")
    private long seed;

    @Option(names = "--csv", paramLabel = "FILE.csv", description = "Write all metrics of all classes here.")
    private String csv;

    @Option(
            names = "--plot",
            paramLabel = "FILE.svg",
            description = "Draw set size against minimum class coverage here.")
    private String plot;

    private final LogExploration exploration = new LogExploration();

    @Override
    public Integer call() throws IOException {
        List<Setting> settings = settings();
        refuseStandardOutput("--csv", csv);
        refuseStandardOutput("--plot", plot);
        CommandFiles files = new CommandFiles();
        files.read("LOG", log);
        files.write("--csv", csv, WhatIfReport.CSV);
        files.write("--plot", plot, WhatIfReport.PLOT);
        try (AtomicOutput csvOut = csv == null ? null : new AtomicOutput(csv);
                AtomicOutput plotOut = plot == null ? null : new AtomicOutput(plot)) {
            WhatIf whatIf = read(settings);
            WhatIfReport report = new WhatIfReport(whatIf);
            if (csvOut != null) {
                report.writeCsv(csvOut.writer());
                csvOut.commit();
            }
            if (plotOut != null) {
                plotOut.writer().write(report.plot());
                plotOut.commit();
            }
            System.out.print(
                    report.table() + "\n"
                            + (exploration.isThere()
                                    ? report.verdicts()
                                    : "nothing can be said of what any setting covers by the answers: every propensity in the log is 1\n"));
            System.err.println(String.format(
                    Locale.ROOT,
                    "%s, %s, %d labels; %d answered; %s",
                    Numbers.count(whatIf.lines(), "line"),
                    Numbers.count(whatIf.steps(), "step"),
                    whatIf.results().get(0).whole().labels(),
                    whatIf.answered(),
                    Numbers.count(settings.size(), "setting")));
            exploration.warn();
            return 0;
        } catch (LogException e) {
            throw LogInput.failure(log, e);
        }
    }

    private static void refuseStandardOutput(String option, String name) {
        if ("-".equals(name)) {
            throw Failure.usage(option + ": - (expected: a file; standard output gets the table)");
        }
    }

    private List<Setting> settings() {
        try {
            List<Setting> settings = new ArrayList<>();
            for (Named<Double> alpha : list("--alpha", alphas, WhatIfCommand::number)) {
                for (Named<Score> score : list("--score", scores, Score::parse)) {
                    for (Named<TrackerSettings> tracker : list("--tracker", trackers, TrackerSettings::parse)) {
                        Setting setting = new Setting(
                                alpha.value(), score.value(), tracker.value(), score.name(), tracker.name());
                        setting.layer(2, Normalization.parse(normalize)); // checks alpha
                        settings.add(setting);
                    }
                }
            }
            return settings;
        } catch (IllegalArgumentException e) {
            throw Failure.usage(e.getMessage());
        }
    }

    private static double number(String text) {
        return Notation.number("alpha", text);
    }

    private record Named<T>(String name, T value) {}

    /** The different values of an option, in the order given; what is given twice, however it is written, counts once. */
    private static <T> List<Named<T>> list(String option, List<String> texts, Function<String, T> parse) {
        List<Named<T>> values = new ArrayList<>();
        for (String text : texts) {
            for (String part : Notation.split(text, ",")) {
                String name = part.strip();
                if (name.isEmpty()) {
                    throw new IllegalArgumentException(option + ": '" + Excerpt.of(text)
                            + "' (expected: at least one value, and one before and after each comma)");
                }
                T value = parse.apply(name);
                if (values.stream().noneMatch(other -> other.value().equals(value))) {
                    values.add(new Named<>(name, value));
                }
            }
        }
        return values;
    }

    private WhatIf read(List<Setting> settings) throws IOException {
        long total = count();
        try (DecisionLog in = LogInput.open(log);
                Progress progress = new Progress("whatif")) {
            WhatIf whatIf = new WhatIf(settings, Normalization.parse(normalize), seed, total);
            // what has been appended since the lines were counted is left for another time
            while (total == 0 || whatIf.lines() < total) {
                LogLine line = in.next();
                if (line == null) {
                    break;
                }
                whatIf.add(line);
                exploration.add(line);
                progress.show(whatIf.lines(), total, () -> "lines");
            }
            if (whatIf.lines() == 0) {
                throw Failure.data(log + ": no decision in it (expected: at least one line)");
            }
            whatIf.finish();
            return whatIf;
        }
    }

    /** How many decisions the log has; 0 if it can be read only once. */
    private long count() throws IOException {
        if (log.equals("-") || !Files.isRegularFile(Path.of(log))) {
            return 0;
        }
        try (DecisionLog in = LogInput.open(log);
                Progress progress = new Progress("counting")) {
            long lines = 0;
            while (in.skip()) {
                lines++;
                long counted = lines;
                progress.show(counted, 0, () -> "lines");
            }
            return lines;
        }
    }
}
