package dev.setpoint.bench.deep;

import dev.setpoint.model.ModelSettings;
import dev.setpoint.notation.Notation;
import dev.setpoint.notation.Plugin;
import java.util.List;

/** {@link GivenProbabilities} by name. */
public final class GivenProbabilitiesPlugin implements Plugin<ModelSettings> {
    /** For the service loader. */
    public GivenProbabilitiesPlugin() {}

    @Override
    public Class<ModelSettings> kind() {
        return ModelSettings.class;
    }

    @Override
    public List<String> names() {
        return List.of(GivenProbabilities.NAME);
    }

    @Override
    public ModelSettings parse(Notation notation) {
        return new GivenProbabilities();
    }
}
