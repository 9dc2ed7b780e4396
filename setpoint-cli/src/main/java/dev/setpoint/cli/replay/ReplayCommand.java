package dev.setpoint.cli.replay;

import dev.setpoint.ConformalLayer;
import dev.setpoint.HeadSettings;
import dev.setpoint.Normalization;
import dev.setpoint.cli.file.AtomicOutput;
import dev.setpoint.cli.file.CommandFiles;
import dev.setpoint.cli.file.FileKind;
import dev.setpoint.cli.log.DecisionLog;
import dev.setpoint.cli.log.LogException;
import dev.setpoint.cli.log.LogExploration;
import dev.setpoint.cli.log.LogInput;
import dev.setpoint.cli.log.LogLine;
import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.cli.terminal.Progress;
import dev.setpoint.score.ApsScore;
import dev.setpoint.score.RapsScore;
import dev.setpoint.score.Score;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.track.ExpertsTracker;
import dev.setpoint.track.SgdTracker;
import dev.setpoint.track.TrackerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The conformal layer alone, over anyone's log. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Shows which sets of labels Setpoint would have issued for the decisions in a log, those of your own classifier"
                    + " included; no model runs.",
            "A log is JSON lines in decision order, plain or gzip, of any length; it is read once, in constant memory:",
            "  {\"step\":0,\"id\":7,\"p\":[..],\"arm\":3,\"propensity\":0.2,\"correct\":true,\"u\":[..]}",
            "p: the classifier's probabilities, one per label. arm: the label acted on, counted from 0; propensity: the"
                    + " probability with which it was chosen. correct: whether it was the true one; null if no answer came.",
            "Lines with the same step are one batch; without step, each line is a step. u holds the random numbers of aps and"
                    + " raps; where it is absent they are drawn from --seed and the line's id. pi, if there, has the probability"
                    + " of choosing each label, for trackers that use it. docs/formats.md has all of it."
        })
public final class ReplayCommand implements Callable<Integer> {
    private static final FileKind SETS = FileKind.of("a file of sets", "\\{\"step\":\\d+,\"row\":\\d+,\"set\":\\[");
    private static final FileKind THRESHOLDS = FileKind.of("a file of thresholds", "step,0,1(,\\d+)*(\n|$)");
    private static final FileKind STATE = FileKind.of("a state of replay", "(?s)SETPOINT.{4}\\x00\\x00\\x00\\x02");

    @Parameters(paramLabel = "LOG", description = "The decision log, plain or gzip; - is standard input.")
    private String log;

    @Option(
            names = "--alpha",
            paramLabel = "A",
            description = "Share of each class's queries that may be missed. Default: ${DEFAULT-VALUE}.",
            defaultValue = "0.1")
    private double alpha;

    @Option(
            names = "--score",
            paramLabel = "SCORE",
            description =
                    "softmax, aps or raps, with the options below, or one written in full, as in docs/experiments.md. Default: ${DEFAULT-VALUE}, as"
                            + " in run.")
    private String score = HeadSettings.DEFAULT.score().toString();

    @Option(
            names = "--raps-lambda",
            paramLabel = "L",
            description = "Penalty per rank of raps. Default: " + RapsScore.DEFAULT_LAMBDA + ".")
    private Double rapsLambda;

    @Option(
            names = "--raps-kreg",
            paramLabel = "R",
            description = "Rank up to which raps has no penalty. Default: " + RapsScore.DEFAULT_KREG + ".")
    private Integer rapsKreg;

    @Option(
            names = "--tracker",
            paramLabel = "TRACKER",
            description = "auto, sgd (Algorithm 1), experts (Algorithm 2), or any other of docs/experiments.md, such as"
                    + " 'scale-free(eta=0.1)'. Default: auto, as in run; experts if --etas is given.")
    private String tracker;

    @Option(
            names = "--etas",
            paramLabel = "E1,E2,...",
            split = ",",
            hideParamSyntax = true,
            description =
                    "Learning rates; one value with sgd. Default: 0.01 for sgd; 0.1,0.01,0.001,0.0001 for experts.")
    private List<Double> etas;

    @Option(
            names = "--normalize",
            paramLabel = "BY",
            description =
                    "What a step's sums are divided by: none, batch-size (its lines) or correct-pulls (its correct lines;"
                            + " a step without any moves nothing). Default: ${DEFAULT-VALUE}.",
            defaultValue = "none")
    private String normalize;

    @Option(names = "--sets", paramLabel = "OUT.jsonl", description = "Write the sets here; - is standard output.")
    private String sets;

    @Option(
            names = "--thresholds",
            paramLabel = "OUT.csv",
            description = "Write the thresholds of each step's sets here; - is standard output.")
    private String thresholds;

    @Option(names = "--state-in", paramLabel = "F", description = "Resume from the state an earlier replay left.")
    private Path stateIn;

    @Option(names = "--state-out", paramLabel = "F", description = "Write the state after the last step here.")
    private Path stateOut;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description =
                    "The seed of random numbers that are not in the log; the same again with --state-in. Default: ${DEFAULT-VALUE}.",
            defaultValue = "1")
    private long seed;

    @Option(names = "--not-randomised", description = "Use U = 1 in aps and raps instead of random numbers.")
    private boolean notRandomised;

    private final LogExploration exploration = new LogExploration();

    @Override
    public Integer call() throws IOException {
        HeadSettings head = head();
        if ("-".equals(sets) && "-".equals(thresholds)) {
            throw Failure.usage("--sets and --thresholds: both - (expected: at most one on standard output)");
        }
        refuseStandardStream("--state-in", stateIn);
        refuseStandardStream("--state-out", stateOut);
        refuseSharedFiles();
        if (stateIn != null && Files.isDirectory(stateIn)) {
            throw Failure.data(stateIn + ": a folder (expected: a file)");
        }
        byte[] state = stateIn == null ? null : Files.readAllBytes(stateIn);
        try (DecisionLog in = LogInput.open(log);
                AtomicOutput setsOut = sets == null ? null : new AtomicOutput(sets);
                AtomicOutput thresholdsOut = thresholds == null ? null : new AtomicOutput(thresholds);
                Progress progress = new Progress("replay")) {
            Replay replay = new Replay(
                    alpha,
                    seed,
                    setsOut == null ? null : setsOut.writer(),
                    thresholdsOut == null ? null : thresholdsOut.writer());
            for (LogLine line = in.next(); line != null; line = in.next()) {
                if (!replay.isStarted()) {
                    replay.start(layer(head, line.probabilities().length, state));
                }
                replay.add(line);
                exploration.add(line);
                long lines = replay.lines();
                progress.show(lines, 0, () -> "lines");
            }
            if (!replay.isStarted()) {
                throw Failure.data(log + ": no decision in it (expected: at least one line)");
            }
            replay.finish();
            if (setsOut != null) {
                setsOut.commit();
            }
            if (thresholdsOut != null) {
                thresholdsOut.commit();
            }
            if (stateOut != null) {
                AtomicOutput.replace(stateOut.toString(), replay.snapshot());
            }
            exploration.warn(); // first: what follows rests on it
            System.err.println(replay.summary());
            return 0;
        } catch (LogException e) {
            throw LogInput.failure(log, e);
        }
    }

    private static void refuseStandardStream(String option, Path file) {
        if (file != null && file.toString().equals("-")) {
            throw Failure.usage(option + ": - (expected: a file; a state is not text)");
        }
    }

    /** No output may be the log, nor another output, nor the state that is read, unless the new state replaces it. */
    private void refuseSharedFiles() throws IOException {
        CommandFiles files = new CommandFiles();
        files.read("LOG", log);
        CommandFiles withState = new CommandFiles(files);
        withState.read("--state-in", stateIn == null ? null : stateIn.toString());
        for (CommandFiles all : List.of(withState, files)) {
            all.write("--sets", sets, SETS);
            all.write("--thresholds", thresholds, THRESHOLDS);
        }
        files.write("--state-out", stateOut == null ? null : stateOut.toString(), STATE);
    }

    private HeadSettings head() {
        try {
            Normalization.parse(normalize);
            HeadSettings head = new HeadSettings("replay", chosenScore(), trackerSettings());
            new ConformalLayer(head, 2, alpha, Normalization.parse(normalize)); // checks alpha
            return head;
        } catch (IllegalArgumentException e) {
            throw Failure.usage(e.getMessage());
        }
    }

    private Score chosenScore() {
        refuseWithout("--raps-lambda", rapsLambda != null, "raps");
        refuseWithout("--raps-kreg", rapsKreg != null, "raps");
        refuseWithout("--not-randomised", notRandomised, "aps", "raps");
        return switch (score) {
            case "aps" -> new ApsScore(!notRandomised);
            case "raps" ->
                new RapsScore(
                        rapsLambda == null ? RapsScore.DEFAULT_LAMBDA : rapsLambda,
                        rapsKreg == null ? RapsScore.DEFAULT_KREG : rapsKreg,
                        !notRandomised);
            default -> parsedScore();
        };
    }

    /** An option that would do nothing is a mistake. */
    private void refuseWithout(String option, boolean given, String... scores) {
        if (given && !List.of(scores).contains(score)) {
            throw new IllegalArgumentException(option + ": given with --score " + score
                    + " (expected: only with --score " + String.join(" or ", scores) + ")");
        }
    }

    private Score parsedScore() {
        try {
            return Score.parse(score);
        } catch (IllegalArgumentException e) {
            throw Failure.usage("--score: " + e.getMessage());
        }
    }

    private TrackerSettings trackerSettings() {
        if (etas == null) {
            return tracker == null ? HeadSettings.DEFAULT.tracker() : TrackerSettings.parse(tracker);
        }
        return switch (tracker == null ? "experts" : tracker) {
            case "experts" -> new ExpertsTracker.Settings(etas, 0);
            case "sgd" -> {
                if (etas.size() != 1) {
                    throw new IllegalArgumentException("--etas: " + etas.size() + " values with sgd (expected: one)");
                }
                yield new SgdTracker.Settings(etas.get(0), 0);
            }
            default ->
                throw new IllegalArgumentException(
                        "--etas: given with " + tracker + " (expected: only with sgd or experts)");
        };
    }

    private ConformalLayer layer(HeadSettings head, int labels, byte[] state) {
        ConformalLayer layer = new ConformalLayer(head, labels, alpha, Normalization.parse(normalize));
        if (state != null) {
            try {
                layer.restore(state);
            } catch (SnapshotException e) {
                throw Failure.data(stateIn + ": " + e.getMessage());
            }
        }
        return layer;
    }
}
