package dev.setpoint.cli.report;

import dev.setpoint.LearnerSettings;
import dev.setpoint.notation.Notation;
import dev.setpoint.sim.Drift;
import dev.setpoint.sim.Shift;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a manifest says of the learner and of its world, as far as it can be read: folders of earlier versions may not say it, and a learner
 * may need a module that is not here.
 *
 * @param learner the learner's settings, of the first seed; empty where they cannot be read
 * @param drift none where it cannot be read
 * @param shift none where it cannot be read
 * @param lostAnswers the share of answers that never come, 0 where it cannot be read
 * @param isInOrder whether the stream is in the order of the file for every seed
 */
record RunSettings(Optional<LearnerSettings> learner, Drift drift, Shift shift, double lostAnswers, boolean isInOrder) {
    private static final Pattern DROPOUT = Pattern.compile("dropout=([0-9.Ee-]+)");

    static RunSettings of(Manifest manifest) {
        return new RunSettings(
                parsed(manifest.learner(), LearnerSettings::parse),
                line(manifest.experiment(), "drift: ")
                        .flatMap(text -> parsed(text, Drift::parse))
                        .orElse(Drift.none()),
                line(manifest.experiment(), "shift: ")
                        .flatMap(text -> parsed(text, Shift::parse))
                        .orElse(Shift.none()),
                line(manifest.experiment(), "feedback: ")
                        .map(DROPOUT::matcher)
                        .filter(Matcher::find)
                        .flatMap(found -> parsed(found.group(1), share -> Notation.number("dropout", share)))
                        .orElse(0.0),
                line(manifest.experiment(), "order: ").isPresent());
    }

    /** Settings as text; empty where they cannot be read. */
    private static <T> Optional<T> parsed(String text, Function<String, T> parser) {
        try {
            return Optional.of(parser.apply(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> line(String text, String key) {
        return text.lines()
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(key.length()))
                .findFirst();
    }

    /** The share of the stream before labels begin to drift; 1 where they do not. */
    double driftsFrom() {
        return drift instanceof Drift.Abrupt abrupt ? abrupt.at() : drift instanceof Drift.Slow slow ? slow.from() : 1;
    }

    /** The share of the queries that metrics are about. */
    double measuredShare() {
        return shift instanceof Shift.Covariate covariate ? covariate.share() : 1;
    }

    /** Whether answers come from other queries than those that are measured, and the learner is told nothing of it. */
    boolean isShiftedWithoutWeights() {
        return shift instanceof Shift.Covariate covariate
                && covariate.tilt() != 0
                && covariate.weights() == Shift.Weights.NONE;
    }
}
