package dev.setpoint.example;

import dev.setpoint.notation.Notation;
import dev.setpoint.notation.Plugin;
import dev.setpoint.track.TrackerSettings;
import java.util.List;

/** Makes {@code bounded(eta=0.01, start=0)} the name of a tracker. */
public final class BoundedPlugin implements Plugin<TrackerSettings> {
    /** For the service loader. */
    public BoundedPlugin() {}

    @Override
    public Class<TrackerSettings> kind() {
        return TrackerSettings.class;
    }

    @Override
    public List<String> names() {
        return List.of("bounded");
    }

    @Override
    public TrackerSettings parse(Notation notation) {
        return new BoundedTracker.Settings(notation.number("eta", 0.01), notation.number("start", 0));
    }
}
