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
 * @param weights the mean importance weight of the true label, 1/pi(y|x), by quarter
 * @param price the mean importance weight over the last three quarters
 * @param size the mean size of the sets in the last quarter
 * @param minimumCoverage the minimum class coverage in the last quarter
 * @param low the mean over labels of the low end of the interval for coverage, known without labels, at the end
 */
record FrontierMetrics(
        List<Double> correct,
        double whole,
        List<Double> weights,
        double price,
        double size,
        double minimumCoverage,
        double low) {
    /** Copies. */
    FrontierMetrics {
        correct = List.copyOf(correct);
        weights = List.copyOf(weights);
    }

    /** Metric by metric the mean over seeds, of which there is at least one. */
    static FrontierMetrics mean(List<FrontierMetrics> seeds) {
        return new FrontierMetrics(
                byQuarter(seeds, FrontierMetrics::correct),
                mean(seeds, FrontierMetrics::whole),
                byQuarter(seeds, FrontierMetrics::weights),
                mean(seeds, FrontierMetrics::price),
                mean(seeds, FrontierMetrics::size),
                mean(seeds, FrontierMetrics::minimumCoverage),
                mean(seeds, FrontierMetrics::low));
    }

    private static double mean(List<FrontierMetrics> seeds, ToDoubleFunction<FrontierMetrics> metric) {
        return seeds.stream().mapToDouble(metric).average().orElseThrow();
    }

    private static List<Double> byQuarter(
            List<FrontierMetrics> seeds, Function<FrontierMetrics, List<Double>> metrics) {
        return IntStream.range(0, 4)
                .mapToObj(quarter -> mean(seeds, seed -> metrics.apply(seed).get(quarter)))
                .toList();
    }

    /** Whether it has at least as many correct pulls at no higher price as another, and is not its equal in both. */
    boolean beats(FrontierMetrics other) {
        return whole >= other.whole && price <= other.price && (whole > other.whole || price < other.price);
    }
}
