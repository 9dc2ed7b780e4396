package dev.setpoint.measure;

import dev.setpoint.state.BlockPages;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import dev.setpoint.step.LabelSums;
import java.util.Arrays;
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
public final class CoverageEstimate extends BlockPages {
    /** What {@link #marginal} calls all labels together. */
    public static final String ALL_LABELS = "all labels";

    /** Numbers per label that {@link #addTo} adds up. */
    public static final int SUMS = 8;

    private static final double LARGEST_UNIT = 1;

    private double[] held;
    private double[] total;
    private double[] heldSquares;
    private double[] totalSquares;
    /** The same of u. */
    private double[] heldUnits;

    private double[] totalUnits;
    private double[] heldUnitSquares;
    private double[] totalUnitSquares;

    /** Nothing seen yet. */
    public CoverageEstimate(int labels) {
        super(labels, SUMS * Double.BYTES);
        held = new double[labels];
        total = new double[labels];
        heldSquares = new double[labels];
        totalSquares = new double[labels];
        heldUnits = new double[labels];
        totalUnits = new double[labels];
        heldUnitSquares = new double[labels];
        totalUnitSquares = new double[labels];
    }

    /** There are more labels from now on, of which nothing was seen yet. */
    void grow(int labels) {
        if (labels > total.length) {
            held = Arrays.copyOf(held, labels);
            total = Arrays.copyOf(total, labels);
            heldSquares = Arrays.copyOf(heldSquares, labels);
            totalSquares = Arrays.copyOf(totalSquares, labels);
            heldUnits = Arrays.copyOf(heldUnits, labels);
            totalUnits = Arrays.copyOf(totalUnits, labels);
            heldUnitSquares = Arrays.copyOf(heldUnitSquares, labels);
            totalUnitSquares = Arrays.copyOf(totalUnitSquares, labels);
            grown();
        }
    }

    /** Adds evidence of this weight, which has no bound, that the true label of a decision was {@code label}. */
    public void add(int label, double weight, boolean inSet) {
        add(label, weight, Double.POSITIVE_INFINITY, inSet);
    }

    /**
     * Adds evidence of this weight that the true label of a decision was {@code label}.
     *
     * @param mostEvidence W, the most that the weight could have been, above 0; infinite if there is no such number
     */
    public void add(int label, double weight, double mostEvidence, boolean inSet) {
        touch(label);
        double unit = unit(weight, mostEvidence);
        total[label] += weight;
        totalSquares[label] += weight * weight;
        totalUnits[label] += unit;
        totalUnitSquares[label] += unit * unit;
        if (inSet) {
            held[label] += weight;
            heldSquares[label] += weight * weight;
            heldUnits[label] += unit;
            heldUnitSquares[label] += unit * unit;
        }
    }

    private static double unit(double weight, double mostEvidence) {
        if (!(mostEvidence > 0)) {
            throw new IllegalArgumentException("mostEvidence: " + mostEvidence + " (expected: > 0)");
        }
        return weight / mostEvidence;
    }

    /** Adds evidence, as {@link #add(int, double, double, boolean)} does, to the sums of a step: {@link #SUMS} numbers per label. */
    public static void addTo(LabelSums sums, int label, double weight, double mostEvidence, boolean inSet) {
        int at = sums.touch(label);
        double[] values = sums.values();
        double unit = unit(weight, mostEvidence);
        values[at + 1] += weight;
        values[at + 3] += weight * weight;
        values[at + 5] += unit;
        values[at + 7] += unit * unit;
        if (inSet) {
            values[at] += weight;
            values[at + 2] += weight * weight;
            values[at + 4] += unit;
            values[at + 6] += unit * unit;
        }
    }

    /** Adds the sums of a step, made by {@link #addTo}. */
    public void add(LabelSums sums) {
        double[] values = sums.values();
        for (int i = 0; i < sums.count(); i++) {
            int label = sums.label(i);
            int at = sums.at(label);
            held[label] += values[at];
            total[label] += values[at + 1];
            heldSquares[label] += values[at + 2];
            totalSquares[label] += values[at + 3];
            heldUnits[label] += values[at + 4];
            totalUnits[label] += values[at + 5];
            heldUnitSquares[label] += values[at + 6];
            totalUnitSquares[label] += values[at + 7];
            touch(label);
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
     * @param delta how often the interval may ever be wrong, in (0, 1)
     */
    public CoverageInterval interval(int label, double delta) {
        return CoverageInterval.of(
                heldUnits[label],
                totalUnits[label],
                heldUnitSquares[label],
                totalUnitSquares[label],
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
        return IntStream.range(0, total.length)
                .mapToObj(k -> {
                    CoverageInterval interval = interval(k, delta / total.length);
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
        double all = sum(total);
        CoverageInterval interval = CoverageInterval.of(
                sum(heldUnits), sum(totalUnits), sum(heldUnitSquares), sum(totalUnitSquares), LARGEST_UNIT, delta);
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

    void checkMerge(CoverageEstimate other) {
        if (other.total.length != total.length) {
            throw new IllegalArgumentException(
                    "merge: coverage of " + other.total.length + " labels (expected: " + total.length + ")");
        }
    }

    /**
     * Adds the sums of another estimate for the same labels.
     *
     * @throws IllegalArgumentException if the other is of another number of labels
     */
    public void merge(CoverageEstimate other) {
        checkMerge(other);
        touchAll();
        for (int k = 0; k < total.length; k++) {
            held[k] += other.held[k];
            total[k] += other.total[k];
            heldSquares[k] += other.heldSquares[k];
            totalSquares[k] += other.totalSquares[k];
            heldUnits[k] += other.heldUnits[k];
            totalUnits[k] += other.totalUnits[k];
            heldUnitSquares[k] += other.heldUnitSquares[k];
            totalUnitSquares[k] += other.totalUnitSquares[k];
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
        out.writeDouble(heldUnits[label]);
        out.writeDouble(totalUnits[label]);
        out.writeDouble(heldUnitSquares[label]);
        out.writeDouble(totalUnitSquares[label]);
    }

    @Override
    protected void readEntry(int label, StateReader in) {
        held[label] = in.readDouble();
        total[label] = in.readDouble();
        heldSquares[label] = in.readDouble();
        totalSquares[label] = in.readDouble();
        heldUnits[label] = in.readDouble();
        totalUnits[label] = in.readDouble();
        heldUnitSquares[label] = in.readDouble();
        totalUnitSquares[label] = in.readDouble();
    }

    /** A, B, A2, B2. Version 3 had one W for all evidence, which {@link #setUnits} must be told after. */
    @Override
    public void readVersion3(StateReader in) {
        in.readDoublesInto(held);
        in.readDoublesInto(total);
        in.readDoublesInto(heldSquares);
        in.readDoublesInto(totalSquares);
    }

    /** All evidence so far was of this W. */
    public void setUnits(double mostEvidence) {
        for (int k = 0; k < total.length; k++) {
            heldUnits[k] = unit(held[k], mostEvidence);
            totalUnits[k] = unit(total[k], mostEvidence);
            heldUnitSquares[k] = unit(unit(heldSquares[k], mostEvidence), mostEvidence);
            totalUnitSquares[k] = unit(unit(totalSquares[k], mostEvidence), mostEvidence);
        }
        touchAll();
    }
}
