package dev.setpoint.model;

import dev.setpoint.argument.Argument;
import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.loss.Loss;
import dev.setpoint.loss.Observation;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/**
 * Probabilities that come from the caller's own model: a query is the vector of them, one per label. It learns nothing and has no state;
 * thresholds, exploration and measures are those of any other learner.
 */
public final class GivenProbabilities implements ProbabilityModel {
    private int labels;

    private GivenProbabilities(int labels) {
        this.labels = labels;
    }

    /**
     * By how much so many probabilities may miss 1 together, and one of them may exceed it: what printing four digits leaves, at least
     * 0.001 and at most 0.01.
     */
    public static double tolerance(int labels) {
        return Math.max(1e-3, Math.min(1e-2, 5e-5 * labels));
    }

    /**
     * Refuses numbers that are no distribution over the labels; they may miss the sum 1 by the {@link #tolerance}.
     *
     * @param name by which the message speaks of them
     * @return their sum
     * @throws IllegalArgumentException if they are none
     */
    public static double check(String name, double[] probabilities) {
        return check(name, probabilities, 0, Argument.given(name, probabilities).length);
    }

    /**
     * Refuses numbers that are no distribution over so many labels; they may miss the sum 1 by the {@link #tolerance}.
     *
     * @param name by which the message speaks of them
     * @return their sum
     * @throws IllegalArgumentException if they are none
     */
    public static double check(String name, double[] probabilities, int labels) {
        if (probabilities == null || probabilities.length != labels) {
            throw new IllegalArgumentException(
                    name + ": " + (probabilities == null ? "null" : probabilities.length + " numbers") + " (expected: "
                            + labels + ", one per label)");
        }
        return check(name, probabilities, 0, labels);
    }

    /** Returns the sum. */
    private static double check(String name, double[] probabilities, int from, int labels) {
        double sum = 0;
        for (int k = 0; k < labels; k++) {
            double probability = probabilities[from + k];
            if (!(probability >= 0 && probability <= 1 + tolerance(labels))) {
                throw new IllegalArgumentException(name + "[" + k + "]: " + probability + " (expected: in [0, 1])");
            }
            sum += probability;
        }
        if (!(Math.abs(sum - 1) <= tolerance(labels))) {
            throw new IllegalArgumentException(
                    name + ": sum " + sum + " (expected: 1, give or take " + tolerance(labels) + ")");
        }
        return sum;
    }

    /** The query's own numbers, divided by their sum, which rounding may have moved away from 1. */
    @Override
    public void probabilitiesInto(FeatureVector[] queries, int count, double[] probabilities) {
        ProbabilityModel.checkDimensions(labels, queries, count);
        for (int i = 0; i < count; i++) {
            int from = i * labels;
            Arrays.fill(probabilities, from, from + labels, 0);
            for (int e = 0; e < queries[i].count(); e++) {
                probabilities[from + queries[i].index(e)] += queries[i].value(e);
            }
            double sum = check("probabilities", probabilities, from, labels);
            for (int k = 0; k < labels; k++) {
                probabilities[from + k] /= sum;
            }
        }
    }

    @Override
    public void learn(FeatureVector[] queries, Observation[] observations, int count, double divisor) {
        // the caller's model learns by itself
    }

    @Override
    public boolean canGrow() {
        return true;
    }

    /** Queries have more numbers from now on; what a new label's probability is, they say. */
    @Override
    public void grow(ModelContext context) {
        if (context.labels() <= labels) {
            throw new IllegalArgumentException("labels: " + context.labels() + " (expected: more than " + labels + ")");
        }
        labels = context.labels();
    }

    @Override
    public int pages() {
        return 0;
    }

    @Override
    public void writePage(int page, StateWriter out) {
        throw new IllegalStateException("page: " + page + " (expected: none, as there is no state)");
    }

    @Override
    public void readPage(int page, StateReader in) {
        throw new SnapshotException("snapshot: page " + page + " of given probabilities (expected: none)");
    }

    /**
     * Of so many labels.
     *
     * @param dimension how many numbers a query has: one per label
     */
    public record Settings(int dimension) implements ModelSettings {
        /** Checks the range. */
        public Settings {
            if (dimension < 2) {
                throw new IllegalArgumentException("dimension: " + dimension + " (expected: >= 2, one per label)");
            }
        }

        @Override
        public ProbabilityModel create(ModelContext context) {
            if (context.labels() != dimension) {
                throw new IllegalArgumentException(
                        "dimension: " + dimension + " (expected: " + context.labels() + ", one per label)");
            }
            return new GivenProbabilities(dimension);
        }

        /** Nothing is descended; the one that costs least. */
        @Override
        public Loss defaultLoss() {
            return new CrossEntropyLoss(new IpwEstimator());
        }

        @Override
        public String toString() {
            return "given(dimension=" + dimension + ")";
        }
    }
}
