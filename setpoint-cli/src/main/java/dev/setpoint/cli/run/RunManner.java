package dev.setpoint.cli.run;

/**
 * How a plan is carried out.
 *
 * @param start what becomes of a run that is in the folder
 * @param threads seeds at a time
 * @param checkpointSeconds how often a seed is saved on its way, where it can be; infinite for never
 * @param keepsSeeds whether the files of each seed stay when all are over, with a checkpoint of its end, so that seeds can be added
 *     and networks start from what was learned
 * @param kept which metrics are written
 */
public record RunManner(Start start, int threads, double checkpointSeconds, boolean keepsSeeds, MetricsFile.Kept kept) {
    /** What becomes of a run that is in the folder, under way or with its seeds kept. */
    public enum Start {
        /** It goes, unless it was saved on its way by a command that saves. */
        ANEW,
        /** It is refused if some of it need not be computed again. */
        CAREFUL,
        /** It resumes. */
        RESUME
    }

    /** For runs of seconds or minutes: whatever is there goes, and nothing is saved on the way. */
    public static RunManner anew(int threads) {
        return new RunManner(Start.ANEW, threads, Double.POSITIVE_INFINITY, false, MetricsFile.Kept.ALL);
    }
}
