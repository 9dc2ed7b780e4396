package dev.setpoint.bench;

import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.ListStatistics;

/**
 * What one benchmark came to.
 *
 * @param mean processor time of an operation in microseconds
 * @param error half the width of the 99.9 % confidence interval of the mean; NaN if there are too few iterations
 * @param elapsed mean time of an operation by the clock, in microseconds; more than {@code mean} on a busy machine
 * @param operations in all measured iterations
 * @param bytes allocated in all measured iterations, the harness included
 * @param iterations measured
 */
record Measurement(double mean, double error, double elapsed, double operations, double bytes, int iterations) {
    private static final double CONFIDENCE = 0.999;
    private static final String BYTES_PER_OPERATION = "gc.alloc.rate.norm";

    static Measurement of(RunResult result) {
        ListStatistics times = new ListStatistics();
        double operations = 0;
        double bytes = 0;
        int iterations = 0;
        for (BenchmarkResult fork : result.getBenchmarkResults()) {
            for (IterationResult iteration : fork.getIterationResults()) {
                double done = iteration.getMetadata().getAllOps();
                times.addValue(iteration.getPrimaryResult().getScore() * secondary(iteration, CpuShareProfiler.LABEL));
                operations += done;
                bytes += done * secondary(iteration, BYTES_PER_OPERATION);
                iterations++;
            }
        }
        return new Measurement(
                times.getMean(),
                times.getMeanErrorAt(CONFIDENCE),
                result.getPrimaryResult().getScore(),
                operations,
                bytes,
                iterations);
    }

    private static double secondary(IterationResult iteration, String label) {
        return iteration.getSecondaryResults().get(label).getScore();
    }

    double bytesPerIteration() {
        return bytes / iterations;
    }

    /** Bytes per operation that an empty benchmark does not allocate too. */
    double bytesPerOperation(Measurement empty) {
        return (bytes - iterations * empty.bytesPerIteration()) / operations;
    }
}
