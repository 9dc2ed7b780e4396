package dev.setpoint.measure;

import dev.setpoint.math.Elementary;

/**
 * Where a label's true coverage lies, known without labels: an interval that may be looked at after every answer, for ever, and
 * acted on at any of these times.
 *
 * <p>Promise, if every weight is an unbiased estimate of 1{Y=k} given the past and lies in [0, W] with W set before the data:
 *
 * <ul>
 *   <li>for coverage that is the same at all times, the probability that the interval ever leaves it out is at most delta;
 *   <li>for coverage that changes, the probability that {@code low} ever exceeds a number which the coverage, given the past,
 *       never exceeded is at most delta / 2; likewise for {@code high} and a number it never fell below. So an interval wholly
 *       above (below) a number shows that coverage was above (below) it at some time, not that it is now.
 * </ul>
 *
 * <p>Nothing is promised where W is too small. Both ends are multiples of 1/1000, low rounded down and high up; the estimate A / B
 * lies between them.
 *
 * @param low in [0, 1)
 * @param high in (0, 1]
 */
public record CoverageInterval(double low, double high) {
    /** How far beside 1 - alpha an interval must lie for an alarm, unless another margin is given. */
    public static final double DEFAULT_MARGIN = 0.03;

    // For a candidate c, the increments b w (I - c) with b = 1 / (W c) are at least -1 and, where coverage is at most
    // c, at most
    // 0 in the mean. Then exp(l x - psi(l) x^2) <= 1 + l x (Fan, Grama, Liu 2015, lemma 4.1) makes each E below a
    // supermartingale that starts at 1, a mixture of them too, and it ever reaches 2 / delta with probability at most
    // delta / 2
    // (Ville). The high side is the low side of the misses.
    //
    // E(c) does not fall all the way from 0 to the estimate: near 0 the squares outgrow the sum, and between two rates
    // l it dips.
    // So the candidates are fixed and taken in order from the end: the first that is not rejected ends the walk.
    // "Coverage is at
    // most c" is one hypothesis for every c above the truth, so low exceeds the truth only if the first candidate at or
    // above it
    // was rejected, which is a single E. No search can be wrong about that, and no union over candidates is paid for.

    /** Nothing is known. */
    public static final CoverageInterval ALL = new CoverageInterval(0, 1);

    private static final int STEPS = 1000;
    private static final int RATES = 14;
    private static final double[] RATE = new double[RATES];
    private static final double[] PSI = new double[RATES];
    private static final double[] LOG_SHARE = new double[RATES];

    static {
        double shares = 0;
        for (int m = 0; m < RATES; m++) {
            shares += 1.0 / ((m + 1) * (m + 2));
        }
        for (int m = 0; m < RATES; m++) {
            RATE[m] = Math.scalb(0.95, -m);
            PSI[m] = -Elementary.log1p(-RATE[m]) - RATE[m];
            LOG_SHARE[m] = -Elementary.log((m + 1) * (m + 2) * shares);
        }
    }

    /**
     * From the four sums of {@link CoverageEstimate}.
     *
     * @param held A, the sum of w I
     * @param total B, the sum of w
     * @param heldSquares A2, the sum of w^2 I
     * @param totalSquares B2, the sum of w^2
     * @param mostEvidence W, the most that one weight can be; infinite if there is no such number
     * @param delta how often the interval may ever be wrong, in (0, 1)
     */
    static CoverageInterval of(
            double held, double total, double heldSquares, double totalSquares, double mostEvidence, double delta) {
        if (!(delta > 0 && delta < 1)) {
            throw new IllegalArgumentException("delta: " + delta + " (expected: in (0, 1))");
        }
        if (!(mostEvidence > 0)) {
            throw new IllegalArgumentException("mostEvidence: " + mostEvidence + " (expected: > 0)");
        }
        if (total == 0 || Double.isInfinite(mostEvidence)) {
            return ALL;
        }
        double level = Elementary.log(2 / delta);
        int low = rejected(held, total, heldSquares, totalSquares, mostEvidence, level);
        int high = rejected(total - held, total, totalSquares - heldSquares, totalSquares, mostEvidence, level);
        return new CoverageInterval((double) low / STEPS, (double) (STEPS - high) / STEPS);
    }

    /** How many of the candidates 1/1000, 2/1000, ... are rejected one after the other as upper bounds of the share held. */
    private static int rejected(
            double held, double total, double heldSquares, double totalSquares, double mostEvidence, double level) {
        int likely = 0; // the rate that rejected the candidate before mostly rejects this one too
        for (int j = 1; j < STEPS; j++) {
            double c = (double) j / STEPS;
            double b = 1 / (mostEvidence * c);
            double sum = b * (held - c * total);
            double squares = b * b * (heldSquares * (1 - c) * (1 - c) + (totalSquares - heldSquares) * c * c);
            if (sum <= 0) {
                return j - 1;
            }
            if (logTerm(likely, sum, squares) >= level) {
                continue;
            }
            double mixture = 0; // relative to the level
            double largest = Double.NEGATIVE_INFINITY;
            for (int m = 0; m < RATES; m++) {
                double term = logTerm(m, sum, squares);
                mixture += Elementary.exp(
                        Math.min(0, term - level)); // at most 1 each: one that reaches the level is enough
                if (term > largest) {
                    largest = term;
                    likely = m;
                }
            }
            if (mixture < 1) {
                return j - 1;
            }
        }
        return STEPS - 1;
    }

    private static double logTerm(int m, double sum, double squares) {
        return LOG_SHARE[m] + RATE[m] * sum - PSI[m] * squares;
    }

    /** Whether it lies wholly outside target - margin .. target + margin, and on which side. */
    public Alarm alarm(double target, double margin) {
        if (high < target - margin) {
            return Alarm.BELOW;
        }
        return low > target + margin ? Alarm.ABOVE : Alarm.NONE;
    }

    /** What an interval says against a target. */
    public enum Alarm {
        /** The target may be met, as far as is known. */
        NONE,
        /** Coverage was below the target by more than the margin at some time. */
        BELOW,
        /** Coverage was above the target by more than the margin at some time: sets were larger than they had to be. */
        ABOVE
    }
}
