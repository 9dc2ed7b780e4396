package dev.setpoint.bench.peers;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What a recipe has reached on a stream, for one seed or as the mean over seeds.
 *
 * @param correct the share of correct pulls by quarter
 * @param whole the share of correct pulls over the whole stream
 * @param inverse the mean of 1/pi(y|x) by quarter
 * @param price the mean of 1/pi(y|x) over the last three quarters
 * @param size the mean size of the sets in the last quarter
 * @param leastCoverage the coverage of the least covered label in the last quarter
 * @param low the mean over labels of the low end of the interval for coverage, known without labels, at the end
 */
record FrontierFigures(
        List<Double> correct,
        double whole,
        List<Double> inverse,
        double price,
        double size,
        double leastCoverage,
        double low) {
    /** Copies. */
    FrontierFigures {
        correct = List.copyOf(correct);
        inverse = List.copyOf(inverse);
    }

    /** Figure by figure the mean over seeds, of which there is at least one. */
    static FrontierFigures mean(List<FrontierFigures> seeds) {
        return new FrontierFigures(
                byQuarter(seeds, FrontierFigures::correct),
                mean(seeds, FrontierFigures::whole),
                byQuarter(seeds, FrontierFigures::inverse),
                mean(seeds, FrontierFigures::price),
                mean(seeds, FrontierFigures::size),
                mean(seeds, FrontierFigures::leastCoverage),
                mean(seeds, FrontierFigures::low));
    }

    private static double mean(List<FrontierFigures> seeds, ToDoubleFunction<FrontierFigures> figure) {
        return seeds.stream().mapToDouble(figure).average().orElseThrow();
    }

    private static List<Double> byQuarter(
            List<FrontierFigures> seeds, Function<FrontierFigures, List<Double>> figures) {
        return IntStream.range(0, 4)
                .mapToObj(quarter -> mean(seeds, seed -> figures.apply(seed).get(quarter)))
                .toList();
    }

    /** Whether it has at least as many correct pulls at no higher price as another, and is not its equal in both. */
    boolean beats(FrontierFigures other) {
        return whole >= other.whole && price <= other.price && (whole > other.whole || price < other.price);
    }
}
