package dev.setpoint.feature;

import dev.setpoint.notation.Notation;
import dev.setpoint.notation.Plugin;
import java.util.List;

/** {@link Letters} by name. */
public final class LettersPlugin implements Plugin<EncoderSettings> {
    /** For the service loader. */
    public LettersPlugin() {}

    @Override
    public Class<EncoderSettings> kind() {
        return EncoderSettings.class;
    }

    @Override
    public List<String> names() {
        return List.of("test-letters");
    }

    @Override
    public EncoderSettings parse(Notation notation) {
        return new Letters(FeatureSettings.parse(notation.text("hashed", "hashed")));
    }
}
