package dev.setpoint.bench.peers;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What one contender has reached on a stream.
 *
 * @param name of the contender
 * @param settings it ran with, in words
 * @param results one per seed
 * @param microseconds of processor time per query; NaN if it was not measured
 */
record Standing(String name, String settings, List<Trial.Result> results, double microseconds) {
    private static final double BYTES_PER_MEGABYTE = 1e6;

    /** Copies. */
    Standing {
        results = List.copyOf(results);
    }

    /** A metric of each trial, over the seeds. */
    Spread spread(ToDoubleFunction<Tally> metric) {
        return Spread.of(results.stream()
                .map(result -> metric.applyAsDouble(result.tally()))
                .toList());
    }

    /** The mean share of correct pulls in each part of the stream. */
    List<Double> curve() {
        return IntStream.range(0, Tally.PARTS)
                .mapToObj(part -> spread(tally -> tally.part(part)).mean())
                .toList();
    }

    double megabytes() {
        return results.stream().mapToLong(Trial.Result::modelBytes).average().orElseThrow() / BYTES_PER_MEGABYTE;
    }
}
