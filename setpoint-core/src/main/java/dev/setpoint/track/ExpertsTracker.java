package dev.setpoint.track;

import dev.setpoint.argument.Argument;
import dev.setpoint.math.Elementary;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import dev.setpoint.step.LabelSums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A crowd of {@link SgdTracker}s with learning rates of their own; the threshold issued for a label is their mean, weighted by
 * how small a check loss each has had on that label. Wang &amp; Qiao (2024), Algorithm 2.
 *
 * <p>Guarantee (Theorem 3): if every weighted loss of a step lies in [0, 1/c], the mean loss of the issued thresholds over T
 * steps exceeds that of the best expert by at most {@code 1/(4 c^2 sqrt(T)) + 2 ln(J)/sqrt(T)}.
 */
public final class ExpertsTracker extends SummedTracker {
    /**
     * Constants of the tracker.
     *
     * @param etas one learning rate eta_{2,j} per expert, each finite and above 0
     * @param start the first threshold of every expert, finite
     */
    public record Settings(List<Double> etas, double start) implements TrackerSettings {
        private static final int MOST_EXPERTS = 1000;

        /** As in the paper's experiments: learning rates 0.1, 0.01, 0.001 and 0.0001, start 0. */
        public static final Settings PAPER = new Settings(List.of(0.1, 0.01, 0.001, 0.0001), 0);

        /**
         * For steps of one answer each, whose importance weights 1/pi are not averaged over a batch: learning rates 0.01,
         * 0.003, 0.001 and 0.0003, start 0.
         */
        public static final Settings ONE_AT_A_TIME = new Settings(List.of(0.01, 0.003, 0.001, 0.0003), 0);

        /** Checks the ranges and copies. */
        public Settings {
            etas = List.copyOf(Argument.allGiven("etas", etas));
            if (etas.isEmpty() || etas.size() > MOST_EXPERTS) {
                throw new IllegalArgumentException("etas: " + (etas.isEmpty() ? "none" : etas.size() + " numbers")
                        + " (expected: 1 to " + MOST_EXPERTS + ")");
            }
            for (double eta : etas) {
                Rates.check("eta", eta);
            }
            Rates.checkStart(start);
        }

        @Override
        public Tracker create(TrackingTask task) {
            return new ExpertsTracker(this, task.thresholds(), task.alpha());
        }

        @Override
        public List<String> warnings(TrackingTask task) {
            List<String> warnings = new ArrayList<>(Rates.warnings(start, task));
            List<Double> repeated = etas.stream()
                    .filter(eta -> etas.indexOf(eta) < etas.lastIndexOf(eta))
                    .distinct()
                    .toList();
            if (!repeated.isEmpty()) {
                warnings.add(
                        "etas: " + repeated + " more than once, and each time an expert more (use each rate once)");
            }
            return warnings;
        }

        @Override
        public String toString() {
            return "experts(etas=" + etas + ", start=" + start + ")";
        }
    }

    private final double[] etas;
    private final double start;
    private double alpha;
    private final int experts;
    /** The thresholds tau_{j,k} at k * experts + j; a decision's record is a copy of this array. */
    private double[] own;
    /** The accumulated losses L_{j,k}, laid out likewise. */
    private double[] losses;

    private double[] mean;
    private long steps;
    private boolean meanIsCurrent;

    ExpertsTracker(Settings settings, int labels, double alpha) {
        super(
                labels,
                2 * settings.etas().size(),
                2 * Double.BYTES * settings.etas().size());
        this.etas = settings.etas().stream().mapToDouble(Double::doubleValue).toArray();
        this.start = settings.start();
        this.alpha = alpha;
        this.experts = etas.length;
        this.own = new double[experts * labels];
        this.losses = new double[experts * labels];
        this.mean = new double[labels];
        Arrays.fill(own, start);
    }

    @Override
    protected void growTo(int labels) {
        int before = own.length;
        own = Arrays.copyOf(own, experts * labels);
        losses = Arrays.copyOf(losses, experts * labels);
        mean = new double[labels];
        Arrays.fill(own, before, own.length, start);
        meanIsCurrent = false;
    }

    @Override
    public void retarget(double newAlpha) {
        alpha = newAlpha;
    }

    @Override
    public int recordSize() {
        return own.length;
    }

    @Override
    public void issueInto(QueryWeights query, double[] thresholds, double[] record) {
        if (!meanIsCurrent) {
            averageExperts();
            meanIsCurrent = true;
        }
        System.arraycopy(mean, 0, thresholds, 0, mean.length);
        System.arraycopy(own, 0, record, 0, own.length);
    }

    /** By expert the sum of Delta (alpha - 1{s &lt; tau}), then by expert that of the losses. */
    @Override
    protected void sum(int label, double weight, double score, boolean held, double[] record, double[] sums, int at) {
        for (int j = 0; j < experts; j++) {
            double issued = record[label * experts + j];
            sums[at + j] += weight * CheckLoss.descent(alpha, score, issued);
            sums[at + experts + j] += weight * CheckLoss.loss(alpha, score, issued);
        }
    }

    @Override
    public void apply(LabelSums sums, double divisor) {
        // Wang & Qiao (2024), Algorithm 2, line 5
        double[] values = sums.values();
        for (int i = 0; i < sums.count(); i++) {
            int label = sums.label(i);
            int from = sums.at(label);
            for (int j = 0; j < experts; j++) {
                own[label * experts + j] += etas[j] * values[from + j] / divisor;
                losses[label * experts + j] += values[from + experts + j] / divisor;
            }
            touch(label);
        }
        steps++;
        touchCommon();
        meanIsCurrent = false;
    }

    private void averageExperts() {
        // Wang & Qiao (2024), Algorithm 2, lines 3 and 5: weights exp(-L / sqrt(t + 1)), relative to the best expert's,
        // so that one of them is 1 and none overflows
        double temperature = Math.sqrt(steps + 1.0);
        for (int k = 0; k < mean.length; k++) {
            int first = k * experts;
            int end = first + experts;
            double least = losses[first];
            for (int at = first + 1; at < end; at++) {
                least = Math.min(least, losses[at]);
            }
            double weighted = 0;
            double total = 0;
            for (int at = first; at < end; at++) {
                double excess = losses[at] - least;
                double weight = excess == 0 ? 1 : Elementary.exp(-excess / temperature);
                weighted += weight * own[at];
                total += weight;
            }
            mean[k] = weighted / total;
        }
    }

    @Override
    protected int entries() {
        return mean.length;
    }

    @Override
    protected void writeCommon(StateWriter out) {
        super.writeCommon(out);
        out.writeLong(steps);
    }

    @Override
    protected void readCommon(StateReader in) {
        super.readCommon(in);
        steps = in.readLong();
        meanIsCurrent = false;
    }

    /** By expert its threshold and its loss. */
    @Override
    protected void writeEntry(int label, StateWriter out) {
        for (int at = label * experts, end = at + experts; at < end; at++) {
            out.writeDouble(own[at]);
            out.writeDouble(losses[at]);
        }
    }

    @Override
    protected void readEntry(int label, StateReader in) {
        for (int at = label * experts, end = at + experts; at < end; at++) {
            own[at] = in.readDouble();
            losses[at] = in.readDouble();
        }
        meanIsCurrent = false;
    }

    /** State: steps; by expert and label thresholds, losses, and of a step under way the sums of both. */
    @Override
    public void readVersion3(StateReader in) {
        steps = in.readLong();
        in.readDoublesInto(own);
        in.readDoublesInto(losses);
        own = byLabel(own);
        losses = byLabel(losses);
        double[] sums = new double[own.length];
        double[] lossSums = new double[own.length];
        in.readDoublesInto(sums);
        in.readDoublesInto(lossSums);
        double[] both = Arrays.copyOf(sums, 2 * own.length);
        System.arraycopy(lossSums, 0, both, own.length, own.length);
        readUnderWayVersion3(both);
        meanIsCurrent = false;
    }

    @Override
    public void completeRecordVersion3(double[] record, int length, double[] thresholds) {
        super.completeRecordVersion3(record, length, thresholds);
        System.arraycopy(byLabel(Arrays.copyOf(record, length)), 0, record, 0, length);
    }

    /** Version 3 had the number of expert j for label k at j * labels + k. */
    private double[] byLabel(double[] byExpert) {
        int labels = mean.length;
        double[] numbers = new double[byExpert.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i % labels * experts + i / labels] = byExpert[i];
        }
        return numbers;
    }
}
