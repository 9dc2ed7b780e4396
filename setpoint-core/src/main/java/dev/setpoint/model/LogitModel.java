package dev.setpoint.model;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;

/**
 * What models with a logit per label have in common: probabilities as their softmax, a step down the bandit cross-entropy, and
 * the stored form, which is the number of steps and then the rows of each layer.
 */
abstract class LogitModel implements ProbabilityModel {
    private final int dimension;
    private final double clip;
    private final int labels;
    private final double[] probabilities;
    private long steps;

    /** What {@link #forward} leaves. */
    final float[] logits;
    /** The gradient of the loss in the logits, which {@link #backward} takes on. */
    final float[] gradient;

    LogitModel(int dimension, double clip, int labels) {
        this.dimension = dimension;
        this.clip = clip;
        this.labels = labels;
        this.logits = new float[labels];
        this.gradient = new float[labels];
        this.probabilities = new double[labels];
    }

    /** Computes the logits of a query. */
    abstract void forward(FeatureVector query);

    /** Adds the gradient of the query that went forward last to the layers' gradients. */
    abstract void backward(FeatureVector query);

    /** The layers, in the order in which they are stored. */
    abstract WeightRows[] layers();

    /** How many steps the weights have made. */
    final long steps() {
        return steps;
    }

    @Override
    public final void probabilitiesInto(FeatureVector[] queries, int count, double[] into) {
        BanditCrossEntropy.checkDimensions(dimension, queries, count);
        for (int i = 0; i < count; i++) {
            forward(queries[i]);
            BanditCrossEntropy.softmaxInto(logits, clip, into, i * labels);
        }
    }

    @Override
    public final void learn(FeatureVector[] queries, int count, double[] weights, double divisor) {
        BanditCrossEntropy.checkDimensions(dimension, queries, count);
        boolean any = false;
        for (int i = 0; i < count; i++) {
            if (BanditCrossEntropy.anyWeight(weights, i * labels, labels)) {
                any = true;
                forward(queries[i]);
                BanditCrossEntropy.softmaxInto(logits, clip, probabilities, 0);
                BanditCrossEntropy.gradientInto(probabilities, logits, clip, weights, i * labels, divisor, gradient);
                backward(queries[i]);
            }
        }
        if (any) {
            steps++;
            for (WeightRows layer : layers()) {
                layer.apply(steps); // Wang & Qiao (2024), Algorithm 1, line 5, first row
            }
        }
    }

    @Override
    public final void writeState(StateWriter out) {
        out.writeLong(steps);
        for (WeightRows layer : layers()) {
            layer.writeState(out);
        }
    }

    @Override
    public void readState(StateReader in) {
        steps = in.readLong();
        for (WeightRows layer : layers()) {
            layer.readState(in);
        }
    }
}
