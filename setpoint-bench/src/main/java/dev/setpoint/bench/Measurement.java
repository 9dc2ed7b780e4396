package dev.setpoint.bench;

import java.util.Collection;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;

/**
 * What one benchmark came to.
 *
 * @param mean microseconds per operation
 * @param error half the width of the 99.9 % confidence interval of the mean; NaN if there are too few iterations
 * @param operations in all measured iterations
 * @param bytes allocated in all measured iterations, the harness included
 * @param iterations measured
 */
record Measurement(double mean, double error, double operations, double bytes, int iterations) {
    private static final String BYTES_PER_OPERATION = "gc.alloc.rate.norm";

    static Measurement of(RunResult result) {
        double operations = 0;
        double bytes = 0;
        int iterations = 0;
        for (BenchmarkResult fork : result.getBenchmarkResults()) {
            Collection<IterationResult> results = fork.getIterationResults();
            for (IterationResult iteration : results) {
                double done = iteration.getMetadata().getAllOps();
                operations += done;
                bytes += done
                        * iteration
                                .getSecondaryResults()
                                .get(BYTES_PER_OPERATION)
                                .getScore();
                iterations++;
            }
        }
        return new Measurement(
                result.getPrimaryResult().getScore(),
                result.getPrimaryResult().getScoreError(),
                operations,
                bytes,
                iterations);
    }

    double bytesPerIteration() {
        return bytes / iterations;
    }

    /** Bytes per operation that an empty benchmark does not allocate too. */
    double bytesPerOperation(Measurement empty) {
        return (bytes - iterations * empty.bytesPerIteration()) / operations;
    }
}
