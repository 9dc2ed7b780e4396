package dev.setpoint.cli.log;

import java.util.Locale;

/** How much the decisions of a log explored: where none was drawn, its answers say nothing of labels that were not tried. */
public final class LogExploration {
    private boolean explored;
    private final Pulls best = new Pulls();
    private final Pulls others = new Pulls();

    /** How often some pulls were answered, and how often they were correct. */
    private static final class Pulls {
        private long count;
        private long answered;
        private long correct;

        void add(LogLine line) {
            count++;
            if (line.correct() != null) {
                answered++;
                correct += line.correct() ? 1 : 0;
            }
        }

        String correctShare() {
            return answered == 0 ? "none answered" : percent(correct, answered) + " correct";
        }
    }

    /** Looks at a line. */
    public void add(LogLine line) {
        explored |= line.propensity() < 1;
        double[] probabilities = line.probabilities();
        double[] pull = line.pull();
        boolean isBest = true;
        for (int k = 0; k < probabilities.length; k++) {
            boolean isThere = pull == null || pull[k] > 0; // a label that was excluded could not be pulled
            isBest &= !isThere || probabilities[k] <= probabilities[line.arm()];
        }
        (isBest ? best : others).add(line);
    }

    /** Whether any decision was drawn. */
    public boolean isThere() {
        return explored;
    }

    /** What exploring has cost. */
    public String cost() {
        long all = best.count + others.count;
        return percent(others.count, all) + " of the pulls were not of the most probable label"
                + (others.count == 0
                        ? ""
                        : " (" + others.correctShare()
                                + (best.count == 0 ? "" : "; of the other pulls " + best.correctShare()) + ")");
    }

    private static String percent(long part, long whole) {
        return String.format(Locale.ROOT, "%.1f%%", 100.0 * part / whole);
    }

    /** Says on standard error if nothing was explored. */
    public void warn() {
        if (!explored) {
            System.err.println(
                    "setpoint: warning: every propensity is 1: nothing was explored, and coverage is estimated only from queries on"
                            + " which the model was correct; draw the label to act on, and log its propensity");
        }
    }
}
