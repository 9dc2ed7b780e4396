package dev.setpoint.sim;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.notation.Notation;
import dev.setpoint.notation.Plugin;
import dev.setpoint.testing.UnlearningModel;
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
            return new UnlearningModel(context.labels()) {
                @Override
                protected double probability(FeatureVector query, int label) {
                    return query.value(label);
                }
            };
        }

        @Override
        public String toString() {
            return "world-given(dimension=" + dimension + ")";
        }
    }
}
