package dev.setpoint.sim;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.Observation;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.notation.Notation;
import dev.setpoint.notation.Plugin;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.List;

/** The model of small worlds, by name. */
public final class WorldModels implements Plugin<ModelSettings> {
    /** For the service loader. */
    public WorldModels() {}

    @Override
    public Class<ModelSettings> kind() {
        return ModelSettings.class;
    }

    @Override
    public List<String> names() {
        return List.of("world-given", "world-uniform");
    }

    @Override
    public ModelSettings parse(Notation notation) {
        return notation.name().equals("world-uniform")
                ? new ExperimentClosingTest.Uniform()
                : new Given(notation.integer("dimension", 1));
    }

    /** Probabilities that are the query itself; it learns nothing. */
    record Given(int dimension) implements ModelSettings {
        @Override
        public ProbabilityModel create(ModelContext context) {
            int labels = context.labels();
            return new ProbabilityModel() {
                @Override
                public void probabilitiesInto(FeatureVector[] queries, int count, double[] into) {
                    for (int i = 0; i < count; i++) {
                        for (int k = 0; k < labels; k++) {
                            into[i * labels + k] = queries[i].value(k);
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
            return "world-given(dimension=" + dimension + ")";
        }
    }
}
