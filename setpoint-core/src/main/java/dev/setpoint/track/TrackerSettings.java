package dev.setpoint.track;

import dev.setpoint.notation.Notation;

/** Which tracker, and its constants. Implementations are records whose text is their notation. */
public interface TrackerSettings {
    /** A new tracker in its first state. */
    Tracker create(int labels, double alpha);

    /**
     * From text: {@code sgd(eta=0.01, start=0)}, {@code experts(etas=[0.1, 0.01, 0.001, 0.0001], start=0)},
     * {@code auto}.
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
            case "auto" -> {
                AutoTracker.Settings auto = AutoTracker.Settings.DEFAULT;
                yield new AutoTracker.Settings(
                        notation.number("prior", auto.prior()),
                        notation.number("own", auto.own()),
                        notation.number("fading", auto.fading()),
                        notation.number("memory", auto.memory()));
            }
            default -> throw notation.unknownName("tracker", "sgd", "experts", "auto");
        };
        notation.finish();
        return settings;
    }
}
