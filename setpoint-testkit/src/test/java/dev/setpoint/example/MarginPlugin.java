package dev.setpoint.example;

import dev.setpoint.notation.Notation;
import dev.setpoint.notation.Plugin;
import dev.setpoint.score.Score;
import java.util.List;

/** Makes {@code margin} the name of a score in settings, experiment files, options and snapshots. */
public final class MarginPlugin implements Plugin<Score> {
    /** For the service loader. */
    public MarginPlugin() {}

    @Override
    public Class<Score> kind() {
        return Score.class;
    }

    @Override
    public List<String> names() {
        return List.of("margin");
    }

    @Override
    public Score parse(Notation notation) {
        return new MarginScore();
    }
}
