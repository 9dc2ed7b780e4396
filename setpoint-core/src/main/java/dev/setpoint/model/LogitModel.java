package dev.setpoint.model;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.Observation;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;

/**
 * What models with a logit per label have in common: probabilities by the loss's link, a step down the loss, and the stored
 * form, which is the number of steps, then the rows of each layer and, if labels have texts, the prior's weights.
 */
abstract class LogitModel implements ProbabilityModel {
    private static final int MOST_DIMENSIONS = 1 << 30;
    private static final long NEVER = -1;

    private final int dimension;
    private final int labels;
    private final ClippedLogits clipped;
    private final boolean implicit;
    /** What the texts of the labels say of a query beforehand; null if they have none. */
    private final LabelPrior prior;
    /** The query that went forward last, if that was after as many steps as there are now. */
    private final FeatureVector seen = new FeatureVector();

    private long seenAfter = NEVER;
    private long steps;

    /** What {@link #forward} leaves. */
    final float[] logits;
    /** The gradient of the loss in the logits, which {@link #backward} takes on. */
    final float[] gradient;

    LogitModel(int dimension, double clip, boolean implicit, ModelContext context) {
        this.dimension = dimension;
        this.labels = context.labels();
        this.implicit = implicit;
        this.clipped = new ClippedLogits(context.loss(), labels, clip);
        this.prior = context.texts() == null ? null : new LabelPrior(context.texts());
        this.logits = new float[labels];
        this.gradient = new float[labels];
    }

    /** Computes the logits of a query. */
    abstract void forward(FeatureVector query);

    /** Adds the gradient of the query that went forward last to the layers' gradients. */
    abstract void backward(FeatureVector query);

    /** The layers, in the order in which they are stored. */
    abstract WeightRows[] layers();

    @Override
    public final void probabilitiesInto(FeatureVector[] queries, int count, double[] into) {
        ProbabilityModel.checkDimensions(dimension, queries, count);
        for (int i = 0; i < count; i++) {
            forwardUnlessSeen(queries[i]);
            clipped.probabilitiesInto(into, i * labels);
        }
    }

    @Override
    public final void learn(FeatureVector[] queries, Observation[] observations, int count, double divisor) {
        ProbabilityModel.checkDimensions(dimension, queries, count);
        int teaching = clipped.teaching(observations, count);
        if (teaching == 0) {
            return;
        }
        for (WeightRows layer : layers()) {
            layer.begin(teaching);
        }
        for (int i = 0; i < count; i++) {
            if (clipped.teaches(observations[i])) {
                forwardUnlessSeen(queries[i]);
                double share = backward(queries[i], observations[i], divisor);
                for (WeightRows layer : layers()) {
                    layer.endAnswer(share);
                }
                if (prior != null) {
                    prior.addGradient(gradient, share);
                }
            }
        }
        steps++;
        for (WeightRows layer : layers()) {
            layer.apply(steps); // Wang & Qiao (2024), Algorithm 1, line 5, first row
        }
        if (prior != null) {
            prior.apply();
        }
    }

    /** Collects the gradient of an answer, and says how much of it to take. */
    private double backward(FeatureVector query, Observation observation, double divisor) {
        if (!implicit) {
            clipped.gradientInto(observation, divisor, gradient, 0);
            backward(query);
            return 1;
        }
        clipped.directionInto(observation, divisor, gradient, 0);
        backward(query);
        return clipped.share(observation, layers()[0].reach() / divisor);
    }

    /** Feedback that comes at once finds the logits and probabilities of its decision. */
    private void forwardUnlessSeen(FeatureVector query) {
        if (seenAfter == steps && seen.equals(query)) {
            return;
        }
        seenAfter = NEVER; // should the forward pass fail
        forward(query);
        if (prior != null) {
            prior.addTo(query, logits);
        }
        clipped.set(logits, 0);
        seen.copyFrom(query);
        seenAfter = steps;
    }

    @Override
    public final void writeState(StateWriter out) {
        out.writeLong(steps);
        for (WeightRows layer : layers()) {
            layer.writeState(out);
        }
        if (prior != null) {
            prior.writeState(out);
        }
    }

    @Override
    public final void readState(StateReader in) {
        seenAfter = NEVER;
        steps = in.readLong();
        for (WeightRows layer : layers()) {
            layer.readState(in);
        }
        if (prior != null) {
            prior.readState(in);
        }
    }

    static void checkDimension(int dimension) {
        if (dimension < 1 || dimension > MOST_DIMENSIONS) {
            throw new IllegalArgumentException(
                    "dimension: " + dimension + " (expected: in [1, " + MOST_DIMENSIONS + "])");
        }
    }
}
