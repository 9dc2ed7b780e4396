package dev.setpoint.cli.log;

/** Whether the decisions of a log were drawn: where none was, its answers say nothing of labels that were not tried. */
public final class LogExploration {
    private boolean explored;

    /** Looks at a line. */
    public void add(LogLine line) {
        explored |= line.propensity() < 1;
    }

    /** Says it on standard error if nothing was explored. */
    public void warn() {
        if (!explored) {
            System.err.println(
                    "setpoint: warning: every propensity is 1: nothing was explored, and coverage is estimated from queries on"
                            + " which the model was correct alone; draw the label to act on, and log its propensity");
        }
    }
}
