package dev.setpoint.cli.paper;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The learning rate drawn for Algorithm 1. The paper tunes it by hand for each data set and score and does not list what
 * came out; this rule stands in for the hand, and has the same hindsight.
 *
 * @param rate as in the names of heads
 * @param keepsCoverage whether it covers every class up to {@link #SLACK}; otherwise no rate does
 */
record RateChoice(String rate, boolean keepsCoverage) {
    /** How far below the target the minimum class coverage may end. */
    static final double SLACK = 0.01;

    private static final double ROUNDING = 1e-9;

    /**
     * The rate with the smallest sets at the end among those that end with the minimum class coverage at the target up to
     * {@link #SLACK}; if there is none, the one with the largest minimum class coverage. Of equals the larger rate.
     */
    static Optional<RateChoice> of(FigureRun run, String score) {
        List<String> rates = run.rates(score).stream()
                .filter(rate -> !HeadCurves.of(run, score, rate).isEmpty())
                .toList();
        double enough = run.target() - SLACK - ROUNDING;
        return rates.stream()
                .filter(rate -> least(run, score, rate) >= enough)
                .min(Comparator.comparingDouble(
                        rate -> run.head(score, rate, FigureRun.SIZE).end()))
                .map(rate -> new RateChoice(rate, true))
                .or(() -> rates.stream()
                        .min(Comparator.comparingDouble(rate -> -least(run, score, rate)))
                        .map(rate -> new RateChoice(rate, false)));
    }

    private static double least(FigureRun run, String score, String rate) {
        return run.head(score, rate, FigureRun.LEAST).end();
    }
}
