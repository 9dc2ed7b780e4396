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
 * @param operations of an iteration, on average
 * @param bytes that the benchmark's thread allocated in an iteration, the harness's included: the median, because the JVM charges a thread
 *     for work of its own now and then, as where it compiles anew; NaN if they were not counted
 */
record Measurement(double mean, double error, double elapsed, double operations, double bytes) {
    private static final double CONFIDENCE = 0.999;
    private static final int MIDDLE = 50;

    static Measurement of(RunResult result) {
        ListStatistics times = new ListStatistics();
        ListStatistics operations = new ListStatistics();
        ListStatistics bytes = new ListStatistics();
        for (BenchmarkResult fork : result.getBenchmarkResults()) {
            for (IterationResult iteration : fork.getIterationResults()) {
                times.addValue(iteration.getPrimaryResult().getScore() * secondary(iteration, CpuShareProfiler.LABEL));
                operations.addValue((double) iteration.getMetadata().getAllOps());
                if (iteration.getSecondaryResults().containsKey(AllocationProfiler.LABEL)) {
                    bytes.addValue(secondary(iteration, AllocationProfiler.LABEL));
                }
            }
        }
        return new Measurement(
                times.getMean(),
                times.getMeanErrorAt(CONFIDENCE),
                result.getPrimaryResult().getScore(),
                operations.getMean(),
                bytes.getPercentile(MIDDLE));
    }

    private static double secondary(IterationResult iteration, String label) {
        return iteration.getSecondaryResults().get(label).getScore();
    }

    /** Bytes of an iteration beyond those of an empty benchmark. */
    double bytesBeyond(Measurement empty) {
        return bytes - empty.bytes;
    }
}
