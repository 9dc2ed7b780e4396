package dev.setpoint.example;

import dev.setpoint.model.ModelSettings;
import dev.setpoint.notation.Notation;
import dev.setpoint.notation.Plugin;
import java.util.List;

/** Makes {@code frequency(dimension=7, rate=0.1)} the name of a model. */
public final class FrequencyPlugin implements Plugin<ModelSettings> {
    /** For the service loader. */
    public FrequencyPlugin() {}

    @Override
    public Class<ModelSettings> kind() {
        return ModelSettings.class;
    }

    @Override
    public List<String> names() {
        return List.of("frequency");
    }

    @Override
    public ModelSettings parse(Notation notation) {
        return new FrequencyModel.Settings(notation.integer("dimension", 1), notation.number("rate", 0.1));
    }
}
