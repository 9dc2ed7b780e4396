package dev.setpoint.cli.log;

import dev.setpoint.random.Draws;

/** Where in a log one is: which step a line belongs to, its row in the step, and its random numbers. */
public final class LogSteps {
    private final long seed;
    private final long first;
    private double[] drawn = {};
    private boolean stepsAreNamed;
    private long step;
    private int row;
    private long lines;

    /**
     * At the start of a log.
     *
     * @param seed of the random numbers that lines do not give
     * @param first the number of the first step, where lines do not name theirs
     */
    public LogSteps(long seed, long first) {
        this.seed = seed;
        this.first = first;
    }

    /**
     * Moves on to a line; returns whether a step begins with it, and so the one before, if any, has ended.
     *
     * @throws LogException if only some lines name their step, or steps decrease
     */
    public boolean begins(LogLine line) throws LogException {
        if (lines == 0) {
            stepsAreNamed = line.hasStep();
        }
        if (line.hasStep() != stepsAreNamed) {
            throw new LogException(
                    line.number(),
                    "step: " + (line.hasStep() ? "given" : "missing") + " (expected: in all lines or in none)");
        }
        if (stepsAreNamed && lines > 0 && line.step() < step) {
            throw new LogException(
                    line.number(), "step: " + line.step() + " after " + step + " (expected: not decreasing)");
        }
        boolean begins = !stepsAreNamed || lines == 0 || line.step() != step;
        step = stepsAreNamed ? line.step() : first + lines;
        row = begins ? 0 : row + 1;
        lines++;
        return begins;
    }

    /** How many lines there were. */
    public long lines() {
        return lines;
    }

    /** The step of the last line. */
    public long step() {
        return step;
    }

    /** Its row in the step, from 0. */
    public int row() {
        return row;
    }

    /** The U of randomised scores for the last line: its own, or drawn from the seed and its id. Valid until the next line. */
    public double[] u(LogLine line) {
        return line.u() == null ? draw(line) : line.u();
    }

    private double[] draw(LogLine line) {
        if (drawn.length != line.probabilities().length) {
            drawn = new double[line.probabilities().length];
        }
        long id = line.id() == null ? Draws.mix(step) + row : Draws.id(line.id());
        long stream = Draws.stream(seed, Draws.SCORE, id);
        for (int k = 0; k < drawn.length; k++) {
            drawn[k] = Draws.uniform(stream, k);
        }
        return drawn;
    }
}
