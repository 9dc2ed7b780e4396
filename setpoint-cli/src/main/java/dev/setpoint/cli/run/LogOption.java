package dev.setpoint.cli.run;

import dev.setpoint.cli.file.CommandFiles;
import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.sim.ExperimentSettings;
import dev.setpoint.sim.FeedbackSettings;
import dev.setpoint.sim.Shift;
import java.io.IOException;
import picocli.CommandLine.Option;

/** The option to write a run's decisions as a log. */
public final class LogOption {
    @Option(
            names = "--log",
            paramLabel = "FILE",
            description =
                    "Write the decisions of the first seed here, as a log for replay and whatif; gzip if the name ends in .gz."
                            + " A log that an earlier run wrote here is replaced, any other file is not.")
    private String log;

    /** The file for the decision log, or null. */
    public String file() {
        if ("-".equals(log)) {
            throw Failure.usage("--log: - (expected: a file; standard output gets the summary)");
        }
        return log;
    }

    /**
     * Takes note of the log, after all that is read and the folder.
     *
     * @throws Failure if something else would be lost
     */
    public void take(CommandFiles files) throws IOException {
        files.write("--log", file(), RunLog.KIND);
    }

    /** Says where the log is and how to get its random numbers again, if one was written. */
    public void say(long seed, ExperimentSettings settings) {
        if (log != null) {
            FeedbackSettings feedback = settings.feedback();
            if (feedback.labels() > 0
                    || feedback.noneOf() > 0
                    || !settings.shift().equals(Shift.none())) {
                System.err.println(
                        "setpoint: warning: --log: a log holds no query weights, and of each answer only whether the pull was"
                                + " correct, so replay and whatif cannot repeat this run (leave out shift, and labels and"
                                + " noneof in feedback, if they should)");
            }
            System.out.println("log: " + log + " (of seed " + seed + "; with --seed " + seed
                    + ", replay and whatif draw the same random numbers)");
        }
    }
}
