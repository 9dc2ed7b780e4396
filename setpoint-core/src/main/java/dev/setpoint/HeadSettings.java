package dev.setpoint;

import dev.setpoint.score.Score;
import dev.setpoint.track.TrackerSettings;
import java.util.Objects;

/**
 * A conformal head: a score and a tracker of its thresholds.
 *
 * @param name by which reports speak of it
 * @param score how labels are scored
 * @param tracker how thresholds follow the scores
 */
public record HeadSettings(String name, Score score, TrackerSettings tracker) {
    /** Refuses null and an empty name. */
    public HeadSettings {
        if (name.isBlank()) {
            throw new IllegalArgumentException("name of a head: '" + name + "' (expected: not blank)");
        }
        Objects.requireNonNull(score, "score");
        Objects.requireNonNull(tracker, "tracker");
    }

    @Override
    public String toString() {
        return name + ": " + tracker + " on " + score;
    }
}
