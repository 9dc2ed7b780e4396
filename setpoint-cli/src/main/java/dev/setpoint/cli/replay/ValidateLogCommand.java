package dev.setpoint.cli.replay;

import dev.setpoint.cli.log.DecisionLog;
import dev.setpoint.cli.log.LogException;
import dev.setpoint.cli.log.LogExploration;
import dev.setpoint.cli.log.LogInput;
import dev.setpoint.cli.log.LogLine;
import dev.setpoint.cli.report.Numbers;
import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.cli.terminal.Progress;
import dev.setpoint.random.Draws;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what is wrong with a decision log, by line and field. */
@Command(
        name = "validate-log",
        mixinStandardHelpOptions = true,
        description = {
            "Checks whether replay and whatif can use a log of decisions, and names the lines that are wrong.",
            "What it checks: propensities in (0, 1], probabilities that sum to 1, arms in range, ids that occur once, steps in"
                    + " order. Problems go to standard output, one per line; the exit code is 1 if there are any.",
            "Memory grows with the number of ids, about 80 bytes each."
        })
public final class ValidateLogCommand implements Callable<Integer> {
    @Parameters(paramLabel = "LOG", description = "The decision log, plain or gzip; - is standard input.")
    private String log;

    @Option(
            names = "--most",
            paramLabel = "N",
            description = "Show at most this many problems. Default: ${DEFAULT-VALUE}.",
            defaultValue = "20")
    private int most;

    /** By 64 bits of the id, so that memory does not depend on its length. */
    private final Map<Long, Long> lineOfId = new HashMap<>();

    private final LogExploration exploration = new LogExploration();
    private long problems;
    private long lines;
    private long answered;
    private long correct;
    private long steps;
    private double minimumPropensity = 1;
    private boolean stepsAreNamed;
    private long lastStep;

    @Override
    public Integer call() throws IOException {
        if (most < 0) {
            throw Failure.usage("--most: " + most + " (expected: >= 0)");
        }
        int labels = 0;
        try (DecisionLog in = LogInput.open(log);
                Progress progress = new Progress("validate-log")) {
            while (true) {
                try {
                    LogLine line = in.next();
                    if (line == null) {
                        break;
                    }
                    labels = line.probabilities().length;
                    check(line);
                } catch (LogException e) {
                    problem(e.getMessage());
                }
                progress.show(lines, 0, () -> "lines, " + problems + " problems");
            }
        }
        if (lines == 0 && problems == 0) {
            problem("no decision in it (expected: at least one line)");
        }
        if (problems > 0) {
            System.out.println(log + ": " + Numbers.count(problems, "problem"));
            return Failure.BAD_DATA;
        }
        System.out.println(String.format(
                Locale.ROOT,
                "%s: valid; %s, %s, %d labels; %s; minimum propensity %s",
                log,
                Numbers.count(lines, "line"),
                Numbers.count(steps, "step"),
                labels,
                answered == 0
                        ? "none answered"
                        : String.format(
                                Locale.ROOT,
                                "%d answered, of which %.3f correct",
                                answered,
                                (double) correct / answered),
                Numbers.plain(minimumPropensity)));
        System.out.println("exploration: " + exploration.cost());
        exploration.warn();
        return 0;
    }

    private void check(LogLine line) {
        if (lines == 0) {
            stepsAreNamed = line.hasStep();
        } else if (line.hasStep() != stepsAreNamed) {
            problem(line, "step: " + (line.hasStep() ? "given" : "missing") + " (expected: in all lines or in none)");
        }
        if (line.hasStep()) {
            if (lines > 0 && line.step() < lastStep) {
                problem(line, "step: " + line.step() + " after " + lastStep + " (expected: not decreasing)");
            }
            steps += lines == 0 || line.step() != lastStep ? 1 : 0;
            lastStep = line.step();
        } else {
            steps++;
        }
        if (line.id() != null) {
            Long before = lineOfId.putIfAbsent(Draws.id(line.id()), line.number());
            if (before != null) {
                problem(line, "id: '" + line.id() + "' as in line " + before + " (expected: once)");
            }
        }
        if (line.label() >= 0 && line.correct() != null && line.correct() != (line.label() == line.arm())) {
            problem(
                    line,
                    "correct: " + line.correct() + " with arm " + line.arm() + " and label " + line.label()
                            + " (expected: true exactly when they are the same)");
        }
        lines++;
        exploration.add(line);
        minimumPropensity = Math.min(minimumPropensity, line.propensity());
        if (line.correct() != null) {
            answered++;
            correct += line.correct() ? 1 : 0;
        }
    }

    private void problem(LogLine line, String what) {
        problem("line " + line.number() + ": " + LogException.oneLine(what));
    }

    private void problem(String what) {
        if (problems++ < most) {
            System.out.println(what);
        } else if (problems == most + 1) {
            System.out.println("... and more (--most shows more)");
        }
    }
}
