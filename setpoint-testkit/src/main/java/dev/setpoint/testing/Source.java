package dev.setpoint.testing;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.random.Draws;

/** Random input for laws: everything it gives is a function of its seed and of what was asked of it before. */
public final class Source {
    private final long stream;
    private int drawn;

    /** The same seed gives the same input. */
    public Source(long seed) {
        stream = Draws.stream(seed, 0, 0);
    }

    /** 64 uniform bits. */
    public long bits() {
        return Draws.bits(stream, drawn++);
    }

    /** Uniform in [0, 1). */
    public double uniform() {
        return Draws.uniform(stream, drawn++);
    }

    /** Uniform in [from, to). */
    public double between(double from, double to) {
        return from + (to - from) * uniform();
    }

    /** Uniform in 0..bound-1. */
    public int below(int bound) {
        return (int) (uniform() * bound);
    }

    /** Uniform in from..to, both included. */
    public int within(int from, int to) {
        return from + below(to - from + 1);
    }

    /** True with this probability. */
    public boolean chance(double probability) {
        return uniform() < probability;
    }

    /** One of these. */
    @SafeVarargs
    public final <T> T oneOf(T... values) {
        return values[below(values.length)];
    }

    /** Positive probabilities that sum to 1 and are, for all practical purposes, all different. */
    public double[] distribution(int labels) {
        double sharpness = between(0.1, 6);
        double[] p = new double[labels];
        double sum = 0;
        for (int k = 0; k < labels; k++) {
            p[k] = Math.exp(sharpness * between(-1, 1));
            sum += p[k];
        }
        for (int k = 0; k < labels; k++) {
            p[k] /= sum;
        }
        return p;
    }

    /** Probabilities that sum to 1, some of them 0 and some of them equal. */
    public double[] distributionWithTies(int labels) {
        double[] p = new double[labels];
        double sum = 0;
        for (int k = 0; k < labels; k++) {
            p[k] = below(4);
            sum += p[k];
        }
        if (sum == 0) {
            p[below(labels)] = 1;
            return p;
        }
        for (int k = 0; k < labels; k++) {
            p[k] /= sum;
        }
        return p;
    }

    /** Uniform numbers in [0, 1). */
    public double[] uniforms(int count) {
        double[] u = new double[count];
        for (int i = 0; i < count; i++) {
            u[i] = uniform();
        }
        return u;
    }

    /** Where each of 0..count-1 goes. */
    public int[] permutation(int count) {
        int[] to = new int[count];
        for (int i = 0; i < count; i++) {
            int j = below(i + 1);
            to[i] = to[j];
            to[j] = i;
        }
        return to;
    }

    /** Dense, with values in [-1, 1). */
    public FeatureVector dense(int dimension) {
        float[] values = new float[dimension];
        for (int i = 0; i < dimension; i++) {
            values[i] = (float) between(-1, 1);
        }
        return FeatureVector.dense(values);
    }

    /** Sparse, with 0 to {@code most} entries, some of which may share an index. */
    public FeatureVector sparse(int dimension, int most) {
        FeatureVector vector = FeatureVector.sparse(dimension);
        for (int i = within(0, most); i > 0; i--) {
            vector.add(below(dimension), (float) between(-1, 1));
        }
        return vector;
    }
}
