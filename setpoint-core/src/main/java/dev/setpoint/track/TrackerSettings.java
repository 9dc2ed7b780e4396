package dev.setpoint.track;

import dev.setpoint.notation.Notation;
import dev.setpoint.notation.Plugin;
import dev.setpoint.notation.Plugins;
import java.util.List;

/** Which tracker, and its constants. Implementations are records whose text is their notation. */
public interface TrackerSettings {
    /** A new tracker in its first state. */
    Tracker create(TrackingTask task);

    /** A new tracker of a threshold per label, for scores in [0, 1]. */
    default Tracker create(int labels, double alpha) {
        return create(TrackingTask.byLabel(labels, alpha));
    }

    /** Sentences about what in a task does not suit the tracker, though it is allowed; empty if there is nothing. */
    default List<String> warnings(TrackingTask task) {
        return List.of();
    }

    /**
     * From text:
     *
     * <ul>
     *   <li>{@code sgd(eta=0.01, start=0)} and {@code experts(etas=[0.1, 0.01, 0.001, 0.0001], start=0)}, the paper's
     *   <li>{@code scale-free(eta=0.1, start=0, prior=0)}
     *   <li>{@code decaying(eta=0.1, power=0.6, start=0)}
     *   <li>{@code weighted-quantile(size=200, memory=1000)}
     *   <li>{@code strongly-adaptive(eta=0.1, lifetime=8, levels=10, start=0)}
     *   <li>{@code auto}, which has no constant to be chosen
     *   <li>{@code outer(gamma=0.01, tracker=sgd)}, around any of them
     * </ul>
     *
     * <p>Other names are those of the {@link Plugin}s that are there.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    static TrackerSettings parse(String text) {
        Notation notation = Notation.parse(text);
        TrackerSettings settings = switch (notation.name()) {
            case "sgd" -> new SgdTracker.Settings(notation.number("eta", 0.01), notation.number("start", 0));
            case "experts" ->
                new ExpertsTracker.Settings(
                        notation.numbers("etas", ExpertsTracker.Settings.PAPER.etas()), notation.number("start", 0));
            case "scale-free" ->
                new ScaleFreeTracker.Settings(
                        notation.number("eta", 0.1), notation.number("start", 0), notation.number("prior", 0));
            case "decaying" ->
                new DecayingTracker.Settings(
                        notation.number("eta", 0.1), notation.number("power", 0.6), notation.number("start", 0));
            case "weighted-quantile" ->
                new WeightedQuantileTracker.Settings(notation.integer("size", 200), notation.number("memory", 1000));
            case "strongly-adaptive" ->
                new StronglyAdaptiveTracker.Settings(
                        notation.number("eta", 0.1),
                        notation.integer("lifetime", 8),
                        notation.integer("levels", 10),
                        notation.number("start", 0));
            case "outer" ->
                new OuterLoopTracker.Settings(notation.number("gamma", 0.01), parse(notation.text("tracker", "sgd")));
            case "auto" -> AutoTracker.Settings.parse(notation);
            default ->
                Plugins.parse(
                        TrackerSettings.class,
                        "tracker",
                        notation,
                        "sgd",
                        "experts",
                        "scale-free",
                        "decaying",
                        "weighted-quantile",
                        "strongly-adaptive",
                        "outer",
                        "auto");
        };
        notation.finish();
        return settings;
    }
}
