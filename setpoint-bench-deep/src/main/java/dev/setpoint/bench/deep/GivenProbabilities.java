package dev.setpoint.bench.deep;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.Observation;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.SplittableRandom;

/** A model that costs next to nothing: a query's features are its probabilities, and nothing is learned. */
record GivenProbabilities() implements ModelSettings {
    static final String NAME = "given-probabilities";

    /** By how much the logit of the true label is ahead: pulls are then correct three times out of four. */
    private static final double LEAD = 4;

    /** The probabilities of a query, as a model that has learned would give them. */
    static float[] draw(int labels, int label, SplittableRandom random) {
        double[] weights = new double[labels];
        double sum = 0;
        for (int k = 0; k < labels; k++) {
            weights[k] = Math.exp(random.nextGaussian() + (k == label ? LEAD : 0));
            sum += weights[k];
        }
        float[] probabilities = new float[labels];
        for (int k = 0; k < labels; k++) {
            probabilities[k] = (float) (weights[k] / sum);
        }
        return probabilities;
    }

    @Override
    public int dimension() {
        return Loop.LABELS;
    }

    @Override
    public ProbabilityModel create(ModelContext context) {
        int labels = context.labels();
        return new ProbabilityModel() {
            @Override
            public void probabilitiesInto(FeatureVector[] queries, int count, double[] probabilities) {
                for (int i = 0; i < count; i++) {
                    for (int k = 0; k < labels; k++) {
                        probabilities[i * labels + k] = queries[i].value(k);
                    }
                }
            }

            @Override
            public void learn(FeatureVector[] queries, Observation[] observations, int count, double divisor) {}

            @Override
            public void writePage(int page, StateWriter out) {}

            @Override
            public void readPage(int page, StateReader in) {}
        };
    }

    @Override
    public String toString() {
        return NAME;
    }
}
