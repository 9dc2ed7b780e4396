package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.notation.Escapes;
import dev.setpoint.notation.Excerpt;
import dev.setpoint.notation.Notation;
import dev.setpoint.score.Score;
import dev.setpoint.track.AutoTracker;
import dev.setpoint.track.TrackerSettings;
import java.util.List;

/**
 * A conformal head: a score and a tracker of its thresholds.
 *
 * @param name by which reports speak of it
 * @param score how labels are scored
 * @param tracker how thresholds follow the scores
 */
public record HeadSettings(String name, Score score, TrackerSettings tracker) {
    /** The head of whoever names none, in learners, experiments and replays alike: thresholds without a learning rate on the softmax score. */
    public static final HeadSettings DEFAULT = new HeadSettings("auto", Score.softmax(), AutoTracker.Settings.DEFAULT);

    /** Refuses null and an empty name. */
    public HeadSettings {
        if (Argument.given("name", name).isBlank()) {
            throw new IllegalArgumentException("name of a head: '" + Excerpt.of(name) + "' (expected: not blank)");
        }
        Argument.given("score", score);
        Argument.given("tracker", tracker);
    }

    /**
     * From its text: {@code name: tracker on score}.
     *
     * @throws IllegalArgumentException if it has not this form
     */
    public static HeadSettings parse(String text) {
        Argument.given("text", text);
        int colon = 0;
        while (colon < text.length() && !text.startsWith(": ", colon)) {
            colon += text.charAt(colon) == '\\' ? 2 : 1;
        }
        List<String> parts = colon < text.length() ? Notation.split(text.substring(colon + 2), " on ") : List.of();
        if (parts.size() != 2) {
            throw new IllegalArgumentException("head: '" + Excerpt.of(text) + "' (expected: name: tracker on score)");
        }
        return new HeadSettings(
                Escapes.read(text.substring(0, colon)), Score.parse(parts.get(1)), TrackerSettings.parse(parts.get(0)));
    }

    /** On one line: what in the name would be taken for its end has a backslash before it. */
    @Override
    public String toString() {
        return Escapes.write(name, "").replace(": ", "\\: ") + ": " + tracker + " on " + score;
    }
}
