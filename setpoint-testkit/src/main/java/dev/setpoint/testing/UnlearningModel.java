package dev.setpoint.testing;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.Observation;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;

/** A model that says what a test wants it to, learns nothing and has no state: what is left to move are thresholds. */
public abstract class UnlearningModel implements ProbabilityModel {
    private final int labels;

    /** Of so many labels. */
    protected UnlearningModel(int labels) {
        this.labels = labels;
    }

    /** What it says of a label. */
    protected abstract double probability(FeatureVector query, int label);

    @Override
    public final void probabilitiesInto(FeatureVector[] queries, int count, double[] probabilities) {
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < labels; k++) {
                probabilities[i * labels + k] = probability(queries[i], k);
            }
        }
    }

    @Override
    public void learn(FeatureVector[] queries, Observation[] observations, int count, double divisor) {}

    @Override
    public void writePage(int page, StateWriter out) {}

    @Override
    public void readPage(int page, StateReader in) {}
}
