package dev.setpoint.cli.paper;

import java.util.List;

/** A head's curves: its minimum and maximum class coverage, and the size of its sets. */
record HeadCurves(double target, FigureCurve least, FigureCurve most, FigureCurve size) {
    /** Coverage this close to the target counts as there. */
    static final double NEAR = 0.03;

    private static final double ROUNDING = 1e-9;

    static HeadCurves of(FigureRun run, String score, String tracker) {
        return new HeadCurves(
                run.target(),
                run.head(score, tracker, FigureRun.LEAST),
                run.head(score, tracker, FigureRun.MOST),
                run.head(score, tracker, FigureRun.SIZE));
    }

    boolean isEmpty() {
        return least.isEmpty() || most.isEmpty() || size.isEmpty();
    }

    /** How far the class furthest from the target is from it at a step. */
    private double gap(double step) {
        return Math.max(Math.abs(least.at(step) - target), Math.abs(most.at(step) - target));
    }

    double gapAtEnd() {
        return Math.max(Math.abs(least.end() - target), Math.abs(most.end() - target));
    }

    double gapAfterBeginning() {
        return Math.max(Math.abs(least.afterBeginning() - target), Math.abs(most.afterBeginning() - target));
    }

    boolean isNearAtEnd() {
        return gapAtEnd() <= NEAR + ROUNDING;
    }

    /** The first step from which on the gap is small at every step, infinite if there is none. */
    double settledAt() {
        double settled = Double.POSITIVE_INFINITY;
        List<Double> steps = least.steps();
        for (int i = steps.size() - 1; i >= 0; i--) {
            double gap = gap(steps.get(i));
            if (gap > NEAR + ROUNDING) {
                return settled;
            }
            settled = Double.isNaN(gap) ? settled : steps.get(i);
        }
        return settled;
    }
}
