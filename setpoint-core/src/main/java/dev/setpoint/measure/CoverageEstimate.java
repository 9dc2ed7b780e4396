package dev.setpoint.measure;

import dev.setpoint.state.BlockPages;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Class coverage as it can be known without labels: every piece of feedback counts with its weight, the estimate of 1{Y=k}.
 *
 * <p>Per label the sums A = sum of w I, B = sum of w, A2 = sum of w^2 I, B2 = sum of w^2, where I tells whether the issued set
 * held the label. Sums of two estimates over different decisions add up to the estimate over all of them.
 */
public final class CoverageEstimate extends BlockPages {
    /** What {@link #marginal} calls all labels together. */
    public static final String ALL_LABELS = "all labels";

    private final double[] held;
    private final double[] total;
    private final double[] heldSquares;
    private final double[] totalSquares;

    /** Nothing seen yet. */
    public CoverageEstimate(int labels) {
        super(labels, 4 * Double.BYTES);
        held = new double[labels];
        total = new double[labels];
        heldSquares = new double[labels];
        totalSquares = new double[labels];
    }

    /** Adds evidence of this weight that the true label of a decision was {@code label}. */
    public void add(int label, double weight, boolean inSet) {
        touch(label);
        total[label] += weight;
        totalSquares[label] += weight * weight;
        if (inSet) {
            held[label] += weight;
            heldSquares[label] += weight * weight;
        }
    }

    /** A / B: the estimated share of the label's queries whose set held it; NaN before any evidence. */
    public double coverage(int label) {
        return held[label] / total[label];
    }

    /** B^2 / B2: how many unweighted observations the evidence is worth; 0 before any. */
    public double effectiveSampleSize(int label) {
        return totalSquares[label] == 0 ? 0 : total[label] * total[label] / totalSquares[label];
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
        double missedSquares = Math.max(0, totalSquares[label] - heldSquares[label]); // rounding
        return Math.sqrt(heldSquares[label] * (1 - coverage) * (1 - coverage) + missedSquares * coverage * coverage)
                / total[label];
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
     * @param mostEvidence the most that one weight can be; infinite if there is no such number
     * @param delta how often the interval may ever be wrong, in (0, 1)
     */
    public CoverageInterval interval(int label, double mostEvidence, double delta) {
        return CoverageInterval.of(
                held[label], total[label], heldSquares[label], totalSquares[label], mostEvidence, delta);
    }

    /**
     * All labels, each with an interval at delta / K: the probability that any of them is ever wrong is at most delta. Serves
     * merged estimates of several learners as well as one.
     *
     * @param labels their names
     * @param alpha the share of a label's queries whose set may miss it
     * @param mostEvidence the most that one weight can be; infinite if there is no such number
     * @param delta how often any of the intervals may ever be wrong, in (0, 1)
     * @param margin by how much coverage may differ from 1 - alpha before there is an alarm, at least 0
     */
    public List<ClassCoverage> classes(
            List<String> labels, double alpha, double mostEvidence, double delta, double margin) {
        if (!(delta > 0 && delta < 1)) {
            throw new IllegalArgumentException("delta: " + delta + " (expected: in (0, 1))");
        }
        if (!(margin >= 0)) {
            throw new IllegalArgumentException("margin: " + margin + " (expected: >= 0)");
        }
        return IntStream.range(0, total.length)
                .mapToObj(k -> {
                    CoverageInterval interval = interval(k, mostEvidence, delta / total.length);
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
     * <p>One answer tells one label, so that its weight is at most {@code mostEvidence} here, too, and in expectation the weights
     * of a query's labels add up to 1.
     *
     * @param alpha the share of queries whose set may miss their label
     * @param mostEvidence the most that one weight can be; infinite if there is no such number
     * @param delta how often the interval may ever be wrong, in (0, 1)
     * @param margin by how much coverage may differ from 1 - alpha before there is an alarm, at least 0
     */
    public ClassCoverage marginal(double alpha, double mostEvidence, double delta, double margin) {
        if (!(margin >= 0)) {
            throw new IllegalArgumentException("margin: " + margin + " (expected: >= 0)");
        }
        double all = sum(total);
        CoverageInterval interval =
                CoverageInterval.of(sum(held), all, sum(heldSquares), sum(totalSquares), mostEvidence, delta);
        double size = effectiveSampleSize();
        return new ClassCoverage(
                ALL_LABELS,
                sum(held) / all,
                size,
                size >= 1 / alpha,
                interval.low(),
                interval.high(),
                interval.alarm(1 - alpha, margin));
    }

    /** How many unweighted observations the evidence about all labels together is worth; 0 before any. */
    public double effectiveSampleSize() {
        double squares = sum(totalSquares);
        double all = sum(total);
        return squares == 0 ? 0 : all * all / squares;
    }

    private static double sum(double[] numbers) {
        double sum = 0;
        for (double number : numbers) {
            sum += number;
        }
        return sum;
    }

    /** B: the estimated number of the label's queries. */
    public double weight(int label) {
        return total[label];
    }

    /** Adds the sums of another estimate for the same labels. */
    public void merge(CoverageEstimate other) {
        touchAll();
        for (int k = 0; k < total.length; k++) {
            held[k] += other.held[k];
            total[k] += other.total[k];
            heldSquares[k] += other.heldSquares[k];
            totalSquares[k] += other.totalSquares[k];
        }
    }

    @Override
    protected boolean hasCommon() {
        return false;
    }

    @Override
    protected int entries() {
        return total.length;
    }

    @Override
    protected void writeEntry(int label, StateWriter out) {
        out.writeDouble(held[label]);
        out.writeDouble(total[label]);
        out.writeDouble(heldSquares[label]);
        out.writeDouble(totalSquares[label]);
    }

    @Override
    protected void readEntry(int label, StateReader in) {
        held[label] = in.readDouble();
        total[label] = in.readDouble();
        heldSquares[label] = in.readDouble();
        totalSquares[label] = in.readDouble();
    }

    @Override
    public void readVersion3(StateReader in) {
        in.readDoublesInto(held);
        in.readDoublesInto(total);
        in.readDoublesInto(heldSquares);
        in.readDoublesInto(totalSquares);
    }
}
