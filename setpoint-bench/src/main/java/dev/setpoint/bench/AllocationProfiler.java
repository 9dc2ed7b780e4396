package dev.setpoint.bench;

import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Bytes that the benchmark's thread allocates in an iteration. JMH's own profiler counts every thread's, and what the harness's take
 * is as much as an operation of a millisecond could ever show.
 */
public final class AllocationProfiler implements InternalProfiler {
    static final String LABEL = "worker.bytes";

    private final WorkerThreads workers = new WorkerThreads();
    private long before;

    @Override
    public String getDescription() {
        return "bytes allocated by the benchmark's thread";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = workers.bytes();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        long after = workers.bytes();
        if (after == 0) { // no thread runs without a single object
            throw new IllegalStateException("threads: none of JMH's (expected: one at least)");
        }
        return List.of(new ScalarResult(LABEL, after - before, "bytes", AggregationPolicy.AVG));
    }
}
