package dev.setpoint.testing;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.Loss;
import dev.setpoint.loss.Observation;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/**
 * A linear model that goes from answer to answer, each at the weights that the one before has left: no sum of gradients says where it
 * ends, and in another order, or cut into other steps, the same answers lead elsewhere.
 *
 * @param dimension of a query
 */
public record OrderedModel(int dimension) implements ModelSettings {
    private static final double RATE = 0.2;

    @Override
    public ProbabilityModel create(ModelContext context) {
        return new Model(dimension, context.labels(), context.loss());
    }

    @Override
    public String toString() {
        return "test-ordered(dimension=" + dimension + ")";
    }

    private static final class Model implements ProbabilityModel {
        private final int dimension;
        private final Loss loss;
        private final double[] weights;
        private final double[] logits;
        private final double[] present;
        private final double[] gradient;
        private double learned;

        Model(int dimension, int labels, Loss loss) {
            this.dimension = dimension;
            this.loss = loss;
            weights = new double[labels * dimension];
            logits = new double[labels];
            present = new double[labels];
            gradient = new double[labels];
        }

        private void read(FeatureVector query) {
            Arrays.fill(logits, 0);
            for (int k = 0; k < logits.length; k++) {
                for (int i = 0; i < query.count(); i++) {
                    logits[k] += weights[k * dimension + query.index(i)] * query.value(i);
                }
            }
        }

        @Override
        public void probabilitiesInto(FeatureVector[] queries, int count, double[] probabilities) {
            ProbabilityModel.checkDimensions(dimension, queries, count);
            for (int n = 0; n < count; n++) {
                read(queries[n]);
                loss.probabilitiesInto(logits, probabilities, n * logits.length);
            }
        }

        @Override
        public void learn(FeatureVector[] queries, Observation[] observations, int count, double divisor) {
            for (int n = 0; n < count; n++) {
                if (loss.teaches(observations[n])) {
                    read(queries[n]);
                    loss.probabilitiesInto(logits, present, 0);
                    loss.gradientInto(observations[n], logits, present, gradient);
                    descend(queries[n], RATE / divisor / Math.sqrt(++learned));
                }
            }
        }

        private void descend(FeatureVector query, double rate) {
            for (int k = 0; k < logits.length; k++) {
                for (int i = 0; i < query.count(); i++) {
                    weights[k * dimension + query.index(i)] -= rate * gradient[k] * query.value(i);
                }
            }
        }

        @Override
        public void writePage(int page, StateWriter out) {
            out.writeDoubles(weights);
            out.writeDouble(learned);
        }

        @Override
        public void readPage(int page, StateReader in) {
            in.readDoublesInto(weights);
            learned = in.readDouble();
        }
    }
}
