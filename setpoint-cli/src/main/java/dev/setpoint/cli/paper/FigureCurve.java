package dev.setpoint.cli.paper;

import dev.setpoint.cli.report.Series;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * One measure over the steps of a run, folded over its seeds: at each step over those that have it.
 *
 * @param steps ascending
 * @param series a value for each of them
 */
record FigureCurve(List<Double> steps, Series series) {
    static final FigureCurve NONE = new FigureCurve(List.of(), Series.NONE);

    /** A run is in its beginning up to this share of its steps. */
    private static final double BEGINNING = 0.1;

    FigureCurve {
        steps = List.copyOf(steps);
    }

    boolean isEmpty() {
        return last() < 0;
    }

    /** Whether there is more than one seed to show the spread of. */
    boolean hasSpread() {
        return IntStream.range(0, steps.size()).anyMatch(i -> series.seeds(i) > 1);
    }

    List<Double> mean() {
        return values(series::mean);
    }

    List<Double> least() {
        return values(series::least);
    }

    List<Double> greatest() {
        return values(series::greatest);
    }

    /** The mean at the last step with a value, NaN without one. */
    double end() {
        return isEmpty() ? Double.NaN : series.mean(last());
    }

    /** The mean at the first step with a value, NaN without one. */
    double beginning() {
        return IntStream.range(0, steps.size())
                .filter(i -> series.seeds(i) > 0)
                .mapToDouble(series::mean)
                .findFirst()
                .orElse(Double.NaN);
    }

    /** The mean at the first step past a tenth of the curve, NaN where there is none. */
    double afterBeginning() {
        return isEmpty() ? Double.NaN : at(stepAfterBeginning());
    }

    private double stepAfterBeginning() {
        double from = BEGINNING * steps.get(last());
        return steps.stream().filter(step -> step >= from).findFirst().orElse(Double.NaN);
    }

    /** The mean at a step, NaN where there is none. */
    double at(double step) {
        int index = steps.indexOf(step);
        return index < 0 ? Double.NaN : series.mean(index);
    }

    /** The last step at which both have a value, NaN without one. */
    double lastInCommonWith(FigureCurve other) {
        for (int i = steps.size() - 1; i >= 0; i--) {
            if (series.seeds(i) > 0 && Double.isFinite(other.at(steps.get(i)))) {
                return steps.get(i);
            }
        }
        return Double.NaN;
    }

    /** The index of the last step with a value, -1 without one. */
    int last() {
        for (int i = steps.size() - 1; i >= 0; i--) {
            if (series.seeds(i) > 0) {
                return i;
            }
        }
        return -1;
    }

    private List<Double> values(IntToDoubleFunction of) {
        return IntStream.range(0, steps.size()).mapToObj(of::applyAsDouble).toList();
    }
}
