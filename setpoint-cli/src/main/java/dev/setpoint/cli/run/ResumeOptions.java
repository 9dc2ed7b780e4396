package dev.setpoint.cli.run;

import dev.setpoint.cli.terminal.Failure;
import picocli.CommandLine.Option;

/** Options of commands whose runs may take long. */
public final class ResumeOptions {
    private static final double LONGEST = 1e9;

    @Option(names = "--resume", description = "Resume the run in --out, if there is an unfinished one.")
    private boolean resume;

    @Option(
            names = "--checkpoint",
            paramLabel = "SECONDS",
            description = "How often a run is saved. Default: ${DEFAULT-VALUE}.")
    private double checkpointSeconds = 300;

    /** Whether to resume what is there. */
    public boolean resume() {
        return resume;
    }

    /** How often a run is saved. */
    public double checkpointSeconds() {
        if (!(checkpointSeconds >= 0 && checkpointSeconds <= LONGEST)) {
            throw Failure.usage("--checkpoint: " + checkpointSeconds + " (expected: in [0, " + LONGEST + "])");
        }
        return checkpointSeconds;
    }
}
