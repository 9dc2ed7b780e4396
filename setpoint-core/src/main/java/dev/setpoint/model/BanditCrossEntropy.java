package dev.setpoint.model;

import dev.setpoint.feature.FeatureVector;

/** The loss all models descend, in terms of their logits; here once. */
public final class BanditCrossEntropy {
    private static final int MOST_DIMENSIONS = 1 << 30;

    private BanditCrossEntropy() {}

    /** p(k|X) as the softmax of the logits, clipped to [-clip, clip]. Wang &amp; Qiao (2024), equation of the softmax. */
    public static void softmaxInto(float[] logits, double clip, double[] probabilities, int offset) {
        double largest = Double.NEGATIVE_INFINITY;
        for (float logit : logits) {
            largest = Math.max(largest, clipped(logit, clip));
        }
        double sum = 0;
        for (int k = 0; k < logits.length; k++) {
            double e = Math.exp(clipped(logits[k], clip) - largest);
            probabilities[offset + k] = e;
            sum += e;
        }
        for (int k = 0; k < logits.length; k++) {
            probabilities[offset + k] /= sum;
        }
    }

    /**
     * The gradient of {@code -sum_k w_k log p_k / divisor} in the logits: {@code (p_k sum_j w_j - w_k) / divisor}, and 0 where
     * the logit was clipped.
     */
    public static void gradientInto(
            double[] probabilities,
            float[] logits,
            double clip,
            double[] weights,
            int offset,
            double divisor,
            float[] gradient) {
        double sum = 0;
        for (int k = 0; k < gradient.length; k++) {
            sum += weights[offset + k];
        }
        for (int k = 0; k < gradient.length; k++) {
            boolean moves = Math.abs(logits[k]) <= clip;
            gradient[k] = moves ? (float) ((probabilities[k] * sum - weights[offset + k]) / divisor) : 0;
        }
    }

    /** Whether any of the {@code labels} weights from {@code offset} on is not 0. */
    public static boolean anyWeight(double[] weights, int offset, int labels) {
        for (int k = 0; k < labels; k++) {
            if (weights[offset + k] != 0) {
                return true;
            }
        }
        return false;
    }

    static void checkClip(double clip) {
        if (!(clip > 0)) {
            throw new IllegalArgumentException("clip: " + clip + " (expected: > 0, Infinity for none)");
        }
    }

    static void checkDimension(int dimension) {
        if (dimension < 1 || dimension > MOST_DIMENSIONS) {
            throw new IllegalArgumentException(
                    "dimension: " + dimension + " (expected: in [1, " + MOST_DIMENSIONS + "])");
        }
    }

    /**
     * Refuses the queries before any of them is used.
     *
     * @throws IllegalArgumentException if one of the first {@code count} has another dimension than expected
     */
    public static void checkDimensions(int expected, FeatureVector[] queries, int count) {
        for (int i = 0; i < count; i++) {
            if (queries[i].dimension() != expected) {
                throw new IllegalArgumentException(
                        "dimension of the query: " + queries[i].dimension() + " (expected: " + expected + ")");
            }
        }
    }

    private static double clipped(double logit, double clip) {
        return Math.max(-clip, Math.min(clip, logit));
    }
}
