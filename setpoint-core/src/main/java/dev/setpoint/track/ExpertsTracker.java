package dev.setpoint.track;

import dev.setpoint.math.Elementary;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;
import java.util.List;

/**
 * A crowd of {@link SgdTracker}s with learning rates of their own; the threshold issued for a label is their mean, weighted by
 * how small a check loss each has had on that label. Wang &amp; Qiao (2024), Algorithm 2.
 *
 * <p>Guarantee (Theorem 3): if every weighted loss of a step lies in [0, 1/c], the mean loss of the issued thresholds over T
 * steps exceeds that of the best expert by at most {@code 1/(4 c^2 sqrt(T)) + 2 ln(J)/sqrt(T)}.
 */
public final class ExpertsTracker implements Tracker {
    /**
     * Constants of the tracker.
     *
     * @param etas one learning rate eta_{2,j} per expert, each finite and above 0
     * @param start the first threshold of every expert, finite
     */
    public record Settings(List<Double> etas, double start) implements TrackerSettings {
        /** As in the paper's experiments: learning rates 0.1, 0.01, 0.001 and 0.0001, start 0. */
        public static final Settings PAPER = new Settings(List.of(0.1, 0.01, 0.001, 0.0001), 0);

        /**
         * For steps of one answer each, whose importance weights 1/pi are not averaged over a batch: learning rates 0.01,
         * 0.003, 0.001 and 0.0003, start 0.
         */
        public static final Settings ONE_AT_A_TIME = new Settings(List.of(0.01, 0.003, 0.001, 0.0003), 0);

        /** Checks the ranges and copies. */
        public Settings {
            etas = List.copyOf(etas);
            if (etas.isEmpty()) {
                throw new IllegalArgumentException("etas: none (expected: at least one)");
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
            return Rates.warnings(start, task);
        }

        @Override
        public String toString() {
            return "experts(etas=" + etas + ", start=" + start + ")";
        }
    }

    private final double[] etas;
    private final double alpha;
    private final int labels;
    private final int experts;
    /** The thresholds tau_{j,k} at j * labels + k; a decision's record is a copy of this array. */
    private final double[] own;
    /** The accumulated losses L_{j,k}, laid out likewise. */
    private final double[] losses;

    private final double[] sums;
    private final double[] lossSums;
    private final TouchedLabels touched;
    private final double[] mean;
    private long steps;
    private boolean meanIsCurrent;

    ExpertsTracker(Settings settings, int labels, double alpha) {
        this.etas = settings.etas().stream().mapToDouble(Double::doubleValue).toArray();
        this.alpha = alpha;
        this.labels = labels;
        this.experts = etas.length;
        this.own = new double[experts * labels];
        this.losses = new double[experts * labels];
        this.sums = new double[experts * labels];
        this.lossSums = new double[experts * labels];
        this.touched = new TouchedLabels(labels);
        this.mean = new double[labels];
        Arrays.fill(own, settings.start());
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
        System.arraycopy(mean, 0, thresholds, 0, labels);
        System.arraycopy(own, 0, record, 0, own.length);
    }

    @Override
    public void add(int label, double weight, double score, double[] thresholds, double[] record) {
        touched.add(label);
        for (int j = 0, at = label; j < experts; j++, at += labels) {
            double issued = record[at];
            sums[at] += weight * CheckLoss.descent(alpha, score, issued);
            lossSums[at] += weight * CheckLoss.loss(alpha, score, issued);
        }
    }

    @Override
    public void apply(double divisor) {
        // Wang & Qiao (2024), Algorithm 2, line 5
        for (int i = 0; i < touched.count(); i++) {
            for (int j = 0, at = touched.label(i); j < experts; j++, at += labels) {
                own[at] += etas[j] * sums[at] / divisor;
                losses[at] += lossSums[at] / divisor;
                sums[at] = 0;
                lossSums[at] = 0;
            }
        }
        touched.clear();
        steps++;
        meanIsCurrent = false;
    }

    private void averageExperts() {
        // Wang & Qiao (2024), Algorithm 2, lines 3 and 5: weights exp(-L / sqrt(t + 1)), relative to the best expert's
        // so
        // that one of them is 1 and none overflows
        double temperature = Math.sqrt(steps + 1.0);
        for (int k = 0; k < labels; k++) {
            double least = losses[k];
            for (int at = k + labels; at < losses.length; at += labels) {
                least = Math.min(least, losses[at]);
            }
            double weighted = 0;
            double total = 0;
            for (int at = k; at < losses.length; at += labels) {
                double excess = losses[at] - least;
                double weight = excess == 0 ? 1 : Elementary.exp(-excess / temperature);
                weighted += weight * own[at];
                total += weight;
            }
            mean[k] = weighted / total;
        }
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeLong(steps);
        out.writeDoubles(own);
        out.writeDoubles(losses);
        out.writeDoubles(sums);
        out.writeDoubles(lossSums);
    }

    @Override
    public void readState(StateReader in) {
        steps = in.readLong();
        in.readDoublesInto(own);
        in.readDoublesInto(losses);
        in.readDoublesInto(sums);
        in.readDoublesInto(lossSums);
        touched.clear();
        for (int at = 0; at < sums.length; at++) {
            if (sums[at] != 0 || lossSums[at] != 0) { // a step was under way
                touched.add(at % labels);
            }
        }
        meanIsCurrent = false;
    }
}
