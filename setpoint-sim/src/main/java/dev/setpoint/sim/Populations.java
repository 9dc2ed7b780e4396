package dev.setpoint.sim;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.math.Elementary;
import dev.setpoint.random.Draws;
import dev.setpoint.shift.DomainClassifier;
import dev.setpoint.sim.Shift.Weights;
import dev.setpoint.sim.data.LabelledData;

/** Which queries are answered, which are measured, and what each weighs, as {@link Shift} says. */
final class Populations {
    private static final int HALVINGS = 60;

    private final Shift.Covariate shift;
    private final long seed;
    /** Per row, the log odds of target against source. */
    private final double[] logOdds;

    private final DomainClassifier classifier;
    private double[] weights = {};

    Populations(Shift shift, LabelledData data, long seed) {
        this.seed = seed;
        if (shift instanceof Shift.Covariate covariate) {
            this.shift = covariate;
            this.logOdds = logOdds(covariate, projection(data));
            this.classifier = covariate.weights() == Weights.CLASSIFIER
                    ? new DomainClassifier(data.dimension(), DomainClassifier.DEFAULT_OPTIMIZER, covariate.cap())
                    : null;
        } else {
            this.shift = null;
            this.logOdds = null;
            this.classifier = null;
        }
    }

    /** Whether the world answers this query. */
    boolean isAnswered(long query, int row) {
        return shift == null || !isTarget(query, row);
    }

    /** Whether metrics are about this query. */
    boolean isMeasured(long query, int row) {
        return shift == null || isTarget(query, row);
    }

    private boolean isTarget(long query, int row) {
        return SimDraws.isAmong(sigmoid(logOdds[row]), seed, SimDraws.POPULATION, query);
    }

    /** The weights of a step's queries, or null for 1 each. */
    double[] weights(FeatureVector[] queries, int[] rows, int count) {
        if (shift == null || shift.weights() == Weights.NONE) {
            return null;
        }
        weights = weights.length < count ? new double[count] : weights;
        for (int i = 0; i < count; i++) {
            weights[i] =
                    classifier != null ? classifier.weight(queries[i]) : Math.min(shift.cap(), trueWeight(rows[i]));
        }
        return weights;
    }

    /** dQ/dP = odds of target against source, times P(source) / P(target). */
    double trueWeight(int row) {
        return Elementary.exp(logOdds[row]) * (1 - shift.share()) / shift.share();
    }

    /** Learns to tell the populations apart, if that is asked for. */
    void observe(FeatureVector features, long query, int row) {
        if (classifier == null) {
            return;
        }
        if (isTarget(query, row)) {
            classifier.observeTarget(features);
        } else {
            classifier.observeSource(features);
        }
    }

    /** A constant plus tilt times z, the constant such that the mean probability of being a target is the share asked for. */
    private static double[] logOdds(Shift.Covariate shift, double[] z) {
        double reach = 40;
        for (double value : z) {
            reach = Math.max(reach, 40 + Math.abs(shift.tilt() * value));
        }
        double low = -reach;
        double high = reach;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            double targets = 0;
            for (double value : z) {
                targets += sigmoid(middle + shift.tilt() * value);
            }
            if (targets / z.length < shift.share()) {
                low = middle;
            } else {
                high = middle;
            }
        }
        double[] logOdds = new double[z.length];
        for (int row = 0; row < z.length; row++) {
            logOdds[row] = low + shift.tilt() * z[row];
        }
        return logOdds;
    }

    /** Of each row, the sum of its features with random signs, dense ones divided by their deviations; mean 0 and variance 1. */
    private static double[] projection(LabelledData data) {
        double[] deviation = deviations(data);
        double[] z = new double[data.size()];
        FeatureVector vector = new FeatureVector();
        for (int row = 0; row < z.length; row++) {
            data.readInto(row, vector);
            for (int i = 0; i < vector.count(); i++) {
                int index = vector.index(i);
                boolean negative = Draws.bits(Draws.stream(0, SimDraws.DIRECTION, index), 0) < 0;
                double unit = vector.isDense() ? deviation[index] : 1;
                z[row] += unit > 0 ? (negative ? -vector.value(i) : vector.value(i)) / unit : 0;
            }
        }
        double mean = 0;
        double squares = 0;
        for (int row = 0; row < z.length; row++) { // Welford (1962)
            double before = z[row] - mean;
            mean += before / (row + 1);
            squares += before * (z[row] - mean);
        }
        double spread = Math.sqrt(squares / z.length);
        for (int row = 0; row < z.length; row++) {
            z[row] = spread > 0 ? (z[row] - mean) / spread : 0;
        }
        return z;
    }

    private static double[] deviations(LabelledData data) {
        double[] mean = new double[data.dimension()];
        double[] squares = new double[data.dimension()];
        FeatureVector vector = new FeatureVector();
        for (int row = 0; row < data.size(); row++) {
            data.readInto(row, vector);
            if (!vector.isDense()) {
                return squares;
            }
            for (int i = 0; i < vector.count(); i++) {
                double before = vector.value(i) - mean[i];
                mean[i] += before / (row + 1);
                squares[i] += before * (vector.value(i) - mean[i]);
            }
        }
        for (int i = 0; i < squares.length; i++) {
            squares[i] = Math.sqrt(squares[i] / data.size());
        }
        return squares;
    }

    private static double sigmoid(double x) {
        return 1 / (1 + Elementary.exp(-x));
    }
}
