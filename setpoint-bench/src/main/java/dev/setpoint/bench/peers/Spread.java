package dev.setpoint.bench.peers;

import java.util.List;

/**
 * A metric over several seeds.
 *
 * @param mean of the seeds
 * @param deviation the standard deviation between seeds; 0 for one seed
 */
record Spread(double mean, double deviation) {
    static Spread of(List<Double> values) {
        double mean = values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        double squares = values.stream()
                .mapToDouble(value -> (value - mean) * (value - mean))
                .sum();
        return new Spread(mean, values.size() > 1 ? Math.sqrt(squares / (values.size() - 1)) : 0);
    }
}
