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
 * Which share of an iteration the benchmark's thread had a processor for itself: 1 on an idle machine, less where other
 * processes want the same cores. Elapsed time multiplied by it is processor time.
 */
public final class CpuShareProfiler implements InternalProfiler {
    static final String LABEL = "cpu.share";

    private final WorkerThreads workers = new WorkerThreads();
    private long cpuBefore;
    private long elapsedBefore;

    @Override
    public String getDescription() {
        return "share of the time the benchmark's thread was running";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        cpuBefore = workers.nanos();
        elapsedBefore = System.nanoTime();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double elapsed = System.nanoTime() - elapsedBefore;
        double share = (workers.nanos() - cpuBefore) / elapsed;
        return List.of(new ScalarResult(LABEL, share, "of 1", AggregationPolicy.AVG));
    }
}
