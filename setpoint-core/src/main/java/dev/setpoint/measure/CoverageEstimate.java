package dev.setpoint.measure;

import dev.setpoint.argument.Argument;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Class coverage as it can be known without labels: every piece of feedback counts with its weight, the estimate of 1{Y=k}.
 *
 * <p>Per label the sums A = sum of w I, B = sum of w, A2 = sum of w^2 I, B2 = sum of w^2, where I tells whether the issued set
 * held the label. Sums of two estimates over different decisions add up to the estimate over all of them.
 *
 * <p>The same sums are kept of u = w / W, where W is the most that the weight could have been when the decision was made, and so the
 * largest u is 1 whatever W was: {@linkplain #interval intervals} are made of these, and stay valid where W changes, and where estimates
 * under different W are merged. Evidence whose weight has no bound counts with u = 0: no interval can be made of it.
 */
public final class CoverageEstimate extends CoverageSums {
    /** What {@link #marginal} calls all labels together. */
    public static final String ALL_LABELS = "all labels";

    private static final double LARGEST_UNIT = 1;

    /** Nothing seen yet. */
    public CoverageEstimate(int labels) {
        super(labels);
    }

    /** A / B: the estimated share of the label's queries whose set held it; NaN before any evidence. */
    public double coverage(int label) {
        return sum(HELD, label) / sum(TOTAL, label);
    }

    /** B^2 / B2: how many unweighted observations the evidence is worth; 0 before any. */
    public double effectiveSampleSize(int label) {
        double squares = sum(TOTAL_SQUARES, label);
        return squares == 0 ? 0 : sum(TOTAL, label) * sum(TOTAL, label) / squares;
    }

    /**
     * The standard error of {@link #coverage}, that of a ratio of two sums to first order (Hajek's estimator): with c the estimate,
     * sqrt(A2 (1 - c)^2 + (B2 - A2) c^2) / B. With equal weights it is sqrt(c (1 - c) / n), and so 0 while nothing was missed or
     * nothing held; NaN before any evidence.
     *
     * <p>Two of them are no 95% interval where rare answers weigh most, as a heavy miss that was not seen yet is not in the error
     * either. If answers of weight 250 come once in 250, are half of the weight and missed at 20%, others at 2%, the true coverage lies
     * within two standard errors of the estimate in 54 of 100 logs of 1,000 answers, nearly always below it in the others, and in 93 of
     * 100 logs of 10,000. {@link #interval} allows for what was not seen.
     */
    public double standardError(int label) {
        double coverage = coverage(label);
        double heldSquares = sum(HELD_SQUARES, label);
        double missedSquares = Math.max(0, sum(TOTAL_SQUARES, label) - heldSquares); // rounding
        return Math.sqrt(heldSquares * (1 - coverage) * (1 - coverage) + missedSquares * coverage * coverage)
                / sum(TOTAL, label);
    }

    /**
     * By how much the estimate of a class may well be off: its {@link #standardError}, and never less than that of a class at the
     * target, as an estimate without a miss has none of its own; NaN without evidence.
     */
    public double error(int label, double alpha) {
        return Math.max(standardError(label), Math.sqrt(alpha * (1 - alpha) / effectiveSampleSize(label)));
    }

    /**
     * Whether the evidence is worth at least 1/alpha observations; before, fewer than one miss was to be expected, and a threshold
     * says little.
     */
    public boolean isCalibrated(int label, double alpha) {
        return effectiveSampleSize(label) >= 1 / alpha;
    }

    /**
     * Where the true coverage lies, at any time and all times at once; 0 to 1 before any evidence.
     *
     * @param delta how often the interval may ever be wrong, in (0, 1)
     */
    public CoverageInterval interval(int label, double delta) {
        return CoverageInterval.of(
                sum(UNITS + HELD, label),
                sum(UNITS + TOTAL, label),
                sum(UNITS + HELD_SQUARES, label),
                sum(UNITS + TOTAL_SQUARES, label),
                LARGEST_UNIT,
                delta);
    }

    /**
     * All labels, each with an interval at delta / K: the probability that any of them is ever wrong is at most delta. Serves
     * merged estimates of several learners as well as one.
     *
     * <p>The interval of a label that was added to a running learner is about its queries since. With every label, K is another, and
     * so are all intervals: those of one K are wrong with probability delta at most, for each K on its own.
     *
     * @param labels their names
     * @param alpha the share of a label's queries whose set may miss it
     * @param delta how often any of the intervals may ever be wrong, in (0, 1)
     * @param margin by how much coverage may differ from 1 - alpha before there is an alarm, at least 0
     */
    public List<ClassCoverage> classes(List<String> labels, double alpha, double delta, double margin) {
        if (!(delta > 0 && delta < 1)) {
            throw new IllegalArgumentException("delta: " + delta + " (expected: in (0, 1))");
        }
        if (!(margin >= 0)) {
            throw new IllegalArgumentException("margin: " + margin + " (expected: >= 0)");
        }
        if (Argument.allGiven("labels", labels).size() != labels()) {
            throw new IllegalArgumentException("labels: " + labels.size() + " names (expected: " + labels() + ")");
        }
        return IntStream.range(0, labels())
                .mapToObj(k -> {
                    CoverageInterval interval = interval(k, delta / labels());
                    return new ClassCoverage(
                            labels.get(k),
                            coverage(k),
                            effectiveSampleSize(k),
                            isCalibrated(k, alpha),
                            interval.low(),
                            interval.high(),
                            interval.alarm(1 - alpha, margin));
                })
                .toList();
    }

    /**
     * All queries together, by the four sums added over labels, with an interval at delta: of the queries whose label could be
     * pulled, the share whose set held it.
     *
     * <p>One answer tells one label, so that its weight is at most W here, too, and in expectation the weights of a query's labels
     * add up to 1.
     *
     * @param alpha the share of queries whose set may miss their label
     * @param delta how often the interval may ever be wrong, in (0, 1)
     * @param margin by how much coverage may differ from 1 - alpha before there is an alarm, at least 0
     */
    public ClassCoverage marginal(double alpha, double delta, double margin) {
        if (!(margin >= 0)) {
            throw new IllegalArgumentException("margin: " + margin + " (expected: >= 0)");
        }
        double all = sum(TOTAL);
        CoverageInterval interval = CoverageInterval.of(
                sum(UNITS + HELD),
                sum(UNITS + TOTAL),
                sum(UNITS + HELD_SQUARES),
                sum(UNITS + TOTAL_SQUARES),
                LARGEST_UNIT,
                delta);
        double size = effectiveSampleSize();
        return new ClassCoverage(
                ALL_LABELS,
                sum(HELD) / all,
                size,
                size >= 1 / alpha,
                interval.low(),
                interval.high(),
                interval.alarm(1 - alpha, margin));
    }

    /** How many unweighted observations the evidence about all labels together is worth; 0 before any. */
    public double effectiveSampleSize() {
        double squares = sum(TOTAL_SQUARES);
        double all = sum(TOTAL);
        return squares == 0 ? 0 : all * all / squares;
    }

    /** B: the estimated number of the label's queries. */
    public double weight(int label) {
        return sum(TOTAL, label);
    }

    /**
     * Adds the sums of another estimate for the same labels.
     *
     * @throws IllegalArgumentException if the other is of another number of labels
     */
    public void merge(CoverageEstimate other) {
        addAll(other);
    }
}
