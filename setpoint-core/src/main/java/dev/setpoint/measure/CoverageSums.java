package dev.setpoint.measure;

import dev.setpoint.argument.Argument;
import dev.setpoint.state.BlockPages;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import dev.setpoint.step.LabelSums;
import java.util.Arrays;

/** The sums that a {@link CoverageEstimate} is made of, by label: how they are added to, merged and kept. */
abstract class CoverageSums extends BlockPages {
    /** Numbers per label that {@link #addTo} adds up. */
    public static final int SUMS = 8;

    // which of a label's sums: A, B, A2, B2, and the same four of u from UNITS on
    static final int HELD = 0;
    static final int TOTAL = 1;
    static final int HELD_SQUARES = 2;
    static final int TOTAL_SQUARES = 3;
    static final int UNITS = 4;

    /** Sum i of label k at k * SUMS + i. */
    private double[] sums;

    CoverageSums(int labels) {
        super(labels, SUMS * Double.BYTES);
        this.sums = new double[labels * SUMS];
    }

    final int labels() {
        return sums.length / SUMS;
    }

    final double sum(int which, int label) {
        return sums[Argument.index("label", label, labels()) * SUMS + which];
    }

    /** Over all labels. */
    final double sum(int which) {
        double sum = 0;
        for (int at = which; at < sums.length; at += SUMS) {
            sum += sums[at];
        }
        return sum;
    }

    /** There are more labels from now on, of which nothing was seen yet. */
    final void grow(int labels) {
        if (labels > labels()) {
            sums = Arrays.copyOf(sums, labels * SUMS);
            grown();
        }
    }

    // ---------------------------------------------------------------- evidence

    /** Adds evidence of this weight, which has no bound, that the true label of a decision was {@code label}. */
    public final void add(int label, double weight, boolean inSet) {
        add(label, weight, Double.POSITIVE_INFINITY, inSet);
    }

    /**
     * Adds evidence of this weight that the true label of a decision was {@code label}.
     *
     * @param mostEvidence W, the most that the weight could have been, above 0; infinite if there is no such number
     */
    public final void add(int label, double weight, double mostEvidence, boolean inSet) {
        Argument.index("label", label, labels());
        touch(label);
        add(sums, label * SUMS, weight, unit(weight, mostEvidence), inSet);
    }

    /** Adds evidence, as {@link #add(int, double, double, boolean)} does, to the sums of a step: {@link #SUMS} numbers per label. */
    public static void addTo(LabelSums sums, int label, double weight, double mostEvidence, boolean inSet) {
        int at = sums.touch(label);
        add(sums.values(), at, weight, unit(weight, mostEvidence), inSet);
    }

    private static double unit(double weight, double mostEvidence) {
        if (!(mostEvidence > 0)) {
            throw new IllegalArgumentException("mostEvidence: " + mostEvidence + " (expected: > 0)");
        }
        return weight / mostEvidence;
    }

    private static void add(double[] sums, int at, double weight, double unit, boolean inSet) {
        sums[at + TOTAL] += weight;
        sums[at + TOTAL_SQUARES] += weight * weight;
        sums[at + UNITS + TOTAL] += unit;
        sums[at + UNITS + TOTAL_SQUARES] += unit * unit;
        if (inSet) {
            sums[at + HELD] += weight;
            sums[at + HELD_SQUARES] += weight * weight;
            sums[at + UNITS + HELD] += unit;
            sums[at + UNITS + HELD_SQUARES] += unit * unit;
        }
    }

    /** Adds the sums of a step, made by {@link #addTo}. */
    public final void add(LabelSums step) {
        double[] values = step.values();
        for (int i = 0; i < step.count(); i++) {
            int label = step.label(i);
            int from = step.at(label);
            for (int j = 0; j < SUMS; j++) {
                sums[label * SUMS + j] += values[from + j];
            }
            touch(label);
        }
    }

    final void checkMerge(CoverageSums other) {
        if (Argument.given("other", other).labels() != labels()) {
            throw new IllegalArgumentException(
                    "merge: coverage of " + other.labels() + " labels (expected: " + labels() + ")");
        }
    }

    final void addAll(CoverageSums other) {
        checkMerge(other);
        touchAll();
        for (int i = 0; i < sums.length; i++) {
            sums[i] += other.sums[i];
        }
    }

    // ---------------------------------------------------------------- keeping

    @Override
    protected final boolean hasCommon() {
        return false;
    }

    @Override
    protected final int entries() {
        return labels();
    }

    @Override
    protected final void writeEntry(int label, StateWriter out) {
        out.writeDoubles(sums, label * SUMS, SUMS);
    }

    @Override
    protected final void readEntry(int label, StateReader in) {
        in.readDoublesInto(sums, label * SUMS, SUMS);
    }

    /** By label A, then B, A2, B2. Version 3 had one W for all evidence, which {@link #setUnits} must be told after. */
    @Override
    public final void readVersion3(StateReader in) {
        double[] byLabel = new double[labels()];
        for (int i = 0; i < UNITS; i++) {
            in.readDoublesInto(byLabel);
            for (int k = 0; k < byLabel.length; k++) {
                sums[k * SUMS + i] = byLabel[k];
            }
        }
    }

    /** All evidence so far was of this W. */
    public final void setUnits(double mostEvidence) {
        for (int at = 0; at < sums.length; at += SUMS) {
            for (int i = 0; i < UNITS; i++) {
                double unit = unit(sums[at + i], mostEvidence);
                sums[at + UNITS + i] = i < HELD_SQUARES ? unit : unit(unit, mostEvidence);
            }
        }
        touchAll();
    }
}
