package dev.setpoint.sim;

import dev.setpoint.feature.FeatureVector;

/**
 * Brings dense features to mean 0 and variance 1 by the rows seen so far (Welford 1962), clipped to [-5, 5]; a feature that has
 * not varied yet becomes 0. Uses the past and the row itself only, so it is fair in a stream. Sparse rows pass unchanged.
 */
public final class OnlineScaler {
    private static final double LIMIT = 5;

    private final double[] mean;
    private final double[] squares;
    private final float[] scaled;
    private long count;

    /** For rows of this dimension. */
    public OnlineScaler(int dimension) {
        mean = new double[dimension];
        squares = new double[dimension];
        scaled = new float[dimension];
    }

    /** Learns from a row and replaces it by its scaled form. */
    public void scale(FeatureVector row) {
        if (!row.isDense()) {
            return;
        }
        count++;
        for (int i = 0; i < row.count(); i++) {
            double value = row.value(i);
            double before = value - mean[i];
            mean[i] += before / count;
            squares[i] += before * (value - mean[i]);
            double deviation = Math.sqrt(squares[i] / count);
            double z = deviation > 0 ? (value - mean[i]) / deviation : 0;
            scaled[i] = (float) Math.max(-LIMIT, Math.min(LIMIT, z));
        }
        row.setDense(scaled, 0, row.count());
    }
}
