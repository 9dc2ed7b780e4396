package dev.setpoint.testing;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.Observation;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;

/** Softmax regression that counts how many of its models are open, and can be told to fail. */
public final class LentModel implements ModelSettings {
    private static int openOfAll;

    private final SoftmaxRegression.Settings model;
    private int open;
    private int closings;
    private boolean failsToClose;
    private boolean failsToRead;

    /** Of queries of this dimension. */
    public LentModel(int dimension) {
        model = new SoftmaxRegression.Settings(dimension, new Optimizer.AdaGrad(0.5));
    }

    /** How many models are open. */
    public int open() {
        return open;
    }

    /** How many models of any settings are open, such as those that were read from their text. */
    public static int openOfAll() {
        return openOfAll;
    }

    /** How many were closed. */
    public int closings() {
        return closings;
    }

    /** From now on closing throws. */
    public void failToClose() {
        failsToClose = true;
    }

    /** From now on reading throws. */
    public void failToRead() {
        failsToRead = true;
    }

    @Override
    public int dimension() {
        return model.dimension();
    }

    @Override
    public ProbabilityModel create(ModelContext context) {
        ProbabilityModel inner = model.create(context);
        open++;
        openOfAll++;
        return new ProbabilityModel() {
            @Override
            public void probabilitiesInto(FeatureVector[] queries, int count, double[] probabilities) {
                inner.probabilitiesInto(queries, count, probabilities);
            }

            @Override
            public void learn(FeatureVector[] queries, Observation[] observations, int count, double divisor) {
                inner.learn(queries, observations, count, divisor);
            }

            @Override
            public int pages() {
                return inner.pages();
            }

            @Override
            public boolean hasPage(int page) {
                return inner.hasPage(page);
            }

            @Override
            public void writePage(int page, StateWriter out) {
                inner.writePage(page, out);
            }

            @Override
            public void beginRead() {
                inner.beginRead();
            }

            @Override
            public void readPage(int page, StateReader in) {
                if (failsToRead) {
                    throw new OutOfMemoryError("no memory for a model");
                }
                inner.readPage(page, in);
            }

            @Override
            public void endRead() {
                inner.endRead();
            }

            @Override
            public void close() {
                open--;
                openOfAll--;
                closings++;
                if (failsToClose) {
                    throw new IllegalStateException("model: stuck (expected: free)");
                }
            }
        };
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LentModel lent && lent.model.equals(model);
    }

    @Override
    public int hashCode() {
        return model.hashCode();
    }

    @Override
    public String toString() {
        return "test-lent(dimension=" + dimension() + ")";
    }
}
