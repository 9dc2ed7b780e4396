package dev.setpoint.example;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.Loss;
import dev.setpoint.loss.Observation;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/** Learns how frequent each label is and looks at nothing else of a query: one logit per label, which descends the loss. */
public final class FrequencyModel implements ProbabilityModel {
    /**
     * Such a model, by name.
     *
     * @param dimension of a query
     * @param rate of learning
     */
    public record Settings(int dimension, double rate) implements ModelSettings {
        @Override
        public ProbabilityModel create(ModelContext context) {
            return new FrequencyModel(this, context);
        }

        @Override
        public String toString() {
            return "frequency(dimension=" + dimension + ", rate=" + rate + ")";
        }
    }

    private final Settings settings;
    private final Loss loss;
    private final double[] logits;
    private final double[] present;
    private final double[] gradient;
    private final double[] sum;

    private FrequencyModel(Settings settings, ModelContext context) {
        this.settings = settings;
        loss = context.loss();
        logits = new double[context.labels()];
        present = new double[context.labels()];
        gradient = new double[context.labels()];
        sum = new double[context.labels()];
    }

    @Override
    public void probabilitiesInto(FeatureVector[] queries, int count, double[] probabilities) {
        ProbabilityModel.checkDimensions(settings.dimension(), queries, count);
        for (int i = 0; i < count; i++) {
            loss.probabilitiesInto(logits, probabilities, i * logits.length);
        }
    }

    @Override
    public void learn(FeatureVector[] queries, Observation[] observations, int count, double divisor) {
        loss.probabilitiesInto(logits, present, 0);
        Arrays.fill(sum, 0);
        for (int i = 0; i < count; i++) {
            if (loss.teaches(observations[i])) {
                loss.gradientInto(observations[i], logits, present, gradient);
                for (int k = 0; k < sum.length; k++) {
                    sum[k] += gradient[k];
                }
            }
        }
        for (int k = 0; k < sum.length; k++) {
            logits[k] -= settings.rate() / divisor * sum[k];
        }
    }

    @Override
    public void writePage(int page, StateWriter out) {
        out.writeDoubles(logits);
    }

    @Override
    public void readPage(int page, StateReader in) {
        in.readDoublesInto(logits);
    }
}
